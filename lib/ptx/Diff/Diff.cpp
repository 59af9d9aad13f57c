// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diff/Diff.h"

#include "ptx/Diff/BodyDiff.h"
#include "ptx/Diff/FunctionMatcher.h"
#include "ptx/Diff/Items.h"
#include "ptx/Sema/Names/SymbolWords.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace ptx;
using llvm::StringRef;

//===-- Results -------------------------------------------------------------------------------===//

bool ModuleDiff::isEqual() const {
  return items.empty() && count(FunctionStatus::Equal) == functions.size();
}

/// Counts instructions by opcode and registers by type.
static void countKinds(ModuleDiff &diff) {
  std::map<std::string, CountChange> opcodes, types;
  auto count = [&](const DiffBody &body, uint64_t CountChange::*side) {
    for (const DiffLine &line : body.lines)
      if (line.isInstruction())
        ++(opcodes[body.unit().text(line.opcode).str()].*side);
    for (const DiffName &name : body.names)
      if (name.kind == NameKind::Register)
        ++(types[typeText(*name.symbol)].*side);
  };
  for (const FunctionDiff &function : diff.functions) {
    count(function.before, &CountChange::before);
    count(function.after, &CountChange::after);
  }
  auto take = [](std::map<std::string, CountChange> &from, std::vector<CountChange> &to) {
    to.clear();
    for (auto &[what, change] : from)
      if (change.before != change.after)
        to.push_back({what, change.before, change.after});
  };
  take(opcodes, diff.instructions);
  take(types, diff.registers);
}

void ModuleDiff::keepFunctions(llvm::ArrayRef<std::string> names) {
  llvm::erase_if(functions, [&](const FunctionDiff &function) {
    return !llvm::is_contained(names, function.oldName) &&
           !llvm::is_contained(names, function.newName);
  });
  items.clear();
  facts.clear();
  countKinds(*this);
}

size_t ModuleDiff::count(FunctionStatus status) const {
  return llvm::count_if(functions,
                        [&](const FunctionDiff &function) { return function.status == status; });
}

size_t ModuleDiff::places() const {
  size_t number = items.size();
  for (const FunctionDiff &function : functions)
    number += function.places;
  return number;
}

std::string FunctionDiff::oldText(uint32_t line) const {
  const DiffLine &own = before.lines[line];
  return tokensText(before.unit(), own.first, own.last);
}

std::string FunctionDiff::newText(uint32_t line, bool ownNames) const {
  const DiffLine &own = after.lines[line];
  llvm::ArrayRef<NameUse> uses = after.usesOf(own);
  return tokensText(after.unit(), own.first, own.last, [&](uint32_t token) {
    const NameUse *use =
        llvm::lower_bound(uses, token, [](const NameUse &candidate, uint32_t wanted) {
          return candidate.token < wanted;
        });
    if (ownNames || oldNames.empty() || use == uses.end() || use->token != token)
      return StringRef();
    return StringRef(oldNames[use->name]);
  });
}

//===-- The comparison ------------------------------------------------------------------------===//

namespace {

/// One module with its functions.
struct DiffModule {
  explicit DiffModule(const DiffInput &input);

  void readBodies(const llvm::StringSet<> &fixed);

  const DiffInput &input;
  std::vector<DiffFunction> functions;
  std::vector<DiffBody> bodies; ///< by function; empty for a function without a body
};

/// Compares two modules.
class ModuleComparison {
public:
  ModuleComparison(const DiffInput &before, const DiffInput &after) : a(before), b(after) {}

  ModuleDiff run();

private:
  void addFunctions(llvm::ArrayRef<SequencePair> pairs);
  void compareBodies();
  void compareHeader(FunctionDiff &function, const SequencePair &pair);
  void matchGlobals(llvm::ArrayRef<BodyDiff *> bodies);
  void nameGlobals();

  DiffModule a, b;
  ModuleDiff result;
  GlobalNames globals;
};

} // namespace

