// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_READ_PTXREADER_H
#define PTX_MEMORY_READ_PTXREADER_H

#include "ptx/Memory/LitmusTest.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/Support/Error.h"

namespace ptx {

/// The error for a test that is not legal PTX.
class IllegalModule : public llvm::ErrorInfo<IllegalModule> {
public:
  static char ID;

  explicit IllegalModule(std::string report) : text(std::move(report)) {}
  /// The diagnostics as ptx-check prints them.
  llvm::StringRef report() const { return text; }
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

private:
  std::string text;
};

/// Reads a litmus test from a PTX module whose entries are the threads. Line comments contain the
/// rest:
///
///     //@litmus thread cta=0 gpu=0     before an entry: defines a thread; repeat it for more
///     //@litmus alias y = x            another address of the memory of x (manual 8.2.2)
///     //@litmus param p = x            the target of parameters of this name, or a number
///     //@litmus exists T2:%r0 == 1     the condition, which can continue on further lines
///
/// Without `needsCondition` a test can have none, for questions that do not depend on it.
/// Fails with a message for the user, which starts with the line number if it concerns one line, or
/// with an `IllegalModule`.
llvm::Expected<LitmusTest> readPtxLitmus(const SourceBuffer &source, bool needsCondition);

} // namespace ptx

#endif // PTX_MEMORY_READ_PTXREADER_H
