// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Foreign/Foreign.h"
#include "ptx/Layout/Foreign/SpirvSteps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

/// The state after each step, as in the state machine of the extension.
class StepTable {
public:
  void add(StringRef text, const SpirvState &state) {
    const SpirvTensorLayout &layout = state.layout;
    rows.push_back({text.str(), numberList(layout.dimension), numberList(layout.stride),
                    numberList(layout.offset), numberList(layout.span),
                    numberList(layout.blockSize)});
    llvm::json::Object entry{{"step", text},
                             {"dimension", numberArray(layout.dimension)},
                             {"stride", numberArray(layout.stride)},
                             {"offset", numberArray(layout.offset)},
                             {"span", numberArray(layout.span)},
                             {"block_size", numberArray(layout.blockSize)},
                             {"clamp_value", layout.clampValue}};
    if (state.view) {
      rows.back().push_back(state.view->hasDimensions ? numberList(state.view->viewDimension) : "");
      rows.back().push_back(state.view->hasDimensions ? numberList(state.view->viewStride) : "");
      rows.back().push_back(numberList(state.view->clip));
      entry["view_dimension"] = numberArray(state.view->viewDimension);
      entry["view_stride"] = numberArray(state.view->viewStride);
      entry["clip"] = numberArray(state.view->clip);
    }
    entries.push_back(std::move(entry));
  }

  void finish(LayoutReport &report) {
    std::vector<std::string> header = {"step",       "dimension", "stride",      "offset", "span",
                                       "block size", "view size", "view stride", "clip"};
    header.resize(rows.front().size());
    rows.insert(rows.begin(), std::move(header));
    report.addTable("steps", std::move(entries), alignColumns(rows));
  }

private:
  std::vector<std::vector<std::string>> rows;
  llvm::json::Array entries;
};

/// A description of a load or store of `kind`; empty if it accesses no memory.
static StringRef kindText(SpirvElement::Kind kind) {
  switch (kind) {
  case SpirvElement::Kind::Memory:
    return "";
  case SpirvElement::Kind::Fill:
    return "out of bounds: gets the clamp value";
  case SpirvElement::Kind::Discarded:
    return "out of bounds: discarded";
  case SpirvElement::Kind::Clipped:
    return "clipped: left as it is";
  case SpirvElement::Kind::Undefined:
    return "undefined behaviour";
  }
  return "";
}

namespace {

/// Lists matrix elements. Neighbours that are also adjacent in memory share a line.
class ElementListing {
public:
  ElementListing(const SpirvState &state, uint64_t elementBytes, bool isStore, uint32_t columns)
      : state(state), elementBytes(elementBytes), isStore(isStore), columns(columns) {}

  void add(uint32_t row, uint32_t column) {
    SpirvElement element =
        spirvElement(state.layout, state.viewOrNull(), {row, column, columns}, isStore);
    ++counts[static_cast<unsigned>(element.kind)];
    bool isMemory = element.kind == SpirvElement::Kind::Memory;
    bool follows = run.length && run.row == row && run.column + run.length == column &&
                   run.first.kind == element.kind;
    if (follows && isMemory) {
      // Elements of a block have the same index.
      if (run.length == 1)
        run.step = element.index == run.first.index ? 0 : 1;
      follows = run.first.index + run.length * run.step == element.index;
    }
    if (!follows) {
      finishRun();
      run = {row, column, 0, 0, std::move(element)};
    }
    ++run.length;
  }

  void finish(LayoutReport &report) {
    finishRun();
    static constexpr const char *names[] = {"in memory", "filled", "discarded", "clipped",
                                            "undefined"};
    static constexpr const char *keys[] = {"memory", "filled", "discarded", "clipped", "undefined"};
    for (size_t i = 0; i != counts.size(); ++i)
      if (counts[i])
        report.add(keys[i], names[i], counts[i], Twine(counts[i]));
    bool hasBlocks = llvm::any_of(state.layout.blockSize, [](uint32_t size) { return size > 1; });
    rows.insert(rows.begin(), {"matrix (row,column)", "tensor coordinate",
                               hasBlocks ? "block" : "element", "byte"});
    std::vector<std::string> lines = alignColumns(rows);
    if (left)
      lines.push_back(llvm::formatv("... and {0} more", left));
    report.addTable("elements", std::move(entries), std::move(lines));
  }

private:
  struct Run {
    uint32_t row = 0;
    uint32_t column = 0;
    uint32_t length = 0;
    uint32_t step = 0;
    SpirvElement first;
  };

  void finishRun() {
    constexpr size_t mostRows = 2048;
    if (!run.length)
      return;
    if (rows.size() == mostRows) {
      ++left;
      return;
    }
    bool isMemory = run.first.kind == SpirvElement::Kind::Memory;
    uint64_t byte = run.first.index * elementBytes;
    std::string indices = std::to_string(run.first.index);
    if (run.length > 1 && run.step)
      indices += llvm::formatv(" to {0}", run.first.index + run.length - 1).str();
    std::string where = llvm::formatv("({0},{1})", run.row, run.column);
    if (run.length > 1)
      where += llvm::formatv(" to ({0},{1})", run.row, run.column + run.length - 1).str();
    std::string coordinate;
    if (!run.first.coordinate.empty())
      coordinate = llvm::formatv("({0})", numberList(run.first.coordinate));
    rows.push_back({where, coordinate, isMemory ? indices : kindText(run.first.kind).str(),
                    isMemory ? hexText(byte) : ""});
    llvm::json::Object entry{{"row", run.row}, {"column", run.column}, {"count", run.length}};
    if (isMemory) {
      entry["index"] = run.first.index;
      entry["byte"] = byte;
      entry["block"] = numberArray(run.first.block);
      entry["in_block"] = numberArray(run.first.inBlock);
    } else {
      entry["none"] = kindText(run.first.kind);
    }
    entries.push_back(std::move(entry));
  }

