// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diff/BodyDiff.h"

#include "ptx/Support/Mixer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/xxhash.h"

#include <map>

using namespace ptx;
using llvm::ArrayRef;
using llvm::StringRef;

static SequenceGap whole(const DiffBody &a, const DiffBody &b) {
  return {0, static_cast<uint32_t>(a.lines.size()), 0, static_cast<uint32_t>(b.lines.size())};
}

//===-- Alignment -----------------------------------------------------------------------------===//

/// Refines the colour of each line with the colours of the lines that define its names.
BodyDiff::Colours BodyDiff::refine(const DiffBody &body, const Colours &colours) {
  Colours names;
  names.reserve(body.names.size());
  for (const DiffName &name : body.names) {
    Mixer mixer(static_cast<uint64_t>(name.kind));
    if (name.kind == NameKind::Parameter)
      mixer.add(name.position);
    else if (name.kind == NameKind::Variable)
      mixer.add(name.declaration);
    else {
      mixer.add(colours[name.firstLine]);
      mixer.add(name.firstUse - body.lines[name.firstLine].firstUse);
      // The statement after a label identifies it.
      if (name.kind == NameKind::Label && name.firstLine + 1 != body.lines.size())
        mixer.add(body.lines[name.firstLine + 1].shape);
    }
    names.push_back(mixer.result());
  }
  Colours refined;
  refined.reserve(body.lines.size());
  for (const DiffLine &line : body.lines) {
    Mixer mixer(line.shape);
    for (const NameUse &use : body.usesOf(line))
      mixer.add(names[use.name]);
    refined.push_back(mixer.result());
  }
  return refined;
}

BodyDiff::Colours BodyDiff::shapesOf(const DiffBody &body) {
  Colours colours;
  colours.reserve(body.lines.size());
  for (const DiffLine &line : body.lines)
    colours.push_back(line.shape);
  return colours;
}

/// The colours at depths 0, 1, 2, 4, 8 and so on.
std::array<BodyDiff::Colours, BodyDiff::levels> BodyDiff::coloursOf(const DiffBody &body) {
  std::array<Colours, levels> colours;
  colours[0] = shapesOf(body);
  for (unsigned level = 1, depth = 0; level != levels; ++level) {
    colours[level] = colours[level - 1];
    for (; depth != 1u << (level - 1); ++depth)
      colours[level] = refine(body, colours[level]);
  }
  return colours;
}

void BodyDiff::vote(const SequencePair &pair, uint64_t weight) {
  ArrayRef<NameUse> before = a.usesOf(a.lines[pair.before]), after = b.usesOf(b.lines[pair.after]);
  for (auto [x, y] : llvm::zip(before, after))
    if (a.names[x.name].kind == b.names[y.name].kind)
      weights[static_cast<uint64_t>(x.name) << 32 | y.name] += weight;
}

void BodyDiff::sortVotes() {
  for (auto [names, weight] : weights)
    sortedVotes.push_back(
        {static_cast<uint32_t>(names >> 32), static_cast<uint32_t>(names), weight});
  llvm::sort(sortedVotes, [](const NameVote &x, const NameVote &y) {
    return std::tie(y.weight, x.before, x.after) < std::tie(x.weight, y.before, y.after);
  });
}

