// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_ARRAYS_H
#define PTX_EXECUTION_ARRAYS_H

#include "ptx/Execution/Memory/GlobalMemory.h"
#include "ptx/Isa/Vocabulary/Types.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx::execution {

/// The array that `text` describes: `zeros:<shape>`, `range:<shape>` with the elements 0, 1, 2,
/// ..., `fill:<value>:<shape>`, or `random:<shape>` and `random:<shape>:<bound>` with numbers
/// generated from `seed`; or `[1, 2.5]xf32`. A shape is `1024xf32` or `64x64xf32`. An error says
/// what does not fit.
llvm::Expected<Contents> arrayOf(llvm::StringRef text, uint64_t seed);

/// Whether `text` has the form of an array, perhaps with errors.
bool seemsArray(llvm::StringRef text);

/// A number with its type.
struct TypedNumber {
  TypeId type;
  uint64_t bits;
};
/// `5:s32` or `2.5:f32`. An error says what does not fit.
llvm::Expected<TypedNumber> typedNumberOf(llvm::StringRef text);

/// Reads the bytes of a file from `offset` on.
using ReadBytes =
    llvm::function_ref<llvm::Error(uint64_t offset, llvm::MutableArrayRef<char> bytes)>;
/// The array in a NumPy file (`.npy`) of `size` bytes: little-endian, in C order.
llvm::Expected<Contents> contentsOfNumpy(uint64_t size, ReadBytes read);

/// The start of a NumPy file with the shape and type of `array`; the elements follow.
std::string numpyHeaderOf(const Contents &array);

/// The type in the header of a NumPy file for elements of a type.
std::string numpyTypeOf(TypeId type);

/// The number `value` as an element of `type`: an integer modulo its width, or the nearest
/// floating-point number.
uint64_t encodeElement(TypeId type, double value);
/// The same for an integer, exactly.
uint64_t encodeElement(TypeId type, int64_t value);

/// An element in decimal: the shortest text of a floating-point number that is read back as it.
std::string elementText(TypeId type, uint64_t bits);

/// A seed for the contents with a name.
uint64_t seedOf(uint64_t seed, llvm::StringRef name);

} // namespace ptx::execution

#endif // PTX_EXECUTION_ARRAYS_H
