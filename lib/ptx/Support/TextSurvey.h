// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_TEXTSURVEY_H
#define PTX_SUPPORT_TEXTSURVEY_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace ptx {

/// What begins a comment that suppresses findings, and one that describes a tensor map.
inline constexpr llvm::StringLiteral suppressionMark = "ptx-check:";
inline constexpr llvm::StringLiteral descriptionMark = "//@";

/// What one look at all bytes of a text tells about things that few texts have, so that nobody who
/// needs them looks through the others.
struct TextSurvey {
  /// Where the first byte is that is NUL or not ASCII; `none` without one.
  uint32_t firstUnusual = none;
  /// Whether the mark can be somewhere; false: it is nowhere.
  bool mayHaveSuppressions = false;
  bool mayHaveDescriptions = false;

  static constexpr uint32_t none = UINT32_MAX;

  TextSurvey() = default;
  /// Of the bytes of `text`, which are `part` of it.
  TextSurvey(llvm::StringRef text, llvm::StringRef part);

  /// Adds what was found in another part of the same text.
  void add(const TextSurvey &part);
};

} // namespace ptx

#endif // PTX_SUPPORT_TEXTSURVEY_H
