// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LAYOUT_FIGURES_H
#define PTX_LAYOUT_FIGURES_H

#include "ptx/Layout/SvgDrawing.h"
#include "ptx/Tensor/Descriptors/BitField.h"
#include "ptx/Tensor/Maps/Im2col.h"
#include "ptx/Tensor/Maps/TensorMap.h"
#include "ptx/Tensor/Maps/TiledBox.h"
#include "ptx/Tensor/Violation.h"

#include <string>
#include <vector>

// The figures of `ptx-layout --format=svg`.

namespace ptx {

/// A table of numbered cells, as the manual draws them: cells of one colour belong together.
struct CellTable {
  struct Cell {
    uint64_t number;
    unsigned color;
    bool isFramed = false;
  };

  std::string title;
  std::string subtitle;
  /// The lines of the head, each with its name and a label for each column.
  std::vector<std::pair<std::string, std::vector<std::string>>> head;
  std::vector<std::string> rowLabels; ///< one for each row
  std::vector<std::vector<Cell>> rows;
  /// A thick line is drawn before each row and column whose number is a multiple of these; 0 means
  /// none.
  size_t rowGroup = 0;
  size_t columnGroup = 0;
  std::vector<SvgDrawing::Legend> legend;
  std::vector<std::string> notes;
};

SvgDrawing drawTable(const CellTable &table);

/// The plane of dimensions 0 and 1 of a tensor with the box of an access.
SvgDrawing drawBox(const std::string &title, const TensorMap &map, const TiledBox &box,
                   llvm::ArrayRef<std::string> notes);

/// The images with the pixels of an im2col access, numbered in the order of shared memory.
SvgDrawing drawPixels(const std::string &title, const Im2colTensor &tensor,
                      llvm::ArrayRef<Im2colPixel> pixels, llvm::ArrayRef<std::string> notes);

/// A field of a descriptor, and what its value means.
struct ExplainedField {
  BitField bits;
  std::string meaning;
};

/// A ruler of the bits of `value`, and a table of its fields. Bits that `violations` name are
/// marked.
SvgDrawing drawFields(const std::string &title, uint64_t value, unsigned wordBits,
                      llvm::ArrayRef<ExplainedField> fields, const Violations &violations);

} // namespace ptx

#endif // PTX_LAYOUT_FIGURES_H
