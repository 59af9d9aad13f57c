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

/// Results of the last check of a source with `asm` statements, for incremental checks after an
/// edit: the C++ tokens, and the PTX bodies without findings. The findings of a body depend on its
/// statements, on earlier statements whose registers it can use, and on the names that statements
/// declare for the whole source. They are compared by 128-bit hashes.
///
/// A cache is for one text as it changes, and for one set of options.
class AsmCache {
public:
  AsmCache();
  AsmCache(AsmCache &&) noexcept;
  AsmCache &operator=(AsmCache &&) noexcept;
  ~AsmCache();

  /// The tokens of the previous text.
  CppTokenCache &tokens() { return *cppTokens; }

  /// Starts a check of `source`, whose statements declare `leaked`.
  void begin(llvm::StringRef source, const llvm::StringSet<> &leaked);
  /// If `body` is known to have no findings: whether no part of its templates was omitted.
  std::optional<bool> completeness(const AsmBody &body);
  /// Records that the body of the last call of `completeness` has no findings.
  void keep(bool isComplete) { clean[last] = isComplete; }

private:
  using Hash = std::pair<uint64_t, uint64_t>;

  std::unique_ptr<CppTokenCache> cppTokens;
  llvm::StringRef source;
  uint64_t leaked = 0;
  Hash last;
  /// By statements: the results of the previous and of the current check.
  llvm::DenseMap<Hash, bool> cleanBefore, clean;
};

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_ASMCACHE_H