DiffModule::DiffModule(const DiffInput &input) : input(input) {
  if (!input.checked)
    return;
  const Module &module = *input.checked->module;
  const SyntaxUnit &unit = module.top();
  llvm::StringMap<size_t> known;
  for (const Function &function : unit.functions()) {
    const CheckedUnit *checked =
        module.bodyOf(function) ? input.checked->sema->bodies[function.body].get() : nullptr;
    DiffFunction own{&unit, &function, checked};
    auto [entry, isNew] = known.try_emplace(own.name(), functions.size());
    if (isNew)
      functions.push_back(own);
    else if (checked)
      functions[entry->second] = own;
  }
}

void DiffModule::readBodies(const llvm::StringSet<> &fixed) {
  bodies.resize(functions.size());
  if (functions.empty())
    return;
  MnemonicSpeller mnemonics(input.checked->sema->tables->platform);
  for (auto [function, body] : llvm::zip(functions, bodies))
    if (function.checked) {
      body = readDiffBody(*function.checked, mnemonics, fixed);
      body.source = &input.source;
    }
}

static FunctionDiff oneSided(const DiffFunction &function, DiffBody body, FunctionStatus status) {
  FunctionDiff diff;
  bool isNew = status == FunctionStatus::Added;
  (isNew ? diff.newName : diff.oldName) = function.name();
  diff.isEntry = function.isEntry();
  diff.status = status;
  diff.places = 1;
  (isNew ? diff.added : diff.removed) = static_cast<uint32_t>(
      llvm::count_if(body.lines, [](const DiffLine &line) { return line.isInstruction(); }));
  (isNew ? diff.after : diff.before) = std::move(body);
  return diff;
}

/// The functions of the new side in their order, each after the removed ones before its partner.
void ModuleComparison::addFunctions(llvm::ArrayRef<SequencePair> pairs) {
  std::vector<const SequencePair *> partners(b.functions.size());
  for (const SequencePair &pair : pairs)
    partners[pair.after] = &pair;
  std::vector<bool> isPaired(a.functions.size());
  for (const SequencePair &pair : pairs)
    isPaired[pair.before] = true;
  uint32_t next = 0;
  auto addRemoved = [&](uint32_t end) {
    for (; next < end; ++next)
      if (!isPaired[next])
        result.functions.push_back(
            oneSided(a.functions[next], std::move(a.bodies[next]), FunctionStatus::Removed));
  };
  for (uint32_t i = 0; i != b.functions.size(); ++i) {
    if (!partners[i]) {
      result.functions.push_back(
          oneSided(b.functions[i], std::move(b.bodies[i]), FunctionStatus::Added));
      continue;
    }
    addRemoved(partners[i]->before);
    FunctionDiff &diff = result.functions.emplace_back();
    compareHeader(diff, *partners[i]);
    diff.before = std::move(a.bodies[partners[i]->before]);
    diff.after = std::move(b.bodies[i]);
  }
  addRemoved(static_cast<uint32_t>(a.functions.size()));
}

void ModuleComparison::compareHeader(FunctionDiff &function, const SequencePair &pair) {
  const DiffFunction &old = a.functions[pair.before], &other = b.functions[pair.after];
  function.oldName = old.name();
  function.newName = other.name();
  function.isEntry = other.isEntry();
  function.items = compareItems(itemsOf(old), itemsOf(other));
  if (function.isRenamed()) {
    function.items.insert(function.items.begin(),
                          {"name", function.oldName.str(), function.newName.str()});
    globals[function.newName] = function.oldName;
  }
  if (!old.checked != !other.checked)
    function.items.push_back(
        {"body", old.checked ? "defined" : "declared", other.checked ? "defined" : "declared"});
}

