// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_TEXTSURVEY_H
#define PTX_SUPPORT_TEXTSURVEY_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace ptx {

/// The start of a comment that suppresses findings, and of one that describes a tensor map.
inline constexpr llvm::StringLiteral suppressionMark = "ptx-check:";
inline constexpr llvm::StringLiteral descriptionMark = "//@";

/// Rare features of a text, found in a single scan, so that passes which require them can skip
/// other texts.
struct TextSurvey {
  /// The offset of the first byte that is NUL or not ASCII; `none` if there is none.
  uint32_t firstUnusual = none;
  /// Whether the mark may occur; false means that it does not.
  bool mayHaveSuppressions = false;
  bool mayHaveDescriptions = false;

  static constexpr uint32_t none = UINT32_MAX;

  TextSurvey() = default;
  /// Scans the bytes of `part`, which is a part of `text`.
  TextSurvey(llvm::StringRef text, llvm::StringRef part);

  /// Adds the findings of another part of the same text.
  void add(const TextSurvey &part);
};

} // namespace ptx

#endif // PTX_SUPPORT_TEXTSURVEY_H
