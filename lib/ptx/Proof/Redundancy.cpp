// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Proof/Redundancy.h"

#include "ptx/Support/Workers.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::execution;
using namespace ptx::proof;
using llvm::StringRef;

namespace {

/// The objects in global memory to which a value can point: the places of pointers and tensor maps
/// in the parameters.
struct Objects {
  std::set<uint64_t> places;
  bool isAny = false;

  bool meets(const Objects &other) const {
    return isAny || other.isAny ||
           llvm::any_of(places, [&](uint64_t place) { return other.places.count(place) != 0; });
  }
};

/// What a kernel does in global memory, which proofs do not look at.
class GlobalUse {
public:
  GlobalUse(const Program &program, const ProofResult &proof);

  /// Whether other threads, CTAs or grids can depend on the order of accesses to global memory.
  bool publishes() const { return isPublished; }
  /// Whether an access that can precede `pc` conflicts with one that can follow it.
  bool isOrderedBy(uint32_t pc) const;
  /// Whether accesses can precede and follow `pc`.
  bool isBetweenUses(uint32_t pc) const;

private:
  struct Use {
    uint32_t pc;
    bool writes;
    Objects objects;
  };

  void findObjects();
  Objects ofOperand(uint32_t pc, unsigned number) const;
  void addUse(uint32_t pc);
  std::vector<bool> reached(uint32_t pc, const std::vector<std::vector<uint32_t>> &edges) const;

  const Program &program;
  const ProofResult &proof;
  std::vector<Objects> registers;
  std::vector<Use> uses;
  std::vector<std::vector<uint32_t>> next, previous;
  bool isPublished = false;
};

/// A change of one statement.
struct Change {
  std::string replacement; ///< empty: it is removed
  std::string mnemonic;    ///< the new one, if it is another
};

} // namespace

GlobalUse::GlobalUse(const Program &program, const ProofResult &proof)
    : program(program), proof(proof), registers(program.registerWidths.size()),
      next(program.operations.size()), previous(program.operations.size()) {
  findObjects();
  for (uint32_t pc = 0; pc != program.operations.size(); ++pc) {
    const Operation &op = program.operations[pc];
    auto connect = [&](uint32_t to) {
      if (to < program.operations.size()) {
        next[pc].push_back(to);
        previous[to].push_back(pc);
      }
    };
    bool isUnconditional =
        !op.view || op.has(Trait::EndsThread) || op.has(Trait::Returns) || op.branches();
    if (!isUnconditional || (op.view && op.guard != Operation::none))
      connect(pc + 1);
    if (op.view && op.branches())
      connect(op.target);
    if (!op.view)
      continue;
    if (op.table != Operation::none)
      for (uint32_t to : program.tables[op.table])
        connect(to);
    isPublished |= op.calls() || op.async == AsyncOp::GridWait || op.async == AsyncOp::GridLaunch;
    addUse(pc);
  }
}

Objects GlobalUse::ofOperand(uint32_t pc, unsigned number) const {
  Objects objects;
  for (const Slot &slot : program.operand(pc, number)) {
    if (slot.isRegister()) {
      const Objects &own = registers[slot.index];
      objects.places.insert(own.places.begin(), own.places.end());
      objects.isAny |= own.isAny;
    } else if (slot.kind == Slot::Kind::Number && slot.number >= window::param &&
               slot.number < window::param + window::size) {
      objects.places.insert(slot.number);
    }
  }
  return objects;
}

/// The objects of each register, regardless of the order of instructions.
void GlobalUse::findObjects() {
  std::set<uint64_t> numbers;
  const Routine &entry = program.routines[program.entry];
  for (const Passed &parameter : entry.parameters)
    if (proof.numberPlaces.count(parameter.first))
      numbers.insert(window::param + parameter.first);
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (uint32_t pc = 0; pc != program.operations.size(); ++pc) {
      const Operation &op = program.operations[pc];
      if (!op.view)
        continue;
      Objects result;
      bool isLoad = op.action == Action::Load || op.action == Action::LoadUniform;
      if (isLoad && op.space == Operation::Space::Param) {
        Objects from = ofOperand(pc, 1);
        if (op.width == 64)
          for (uint64_t place : from.places)
            if (!numbers.count(place))
              result.places.insert(place);
      } else if (isLoad || op.action == Action::Atomic) {
        result.isAny = op.width >= 64;
      } else {
        for (unsigned i = 0; i != program.operandCount(pc); ++i) {
          Objects from = ofOperand(pc, i);
          result.places.insert(from.places.begin(), from.places.end());
          result.isAny |= from.isAny;
        }
      }
      for (uint32_t reg : program.writes[pc]) {
        Objects &to = registers[reg];
        size_t before = to.places.size() + to.isAny;
        to.places.insert(result.places.begin(), result.places.end());
        to.isAny |= result.isAny;
        hasChanged |= to.places.size() + to.isAny != before;
      }
    }
  }
}

