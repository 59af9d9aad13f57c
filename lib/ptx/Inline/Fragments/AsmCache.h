// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_FRAGMENTS_ASMCACHE_H
#define PTX_INLINE_FRAGMENTS_ASMCACHE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <memory>
#include <optional>
#include <utility>

namespace ptx {

class CppTokenCache;
struct AsmBody;

/// What is known of a source with `asm` statements as it was last checked, so that after an edit
/// little of it is looked at again: the tokens of C++, and which bodies of PTX had no finding. What
/// is found in a body depends on its statements, on those further up whose registers it can use,
/// and on the names that statements declare for all of the source. These are compared by hashes of
/// 128 bits.
///
/// A cache is for one text as it changes, and for one set of options.
class AsmCache {
public:
  AsmCache();
  AsmCache(AsmCache &&) noexcept;
  AsmCache &operator=(AsmCache &&) noexcept;
  ~AsmCache();

  /// The tokens of the source as it was.
  CppTokenCache &tokens() { return *cppTokens; }

  /// A check of `source` begins, of which statements declare `leaked`.
  void begin(llvm::StringRef source, const llvm::StringSet<> &leaked);
  /// Whether nothing of the templates of `body` is left out, if it is known to be without findings.
  std::optional<bool> completeness(const AsmBody &body);
  /// Notes that the body that `completeness` was asked about last has no finding.
  void keep(bool isComplete) { clean[last] = isComplete; }

private:
  using Hash = std::pair<uint64_t, uint64_t>;

  std::unique_ptr<CppTokenCache> cppTokens;
  llvm::StringRef source;
  uint64_t leaked = 0;
  Hash last;
  /// By their statements: of the check before this one, and of this one.
  llvm::DenseMap<Hash, bool> cleanBefore, clean;
};

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_ASMCACHE_H
