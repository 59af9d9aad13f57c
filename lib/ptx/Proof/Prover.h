// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_PROOF_PROVER_H
#define PTX_PROOF_PROVER_H

#include "ptx/Diagnostics/Writers/ProofRecord.h"
#include "ptx/Execution/Sanitizer.h"

namespace ptx::proof {

enum class Verdict : uint8_t { Proved, Witness, Unknown };

struct ProofOptions {
  /// The maximum number of warp instructions of one execution.
  uint64_t limit = 20'000'000;
  uint32_t seconds = 30;
  bool isStrict = false;
};

/// Whether a launch is free of faults of synchronization in all schedules, and for all values of a
/// number that loops depend on.
struct ProofResult {
  Verdict verdict = Verdict::Unknown;
  std::string launch; ///< in one line
  ProofRecord record;
  /// Of a proof: the numbers among the parameters, and the bytes of boxes of tensor maps.
  std::map<std::string, uint64_t> numbers, boxes;
  std::set<uint64_t> numberPlaces; ///< of those numbers among the parameters
  /// Of a witness: the findings, and the launch that shows them.
  DiagnosticList findings;
  unsigned executions = 0;
};

ProofResult prove(const CheckedSource &checked, const execution::CompleteLaunch &launch,
                  const ProofOptions &options);

} // namespace ptx::proof

#endif // PTX_PROOF_PROVER_H