void GlobalUse::addUse(uint32_t pc) {
  const Operation &op = program.operations[pc];
  bool isAccess = op.action == Action::Load || op.action == Action::LoadUniform ||
                  op.action == Action::Store || op.action == Action::Atomic ||
                  op.action == Action::Reduction;
  AsyncGroup group = groupOf(op.async);
  bool isCopy = group == AsyncGroup::BulkCopies || group == AsyncGroup::SmallCopies;
  bool isGlobal = op.space == Operation::Space::Global || op.space == Operation::Space::Generic;
  if ((!isAccess || !isGlobal) && !isCopy)
    return;
  if (isCopy && !program.operandCount(pc))
    return;
  bool isStrong = op.semantics != Semantics::Weak && op.async == AsyncOp::None;
  isPublished |=
      isAccess && (isStrong || op.action == Action::Atomic || op.action == Action::Reduction);
  Use use{pc,
          op.action == Action::Store || op.action == Action::Atomic ||
              op.action == Action::Reduction,
          {}};
  // A bulk copy with an mbarrier object, and a small one, read global memory.
  if (isCopy)
    use.writes = group == AsyncGroup::BulkCopies && op.has(Modifier::bulk_group);
  for (unsigned i = 0; i != program.operandCount(pc); ++i)
    if (op.addresses >> i & 1) {
      Objects from = ofOperand(pc, i);
      use.objects.places.insert(from.places.begin(), from.places.end());
      use.objects.isAny |= from.isAny;
    }
  use.objects.isAny |= use.objects.places.empty();
  uses.push_back(std::move(use));
}

std::vector<bool> GlobalUse::reached(uint32_t pc,
                                     const std::vector<std::vector<uint32_t>> &edges) const {
  std::vector<bool> seen(edges.size());
  std::vector<uint32_t> work = edges[pc];
  while (!work.empty()) {
    uint32_t at = work.back();
    work.pop_back();
    if (seen[at])
      continue;
    seen[at] = true;
    work.insert(work.end(), edges[at].begin(), edges[at].end());
  }
  return seen;
}

bool GlobalUse::isOrderedBy(uint32_t pc) const {
  std::vector<bool> before = reached(pc, previous), after = reached(pc, next);
  for (const Use &first : uses)
    for (const Use &second : uses)
      if (before[first.pc] && after[second.pc] && (first.writes || second.writes) &&
          first.objects.meets(second.objects))
        return true;
  return false;
}

bool GlobalUse::isBetweenUses(uint32_t pc) const {
  std::vector<bool> before = reached(pc, previous), after = reached(pc, next);
  return llvm::any_of(uses, [&](const Use &use) { return before[use.pc]; }) &&
         llvm::any_of(uses, [&](const Use &use) { return after[use.pc]; });
}

