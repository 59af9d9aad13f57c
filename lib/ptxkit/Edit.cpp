// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptxkit/Diagnostic.h"

#include <algorithm>

// By value, as the public interface declares it.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
std::string ptxkit::applyEdits(std::string_view source, std::vector<Edit> edits) {
  std::vector<const Edit *> made;
  for (const Edit &edit : edits) {
    bool within = edit.range.begin <= edit.range.end && edit.range.end <= source.size();
    bool overlaps = std::any_of(made.begin(), made.end(), [&](const Edit *other) {
      return edit.range.begin < other->range.end && other->range.begin < edit.range.end;
    });
    if (within && !overlaps)
      made.push_back(&edit);
  }
  std::stable_sort(made.begin(), made.end(),
                   [](const Edit *a, const Edit *b) { return a->range.begin < b->range.begin; });
  std::string text;
  size_t at = 0;
  for (const Edit *edit : made) {
    text += source.substr(at, edit->range.begin - at);
    text += edit->replacement;
    at = edit->range.end;
  }
  text += source.substr(at);
  return text;
}
