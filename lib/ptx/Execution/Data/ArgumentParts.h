// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parts of an argument, as `a.npy,box=64x64,swizzle=128B`.

#ifndef PTX_EXECUTION_DATA_ARGUMENTPARTS_H
#define PTX_EXECUTION_DATA_ARGUMENTPARTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace ptx::execution {

/// What the parts make of an array.
enum class ArgumentForm : uint8_t { Array, Tiled, Im2col, Texture, Surface, Sampler };

/// A part, as `box=64x64`.
struct ArgumentPart {
  llvm::StringRef key, value;
};

/// An argument, split at its commas.
struct ArgumentParts {
  llvm::StringRef array; ///< as `a.npy` or `zeros:64xf32`; `sampler` is one without an array
  ArgumentForm form = ArgumentForm::Array;
  llvm::SmallVector<ArgumentPart, 4> parts; ///< each key once
};

/// Splits `text`. Fails if a part has an unknown key, a key occurs twice, or parts contradict each
/// other. The values are not examined.
llvm::Expected<ArgumentParts> splitArgument(llvm::StringRef text);

/// An error with the values that `part` can have.
llvm::Error invalidPart(const ArgumentPart &part);

} // namespace ptx::execution

#endif // PTX_EXECUTION_DATA_ARGUMENTPARTS_H