/// Whether a condition, or an address of shared memory, depends on the place of the CTA in the
/// grid. Then the first cluster does not show what the others need.
static bool dependsOnCta(const Program &program) {
  std::vector<bool> isOfCta(program.registerWidths.size());
  auto isPlace = [](const Slot &slot) {
    auto special = static_cast<SpecialRegister>(slot.index);
    return slot.kind == Slot::Kind::Special &&
           (special == SpecialRegister::ctaid || special == SpecialRegister::clusterid);
  };
  auto depends = [&](uint32_t pc, unsigned number) {
    return llvm::any_of(program.operand(pc, number), [&](const Slot &slot) {
      return isPlace(slot) || (slot.isRegister() && isOfCta[slot.index]);
    });
  };
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (uint32_t pc = 0; pc != program.operations.size(); ++pc) {
      if (!program.operations[pc].view)
        continue;
      bool isAny = false;
      for (unsigned i = 0; i != program.operandCount(pc); ++i)
        isAny |= depends(pc, i);
      for (uint32_t reg : program.writes[pc])
        if (isAny && !isOfCta[reg])
          isOfCta[reg] = hasChanged = true;
    }
  }
  for (uint32_t pc = 0; pc != program.operations.size(); ++pc) {
    const Operation &op = program.operations[pc];
    if (!op.view)
      continue;
    if (op.guard != Operation::none && isOfCta[op.guard])
      return true;
    for (unsigned i = 0; i != program.operandCount(pc); ++i)
      if (op.space == Operation::Space::Shared && op.addresses >> i & 1 && depends(pc, i))
        return true;
  }
  return false;
}

/// Whether a fence orders accesses to global memory also for threads of other CTAs.
static bool isWideFence(StringRef mnemonic) {
  return mnemonic == "membar.gl" || mnemonic == "membar.sys" ||
         (mnemonic.starts_with("fence.") &&
          (mnemonic.ends_with(".gpu") || mnemonic.ends_with(".sys")));
}

/// The mnemonic of a statement, without its guard.
static StringRef mnemonicOf(StringRef statement) {
  if (statement.starts_with("@"))
    statement = statement.drop_front(std::min(statement.find_first_of(" \t\n"), statement.size()));
  statement = statement.ltrim();
  return statement.take_front(statement.find_first_of(" \t\n;"));
}

/// The text with one space in place of each run of white space.
static std::string onOneLine(StringRef text) {
  llvm::SmallVector<StringRef, 8> words;
  llvm::SplitString(text, words);
  return llvm::join(words, " ");
}

/// The ways in which a statement can be weaker.
static std::vector<Change> changesOf(StringRef mnemonic, StringRef guard, StringRef operands,
                                     bool isAlone, bool isStrict) {
  auto begins = [&](auto... words) { return (mnemonic.starts_with(words) || ...); };
  std::vector<Change> list;
  // A fault that hardware tolerates does not make a statement superfluous.
  if (!isStrict && begins("fence.", "membar.", "bar.warp.sync"))
    return list;
  bool isOther = begins("fence.proxy.tensormap", "fence.proxy.alias");
  if (begins("mbarrier.try_wait", "mbarrier.test_wait"))
    list.push_back(
        {(guard + "setp.eq.u32 " + operands.split(',').first.trim() + ", 0, 0;").str(), ""});
  else if (!isOther && begins("fence.", "membar.", "bar.sync", "barrier.sync", "barrier.cta.sync",
                              "bar.warp.sync", "cp.async.wait_", "cp.async.bulk.wait_group"))
    list.emplace_back();
  auto rename = [&](const std::string &name) {
    list.push_back({(guard + name + " " + operands + ";").str(), name});
  };
  if (mnemonic == "fence.proxy.async")
    rename("fence.proxy.async.shared::cta");
  if (!isAlone || begins("fence.mbarrier_init", "fence.proxy"))
    return list;
  if (mnemonic == "membar.gl" || mnemonic == "membar.sys")
    rename("membar.cta");
  if (begins("fence.", "mbarrier."))
    for (StringRef order : {".acq_rel", ".release", ".acquire", ".sc"})
      for (StringRef scope : {".cluster", ".gpu", ".sys"}) {
        std::string wide = (order + scope).str();
        size_t at = mnemonic.find(wide);
        if (at == StringRef::npos)
          continue;
        StringRef rest = mnemonic.drop_front(at + wide.size());
        if (rest.empty() || rest.front() == '.')
          rename((mnemonic.take_front(at) + order + ".cta" + rest).str());
      }
  return list;
}

