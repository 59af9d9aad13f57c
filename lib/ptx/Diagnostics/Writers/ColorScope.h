// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_COLORSCOPE_H
#define PTX_DIAGNOSTICS_COLORSCOPE_H

#include "ptx/Diagnostics/Writers/Renderer.h"

#include "llvm/Support/raw_ostream.h"

namespace ptx {

/// During its lifetime, turns the colours of a stream on or off, depending on `mode` and the
/// stream.
class ColorScope {
public:
  ColorScope(llvm::raw_ostream &os, ColorMode mode) : os(os), before(os.colors_enabled()) {
    os.enable_colors(mode == ColorMode::Always || (mode == ColorMode::Auto && os.has_colors()));
  }
  ~ColorScope() { os.enable_colors(before); }
  ColorScope(const ColorScope &) = delete;
  ColorScope &operator=(const ColorScope &) = delete;

private:
  llvm::raw_ostream &os;
  bool before;
};

} // namespace ptx

#endif // PTX_DIAGNOSTICS_COLORSCOPE_H
