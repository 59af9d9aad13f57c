// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_PROOFRECORD_H
#define PTX_DIAGNOSTICS_WRITERS_PROOFRECORD_H

#include <cstdint>
#include <string>
#include <vector>

namespace ptx {

/// What a proof of a launch shows, or why there is none.
struct ProofRecord {
  /// A sentence about a line of the module, or about the whole launch.
  struct Remark {
    uint32_t line = 0; ///< 0: none
    std::string text;

    bool empty() const { return text.empty(); }
    std::string words() const { return line ? "line " + std::to_string(line) + ": " + text : text; }
  };
  /// The numbers for which the launch is proved.
  struct Claim {
    std::string parameter; ///< empty: the launch as it is
    uint64_t least = 0, most = 0, multipleOf = 1;
    /// From `start + step` on, each `step` repeat the state; the other numbers are executed.
    uint64_t step = 0, start = 0;
    /// Of the launch as it is: why other numbers are not shown; empty if it has none.
    Remark notForOthers;

    std::string words() const;
  };
  /// Warps that are at the same line at the end of each period.
  struct Role {
    std::vector<uint32_t> warps;
    uint32_t line = 0;
    std::vector<int64_t> changes; ///< of its counters in a period

    std::string words() const;
  };
  /// The state of an mbarrier object at the end of each period.
  struct Object {
    std::string name;
    uint32_t cta = 0;
    uint32_t phases = 0; ///< that a period completes
    uint32_t parity = 0;
    int64_t arrivals = 0, bytes = 0; ///< that are missing

    std::string words() const;
  };
  /// The invariant of loops: what repeats when the parameter is larger by `step`.
  struct Period {
    std::string parameter;
    uint64_t step = 0;
    std::vector<Role> roles;
    std::vector<Object> objects;
  };

  /// A statement without which the proof holds as well, or with a weaker one in its place.
  struct Redundancy {
    uint32_t line = 0, column = 0;
    std::string statement;
    std::string suffices; ///< the mnemonic that suffices; empty: the statement is not needed

    std::string words() const;
  };

  std::vector<Claim> claims;
  std::vector<Period> periods;
  std::vector<Remark> premises;
  std::vector<Redundancy> redundant;
  /// Why the launch is not proved; empty if it is.
  Remark reason;
  /// The reason for a missing certificate; empty if there is one, or if none was requested.
  std::string noCertificate;

  /// Claims and periods as lines.
  std::vector<std::string> shown() const;
};

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_PROOFRECORD_H