void BodyDiff::align() {
  // The highest level identifies lines by all their sources. The lower levels pair lines near a
  // difference, by operation.
  std::array<Colours, levels> before = coloursOf(a), after = coloursOf(b);
  std::vector<SequenceGap> gaps{whole(a, b)};
  for (unsigned level = levels; level-- != 0;) {
    std::vector<SequenceGap> rest;
    uint64_t weight = 4ull << 4 * level;
    for (const SequenceGap &gap : gaps) {
      std::vector<SequencePair> pairs;
      matcher.match(before[level], after[level], gap, pairs);
      // A line that occurs several times is weak evidence for its names.
      llvm::DenseMap<uint64_t, uint32_t> counts;
      for (uint32_t i = gap.beforeBegin; i != gap.beforeEnd; ++i)
        ++counts[before[level][i] >> 1];
      for (const SequencePair &pair : pairs)
        vote(pair, counts[before[level][pair.before] >> 1] == 1 ? weight : 1);
      for (const SequenceGap &left : gapsBetween(pairs, gap))
        rest.push_back(left);
    }
    gaps = std::move(rest);
    // Moved lines vote as well.
    if (level > 1) {
      std::vector<uint32_t> removed, added;
      for (const SequenceGap &gap : gaps) {
        for (uint32_t i = gap.beforeBegin; i != gap.beforeEnd; ++i)
          removed.push_back(i);
        for (uint32_t i = gap.afterBegin; i != gap.afterEnd; ++i)
          added.push_back(i);
      }
      for (const SequencePair &pair : uniquePairs(before[level], removed, after[level], added))
        vote(pair, weight / 2);
    }
    llvm::erase_if(gaps, [](const SequenceGap &gap) { return gap.isOneSided(); });
  }
  sortVotes();
}

//===-- Names ---------------------------------------------------------------------------------===//

void BodyDiff::addBinding(uint32_t before, uint32_t after) {
  if (toNew[before] != none || toOld[after] != none)
    return;
  toNew[before] = after;
  toOld[after] = before;
}

void BodyDiff::bindNames(const GlobalNames &globals) {
  toNew.assign(a.names.size(), none);
  toOld.assign(b.names.size(), none);
  // Parameters are paired by position.
  if (a.parameterCount == b.parameterCount) {
    llvm::DenseMap<uint32_t, uint32_t> places;
    for (auto [i, name] : llvm::enumerate(a.names))
      if (name.kind == NameKind::Parameter)
        places[name.position] = static_cast<uint32_t>(i);
    for (auto [i, name] : llvm::enumerate(b.names))
      if (name.kind == NameKind::Parameter)
        if (auto found = places.find(name.position); found != places.end())
          addBinding(found->second, static_cast<uint32_t>(i));
  }
  bindByVotes(globals);
}

void BodyDiff::bindByVotes(const GlobalNames &globals) {
  for (const NameVote &vote : sortedVotes) {
    const DiffName &old = a.names[vote.before], &other = b.names[vote.after];
    if (old.kind != NameKind::Global || globals.lookup(other.text) == old.text)
      addBinding(vote.before, vote.after);
  }
}

/// Pairs names without an equal line again: lines in `gaps` that agree in all other names vote for
/// them. Otherwise, two lines of one shape beside an edit would vote for each other's names.
void BodyDiff::bindAgain(const GlobalNames &globals, ArrayRef<SequencePair> equal,
                         ArrayRef<SequenceGap> gaps) {
  std::vector<bool> isKnown(a.names.size());
  for (const SequencePair &pair : equal)
    for (const NameUse &use : a.usesOf(a.lines[pair.before]))
      isKnown[use.name] = true;
  for (uint32_t i = 0; i != a.names.size(); ++i)
    if (!isKnown[i] && toNew[i] != none && a.names[i].kind != NameKind::Parameter) {
      toOld[toNew[i]] = none;
      toNew[i] = none;
    }
  Colours before = exactColours(a, Side::OldBound, globals);
  Colours after = exactColours(b, Side::NewBound, globals);
  std::vector<SequencePair> pairs;
  for (const SequenceGap &gap : gaps)
    if (!gap.isOneSided())
      matcher.match(before, after, gap, pairs);
  for (const SequencePair &pair : pairs)
    for (auto [x, y] : llvm::zip(a.usesOf(a.lines[pair.before]), b.usesOf(b.lines[pair.after])))
      if (a.names[x.name].kind == b.names[y.name].kind && a.names[x.name].kind != NameKind::Global)
        addBinding(x.name, y.name);
  bindByVotes(globals);
}

