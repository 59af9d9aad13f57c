// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_TREE_IDS_H
#define PTX_SYNTAX_TREE_IDS_H

#include <cstdint>

namespace ptx {

/// An index into one of the arrays of a `SyntaxUnit`, with its own type so that ids of different
/// arrays cannot be mixed up. An id is valid only for its unit.
template <class Tag> struct Id {
  static constexpr uint32_t none = ~0u;

  uint32_t index = none;

  bool valid() const { return index != none; }
  explicit operator bool() const { return valid(); }
  friend bool operator==(Id, Id) = default;
};

using TokenId = Id<struct TokenTag>;
using ExprId = Id<struct ExprTag>;
using StmtId = Id<struct StmtTag>;
using InstId = Id<struct InstTag>;
using VarId = Id<struct VarTag>;
using DeclaratorId = Id<struct DeclaratorTag>;
using DirectiveId = Id<struct DirectiveTag>;
using LocId = Id<struct LocTag>;
using BlockId = Id<struct BlockTag>;
using FuncId = Id<struct FuncTag>;

/// The ids `first`, `first + 1`, ... `first + count - 1`.
template <class IdType> struct IdRange {
  uint32_t first = 0;
  uint32_t count = 0;

  struct Iterator {
    uint32_t index;
    IdType operator*() const { return {index}; }
    Iterator &operator++() {
      ++index;
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;
  };
  Iterator begin() const { return {first}; }
  Iterator end() const { return {first + count}; }
  uint32_t size() const { return count; }
  bool empty() const { return count == 0; }
  IdType operator[](uint32_t i) const { return {first + i}; }
};

/// A run of entries in the list array of a unit, see `SyntaxUnit::list`.
struct ListRef {
  uint32_t first = 0;
  uint32_t count = 0;
};

} // namespace ptx

#endif // PTX_SYNTAX_TREE_IDS_H