  const SpirvState &state;
  uint64_t elementBytes;
  bool isStore;
  uint32_t columns;
  std::array<uint64_t, 5> counts = {};
  Run run;
  uint64_t left = 0;
  std::vector<std::vector<std::string>> rows;
  llvm::json::Array entries;
};

} // namespace

/// The matrix of --shape; otherwise a matrix whose columns are the inner dimension of the span.
static llvm::Expected<std::pair<uint64_t, uint64_t>> matrixShape(const LayoutOptions &options,
                                                                 const SpirvTensorLayout &layout) {
  constexpr uint64_t mostElements = 1 << 24;
  uint64_t columns = layout.span.back();
  uint64_t rows = 1;
  for (uint32_t span : llvm::drop_end(layout.span))
    rows = llvm::SaturatingMultiply<uint64_t>(rows, span);
  if (std::optional<StringRef> text = options.shape) {
    llvm::Expected<std::vector<uint64_t>> shape = layoutShape(*text, "MxN");
    if (!shape)
      return shape.takeError();
    rows = shape->front();
    columns = shape->back();
  }
  if (llvm::SaturatingMultiply(rows, columns) > mostElements)
    return llvm::createStringError("a matrix of " + Twine(rows) + " by " + Twine(columns) +
                                   " elements is too large; choose another with --shape");
  return std::pair(rows, columns);
}

/// Lists the element of --coords, or all elements of the matrix.
static llvm::Error listElements(const LayoutOptions &options, uint64_t rows, uint64_t columns,
                                ElementListing &listing) {
  if (!options.coords) {
    for (uint64_t row = 0; row != rows; ++row)
      for (uint64_t column = 0; column != columns; ++column)
        listing.add(row, column);
    return llvm::Error::success();
  }
  llvm::Expected<std::vector<int64_t>> at = layoutList(options.coords, "--coords", 2);
  if (!at)
    return at.takeError();
  auto isIn = [](int64_t index, uint64_t size) { return index >= 0 && uint64_t(index) < size; };
  if (!isIn(at->front(), rows) || !isIn(at->back(), columns))
    return llvm::createStringError("--coords is outside of the matrix of " + Twine(rows) + " by " +
                                   Twine(columns));
  listing.add(at->front(), at->back());
  return llvm::Error::success();
}

llvm::Expected<LayoutReport> ptx::layoutSpirv(const LayoutOptions &options, LayoutWords words) {
  if (words.size() == 1 && !words.front().contains('=')) {
    if (options.type || options.shape || options.coords || options.clamp || options.view ||
        options.store || options.to_tensormap)
      return llvm::createStringError("the options of `spirv` are for steps, not for a module");
    return layoutSpirvModule(words.front());
  }
  llvm::Expected<std::vector<SpirvStep>> steps = parseSpirvSteps(words);
  if (!steps)
    return steps.takeError();
  llvm::Expected<ForeignType> type = foreignType(options, "spirv");
  if (!type)
    return type.takeError();
  llvm::Expected<SpirvState> state = createSpirvState(options, *steps);
  if (!state)
    return state.takeError();

  LayoutReport report(
      llvm::formatv("a tensor layout of {0} dimensions of {1}, of which dimension 0 "
                    "is the outermost one",
                    state->layout.dimensions(), type->name));
  StepTable table;
  table.add("create", *state);
  for (const SpirvStep &step : *steps) {
    if (llvm::Error error = step.apply(*state, step.operands))
      report.add(
          Violations{{Violation::Kind::Manual, spirvTensorAddressing,
                      ("`" + Twine(step.text) + "`: " + llvm::toString(std::move(error))).str()}});
    table.add(step.text, *state);
  }
  if (!report.isLegal()) {
    table.finish(report);
    return report;
  }
  report.add(checkSpirvOrder(*steps));
  bool isStore = options.store;
  if (isStore && llvm::any_of(state->layout.blockSize, [](uint32_t size) { return size > 1; }))
    report.add(Violations{{Violation::Kind::Manual, "SPV_NV_cooperative_matrix2",
                           "a store through a layout with blocks, of which only loads have any"}});
  llvm::Expected<std::pair<uint64_t, uint64_t>> shape = matrixShape(options, state->layout);
  if (!shape)
    return shape.takeError();
  auto [rows, columns] = *shape;
  report.add("rows", "matrix", rows, Twine(rows) + " by " + Twine(columns));
  report.add("clamp", "clamp mode", options.clamp.value_or("undefined"));
  bool setsClamp =
      llvm::any_of(*steps, [](const SpirvStep &step) { return step.name == "clamp-value"; });
  if (setsClamp || state->layout.clampMode == SpirvClampMode::Constant)
    report.add("clamp_value", "clamp value", state->layout.clampValue,
               Twine(state->layout.clampValue));

  ElementListing listing(*state, type->bytes(), isStore, columns);
  if (llvm::Error error = listElements(options, rows, columns, listing))
    return error;
  EquivalentMap map =
      equivalentMap(state->layout, state->viewOrNull(), type->element, rows, columns);
  addEquivalentMap(options, map, report);
  if (options.to_tensormap)
    return report;
  table.finish(report);
  listing.finish(report);
  return report;
}