/// Pairs the results of two lines with one opcode if there is no other evidence, so that
/// consequences of a change are not shown as changes.
void BodyDiff::bindChanged(ArrayRef<SequenceGap> gaps) {
  auto headsOf = [](const DiffBody &body) {
    Colours heads;
    heads.reserve(body.lines.size());
    for (const DiffLine &line : body.lines)
      heads.push_back(line.head);
    return heads;
  };
  Colours before = headsOf(a), after = headsOf(b);
  std::vector<SequencePair> pairs;
  for (const SequenceGap &gap : gaps)
    if (!gap.isOneSided())
      matcher.match(before, after, gap, pairs);
  for (const SequencePair &pair : pairs) {
    ArrayRef<NameUse> x = a.usesOf(a.lines[pair.before]), y = b.usesOf(b.lines[pair.after]);
    if (x.size() != y.size())
      continue;
    for (auto [old, other] : llvm::zip(x, y))
      if (a.names[old.name].kind == b.names[other.name].kind &&
          a.names[old.name].kind != NameKind::Global)
        addBinding(old.name, other.name);
  }
}

/// The colours of lines with the names of the old side.
BodyDiff::Colours BodyDiff::exactColours(const DiffBody &body, Side side,
                                         const GlobalNames &globals) const {
  Colours colours;
  colours.reserve(body.lines.size());
  constexpr uint64_t own = 1ull << 32, unbound = 1ull << 33;
  bool isNew = side == Side::New || side == Side::NewBound;
  bool onlyBound = side == Side::OldBound || side == Side::NewBound;
  auto nameColour = [&](uint32_t id) -> uint64_t {
    const DiffName &name = body.names[id];
    if (onlyBound && (isNew ? toOld : toNew)[id] == none && name.kind != NameKind::Global)
      return unbound;
    if (name.kind != NameKind::Global)
      return !isNew ? id : toOld[id] != none ? toOld[id] : id | own;
    StringRef text = isNew ? globals.lookup(name.text) : name.text;
    return text.empty() ? id | own : llvm::xxh3_64bits(text);
  };
  for (const DiffLine &line : body.lines) {
    Mixer mixer(line.shape);
    for (const NameUse &use : body.usesOf(line))
      mixer.add(nameColour(use.name));
    colours.push_back(mixer.result());
  }
  return colours;
}

//===-- Moves ---------------------------------------------------------------------------------===//

/// Marks lines around `start` as a move, if they are longer than a common word.
void BodyDiff::extendMove(SequencePair start, const Colours &before, const Colours &after) {
  auto isFree = [&](uint32_t x, uint32_t y) {
    return x < before.size() && y < after.size() && movesAway[x] == 0 && movesHere[y] == 0 &&
           before[x] == after[y];
  };
  if (!isFree(start.before, start.after))
    return;
  uint32_t x = start.before, y = start.after, length = 1;
  while (x != 0 && y != 0 && isFree(x - 1, y - 1)) {
    --x;
    --y;
    ++length;
  }
  while (isFree(x + length, y + length))
    ++length;
  if (length == 1 && a.lines[x].useCount == 0)
    return;
  ++function.moves;
  for (uint32_t i = 0; i != length; ++i)
    movesAway[x + i] = movesHere[y + i] = function.moves;
}

void BodyDiff::findMoves(ArrayRef<SequenceGap> gaps, const Colours &before, const Colours &after) {
  movesAway.assign(before.size(), none);
  movesHere.assign(after.size(), none);
  std::vector<uint32_t> removed, added;
  for (const SequenceGap &gap : gaps) {
    for (uint32_t i = gap.beforeBegin; i != gap.beforeEnd; ++i) {
      removed.push_back(i);
      movesAway[i] = 0;
    }
    for (uint32_t i = gap.afterBegin; i != gap.afterEnd; ++i) {
      added.push_back(i);
      movesHere[i] = 0;
    }
  }
  for (const SequencePair &pair : uniquePairs(before, removed, after, added))
    extendMove(pair, before, after);
}

//===-- Rows ----------------------------------------------------------------------------------===//

