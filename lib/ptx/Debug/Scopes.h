// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DEBUG_SCOPES_H
#define PTX_DEBUG_SCOPES_H

#include "ptx/Debug/ValueText.h"

#include "llvm/Support/Error.h"

#include <functional>

namespace ptx::debug {

/// A function that some lanes of a warp execute.
struct Frame {
  MachineView machine;
  const execution::Warp *warp;
  const execution::Fragment *fragment;
  size_t depth; ///< the number of calls that are outside of it
  uint32_t pc, routine;

  LaneMask lanes() const { return fragment->mask; }
  const execution::Cta &cta() const { return machine.ctaOf(*warp); }
  /// The values of a register of the function.
  const Lanes &valuesOf(uint32_t reg, Lanes &room) const;
};

/// The frames of a fragment, innermost first.
std::vector<Frame> framesOf(const MachineView &machine, const execution::Warp &warp,
                            const execution::Fragment &fragment);

/// What a client shows, with parts that are made when it asks for them.
struct Item {
  std::string name, value = {}, type = {};
  uint64_t named = 0, indexed = 0; ///< the numbers of its parts
  /// The parts `first` to `first + count`.
  std::function<std::vector<Item>(uint64_t first, uint64_t count)> parts = {};
  uint64_t address = 0; ///< of memory; 0 if it has none

  bool hasParts() const { return named + indexed != 0; }
};

/// Registers, special registers, parameters, memories, mbarrier objects and arrays, as far as there
/// are any.
std::vector<Item> scopesOf(const Frame &frame);

/// Bytes that a frame can name, as elements of a type.
struct Place {
  TypeId type = TypeId::b8;
  uint64_t bytes = 0;
  uint64_t address = 0; ///< 0 if it has none that all lanes share
  std::function<Value(uint64_t offset, unsigned bytes)> load = {};

  unsigned elementBytes() const { return debug::elementBytes(type); }
  Value element(uint64_t number) const {
    return load(number * elementBytes(), std::min(8u, elementBytes()));
  }
};

/// An item whose parts are the elements of a place.
Item itemOf(std::string name, const Place &place);

/// The values of a register in all lanes, with a part for each; the text is about `lanes`.
Item itemOfLanes(std::string name, TypeId type, const Lanes &values, LaneMask lanes);

/// The memory with a name in a frame: a shared or local variable, a parameter or an array.
std::optional<Place> findPlace(const Frame &frame, llvm::StringRef name);

/// The mbarrier object in the shared variable with a name, which has nothing else.
std::optional<Item> findMbarrier(const Frame &frame, llvm::StringRef name);

/// The value of an expression: `%r1`, `%r1[5]`, `%tid.x`, `tile[4]`, `[tile+16]:f32`,
/// `C:16x16xf16` or `tile:8x64xf16,swizzle=128B`.
llvm::Expected<Item> evaluate(const Frame &frame, llvm::StringRef text);

/// Whether a comparison such as `%r1 == 5` is true for a lane of the frame.
llvm::Expected<bool> isTrue(const Frame &frame, llvm::StringRef condition);

} // namespace ptx::debug

#endif // PTX_DEBUG_SCOPES_H
