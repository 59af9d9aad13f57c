// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_VOCABULARY_TYPES_H
#define PTX_ISA_VOCABULARY_TYPES_H

#include "ptx/Isa/Names.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace ptx {

/// How the bits of a type are read. (Manual 5.2.1)
enum class TypeKind : uint8_t { Bits, Unsigned, Signed, Float, Predicate, Opaque };

/// The manual's category of a type: 5.2.1, 5.2.3, 5.2.5, with the matrix instructions, 5.3.
enum class TypeGroup : uint8_t { Fundamental, Alternate, Packed, SubByte, Opaque };

/// The record of a type.
struct TypeInfo {
  TypeId id;
  /// Without the dot.
  llvm::StringLiteral name;
  TypeKind kind;
  TypeGroup group;
  /// In bits, all lanes together; 0 for opaque types.
  uint16_t width;
  /// The number of values in one.
  uint8_t lanes;
  /// Whether registers, and whether variables in memory, are declared with it.
  bool inRegister;
  bool inMemory;
  /// The declared types of registers for such a value, unless an instruction defines others; none
  /// for types that occur only in vectors or in memory.
  TypeSet heldBy;
};

/// All types, in the order of `TypeId`.
llvm::ArrayRef<TypeInfo> allTypes();

/// The record of `type`.
const TypeInfo &info(TypeId type);

/// Finds a type by its name without the dot, such as `u32`.
std::optional<TypeId> findType(llvm::StringRef name);

} // namespace ptx

#endif // PTX_ISA_VOCABULARY_TYPES_H