/// Names of the module that only one side has, paired by the votes of all bodies.
void ModuleComparison::matchGlobals(llvm::ArrayRef<BodyDiff *> bodies) {
  std::map<std::pair<StringRef, StringRef>, uint64_t> weights;
  size_t next = 0;
  for (FunctionDiff &function : result.functions) {
    if (function.oldName.empty() || function.newName.empty())
      continue;
    for (const NameVote &vote : bodies[next++]->votes()) {
      const DiffName &old = function.before.names[vote.before];
      if (old.kind == NameKind::Global)
        weights[{old.text, function.after.names[vote.after].text}] += vote.weight;
    }
  }
  using Entry = std::pair<uint64_t, std::pair<StringRef, StringRef>>;
  std::vector<Entry> sorted;
  for (const auto &[names, weight] : weights)
    sorted.push_back({weight, names});
  llvm::stable_sort(sorted, [](const Entry &x, const Entry &y) { return x.first > y.first; });
  llvm::StringSet<> taken;
  for (const auto &entry : globals)
    taken.insert(entry.second);
  for (const auto &[weight, names] : sorted)
    if (!taken.contains(names.first) && globals.try_emplace(names.second, names.first).second)
      taken.insert(names.first);
}

void ModuleComparison::compareBodies() {
  std::vector<std::unique_ptr<BodyDiff>> bodies;
  std::vector<BodyDiff *> pointers;
  for (FunctionDiff &function : result.functions) {
    if (function.oldName.empty() || function.newName.empty())
      continue;
    bodies.push_back(std::make_unique<BodyDiff>(function));
    pointers.push_back(bodies.back().get());
    if (function.before.checked && function.after.checked)
      bodies.back()->align();
  }
  matchGlobals(pointers);
  size_t next = 0;
  for (FunctionDiff &function : result.functions) {
    if (function.oldName.empty() || function.newName.empty())
      continue;
    BodyDiff &body = *bodies[next++];
    if (function.before.checked && function.after.checked)
      body.compare(globals);
    result.steps += body.steps();
    function.places += static_cast<uint32_t>(function.items.size());
    function.status = function.places ? FunctionStatus::Changed : FunctionStatus::Equal;
  }
}

/// A renamed variable is one change, not two.
void ModuleComparison::nameGlobals() {
  auto itemName = [](StringRef variable) { return ("variable `" + variable + "`").str(); };
  llvm::StringMap<size_t> places;
  for (auto [i, item] : llvm::enumerate(result.items))
    places[item.what] = i;
  std::vector<bool> isJoined(result.items.size());
  for (const auto &entry : globals) {
    auto old = places.find(itemName(entry.second)), other = places.find(itemName(entry.first()));
    if (old == places.end() || other == places.end())
      continue;
    ItemChange &change = result.items[other->second];
    change = {"renamed variable", entry.second.str() + " " + result.items[old->second].before,
              entry.first().str() + " " + change.after};
    isJoined[old->second] = true;
  }
  size_t next = 0;
  llvm::erase_if(result.items, [&](const ItemChange &) { return isJoined[next++]; });
}

ModuleDiff ModuleComparison::run() {
  llvm::StringSet<> fixed;
  if (a.input.checked && b.input.checked) {
    llvm::StringSet<> old;
    for (const Symbol &symbol : a.input.checked->sema->tables->symbols.all())
      old.insert(symbol.name);
    for (const Symbol &symbol : b.input.checked->sema->tables->symbols.all())
      if (old.contains(symbol.name))
        fixed.insert(symbol.name);
  }
  a.readBodies(fixed);
  b.readBodies(fixed);
  addFunctions(matchFunctions(a.functions, a.bodies, b.functions, b.bodies, result.steps));
  compareBodies();
  result.items = compareItems(itemsOf(a.input.checked), itemsOf(b.input.checked));
  nameGlobals();
  result.facts = compareItems(factsOf(a.input), factsOf(b.input));
  countKinds(result);
  return std::move(result);
}

ModuleDiff ptx::diffModules(const DiffInput &before, const DiffInput &after) {
  return ModuleComparison(before, after).run();
}
