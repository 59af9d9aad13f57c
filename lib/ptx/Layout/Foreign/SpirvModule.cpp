// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Foreign/SpirvModule.h"
#include "ptx/Layout/Foreign/SpirvSteps.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

/// The state after a step, in the form `dimension 64,1000; stride 1000,1; ...`.
static std::string stateText(const SpirvModuleStep &step) {
  if (const std::optional<SpirvTensorLayout> &layout = step.layout)
    return "dimension " + numberList(layout->dimension) + "; stride " + numberList(layout->stride) +
           "; offset " + numberList(layout->offset) + "; span " + numberList(layout->span) +
           "; block size " + numberList(layout->blockSize) + "; clamp value " +
           std::to_string(layout->clampValue);
  if (const std::optional<SpirvTensorView> &view = step.view)
    return "permutation " + numberList(view->permutation) +
           (view->hasDimensions ? "; size " + numberList(view->viewDimension) + "; stride " +
                                      numberList(view->viewStride)
                                : std::string()) +
           "; clip " + numberList(view->clip);
  return "not known";
}

static llvm::json::Object stateJson(const SpirvModuleStep &step) {
  llvm::json::Object entry{
      {"line", step.line}, {"result", step.result}, {"instruction", step.text}};
  if (const std::optional<SpirvTensorLayout> &layout = step.layout) {
    entry["dimension"] = numberArray(layout->dimension);
    entry["stride"] = numberArray(layout->stride);
    entry["offset"] = numberArray(layout->offset);
    entry["span"] = numberArray(layout->span);
    entry["block_size"] = numberArray(layout->blockSize);
    entry["clamp_mode"] = static_cast<unsigned>(layout->clampMode);
    entry["clamp_value"] = layout->clampValue;
  } else if (const std::optional<SpirvTensorView> &view = step.view) {
    entry["permutation"] = numberArray(view->permutation);
    if (view->hasDimensions) {
      entry["view_dimension"] = numberArray(view->viewDimension);
      entry["view_stride"] = numberArray(view->viewStride);
    }
    entry["clip"] = numberArray(view->clip);
  }
  return entry;
}

llvm::Expected<LayoutReport> ptx::layoutSpirvModule(StringRef file) {
  constexpr uint64_t limit = 2 << 20; // the report takes up to 300 times the size of the module
  auto fail = [&](const Twine &text) {
    return llvm::createStringError("cannot read `" + file + "`: " + text);
  };
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(file);
  if (!source)
    return fail(llvm::toString(source.takeError()));
  if (uint64_t size = (*source)->text().size(); size > limit)
    return fail("it has " + Twine(size) + " bytes; the limit is " + Twine(limit));
  SpirvModule module = readSpirvModule((*source)->text());
  LayoutReport report("the tensor layouts and views of a SPIR-V module");
  std::vector<std::vector<std::string>> rows = {{"line", "result", "instruction", "state"}};
  llvm::json::Array entries;
  for (const SpirvModuleStep &step : module.steps) {
    rows.push_back({std::to_string(step.line), step.result, step.text, stateText(step)});
    entries.push_back(stateJson(step));
  }
  report.addTable("steps", std::move(entries), alignColumns(rows));
  for (const SpirvModuleProblem &problem : module.problems)
    report.add(Violations{{Violation::Kind::Manual, spirvTensorAddressing,
                           ("line " + Twine(problem.line) + ": " + problem.text).str()}});
  return report;
}
