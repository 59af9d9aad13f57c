// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Debug/Trace.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::debug;
using execution::ExecutedStatement;
using execution::Fragment;
using execution::Operation;
using execution::Program;
using execution::Slot;
using execution::Warp;
using llvm::StringRef;

/// Adds the numbers of `0+2-5`.
static llvm::Error readRanges(StringRef key, StringRef text,
                              std::vector<TraceSelection::Range> &ranges) {
  for (StringRef part : llvm::split(text, '+')) {
    auto [first, last] = part.split('-');
    TraceSelection::Range range;
    if (first.getAsInteger(10, range.first) ||
        (part.contains('-') ? last : first).getAsInteger(10, range.second) ||
        range.second < range.first)
      return llvm::createStringError("expected numbers for `" + key +
                                     "`, as in `0`, `0-3` or `0+2`, found `" + text + "`");
    ranges.push_back(range);
  }
  return llvm::Error::success();
}

static void addWords(StringRef text, std::vector<std::string> &words) {
  for (StringRef word : llvm::split(text, '+'))
    words.push_back(word.str());
}

/// Adds a part such as `warp=0` to a selection.
static llvm::Error readPart(StringRef part, TraceSelection &selection) {
  auto [key, value] = part.split('=');
  for (auto [name, ranges] :
       {std::pair("warp", &selection.warps), std::pair("lane", &selection.lanes),
        std::pair("thread", &selection.threads), std::pair("line", &selection.lines)})
    if (key == name)
      return readRanges(key, value, *ranges);
  if (key == "cta" && !value.empty()) {
    addWords(value, selection.ctas);
  } else if (key == "reg" && !value.empty()) {
    addWords(value, selection.registers);
  } else if (key == "to") {
    auto [array, number] = value.split('[');
    uint64_t place;
    if (array.empty() || !number.consume_back("]") || number.getAsInteger(10, place))
      return llvm::createStringError("expected an element for `to`, as in `C[37]`, found `" +
                                     value + "`");
    selection.element = {array.str(), place};
  } else {
    return llvm::createStringError(
        "expected `all`, or parts such as `cta=0`, `warp=0`, `lane=3`, `thread=37`, `line=10-20`, "
        "`reg=%r1+%f2` and `to=C[37]`, found `" +
        part + "`");
  }
  return llvm::Error::success();
}

llvm::Expected<TraceSelection> TraceSelection::parse(StringRef text) {
  TraceSelection selection;
  if (text != "all")
    for (StringRef part : llvm::split(text, ','))
      if (llvm::Error error = readPart(part, selection))
        return error;
  return selection;
}

static bool contains(llvm::ArrayRef<TraceSelection::Range> ranges, uint32_t number) {
  return ranges.empty() || llvm::any_of(ranges, [&](const auto &range) {
           return range.first <= number && number <= range.second;
         });
}

/// Whether `text`, `3` or `1.0.2`, is the CTA.
static bool isCta(StringRef text, const execution::Extent &id, const execution::Extent &grid) {
  uint64_t number;
  if (!text.getAsInteger(10, number))
    return number == id[0] + uint64_t(grid[0]) * (id[1] + uint64_t(grid[1]) * id[2]);
  llvm::SmallVector<StringRef, 3> parts;
  text.split(parts, '.');
  for (unsigned i = 0; i != 3; ++i)
    if (i < parts.size() ? parts[i] != std::to_string(id[i]) : id[i] != 0)
      return false;
  return parts.size() <= 3;
}

LaneMask TraceSelection::lanesOf(const MachineView &machine, const Warp &warp) const {
  const execution::Extent &id = machine.ctaOf(warp).id;
  if (!contains(warps, warp.number) ||
      (!ctas.empty() && llvm::none_of(ctas, [&](const std::string &cta) {
        return isCta(cta, id, machine.launch().grid);
      })))
    return 0;
  LaneMask mask = 0;
  for (unsigned lane = 0; lane != execution::warpLanes; ++lane) {
    bool isSelected = contains(lanes, lane) &&
                      contains(threads, warp.number * execution::warpLanes + lane) &&
                      (!element || writers.count({id, warp.number, lane}));
    mask |= LaneMask(isSelected) << lane;
  }
  return mask;
}

bool WriterSearch::before(const MachineView &machine, const Warp &, const Fragment &) {
  if (const auto *object = findArray(machine, array)) {
    uint64_t each = debug::elementBytes(object->initial->element);
    if (number < object->bytes.size() / each) {
      elementBytes = each;
      address = object->base + number * each;
    }
  }
  writing = 0;
  if (!exists())
    return false;
  old = machine.global().load(address, static_cast<unsigned>(std::min<uint64_t>(8, elementBytes)),
                              Value::unknown(0));
  return true;
}

void WriterSearch::writesGlobal(const Warp &, unsigned lane, uint64_t at, uint64_t bytes) {
  if (at < address + elementBytes && address < at + bytes)
    writing |= LaneMask(1) << lane;
}

bool WriterSearch::after(const MachineView &machine, const ExecutedStatement &statement) {
  Value now = machine.global().load(
      address, static_cast<unsigned>(std::min<uint64_t>(8, elementBytes)), Value::unknown(0));
  // Copies of a whole block are not those of one lane.
  if (!writing && (now.known != old.known || (now.known && now.bits != old.bits)))
    writing = statement.lanes;
  execution::forEachLane(writing, [&](unsigned lane) {
    writers.insert({machine.ctaOf(statement.warp).id, statement.warp.number, lane});
  });
  return true;
}

