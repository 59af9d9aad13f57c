// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CERTIFICATE_CERTIFICATE_H
#define PTX_CERTIFICATE_CERTIFICATE_H

#include "ptx/Sema/SemaResult.h"
#include "ptx/Syntax/Tree/Module.h"

#include "llvm/Support/JSON.h"

#include <array>
#include <map>
#include <string>

namespace ptx::certificate {

/// The launch that a certificate is about.
struct Subject {
  std::string entry;
  std::array<uint32_t, 3> block{1, 1, 1}, grid{1, 1, 1};
  uint64_t dynamicShared = 0;
  std::map<std::string, uint64_t> arguments;
  std::map<std::string, uint64_t> boxes; ///< bytes of a box, by parameter with a tensor map
};

/// The numbers that the certificate is about: multiples of `multipleOf` from `least` to `most`.
/// From `start + step` on, each `step` repeat a period.
struct Claim {
  std::string parameter; ///< empty: the launch as it is
  uint64_t least = 0, most = 0, multipleOf = 1, step = 0, start = 0;
};

struct Verdict {
  enum class Kind : uint8_t { Valid, Refused, NotChecked };
  Kind kind = Kind::Refused;
  std::string text; ///< what is shown, or why it is not
};

/// The version of the format.
inline constexpr int64_t version = 1;

/// Writes the certificate of a claim; or says why the checker would not accept it.
llvm::Expected<llvm::json::Object> makeCertificate(const Module &module, const SemaResult &sema,
                                                   const Subject &subject, const Claim &claim);

/// Checks a certificate, an object, for a module without errors.
Verdict check(const Module &module, const SemaResult &sema, const llvm::json::Value &certificate);

} // namespace ptx::certificate

#endif // PTX_CERTIFICATE_CERTIFICATE_H