/// Adds the lines of a gap: first the lines that did not move, paired by opcode, then the moved
/// lines.
void BodyDiff::addGap(const SequenceGap &gap) {
  std::vector<uint32_t> removed, added;
  Colours before, after;
  for (uint32_t i = gap.beforeBegin; i != gap.beforeEnd; ++i)
    if (movesAway[i] == 0) {
      removed.push_back(i);
      before.push_back(a.lines[i].head);
    }
  for (uint32_t i = gap.afterBegin; i != gap.afterEnd; ++i)
    if (movesHere[i] == 0) {
      added.push_back(i);
      after.push_back(b.lines[i].head);
    }
  std::vector<SequencePair> pairs;
  matcher.match(before, after,
                {0, static_cast<uint32_t>(before.size()), 0, static_cast<uint32_t>(after.size())},
                pairs);
  llvm::DenseMap<uint32_t, uint32_t> partners;
  for (const SequencePair &pair : pairs)
    partners[removed[pair.before]] = added[pair.after];
  uint32_t y = gap.afterBegin;
  auto addNew = [&](uint32_t end) {
    for (; y != end; ++y)
      function.rows.push_back(
          {movesHere[y] ? RowKind::MovedHere : RowKind::Added, DiffRow::none, y, movesHere[y]});
  };
  for (uint32_t x = gap.beforeBegin; x != gap.beforeEnd; ++x) {
    auto partner = partners.find(x);
    if (partner == partners.end()) {
      function.rows.push_back(
          {movesAway[x] ? RowKind::MovedAway : RowKind::Removed, x, DiffRow::none, movesAway[x]});
      continue;
    }
    addNew(partner->second);
    function.rows.push_back({RowKind::Changed, x, y++});
  }
  addNew(gap.afterEnd);
}

void BodyDiff::addRows(ArrayRef<SequencePair> equal, ArrayRef<SequenceGap> gaps) {
  const SequenceGap *next = gaps.begin();
  auto addGapsBefore = [&](uint32_t before, uint32_t after) {
    for (; next != gaps.end() && next->beforeEnd <= before && next->afterEnd <= after; ++next)
      addGap(*next);
  };
  for (const SequencePair &pair : equal) {
    addGapsBefore(pair.before, pair.after);
    function.rows.push_back({RowKind::Equal, pair.before, pair.after});
  }
  addGapsBefore(none, none);
}

void BodyDiff::count() {
  bool inPlace = false;
  for (const DiffRow &row : function.rows) {
    bool isInstruction = row.before == none ? b.lines[row.after].isInstruction()
                                            : a.lines[row.before].isInstruction();
    uint32_t *counter = row.kind == RowKind::Changed     ? &function.changed
                        : row.kind == RowKind::Added     ? &function.added
                        : row.kind == RowKind::Removed   ? &function.removed
                        : row.kind == RowKind::MovedAway ? &function.moved
                                                         : nullptr;
    if (counter && isInstruction)
      ++*counter;
    bool differs = counter && row.kind != RowKind::MovedAway;
    function.places += differs && !inPlace;
    if (differs || row.kind == RowKind::Equal)
      inPlace = differs;
  }
  function.places += function.moves;
}

//===-- Declarations --------------------------------------------------------------------------===//

/// Reports paired names with different declarations.
void BodyDiff::compareDeclarations() {
  std::map<std::pair<const Symbol *, const Symbol *>, std::pair<StringRef, uint32_t>> found;
  std::vector<bool> seen(a.names.size());
  std::vector<decltype(found)::iterator> order;
  for (const DiffRow &row : function.rows) {
    if (row.kind != RowKind::Equal)
      continue;
    for (const NameUse &use : a.usesOf(a.lines[row.before])) {
      const DiffName &old = a.names[use.name];
      if (seen[use.name] || toNew[use.name] == none || old.kind == NameKind::Global ||
          old.kind == NameKind::Parameter)
        continue;
      seen[use.name] = true;
      const DiffName &other = b.names[toNew[use.name]];
      if (old.declaration == other.declaration)
        continue;
      auto [entry, isNew] = found.try_emplace({old.symbol, other.symbol}, old.text, 0u);
      ++entry->second.second;
      if (isNew)
        order.push_back(entry);
    }
  }
  for (auto entry : order) {
    auto [text, number] = entry->second;
    std::string what = entry->first.first->isRegister() ? "register `" : "variable `";
    what += text.str() + "`";
    if (number != 1)
      what += " and " + std::to_string(number - 1) + " more";
    function.items.push_back(
        {what, declarationText(*entry->first.first), declarationText(*entry->first.second)});
  }
}

