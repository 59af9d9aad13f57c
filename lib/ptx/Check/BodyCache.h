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

/// Remembers which bodies of a text had no finding in the last check. Bodies that an edit did not
/// change are then neither parsed nor checked again. The findings of a body depend only on its text
/// and on the text outside of bodies; if the latter changes, the cache is cleared. Texts are
/// compared by 128-bit hashes.
///
/// A cache is for one text as it changes, and for one set of options.
class BodyCache {
public:
  /// Starts a check.
  void begin(const ModuleOutline &outline);

  /// Whether body `index` is known to have no findings. If so, `summary` is set to the data for
  /// rules about the module, or to null if there is none. Threads can query different bodies
  /// concurrently.
  bool knows(size_t index, std::unique_ptr<BodySummary> &summary);

  /// Records that body `index`, for which `knows` was called, has no finding. `summary` may be
  /// null.
  void keep(size_t index, const BodySummary *summary);

private:
  /// A summary that owns its names. Its locations are relative to the start of the body.
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
  /// The hashes of the text before each body, and of the text after the last one.
  std::vector<llvm::XXH128_hash_t> around;
  std::vector<Entry> entries;
};

} // namespace ptx

#endif // PTX_CHECK_BODYCACHE_H
