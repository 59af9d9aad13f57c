// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DEBUG_ADAPTER_H
#define PTX_DEBUG_ADAPTER_H

#include "ptx/Debug/MessageStream.h"
#include "ptx/Debug/Scopes.h"
#include "ptx/Debug/Statements.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx::debug {

/// A launch that can be executed.
class Debuggee {
public:
  virtual ~Debuggee() = default;

  virtual const CheckedSource &checked() const = 0;
  /// The absolute path of the module.
  virtual llvm::StringRef path() const = 0;
  /// Whether findings are reported that hardware tolerates.
  virtual bool isStrict() const = 0;
  /// Executes the launch, and tells the user about its results. Returns the exit code of ptx-run.
  virtual int run(execution::Inspector &inspector,
                  llvm::function_ref<void(llvm::StringRef text)> tell) = 0;
};

/// Reads the module and the arrays of the arguments of a `launch` request.
using DebuggeeLoader = llvm::function_ref<llvm::Expected<std::unique_ptr<Debuggee>>(
    const llvm::json::Object &arguments)>;

/// The server of the Debug Adapter Protocol: shows the execution of a launch to an editor. Warps
/// are threads, and all stop together.
class Adapter : public execution::Inspector {
public:
  Adapter(MessageStream &stream, DebuggeeLoader load) : stream(stream), load(load) {}

  /// Serves requests up to the end of the session.
  void run();

  bool before(const MachineView &machine, const execution::Warp &warp,
              const execution::Fragment &fragment) override;
  bool after(const MachineView &machine, const execution::ExecutedStatement &statement) override;
  void end(const MachineView &machine, execution::Ending ending) override;

private:
  using Object = llvm::json::Object;
  using Result = llvm::Expected<Object>; ///< the body of a response

  /// A breakpoint of a client.
  struct Breakpoint {
    int64_t id;
    std::vector<uint32_t> places; ///< positions of statements
    std::string condition, message;
    uint64_t ignored = 0, hits = 0; ///< the number of hits before it stops
  };
  /// How far the execution goes after a stop.
  enum class Going : uint8_t { Freely, In, Over, Out, ToBarrier };

  // Requests.
  void handle(const ClientMessage &received);
  Result answer(llvm::StringRef command, const Object &arguments);
  Result initialize(const Object &arguments);
  Result launch(const Object &arguments);
  Result attach(const Object &arguments);
  Result setBreakpoints(const Object &arguments);
  Result setFunctionBreakpoints(const Object &arguments);
  Result setExceptionBreakpoints(const Object &arguments);
  Result configurationDone(const Object &arguments);
  Result threads(const Object &arguments);
  Result pause(const Object &arguments);
  Result terminate(const Object &arguments);
  Result disconnect(const Object &arguments);
  Result stackTrace(const Object &arguments);
  Result scopes(const Object &arguments);
  Result variables(const Object &arguments);
  Result evaluateExpression(const Object &arguments);
  Result readMemory(const Object &arguments);
  Result exceptionInfo(const Object &arguments);
  template <Going how> Result go(const Object &arguments) { return goOn(how, arguments); }
  Result goOn(Going how, const Object &arguments);

  Object addBreakpoint(std::vector<Breakpoint> &list, const Object &given,
                       llvm::ArrayRef<const Statement *> places, llvm::StringRef whyNot);
  void collectBreakpoints();
  void execute();
  void stop(const MachineView &machine, llvm::StringRef reason, const execution::Warp &warp,
            const execution::Fragment *fragment, llvm::StringRef text = "",
            std::optional<uint32_t> at = std::nullopt);
  std::vector<const execution::Fragment *> fragmentsOf(const execution::Warp &warp) const;
  bool stopsForStep(const MachineView &machine, const execution::Warp &warp,
                    const execution::Fragment &fragment) const;
  bool stopsAtBreakpoint(const MachineView &machine, const execution::Warp &warp,
                         const execution::Fragment &fragment);
  void stopForFindings(const MachineView &machine, const execution::Warp &warp,
                       const execution::Fragment *fragment);
  Object objectOf(Item item);
  void sendEvent(llvm::StringRef name, Object body = {});
  void tell(llvm::StringRef text, llvm::StringRef category = "stdout");
  int64_t idOf(const MachineView &machine, const execution::Warp &warp) const;
  const execution::Warp *warpOf(int64_t id) const;
  const Frame *frameOf(const Object &arguments, llvm::StringRef key) const;
  void noteRetries(const execution::ExecutedStatement &statement);
  bool isRetry(const execution::Warp &warp, const execution::Fragment &fragment) const;
  std::string nameOf(const MachineView &machine, const execution::Warp &warp) const;
  const Statement *statementAt(const MachineView &machine, uint32_t pc) const;

  MessageStream &stream;
  const DebuggeeLoader load;
  std::unique_ptr<Debuggee> debuggee;
  std::optional<Statements> statements;
  bool isConfigured = false, hasRun = false, isEnding = false, isDisconnected = false;
  bool stopsOnEntry = false, isPauseRequested = false;
  bool showsSource = false; ///< frames are in the source from which the module was compiled
  bool stopsAtFindings = true, stopsWhereNotComputed = true;
  std::map<std::string, std::vector<Breakpoint>> breakpoints; ///< by path; functions: no path
  llvm::DenseMap<uint32_t, llvm::SmallVector<Breakpoint *, 1>> breakpointsAt;
  int64_t lastBreakpoint = 0;

  // The stop.
  std::optional<MachineView> stopped; ///< the cluster that is executed, while it is stopped
  bool isGoing = false;
  std::vector<Frame> frames;
  std::vector<Item> items; ///< with parts, by their references
  const execution::Warp *stoppedWarp = nullptr;
  const execution::Fragment *stoppedFragment = nullptr; ///< null: the first of the warp
  std::optional<uint32_t> stoppedAt; ///< the operation, if it is not the next one
  std::string exceptionCode, exceptionText, exceptionDetails;

  // The way to the next stop.
  Going going = Going::Freely;
  const execution::Warp *goingWarp = nullptr;
  LaneMask goingLanes = 0;
  size_t goingDepth = 0;
  uint32_t goingFrom = 0; ///< the operation
  bool hasLeft = false;   ///< the lanes have executed it
  /// The statements at which lanes wait, and which they execute again.
  llvm::DenseMap<const execution::Warp *, std::array<uint32_t, execution::warpLanes>> retries;
  size_t knownFindings = 0, knownReasons = 0;
  /// What warps have done so far, for their names: asynchronous copies, products of matrices.
  llvm::DenseMap<int64_t, unsigned> roles;
};

} // namespace ptx::debug

#endif // PTX_DEBUG_ADAPTER_H
