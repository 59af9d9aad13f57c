// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Data/Matrix/Sparse.h"

using namespace ptx;
using namespace ptx::execution;

static constexpr unsigned metadataBits = 4, threadsOfGroup = 4, half = 8;

Sparsity execution::sparsityOf(unsigned bitsOfElement) {
  constexpr unsigned word = 32, byte = 8;
  return bitsOfElement == word  ? Sparsity::OneOfTwo
         : bitsOfElement < byte ? Sparsity::PairsOfEight
                                : Sparsity::TwoOfFour;
}

unsigned execution::elementsOfChunk(Sparsity sparsity) {
  return 2u << static_cast<unsigned>(sparsity);
}

/// The 32 bits of metadata of 16 rows and 4 chunks are in 8 threads or lanes, one for the rows `i`
/// and `i + 8`. With 16 chunks, each row has two words of its own. (Manual 9.7.14.6.2, 9.7.15.6.2)
std::optional<MetadataPlace> execution::metadataOfWarp(unsigned chunks, unsigned bitsOfElement,
                                                       uint64_t selector, unsigned row,
                                                       unsigned chunk) {
  constexpr unsigned byte = 8, halfWord = 16, chunksOfWord = 8, all = 16, oneThread = 4, pair = 8;
  unsigned group = row % half * threadsOfGroup;
  if (chunks == all && bitsOfElement <= byte && selector == 0)
    return MetadataPlace{group + row / half + chunk / chunksOfWord * 2, 0,
                         chunk % chunksOfWord * metadataBits};
  bool isWide = bitsOfElement >= halfWord;
  unsigned threads = chunks / oneThread;
  if (!isWide || (chunks != oneThread && chunks != pair) || selector >= threadsOfGroup / threads)
    return std::nullopt;
  return MetadataPlace{group + static_cast<unsigned>(selector) * threads + chunk / oneThread, 0,
                       row / half * halfWord + chunk % oneThread * metadataBits};
}

/// The places of the elements or pairs that a chunk stores; none if the metadata have no meaning.
static std::optional<std::array<unsigned, 2>> placesOf(uint64_t bits, Sparsity sparsity,
                                                       MetadataRule rule) {
  constexpr unsigned bitsOfPlace = 2, firstElement = 0b0100, secondElement = 0b1110,
                     swapped = 0b0110;
  auto first = static_cast<unsigned>(bits & 3), second = static_cast<unsigned>(bits >> bitsOfPlace);
  if (sparsity == Sparsity::OneOfTwo) {
    if (bits != firstElement && bits != secondElement)
      return std::nullopt;
    return std::array<unsigned, 2>{bits == secondElement, 0};
  }
  bool isSwapped = rule == MetadataRule::OfTensorMemory && bits == swapped;
  bool isAscending = first < second || isSwapped;
  if (first == second || (rule != MetadataRule::Different && !isAscending))
    return std::nullopt;
  return std::array<unsigned, 2>{first, second};
}

std::optional<MatrixFactor>
execution::expandedFactor(const MatrixFactor &stored, Sparsity sparsity, MetadataRule rule,
                          llvm::function_ref<Value(unsigned row, unsigned chunk)> metadata) {
  unsigned whole = elementsOfChunk(sparsity), kept = whole / 2;
  unsigned each = sparsity == Sparsity::PairsOfEight ? 2 : 1;
  MatrixFactor a(stored.numbers.rows, stored.numbers.columns * 2, true);
  a.unknownLines = stored.unknownLines;
  for (unsigned row = 0; row != stored.numbers.rows; ++row)
    for (unsigned chunk = 0; chunk != stored.numbers.columns / kept; ++chunk) {
      Value bits = metadata(row, chunk);
      std::optional<std::array<unsigned, 2>> places =
          bits.known ? placesOf(bits.bits, sparsity, rule) : std::nullopt;
      if (!places)
        return std::nullopt;
      for (unsigned i = 0; i != kept; ++i)
        a.numbers.at(row, chunk * whole + (*places)[i / each] * each + i % each) =
            stored.numbers.at(row, chunk * kept + i);
    }
  return a;
}