bool Trace::selectsRegister(const Program &program, uint32_t reg) const {
  return reg < program.registerNames.size() && !program.registerNames[reg].text.empty() &&
         (selection.registers.empty() ||
          llvm::is_contained(selection.registers, program.registerNames[reg].text));
}

/// `%r1 = 5, %r2 = 0 1 2 .. 31`
std::string Trace::registersText(const MachineView &machine, const Warp &warp, LaneMask lanes,
                                 llvm::ArrayRef<uint32_t> registers) const {
  const Program &program = machine.program();
  std::string text;
  llvm::SmallVector<uint32_t, 8> shown;
  for (uint32_t reg : registers) {
    if (!selectsRegister(program, reg) || llvm::is_contained(shown, reg))
      continue;
    shown.push_back(reg);
    const auto &name = program.registerNames[reg];
    text += (text.empty() ? "" : ", ") + name.text + " = " +
            valuesText(name.type, warp.registers[reg], lanes);
  }
  return text;
}

/// The memory that a statement accesses: ` at C[0] to C[31]`.
static std::string accessText(const MachineView &machine, const Warp &warp, const Operation &op,
                              uint32_t pc, LaneMask lanes) {
  const Program &program = machine.program();
  if (!lanes)
    return "";
  auto textOf = [&](const Slot &slot, unsigned lane) -> std::string {
    namespace window = execution::window;
    uint64_t address = slot.number;
    if (slot.isRegister()) {
      Value value = warp.registers[slot.index][lane];
      if (!value.known)
        return "";
      address += value.bits;
    }
    bool isShared = slot.kind == Slot::Kind::Shared || op.space == Operation::Space::Shared;
    if (isShared)
      return memoryText(machine, window::shared | execution::truncate(address, 24));
    return op.space == Operation::Space::Generic || op.space == Operation::Space::Global
               ? memoryText(machine, address)
               : "";
  };
  for (unsigned i = 0; i != program.operandCount(pc); ++i)
    if (op.addresses >> i & 1) {
      const Slot &slot = program.operand(pc, i)[0];
      unsigned last = execution::warpLanes - 1 - static_cast<unsigned>(llvm::countl_zero(lanes));
      std::string from = textOf(slot, execution::firstLane(lanes)), to = textOf(slot, last);
      if (!from.empty())
        return " at " + from + (from == to || to.empty() ? "" : " to " + to);
    }
  return "";
}

bool Trace::before(const MachineView &machine, const Warp &warp, const Fragment &fragment) {
  reached = 0;
  const Operation &op = machine.program().operations[fragment.pc];
  if (!op.view || !contains(selection.lines, op.line))
    return true;
  reached = selection.lanesOf(machine, warp);
  LaneMask lanes = reached & fragment.mask;
  if (lines >= limit || !lanes)
    return true;
  memory = accessText(machine, warp, op, fragment.pc, lanes);
  // Of a store, what is stored is of interest.
  operands = machine.program().writes[fragment.pc].empty() && !op.branches()
                 ? registersText(machine, warp, lanes, machine.program().reads[fragment.pc])
                 : "";
  return true;
}

std::string Trace::resultText(const MachineView &machine, const ExecutedStatement &statement,
                              LaneMask lanes) const {
  const Operation &op = machine.program().operations[statement.pc];
  if (statement.waits)
    return ", waits for " + machine.waitText(statement.warp, statement.fragment);
  // The results of a call are known after its return.
  if (op.calls())
    return "";
  if (op.branches())
    return op.guard == Operation::none ? ""
           : lanes                     ? ", taken by " + lanesText(lanes)
                                       : ", not taken";
  std::string text =
      registersText(machine, statement.warp, lanes, machine.program().writes[statement.pc]);
  return text.empty() ? operands.empty() ? "" : " with " + operands : " -> " + text;
}

bool Trace::after(const MachineView &machine, const ExecutedStatement &statement) {
  const Program &program = machine.program();
  const Operation &op = program.operations[statement.pc];
  LaneMask lanes = reached & statement.lanes;
  bool isTest = op.view && op.branches() && op.guard != Operation::none;
  if (!reached || (!lanes && !isTest))
    return true;
  auto selects = [&](uint32_t reg) { return selectsRegister(program, reg); };
  if (!selection.registers.empty() && llvm::none_of(program.writes[statement.pc], selects))
    return true;
  if (statement.waits) {
    // The lanes continue with others of their warp, or have waited here before.
    bool isAtOthers = statement.fragment.state == Fragment::State::AtWarp ||
                      statement.fragment.state == Fragment::State::Ready;
    auto [entry, isNew] = waiting.try_emplace(&statement.warp, statement.pc);
    if (isAtOthers || (!isNew && entry->second == statement.pc))
      return true;
    entry->second = statement.pc;
  } else {
    waiting.erase(&statement.warp);
  }
  if (lines++ >= limit)
    return true;
  StringRef text = source.slice(op.range.begin, op.range.end);
  llvm::SmallVector<StringRef, 16> words;
  llvm::SplitString(text.rtrim("; \n"), words); // at white space
  os << "line " << op.line << ": " << warpText(machine, statement.warp) << ' '
     << lanesText(isTest && !lanes ? reached : lanes) << ": " << llvm::join(words, " ") << memory
     << resultText(machine, statement, lanes) << '\n';
  return true;
}

void Trace::finish() {
  if (lines > limit)
    os << lines - limit << " more statements are not shown; --trace-limit sets their number\n";
}