/// Whether the changed module is proved for as much, with no further assumption, and its
/// executions are clean.
static bool holds(const std::string &text, StringRef name, const Launch &launch,
                  const ProofOptions &options, const ProofResult &proof) {
  std::unique_ptr<SourceBuffer> source = SourceBuffer::fromString(text, name.str());
  CheckOptions checkOptions;
  checkOptions.lints = false;
  Workers single(1);
  Stats stats;
  CheckedSource checked = checkPasses(*source, checkOptions, {single, stats}, Trees::Kept);
  if (checked.diagnostics.hasErrors())
    return false;
  llvm::Expected<CompleteLaunch> complete = completeLaunch(launch, checked);
  if (!complete) {
    llvm::consumeError(complete.takeError());
    return false;
  }
  ProofResult other = prove(checked, *complete, options);
  if (other.verdict != Verdict::Proved)
    return false;
  auto isClaimed = [&](const ProofRecord::Claim &claim) {
    return llvm::any_of(other.record.claims, [&](const ProofRecord::Claim &shown) {
      return shown.parameter == claim.parameter && shown.least <= claim.least &&
             shown.most >= claim.most && claim.multipleOf % shown.multipleOf == 0;
    });
  };
  auto isAssumed = [&](const ProofRecord::Remark &premise) {
    return llvm::any_of(proof.record.premises, [&](const ProofRecord::Remark &known) {
      return known.line == premise.line && known.text == premise.text;
    });
  };
  if (!llvm::all_of(proof.record.claims, isClaimed) ||
      !llvm::all_of(other.record.premises, isAssumed))
    return false;
  SanitizerOptions executions;
  executions.schedules = 16;
  executions.seconds = options.seconds;
  executions.isStrict = options.isStrict;
  SanitizerResult result = sanitize(checked, *complete, executions);
  return result.isDecided() && result.findings.empty();
}

std::vector<ProofRecord::Redundancy>
proof::findRedundant(const SourceBuffer &source, const CheckedSource &checked, const Launch &launch,
                     const ProofOptions &options, const ProofResult &proof) {
  std::vector<ProofRecord::Redundancy> found;
  llvm::Expected<CompleteLaunch> complete = completeLaunch(launch, checked);
  if (!complete) {
    llvm::consumeError(complete.takeError());
    return found;
  }
  ProofOptions basis = options;
  basis.isStrict = true;
  const ProofResult strict = prove(checked, *complete, basis);
  basis.isStrict = strict.verdict == Verdict::Proved;
  const ProofResult &known = basis.isStrict ? strict : proof;
  const Program program = decode(checked, *complete);
  const GlobalUse global(program, proof);
  const std::string text = source.text().str();
  const bool isAlone = volume(complete->cluster) == 1;
  if (volume(complete->grid) > volume(complete->cluster) && dependsOnCta(program))
    return found;
  // Other CTAs, grids and the host can wait for what a fence of their scope orders.
  for (uint32_t pc = 0; pc != program.operations.size(); ++pc) {
    const Operation &op = program.operations[pc];
    if (op.view && isWideFence(mnemonicOf(source.text(op.range))) && global.isBetweenUses(pc))
      return found;
  }
  for (uint32_t pc = 0; pc != program.operations.size(); ++pc) {
    const Operation &op = program.operations[pc];
    if (!op.view)
      continue;
    StringRef statement = source.text(op.range), guard;
    StringRef rest = statement.rtrim(';').rtrim();
    if (rest.starts_with("@")) {
      size_t end = rest.find_first_of(" \t\n");
      guard = rest.take_front(end == StringRef::npos ? end : end + 1);
      rest = rest.drop_front(guard.size()).ltrim();
    }
    size_t end = rest.find_first_of(" \t\n");
    StringRef mnemonic = rest.take_front(end), operands = rest.drop_front(mnemonic.size());
    bool isOfShared = mnemonic == "fence.proxy.async.shared::cta";
    std::vector<Change> changes =
        changesOf(mnemonic, guard, operands.trim(), isAlone, basis.isStrict);
    if (changes.empty() || (!isOfShared && (global.publishes() || global.isOrderedBy(pc))))
      continue;
    for (const Change &change : changes) {
      std::string other = text;
      std::string lines(statement.count('\n'), '\n');
      other.replace(op.range.begin, op.range.end - op.range.begin, change.replacement + lines);
      if (!holds(other, source.name(), launch, basis, known))
        continue;
      LineColumn place = source.lineColumn(op.range.begin);
      found.push_back({place.line, place.column, onOneLine(statement), change.mnemonic});
      break;
    }
  }
  return found;
}
