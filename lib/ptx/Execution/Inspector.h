// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_INSPECTOR_H
#define PTX_EXECUTION_INSPECTOR_H

#include "ptx/Execution/Findings.h"
#include "ptx/Execution/MachineState.h"

namespace ptx::execution {

class Machine;

/// How an execution ended.
enum class Ending : uint8_t {
  Finished,
  Hang,
  Stopped, ///< it cannot continue; `notFollowed` contains the reason
  Limit,   ///< by the number of instructions
  Time,    ///< by the clock
  Memory,  ///< by memory
  Trap,    ///< by an error of the kernel, such as a failed assertion
  Paused,  ///< it seems to wait for another cluster, and can be continued
};

/// The state of a cluster in an execution, for those that only look at it.
class MachineView {
public:
  explicit MachineView(const Machine &machine) : machine(machine) {}

  const Program &program() const;
  const CompleteLaunch &launch() const;
  llvm::ArrayRef<Cta> ctas() const;
  llvm::ArrayRef<std::unique_ptr<Warp>> warps() const;
  const GlobalMemory &global() const;
  const Findings &findings() const;
  /// Why the execution cannot continue, each with the operation; empty if it can.
  const std::map<std::string, uint32_t> &notFollowed() const;

  const Cta &ctaOf(const Warp &warp) const { return ctas()[warp.cta]; }
  Value special(const Warp &warp, SpecialRegister reg, unsigned component, unsigned lane) const;
  /// At most 8 bytes at a generic address, as a lane reads them.
  Value load(const Warp &warp, unsigned lane, uint64_t address, unsigned bytes) const;
  /// 32 bits of tensor memory.
  Value tensorCell(const Cta &cta, unsigned lane, unsigned column) const;
  /// The object that a fragment waits for; empty if it does not wait.
  std::string waitText(const Warp &warp, const Fragment &fragment) const;

private:
  const Machine &machine;
};

/// A statement that lanes of a warp have executed.
struct ExecutedStatement {
  const Warp &warp;
  const Fragment &fragment; ///< after it
  uint32_t pc;
  LaneMask lanes; ///< those for which the guard is true
  bool waits;     ///< it is not complete: the lanes wait, or execute it again
};

/// Sees the statements of an execution one by one, and can end it.
class Inspector {
public:
  virtual ~Inspector() = default;

  /// Before a fragment executes the statement at its place. Returns false to end the execution.
  virtual bool before(const MachineView &machine, const Warp &warp, const Fragment &fragment) = 0;
  /// Returns false to end the execution.
  virtual bool after(const MachineView &machine, const ExecutedStatement &statement) = 0;
  /// A lane writes to global memory.
  virtual void writesGlobal(const Warp &warp, unsigned lane, uint64_t address, uint64_t bytes) {
    (void)warp, (void)lane, (void)address, (void)bytes;
  }
  /// The execution of a cluster has ended.
  virtual void end(const MachineView &machine, Ending ending) { (void)machine, (void)ending; }
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_INSPECTOR_H
