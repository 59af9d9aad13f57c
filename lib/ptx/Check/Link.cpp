// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Link.h"

#include "ptx/Diagnostics/LinkRules.h"
#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Isa/Vocabulary/ProvidedFunctions.h"
#include "ptx/Sema/Module/Prototype.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// A name in one of the modules.
struct Mention {
  LinkInput *input;
  const LinkSymbol *symbol;

  const LinkSymbol *operator->() const { return symbol; }
};

/// The names of one kind in all modules, in their order.
using Mentions = llvm::SmallVector<Mention, 2>;

/// A property in which two declarations differ, in the words of messages.
struct Difference {
  std::string observed;
  std::string expected;
};

/// The functions that can run: linkers drop the others. They are the entries, what initializers
/// name, and what a function names that can run.
class Reached {
public:
  Reached(llvm::MutableArrayRef<LinkInput> inputs,
          const llvm::MapVector<StringRef, Mentions> &shared);

  bool contains(const LinkSymbol *symbol) const { return symbols.contains(symbol); }

private:
  llvm::DenseSet<const LinkSymbol *> symbols;
};

/// Compares the mentions of one name.
class NameLinker {
public:
  NameLinker(llvm::ArrayRef<Mention> all, const Reached &reached) : all(all), reached(reached) {}

  void check(llvm::ArrayRef<Mention> local);

private:
  void checkLocalEntries(llvm::ArrayRef<Mention> local);
  bool checkKinds();
  void checkUndefined(llvm::ArrayRef<Mention> local);
  void checkDefinitions();
  void checkCommons();
  void checkSizes();
  void checkPrototypes();
  void checkAlignment();

  const Mention *definition() const;

  llvm::ArrayRef<Mention> all;
  const Reached &reached;
};

} // namespace

Reached::Reached(llvm::MutableArrayRef<LinkInput> inputs,
                 const llvm::MapVector<StringRef, Mentions> &shared) {
  llvm::SmallVector<Mention> open;
  auto reach = [&](LinkInput &input, const LinkSymbol *symbol) {
    if (symbol && symbols.insert(symbol).second)
      open.push_back({&input, symbol});
  };
  for (LinkInput &input : inputs) {
    for (const LinkSymbol &symbol : input.module.symbols)
      if (symbol.kind == SymbolKind::Entry)
        reach(input, &symbol);
    for (StringRef name : input.module.initializerNames)
      reach(input, input.module.find(name));
  }
  while (!open.empty()) {
    Mention current = open.pop_back_val();
    if (!current->isDefined)
      if (auto found = shared.find(current->name); found != shared.end())
        for (const Mention &other : found->second)
          if (other->isDefined)
            reach(*other.input, other.symbol);
    for (StringRef name : current->names)
      reach(*current.input, current.input->module.find(name));
  }
}

/// `a.ptx:3:15`.
static std::string placeOf(const LinkInput &input, SourceRange range) {
  LineColumn place = input.source.lineColumn(range.begin);
  return (input.source.name() + ":" + Twine(place.line) + ":" + Twine(place.column)).str();
}

/// Adds a note that the name is `what` at the place of `other`.
static void notePlace(Diagnostic &d, const Mention &other, const Twine &what) {
  d.note(d.range,
         ("`" + other->name + "` is " + what + " at `" + placeOf(*other.input, other->range) + "`")
             .str());
}

static StringRef declaredOrDefined(const Mention &mention) {
  return mention->isDefined ? "defined" : "declared";
}

/// The mention that the others have to agree with: a strong definition, else the first definition;
/// null if there is none.
const Mention *NameLinker::definition() const {
  const Mention *found = llvm::find_if(all, [](const Mention &m) { return m->isStrong(); });
  if (found == all.end())
    found = llvm::find_if(all, [](const Mention &m) { return m->isDefined; });
  return found == all.end() ? nullptr : found;
}

template <class D>
static void reportDifference(const Mention &where, const Mention &other, Difference difference) {
  Diagnostic &d = where.input->found.emit(D{.range = where->range,
                                            .name = where->name,
                                            .observed = difference.observed,
                                            .expected = difference.expected});
  notePlace(d, other, declaredOrDefined(other));
}

static std::string kindOf(const LinkSymbol &symbol) {
  if (symbol.kind == SymbolKind::Entry)
    return "is an entry";
  if (symbol.kind == SymbolKind::Function)
    return "is a function";
  if (symbol.opaque)
    return ("is a `" + info(*symbol.opaque).name + "`").str();
  return ("is in `" + info(symbol.space).word + "`").str();
}

