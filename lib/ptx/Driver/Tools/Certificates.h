// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_TOOLS_CERTIFICATES_H
#define PTX_DRIVER_TOOLS_CERTIFICATES_H

#include "ptx/Certificate/Certificate.h"
#include "ptx/Proof/Prover.h"

namespace ptx {

/// Certificates of the proofs of one run of ptx-sanitize, and the file with them.
class Certificates {
public:
  /// Adds the certificates of a proof. Fails if the checker does not accept one.
  static llvm::Expected<llvm::json::Array> make(const CheckedSource &checked,
                                                const execution::CompleteLaunch &launch,
                                                const proof::ProofResult &proof);
  static llvm::Error write(llvm::StringRef path, llvm::json::Array list);
  /// Checks each certificate in the file at `path` for a module; the worst verdict.
  static llvm::Expected<std::vector<certificate::Verdict>> check(llvm::StringRef path,
                                                                 const CheckedSource &checked);
};

} // namespace ptx

#endif // PTX_DRIVER_TOOLS_CERTIFICATES_H
