// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CERTIFICATE_REPLAY_H
#define PTX_CERTIFICATE_REPLAY_H

#include "ptx/Certificate/Certificate.h"
#include "ptx/Certificate/Code.h"
#include "ptx/Certificate/Number.h"
#include "ptx/Certificate/Synchronization.h"

namespace ptx::certificate {

/// A parameter whose value is a number.
struct Argument {
  uint64_t at, bytes;
  Number value;
};

/// A thread of the CTA.
struct Thread {
  uint32_t step = 0;
  bool hasEnded = false;
  bool isAtBarrier = false; ///< it has arrived and waits
  bool isTogether = false;  ///< it waits for the other lanes
  std::vector<Number> registers;
  std::vector<uint64_t> visits; ///< of each step
};

/// Where a thread stops: before it executes a step that it executed `visits` times.
struct Stop {
  uint32_t step;
  uint64_t visits;
};

/// Executes all threads of one CTA, each by itself, on numbers and on the state of synchronization.
class Replay {
public:
  /// `cost`: of all executions for a certificate, to which this one is added.
  Replay(const Code &code, const Subject &subject, std::vector<Argument> arguments, int64_t most,
         uint64_t &cost);

  /// Executes each thread up to its stop, its end, or until all wait. None if all threads reached
  /// their stops; a thread without a stop may wait.
  std::optional<Verdict> run(const std::map<uint32_t, Stop> &stops);
  /// What is wrong at the end.
  std::optional<Verdict> finish() const;

  std::vector<Thread> &threads() { return list; }
  SyncState &state() { return sync.state; }

private:
  enum class Progress : uint8_t { Went, Waits, Failed };

  Verdict notChecked(uint32_t step, const std::string &why) const;
  Verdict refused(uint32_t step, const std::string &why) const;
  Progress fail(Verdict why) {
    problem = std::move(why);
    return Progress::Failed;
  }
  /// The result of an operation of synchronization.
  Progress after(Thread &thread, const Synchronization::Problem &why);
  Progress go(uint32_t number);
  Progress execute(uint32_t number, Thread &thread, const Step &step);
  Progress together(uint32_t number, const Step &step);
  Progress executeTogether(const Step &step, llvm::ArrayRef<uint32_t> lanes);
  Progress arrive(uint32_t number, Thread &thread, const Step &step);
  Progress wait(uint32_t number, Thread &thread, const Step &step);
  Progress copy(uint32_t number, Thread &thread, const Step &step);
  Progress accessMemory(uint32_t number, Thread &thread, const Step &step);
  Progress arriveAtBarrier(uint32_t number, const Step &step);
  Progress awaitGroups(uint32_t number, Thread &thread, const Step &step);
  bool isAloneInLoop(const Thread &thread, std::vector<Number> &registers);
  bool releaseBarriers();

  bool computes(const Thread &thread, const Step &step, std::vector<Number> &registers) const;
  Number evaluate(const Step &step, llvm::ArrayRef<Number> in) const;
  Number valueOf(uint32_t number, const std::vector<Number> &registers, const Element &e) const;
  Number special(uint32_t number, const Element &e) const;
  void write(std::vector<Number> &registers, const Operand &to, Number value) const;
  std::optional<uint64_t> sharedAddress(uint32_t number, const Thread &thread, const Step &step,
                                        const Operand &operand) const;
  std::optional<uint64_t> constant(uint32_t number, const Thread &thread, const Step &step,
                                   size_t operand) const;
  bool isInside(uint64_t at, uint64_t bytes) const;
  uint32_t liveThreads() const;
  uint32_t numberOf(const Thread &thread) const {
    return static_cast<uint32_t>(&thread - list.data());
  }

  const Code &code;
  const Subject &subject;
  const std::vector<Argument> arguments;
  Arithmetic arithmetic;
  Events events;
  Synchronization sync;
  std::vector<Thread> list;
  std::optional<Verdict> problem;
  uint64_t &cost;
};

} // namespace ptx::certificate

#endif // PTX_CERTIFICATE_REPLAY_H
