// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_FOREIGN_SPIRVMODULE_H
#define PTX_TENSOR_FOREIGN_SPIRVMODULE_H

#include "ptx/Tensor/Foreign/SpirvTensor.h"

#include <string>
#include <vector>

// The tensor layouts and views of a SPIR-V module in its text form, which `spirv-dis` prints and
// `spirv-as` reads (SPV_NV_tensor_addressing).

namespace ptx {

/// An instruction that makes or changes a layout or a view, and the state after it.
struct SpirvModuleStep {
  unsigned line; ///< from 1 on
  std::string result;
  std::string text; ///< the opcode's name and the operands, constants as numbers
  /// At most one of these; neither if it depends on a value that is not a constant, or on an
  /// instruction with an error.
  std::optional<SpirvTensorLayout> layout;
  std::optional<SpirvTensorView> view;
};

/// A violation by an instruction.
struct SpirvModuleProblem {
  unsigned line;
  std::string text;
};

struct SpirvModule {
  std::vector<SpirvModuleStep> steps;
  std::vector<SpirvModuleProblem> problems;
};

/// Reads the text of a module. Unrelated instructions are ignored, except for the types of their
/// results. Text that is not an instruction is a problem.
SpirvModule readSpirvModule(llvm::StringRef text);

} // namespace ptx

#endif // PTX_TENSOR_FOREIGN_SPIRVMODULE_H
