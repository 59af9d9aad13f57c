// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LAYOUT_FOREIGN_SPIRVSTEPS_H
#define PTX_LAYOUT_FOREIGN_SPIRVSTEPS_H

#include "ptx/Layout/Commands.h"
#include "ptx/Tensor/Foreign/SpirvTensor.h"
#include "ptx/Tensor/Violation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>
#include <string>
#include <vector>

namespace ptx {

/// "64,1000"
template <typename Numbers> std::string numberList(const Numbers &numbers) {
  return llvm::join(llvm::map_range(numbers, [](auto number) { return std::to_string(number); }),
                    ",");
}

/// The same as an array of JSON.
template <typename Numbers> llvm::json::Array numberArray(const Numbers &numbers) {
  llvm::json::Array result;
  for (auto number : numbers)
    result.push_back(int64_t(number));
  return result;
}

/// A layout and its view after the steps.
struct SpirvState {
  SpirvTensorLayout layout;
  std::optional<SpirvTensorView> view;

  const SpirvTensorView *viewOrNull() const { return view ? &*view : nullptr; }
};

/// An instruction on a layout or view, `dimension=64,1000`.
struct SpirvStep {
  using Operands = llvm::ArrayRef<uint32_t>;
  /// Fails if the extension does not allow a step.
  using Apply = llvm::Error (*)(SpirvState &, Operands);

  std::string text;
  llvm::StringRef name;
  Apply apply;
  std::vector<uint32_t> operands;
};

/// Parses the steps. Fails for a word that is not a step.
llvm::Expected<std::vector<SpirvStep>> parseSpirvSteps(LayoutWords words);

/// The results of OpCreateTensorLayoutNV and OpCreateTensorViewNV for `steps`, --clamp and --view.
llvm::Expected<SpirvState> createSpirvState(const LayoutOptions &options,
                                            llvm::ArrayRef<SpirvStep> steps);

/// `spirv <file>`: the states of the layouts and views of a module.
llvm::Expected<LayoutReport> layoutSpirvModule(llvm::StringRef file);

/// Legal but probably unintended steps: those that undo others.
Violations checkSpirvOrder(llvm::ArrayRef<SpirvStep> steps);

/// The extension that defines the steps.
constexpr llvm::StringLiteral spirvTensorAddressing = "SPV_NV_tensor_addressing";

} // namespace ptx

#endif // PTX_LAYOUT_FOREIGN_SPIRVSTEPS_H