/// Unused variables are equal if their declarations are.
void BodyDiff::compareUnused() {
  std::map<std::string, int> surplus;
  for (const Symbol *symbol : a.unused)
    ++surplus[declarationText(*symbol)];
  for (const Symbol *symbol : b.unused)
    --surplus[declarationText(*symbol)];
  for (const auto &[text, number] : surplus)
    for (int i = 0; i != std::abs(number); ++i)
      function.items.push_back({"unused variable", number > 0 ? text : "", number > 0 ? "" : text});
}

/// Votes of lines that are aligned by their shapes alone, by the fewest changes.
void BodyDiff::voteByShape() {
  weights.clear();
  sortedVotes.clear();
  std::vector<SequencePair> pairs;
  matcher.match(shapesOf(a), shapesOf(b), whole(a, b), pairs);
  for (const SequencePair &pair : pairs)
    vote(pair, 1);
  sortVotes();
}

/// Binds names by the votes, and fills in the rows and their counts.
void BodyDiff::findRows(const GlobalNames &globals) {
  bindNames(globals);
  Colours before, after;
  std::vector<SequencePair> equal;
  std::vector<SequenceGap> gaps;
  auto matchExactly = [&] {
    before = exactColours(a, Side::Old, globals);
    after = exactColours(b, Side::New, globals);
    equal.clear();
    matcher.match(before, after, whole(a, b), equal);
    gaps = gapsBetween(equal, whole(a, b));
  };
  matchExactly();
  if (!gaps.empty()) {
    bindAgain(globals, equal, gaps);
    matchExactly();
    bindChanged(gaps);
    matchExactly();
  }
  findMoves(gaps, before, after);
  addRows(equal, gaps);
  count();
}

void BodyDiff::exchange(Result &result) {
  std::swap(function.rows, result.rows);
  std::swap(function.changed, result.changed);
  std::swap(function.added, result.added);
  std::swap(function.removed, result.removed);
  std::swap(function.moved, result.moved);
  std::swap(function.moves, result.moves);
  std::swap(function.places, result.places);
  std::swap(toNew, result.toNew);
  std::swap(toOld, result.toOld);
}

void BodyDiff::compare(const GlobalNames &globals) {
  Result other;
  other.places = function.places;
  findRows(globals);
  // An edit near the start of a function changes what all that follows comes from, and repeated
  // blocks are then taken for each other. Few edits are seen by the shapes of lines.
  if (function.places - other.places > 1) {
    exchange(other);
    voteByShape();
    findRows(globals);
    if (function.places >= other.places)
      exchange(other);
  }
  compareDeclarations();
  compareUnused();

  llvm::StringSet<> taken;
  for (const DiffName &name : a.names)
    taken.insert(name.text);
  for (auto [i, name] : llvm::enumerate(b.names)) {
    StringRef old = toOld[i] != none                ? a.names[toOld[i]].text
                    : name.kind == NameKind::Global ? globals.lookup(name.text)
                                                    : StringRef();
    if (!old.empty()) {
      function.oldNames.push_back(old.str());
      continue;
    }
    // The old side uses this name for another declaration.
    function.oldNames.push_back(name.text.str());
    while (!taken.insert(function.oldNames.back()).second)
      function.oldNames.back() += '\'';
  }
}
