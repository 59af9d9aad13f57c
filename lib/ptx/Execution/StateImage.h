// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_STATEIMAGE_H
#define PTX_EXECUTION_STATEIMAGE_H

#include "ptx/Execution/Machine.h"

namespace ptx::execution {

/// 128 bits that are equal for equal sequences of numbers.
struct Digest {
  uint64_t first = 0x1F83D9AB, second = 0x5BE0CD19;

  void add(uint64_t number) {
    first = mix(first, number);
    second = mix(number ^ 0xA54FF53A, second);
  }
  void add(const Digest &other) {
    add(other.first);
    add(other.second);
  }
  auto operator<=>(const Digest &) const = default;
};

/// The registers that can be read from a point of the program on, by operation and register.
class LiveRegisters {
public:
  explicit LiveRegisters(const Program &program);

  bool isLive(uint32_t pc, uint32_t reg) const {
    return isExact ? live[pc * words + reg / 64] >> reg % 64 & 1 : true;
  }

private:
  size_t words = 0;
  bool isExact = true;
  std::vector<uint64_t> live;
};

/// The state of an execution between two rounds, without values.
///
/// Times are replaced by their rank among all times of the same part of the clocks. An execution
/// compares times of a part with each other, and adds later ones. So two states with the same image
/// continue alike as long as the values that they compute with are the same.
class StateImage {
public:
  /// The parts that change most often: program points, and the state of objects. States with
  /// different outlines have different images.
  static Digest outline(const Machine &machine);
  static Digest of(const Machine &machine);

  static llvm::ArrayRef<std::unique_ptr<Warp>> warps(const Machine &machine) {
    return machine.warps;
  }
  static std::vector<Cta> &ctas(Machine &machine) { return machine.ctas; }
  static llvm::ArrayRef<Cta> ctas(const Machine &machine) { return machine.ctas; }
  static uint64_t fresh(Machine &machine) { return machine.fresh(); }
  /// The number of changes of the number of registers of warps.
  static size_t registerChanges(const Machine &machine) { return machine.registerChanges.size(); }
  /// Whether a value was assumed, or an operation was not followed.
  static bool hasGuessed(const Machine &machine) {
    return machine.hasGuessed || !machine.skipped.empty();
  }

private:
  class Writer;
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_STATEIMAGE_H
