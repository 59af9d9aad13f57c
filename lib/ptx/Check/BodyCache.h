// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_BODYCACHE_H
#define PTX_CHECK_BODYCACHE_H

#include "ptx/Lint/BodySummary.h"
#include "ptx/Syntax/Parse/ModuleOutline.h"

#include "llvm/Support/xxhash.h"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace ptx {

/// Which bodies of a text had no finding when it was last checked, so that those that an edit did
/// not change are not parsed and checked again. What is found in a body depends on its own text and
/// on what is outside of bodies; if that changes, nothing is known. Texts are compared by hashes of
/// 128 bits.
///
/// A cache is for one text as it changes, and for one set of options.
class BodyCache {
public:
  /// A check begins whose bodies were found by `scan`.
  void begin(const ModuleOutline &outline, BodyScan scan);

  /// Whether body `index` is known to be without findings. If it is, `summary` gets what the rules
  /// for the module have to know of it, null for nothing. Two threads can ask about two bodies.
  bool knows(size_t index, std::unique_ptr<BodySummary> &summary);

  /// Notes that body `index`, which `knows` was asked about, has no finding. `summary` may be null.
  void keep(size_t index, const BodySummary *summary);

private:
  /// A summary with its own names, and places that count from the start of the body.
  struct Kept {
    BodySummary summary;
    std::deque<std::string> names;
  };
  struct Entry {
    llvm::XXH128_hash_t text = {};
    bool isClean = false;
    std::unique_ptr<Kept> kept;
  };

  const ModuleOutline *outline = nullptr;
  BodyScan scan = BodyScan::Braces;
  /// Of the text before each body, and after the last.
  std::vector<llvm::XXH128_hash_t> around;
  std::vector<Entry> entries;
};

} // namespace ptx

#endif // PTX_CHECK_BODYCACHE_H
