// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_LAYOUTFIGURE_H
#define PTX_DRIVER_LAYOUTFIGURE_H

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// A table of numbered cells, as the manual draws them: cells of one colour belong together.
struct LayoutFigure {
  struct Cell {
    uint64_t number;
    unsigned color; ///< 0 to 7
  };

  std::string title;
  std::vector<std::string> rowLabels; ///< one for each row
  std::vector<std::vector<Cell>> rows;

  /// The figure as an SVG document.
  void printSvg(llvm::raw_ostream &os) const;
};

} // namespace ptx

#endif // PTX_DRIVER_LAYOUTFIGURE_H
