// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_MEMORY_GLOBALMEMORY_H
#define PTX_EXECUTION_MEMORY_GLOBALMEMORY_H

#include "ptx/Execution/Memory/SharedBytes.h"
#include "ptx/Execution/Values.h"
#include "ptx/Isa/Vocabulary/Types.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <bitset>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ptx {
struct TensorMap;
}

namespace ptx::execution {

struct TextureForm;

/// The contents of an object in global memory when a kernel is launched.
struct Contents {
  enum class Kind : uint8_t {
    Bytes,  ///< of an array; the bytes after them are unknown
    Words,  ///< 32-bit words, all equal
    Random, ///< 32-bit words below a bound, generated from a seed
  };
  Kind kind = Kind::Words;
  SharedBytes bytes;
  uint64_t number = 0; ///< the word, or the seed
  uint64_t bound = 0;
  std::string text; ///< as given by the user
  /// Of an array: the type of its elements, the same as in a NumPy file, and its shape.
  TypeId element = TypeId::b8;
  std::string numpyType;
  std::vector<uint64_t> shape;
  /// Whether the object ends after `bytes`; otherwise more bytes, which are unknown, follow.
  bool isBounded = false;
  /// The tensor map by which the kernel accesses the array; null if the argument is a pointer to
  /// it.
  std::shared_ptr<const TensorMap> map;
  /// The texture or surface of which it has the texels, or a sampler; null if it is none.
  std::shared_ptr<const TextureForm> texture;

  /// The byte at an offset of the object; none if it is unknown.
  std::optional<uint8_t> byteAt(uint64_t offset) const;
};

/// `fill:0`, or `random:1:100` with the seed and the bound. None if `text` has another form.
std::optional<Contents> contentsOf(llvm::StringRef text);

/// The objects of global memory with known contents, updated by the stores in the order of the
/// execution.
class GlobalMemory {
public:
  /// An object in `size` bytes of addresses.
  struct Object {
    uint64_t base, size;
    std::string name;
    std::shared_ptr<const Contents> initial;
    llvm::DenseMap<uint64_t, int> stored{}; ///< by offset: the byte, or -1 for an unknown one
    /// Of a bounded object: its bytes; those of `initial` are released.
    SharedBytes bytes{};
    /// Whether each of them is known; empty if all are.
    std::vector<uint8_t> known{};

    bool isBounded() const { return initial->isBounded; }
    /// The number of the first unknown byte of a bounded object, except those that are 0 in
    /// `before`.
    std::optional<uint64_t> firstUnknown(llvm::ArrayRef<uint8_t> before = {}) const;
  };

  /// Adds an object that has `size` bytes of addresses from `base` on.
  void add(uint64_t base, uint64_t size, std::shared_ptr<const Contents> contents,
           std::string name = "");

  /// Whether there is no other global memory, so that every other address is a fault.
  void setComplete() { isComplete = true; }

  /// Why an access to `bytes` bytes is outside of bounded objects: "`A[17]`, and `A` has 16
  /// elements". Empty if it is not.
  std::string outside(uint64_t address, uint64_t bytes) const;
  /// The element of a bounded object at an address: `A[3]`. Empty if there is none.
  std::string nameOf(uint64_t address) const;

  llvm::ArrayRef<Object> all() const { return view ? view->base->all() : llvm::ArrayRef(objects); }

  /// A number of `bytes` bytes, at most 8; `otherwise` if they are not all known.
  Value load(uint64_t address, unsigned bytes, Value otherwise) const;

  void store(uint64_t address, unsigned bytes, Value value);

  /// Makes all bytes unknown, since an unknown value may have been stored anywhere.
  void forget() {
    objects.clear();
    hasForgotten = true;
  }

  /// The memory that stored bytes require, in bytes.
  uint64_t held() const;

  /// A memory with the objects of `base`, all bounded, for one of several clusters that are
  /// executed at the same time. It keeps its own changes, and which bytes it read of `base`.
  /// Meanwhile `base` must not change.
  static GlobalMemory viewOf(const GlobalMemory &base);

  static constexpr uint64_t pageBytes = 4096;
  using Marks = std::bitset<pageBytes>; ///< of the bytes of a page
  /// Bytes by the index of their object and the number of their page in it.
  using MarkedBytes = std::map<std::pair<size_t, uint64_t>, Marks>;

  /// Whether this view read one of the bytes.
  bool hasRead(const MarkedBytes &bytes) const;
  /// Makes the changes of this view in `target`, and adds their places to `changed`.
  void apply(GlobalMemory &target, MarkedBytes &changed) const;

private:
  /// A part of an object in a view.
  struct Page {
    Marks read;
    struct Change {
      Marks written, known;
      std::array<uint8_t, pageBytes> bytes;
    };
    std::unique_ptr<Change> change;
  };
  /// Pages of an object that follow each other; null where the view accessed none.
  static constexpr uint64_t pagesOfChunk = 1024;
  using Chunk = std::array<std::unique_ptr<Page>, pagesOfChunk>;
  struct View {
    const GlobalMemory *base;
    /// By object and place in it: objects can be large, and each cluster has a view.
    std::vector<std::vector<std::unique_ptr<Chunk>>> chunks;
    uint64_t held = 0; ///< bytes
  };

  /// The index of the object at an address; the number of objects if there is none.
  size_t find(uint64_t address) const;
  Page &pageOf(size_t object, uint64_t offset) const;
  Value loadOfView(size_t object, uint64_t offset, unsigned bytes, Value otherwise) const;
  void storeInView(size_t object, uint64_t offset, unsigned bytes, Value value);
  static void storeByte(Object &object, uint64_t offset, uint8_t byte, bool isKnown);

  std::vector<Object> objects;
  mutable size_t lastFound = 0; ///< the index of the object that was accessed last
  bool isComplete = false, hasForgotten = false;
  std::shared_ptr<View> view; ///< null if it is not a view
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_MEMORY_GLOBALMEMORY_H
