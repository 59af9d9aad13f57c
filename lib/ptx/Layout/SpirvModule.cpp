// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Foreign/SpirvModule.h"
#include "ptx/Layout/SpirvSteps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

template <typename Numbers> static std::string list(const Numbers &numbers) {
  return llvm::join(llvm::map_range(numbers, [](auto number) { return std::to_string(number); }),
                    ",");
}

template <typename Numbers> static llvm::json::Array array(const Numbers &numbers) {
  llvm::json::Array result;
  for (auto number : numbers)
    result.push_back(int64_t(number));
  return result;
}

/// The state after a step, as `dimension 64,1000; stride 1000,1; ...`.
static std::string stateText(const SpirvModuleStep &step) {
  if (const std::optional<SpirvTensorLayout> &layout = step.layout)
    return "dimension " + list(layout->dimension) + "; stride " + list(layout->stride) +
           "; offset " + list(layout->offset) + "; span " + list(layout->span) + "; block size " +
           list(layout->blockSize) + "; clamp value " + std::to_string(layout->clampValue);
  if (const std::optional<SpirvTensorView> &view = step.view)
    return "permutation " + list(view->permutation) +
           (view->hasDimensions
                ? "; size " + list(view->viewDimension) + "; stride " + list(view->viewStride)
                : std::string()) +
           "; clip " + list(view->clip);
  return "not known";
}

static llvm::json::Object stateJson(const SpirvModuleStep &step) {
  llvm::json::Object entry{
      {"line", step.line}, {"result", step.result}, {"instruction", step.text}};
  if (const std::optional<SpirvTensorLayout> &layout = step.layout) {
    entry["dimension"] = array(layout->dimension);
    entry["stride"] = array(layout->stride);
    entry["offset"] = array(layout->offset);
    entry["span"] = array(layout->span);
    entry["block_size"] = array(layout->blockSize);
    entry["clamp_mode"] = static_cast<unsigned>(layout->clampMode);
    entry["clamp_value"] = layout->clampValue;
  } else if (const std::optional<SpirvTensorView> &view = step.view) {
    entry["permutation"] = array(view->permutation);
    if (view->hasDimensions) {
      entry["view_dimension"] = array(view->viewDimension);
      entry["view_stride"] = array(view->viewStride);
    }
    entry["clip"] = array(view->clip);
  }
  return entry;
}

llvm::Expected<LayoutReport> ptx::layoutSpirvModule(StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file, /*IsText=*/true);
  if (!buffer)
    return llvm::createStringError("cannot read `" + file + "`: " + buffer.getError().message());
  SpirvModule module = readSpirvModule((*buffer)->getBuffer());
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