/// An entry that is known in its own module alone hides no function of another one. (Manual 11.2.1)
void NameLinker::checkLocalEntries(llvm::ArrayRef<Mention> local) {
  if (all.front()->kind != SymbolKind::Function)
    return;
  for (const Mention &other : local)
    if (other->kind == SymbolKind::Entry)
      reportDifference<diag::IncompatibleSymbol>(
          other, all.front(), {kindOf(*other.symbol), kindOf(*all.front().symbol)});
}

/// Compares kinds and state spaces. Returns whether they are all the same.
bool NameLinker::checkKinds() {
  const Mention &first = definition() ? *definition() : all.front();
  bool isSame = true;
  for (const Mention &other : all) {
    std::string observed = kindOf(*other.symbol), expected = kindOf(*first.symbol);
    if (observed != expected)
      reportDifference<diag::IncompatibleSymbol>(other, first, {observed, expected});
    else if (!other->isFunction() && other->isManaged != first->isManaged)
      reportDifference<diag::IncompatibleSymbol>(
          other, first,
          {other->isManaged ? "is `.managed`" : "is not `.managed`",
           first->isManaged ? "is `.managed`" : "is not `.managed`"});
    else
      continue;
    isSame = false;
  }
  return isSame;
}

/// Reports a name without a definition once, where it is first required.
void NameLinker::checkUndefined(llvm::ArrayRef<Mention> local) {
  bool isSatisfied = llvm::any_of(
      all, [](const Mention &m) { return m->isDefined || m->isDynamic() || m->opaque; });
  if (isSatisfied || all.front()->kind == SymbolKind::Entry ||
      isProvidedFunction(all.front()->name))
    return;
  auto isRequired = [&](const Mention &m) {
    return m->isFunction() ? reached.contains(m.symbol) : m->isUsed;
  };
  const Mention *user = llvm::find_if(all, isRequired);
  if (user == all.end())
    return;
  Diagnostic &d = user->input->found.emit(
      diag::UndefinedSymbol{.range = (*user)->range, .name = (*user)->name});
  for (const Mention &other : llvm::make_range(user + 1, all.end()))
    if (isRequired(other))
      notePlace(d, other, "also declared");
  for (const Mention &other : local)
    if (other->isDefined)
      notePlace(d, other, "defined without `.visible`, for its own module alone,");
}

/// Reports each strong definition after the first. Linkers count a common variable as one if it has
/// an initializer, or if it follows a visible one and neither has. (Manual 11.6.4)
void NameLinker::checkDefinitions() {
  const Mention *first = nullptr;
  for (const Mention &m : all) {
    bool follows = first && m->linkage == Linkage::Common && !(*first)->isInitialized;
    if (first && (m->isStrong() || follows) && !m->opaque)
      notePlace(m.input->found.emit(diag::MultipleDefinition{.range = m->range, .name = m->name}),
                *first, "defined");
    else if (!first && m->isStrong())
      first = &m;
  }
}

/// No common variable is larger than the one with an initializer. (Manual 11.6.4)
void NameLinker::checkCommons() {
  const Mention *initialized = llvm::find_if(
      all, [](const Mention &m) { return m->linkage == Linkage::Common && m->isInitialized; });
  if (initialized == all.end())
    return;
  for (const Mention &m : all)
    if (m->linkage == Linkage::Common && m->bytes > (*initialized)->bytes)
      reportDifference<diag::IncompatibleSymbol>(
          m, *initialized,
          {"has " + std::to_string(m->bytes) + " bytes",
           "is initialized with " + std::to_string((*initialized)->bytes) + " bytes"});
}

/// All declarations have the size of the definition, but for arrays without a size and for common
/// variables among each other.
void NameLinker::checkSizes() {
  const Mention *base = definition();
  if (!base || (*base)->bytes == 0)
    base = llvm::find_if(all, [](const Mention &m) { return m->bytes != 0; });
  if (base == all.end())
    return;
  for (const Mention &m : all) {
    bool areCommon = m->linkage == Linkage::Common && (*base)->linkage == Linkage::Common;
    if (!m->isStrong() && m->bytes != 0 && m->bytes != (*base)->bytes && !areCommon)
      reportDifference<diag::IncompatibleSymbol>(
          m, *base, {"has " + std::to_string(m->bytes) + " bytes", std::to_string((*base)->bytes)});
  }
}

static uint64_t bytesOf(llvm::ArrayRef<LinkParameter> parameters) {
  uint64_t bytes = 0;
  for (const LinkParameter &parameter : parameters)
    bytes += parameter.bytes;
  return bytes;
}

static std::optional<Difference> differenceOf(StringRef what, llvm::ArrayRef<LinkParameter> ofFirst,
                                              llvm::ArrayRef<LinkParameter> ofSecond) {
  if (ofFirst.size() != ofSecond.size())
    return Difference{"has " + countText(ofSecond.size(), what),
                      ofFirst.empty() ? std::string("none") : std::to_string(ofFirst.size())};
  for (auto [i, a, b] : llvm::enumerate(ofFirst, ofSecond))
    if (!a.isCompatible(b)) {
      std::string number = ofFirst.size() == 1 ? "its " : "";
      std::string place = ofFirst.size() == 1 ? "" : " " + std::to_string(i + 1);
      return Difference{"has `" + b.type + "` as " + number + what.str() + place,
                        "`" + a.type + "`"};
    }
  return std::nullopt;
}

/// Compares the functions that are defined, and the declarations that are used, with the
/// definition. Linkers do not look at a declaration after it whose address alone is used. Entries
/// are not called; only weak ones must agree, in the size of their parameters.
void NameLinker::checkPrototypes() {
  const Mention *base = definition();
  if (!base)
    return;
  for (const Mention &m : all) {
    if (m->isStrong() || !(m->isDefined || m->isCalled || &m < base))
      continue;
    bool areWeak = m->linkage == Linkage::Weak && (*base)->linkage == Linkage::Weak;
    if (m->kind == SymbolKind::Entry &&
        !(areWeak && bytesOf(m->parameters) != bytesOf((*base)->parameters)))
      continue;
    std::optional<Difference> found = differenceOf("result", (*base)->results, m->results);
    if (!found)
      found = differenceOf("parameter", (*base)->parameters, m->parameters);
    if (found)
      reportDifference<diag::IncompatiblePrototype>(m, *base, *found);
  }
}

/// The definition alone decides where a variable is: linkers do not look at other alignments.
void NameLinker::checkAlignment() {
  const Mention *base = definition();
  if (!base || (*base)->opaque)
    return;
  for (const Mention &m : all)
    if (!m->isStrong() && m->alignment > (*base)->alignment)
      notePlace(m.input->found.emit(diag::WeakerAlignment{.range = m->range,
                                                          .name = m->name,
                                                          .observed = (*base)->alignment,
                                                          .expected = m->alignment}),
                *base, "defined");
}

void NameLinker::check(llvm::ArrayRef<Mention> local) {
  checkLocalEntries(local);
  if (!checkKinds())
    return;
  checkUndefined(local);
  checkDefinitions();
  if (all.front()->isFunction())
    return checkPrototypes();
  checkCommons();
  checkSizes();
  checkAlignment();
}

//===-- Targets -------------------------------------------------------------------------------===//

/// Whether code for one GPU can be generated from modules with both targets.
static bool haveCommonGpu(TargetId a, TargetId b) {
  return llvm::any_of(allTargets(), [&](const TargetInfo &gpu) {
    return reasonAgainst(a, gpu.id).empty() && reasonAgainst(b, gpu.id).empty();
  });
}

/// Reports each module whose target goes with no GPU of a module before it.
static void checkTargets(llvm::MutableArrayRef<LinkInput> inputs) {
  for (LinkInput &input : inputs) {
    if (!input.module.target)
      continue;
    for (const LinkInput &before : inputs.take_front(&input - inputs.begin())) {
      if (!before.module.target || haveCommonGpu(*input.module.target, *before.module.target))
        continue;
      Diagnostic &d =
          input.found.emit(diag::IncompatibleTargets{.range = input.module.targetRange,
                                                     .observed = info(*input.module.target).name,
                                                     .expected = info(*before.module.target).name});
      d.note(d.range,
             "the other target is at `" + placeOf(before, before.module.targetRange) + "`");
      break;
    }
  }
}

void ptx::checkLink(llvm::MutableArrayRef<LinkInput> inputs) {
  llvm::MapVector<StringRef, Mentions> shared;
  llvm::DenseMap<StringRef, Mentions> local;
  for (LinkInput &input : inputs)
    for (const LinkSymbol &symbol : input.module.symbols)
      if (symbol.isDefined || symbol.isUsed)
        (symbol.isShared() ? shared[symbol.name] : local[symbol.name]).push_back({&input, &symbol});
  Reached reached(inputs, shared);
  for (const auto &[name, mentions] : shared)
    NameLinker(mentions, reached).check(local.lookup(name));
  checkTargets(inputs);
}
