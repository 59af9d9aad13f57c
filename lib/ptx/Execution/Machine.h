// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_MACHINE_H
#define PTX_EXECUTION_MACHINE_H

#include "ptx/Execution/Data/Matrix/MappedTensor.h"
#include "ptx/Execution/Data/Matrix/Product.h"
#include "ptx/Execution/Findings.h"
#include "ptx/Execution/Inspector.h"
#include "ptx/Execution/MachineState.h"
#include "ptx/Execution/Observer.h"
#include "ptx/Execution/Timeline/TimelineRecorder.h"
#include "ptx/Tensor/Descriptors/InstructionDescriptor.h"
#include "ptx/Tensor/Descriptors/MatrixDescriptor.h"
#include "ptx/Tensor/MatrixFragments.h"

#include <chrono>
#include <functional>
#include <set>

namespace ptx::execution {

/// One of the tried orders of warps and engines.
struct Schedule {
  /// Whether copies and products complete immediately, instead of as late as possible.
  bool isEager = false;
  /// Whether the last warp runs first.
  bool isReversed = false;
  /// The decision for an unknown condition: false, true, or by the name of the unknown value.
  enum class Unknown : uint8_t { False, True, Mixed };
  Unknown unknown = Unknown::False;
  uint64_t seed = 0;
  /// Whether only `bar.warp.sync` orders lanes, and not their joint execution.
  bool isStrict = false;
  /// The outcomes of the first unknown conditions.
  std::vector<bool> outcomes;
};

/// The time at which executions end.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;

/// A cluster of a grid that is executed as a whole.
struct GridPart {
  Extent cluster{}; ///< its number
  /// The global memory of the grid, which the clusters change one after the other; null: each
  /// execution begins with that of the program.
  GlobalMemory *memory = nullptr;
  /// Whether accesses are compared with each other.
  bool isChecked = true;
  /// The maximum memory for changes of global memory, in bytes.
  uint64_t mostChanged = ~uint64_t(0);
};

/// Executes the cluster of a launch.
class Machine {
public:
  Machine(const Program &program, const CompleteLaunch &launch, const Schedule &schedule,
          Findings &findings, uint64_t limit, Deadline deadline = std::nullopt,
          const GridPart &part = {});

  /// Calls `watcher` now and then with the cost of the execution so far.
  void watch(std::function<void(uint64_t cost)> watcher) { this->watcher = std::move(watcher); }
  /// Records the execution in `timeline`, which must outlive it.
  void record(TimelineRecorder &timeline) { recorder = &timeline; }
  /// `observer` must outlive the execution.
  void observe(Observer &observer) { this->observer = &observer; }
  /// Shows each statement to `inspector`, which must outlive the execution.
  void inspect(Inspector &inspector) { this->inspector = &inspector; }

  /// Executes the cluster, or continues with it. Pauses after `patience` instructions of warps
  /// without a store or a complete barrier.
  Ending run(uint64_t patience = ~uint64_t(0));

  /// The number of executed thread instructions.
  uint64_t threadInstructions() const { return executed; }
  /// The cost of the execution, in warp instructions.
  uint64_t cost() const { return steps + (Meter::work() - workBefore) / Meter::workOfInstruction; }
  /// The number of decisions of each branch or guard with an unknown condition, by operation.
  const std::map<uint32_t, uint32_t> &decided() const { return decisions; }
  /// The number of guessed conditions.
  size_t guessed() const { return guesses; }
  /// The branches on unknown conditions with one successor that traps; the other one was taken.
  const std::set<uint32_t> &assumedAssertions() const { return assertions; }
  /// The facts about tensor maps with unknown boxes.
  const BoxFacts &boxFacts() const { return facts; }
  /// The operations that are not executed as in the manual: the text, and the first location.
  const std::map<std::string, uint32_t> &notFollowed() const { return skipped; }
  /// The assumed number of bytes that copies read from shared memory, by operation, where the box
  /// of the tensor map is unknown.
  const std::map<uint32_t, uint64_t> &assumedBytes() const { return assumed; }
  /// The output of `vprintf`.
  const std::string &printed() const { return output; }
  /// The first operation with an unknown result although its operands are known, and why.
  const std::optional<std::pair<uint32_t, std::string>> &firstUnknown() const { return unknownAt; }

private:
  friend class StateImage;
  friend class MachineView;

  /// The state of a fragment after one instruction.
  enum class Step : uint8_t { Next, Jumped, Waits, Ended };

  // Scheduling.
  bool mayGoOn();
  uint64_t held() const;
  void makeCtas();
  void makeWarps(Cta &cta);
  bool runWarp(Warp &warp);
  bool runFragment(Warp &warp, Fragment &fragment);
  Ending runRounds(uint64_t patience);
  /// Takes a step that the inspector sees. False if the execution ends.
  bool inspect(Warp &warp, Fragment &fragment, Step &taken);
  Step step(Warp &warp, Fragment &fragment);
  Step execute(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  Step executeOperation(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  void executeWrite(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  Value clusterAddress(const Warp &warp, const Operation &op, unsigned lane) const;
  std::optional<Step> executeControl(Warp &warp, Fragment &fragment, const Operation &op,
                                     LaneMask mask);
  Step executeAsync(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  bool advance();
  bool performEvent();
  bool answerPolls();
  bool releaseParked();
  void reportHang();
  void recordHang(const Finding &finding);
  void noteObjects(Finding &finding) const;
  std::string waitText(const Warp &warp, const Fragment &fragment) const;
  void finish();

  // Fragments.
  Fragment &addFragment(Warp &warp, const Fragment &like, LaneMask mask);
  void park(Warp &warp, Fragment &fragment);
  void leaveJoin(Warp &warp, const std::shared_ptr<Join> &join);
  void mergeInto(Warp &warp, Fragment &fragment, Fragment &other);
  void endLanes(Warp &warp, Fragment &fragment, LaneMask mask);
  void endCta(Cta &cta);
  void reportEndedPeer(const Cta &cta, uint32_t thread, uint32_t pc);
  bool gather(Warp &warp, Fragment &fragment, LaneMask needed);
  Step branch(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  Step branchByTable(Warp &warp, Fragment &fragment, const Operation &op);
  Step split(Warp &warp, Fragment &fragment, uint32_t join,
             llvm::ArrayRef<std::pair<uint32_t, LaneMask>> ways);
  static void forgetLocal(Warp &warp, LaneMask mask, uint64_t name);
  bool skipRegion(Warp &warp, Fragment &fragment, const Operation &op, LaneMask unknown,
                  LaneMask taken);
  Step call(Warp &warp, Fragment &fragment, const Operation &op);
  Step returnFrom(Warp &warp, Fragment &fragment, LaneMask mask);
  std::optional<Step> resolveCall(Warp &warp, Fragment &fragment, const Operation &op,
                                  uint32_t &routine);
  std::shared_ptr<const SuspendedFrame> suspend(Warp &warp, const Routine &routine, LaneMask mask);
  void resume(Warp &warp, const Routine &routine, const SuspendedFrame &frame, LaneMask mask);
  std::vector<ByteMemory> readPassed(const Warp &warp, LaneMask mask, llvm::ArrayRef<Passed> from,
                                     llvm::ArrayRef<Passed> declared);
  void writePassed(Warp &warp, LaneMask mask, llvm::ArrayRef<Passed> to,
                   llvm::ArrayRef<ByteMemory> passed, llvm::ArrayRef<Passed> declared);
  Step callOther(Warp &warp, Fragment &fragment, const Operation &op, uint32_t routine);

  // The functions of the system.
  Value genericValue(const Warp &warp, const Operation &op, unsigned lane, uint64_t address,
                     unsigned bytes) const;
  Value argumentOf(const Warp &warp, const Operation &op, unsigned lane, unsigned number,
                   unsigned bytes = 8) const;
  std::optional<std::string> textAt(const Warp &warp, const Operation &op, unsigned lane,
                                    Value address) const;
  struct PrintedText {
    std::string text;
    unsigned arguments = 0;
  };
  std::optional<PrintedText> formatted(const Warp &warp, const Operation &op, unsigned lane,
                                       llvm::StringRef format, uint64_t arguments) const;
  bool print(Warp &warp, const Operation &op, LaneMask mask);
  bool failAssertion(Warp &warp, const Operation &op, LaneMask mask);
  void trap(const Operation &op, const std::string &what);

  // Values.
  const Lanes &fetch(const Warp &warp, const Slot &slot, Lanes &room) const;
  Value valueOf(const Warp &warp, const Slot &slot, unsigned lane) const;
  Value special(const Warp &warp, const Slot &slot, unsigned lane) const;
  Value hardwareValue(const Warp &warp, const Slot &slot) const;
  void write(Warp &warp, const Slot &slot, LaneMask mask, const Lanes &value);
  void writeLane(Warp &warp, const Slot &slot, unsigned lane, Value value);
  void forget(Warp &warp, const Operation &op, LaneMask mask, uint64_t name);
  void computeOperation(Warp &warp, const Operation &op, LaneMask mask);
  UndefinedLanes undefinedIn(const Warp &warp, const Slot &slot) const;
  LaneMask decidedLanes(const Warp &warp, const Operation &op, LaneMask mask) const;
  UndefinedLanes undefinedResult(const Warp &warp, const Operation &op, LaneMask mask) const;
  void setUndefined(Warp &warp, uint32_t reg, LaneMask mask, const UndefinedLanes &lanes);
  void checkUndefined(const Warp &warp, const Operation &op, LaneMask mask);
  void checkRacing(const Warp &warp, const Operation &op, LaneMask mask, LaneMask all);
  void reportRace(const RacingRead &race);
  void endUndefined(Warp &warp);
  Value computeLane(Warp &warp, const Operation &op, unsigned lane, bool carries,
                    llvm::ArrayRef<Value> operands);
  bool computeAllLanes(Warp &warp, const Operation &op, LaneMask mask);
  void computeMove(Warp &warp, const Operation &op, LaneMask mask);
  void computeCompare(Warp &warp, const Operation &op, LaneMask mask);
  Value addCarry(Warp &warp, const Operation &op, unsigned lane, llvm::ArrayRef<Value> in);
  LaneMask guardMask(Warp &warp, const Operation &op, LaneMask mask, LaneMask &unknown);
  bool isTrue(Value predicate, uint32_t pc);
  bool decide(uint64_t name, uint32_t pc);
  bool guess(uint64_t base, uint32_t pc);
  bool traps(uint32_t pc) const;
  std::optional<bool> asserted(uint64_t name, uint32_t pc) const;
  uint64_t fresh() { return mix(0xF2E5, ++freshNames) & ~uint64_t(1); }
  llvm::ArrayRef<Slot> operand(const Operation &op, unsigned i) const {
    return program.operand(pcOf(op), i);
  }
  unsigned operandCount(const Operation &op) const { return program.operandCount(pcOf(op)); }
  uint32_t pcOf(const Operation &op) const {
    return static_cast<uint32_t>(&op - program.operations.data());
  }

  // Memory.
  struct Place {
    enum class Space : uint8_t { Shared, Local, Param, Other, Unknown };
    Space space = Space::Unknown;
    Cta *cta = nullptr;
    uint64_t offset = 0;
  };
  Place placeOf(const Operation &op, Value address) const;
  /// Whether an access is in shared memory. Reports an access that is outside or misaligned.
  bool checkShared(const Operation &op, const Place &place, uint64_t bytes, uint64_t alignment = 1);
  /// Reports addresses of other CTAs in operands that name the memory of the executing one.
  void checkOwnAddresses(const Warp &warp, const Operation &op, LaneMask mask);
  bool checkLocal(const Warp &warp, const Operation &op, const Place &place, uint64_t bytes,
                  unsigned lane);
  bool executeStack(Warp &warp, const Operation &op, LaneMask mask);
  bool allocateStack(Warp &warp, const Operation &op, unsigned lane);
  void restoreStack(Warp &warp, const Operation &op, unsigned lane);
  void skipUnknownAddress(const Operation &op, const Place &place);
  void load(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  Value loadValue(const Warp &warp, const Place &place, Value address, uint64_t added,
                  unsigned bytes, unsigned lane, Value otherwise) const;
  void storeValue(Warp &warp, const Place &place, Value address, uint64_t added, unsigned bytes,
                  unsigned lane, Value value);
  Slot upperHalfOf(const Slot &slot) const;
  /// Whether an access is not outside of the arrays of the launch. Reports one that is outside, or
  /// misaligned.
  bool checkGlobal(const Warp &warp, const Operation &op, unsigned lane, uint64_t address,
                   uint64_t bytes, uint64_t alignment, bool writes);
  void forgetGlobal(const Operation &op);
  void copyBytes(Cta &cta, uint64_t offset, uint64_t from, uint64_t bytes);
  void noteUnknown(const Operation &op, const llvm::Twine &why);
  /// Some bits of an unknown value are known: compilers pack a register with an undefined one.
  void notePart(Value whole, Value part, unsigned shift, unsigned width);
  Value partOf(Value whole, unsigned shift, unsigned width, Value otherwise) const;
  Value compareLane(const Operation &op, Value a, Value b, unsigned lane) const;
  Value resized(const Operation &op, Value from, Value value);
  Value permuted(llvm::ArrayRef<Value> operands, Value value);
  Value loadWhole(const Warp &warp, const Place &place, Value address, uint64_t added,
                  unsigned bytes, unsigned lane, Value otherwise);
  void storeParts(Warp &warp, const Place &place, Value address, uint64_t added, unsigned bytes,
                  unsigned lane, Value value);
  void storeBulk(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  void store(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  void atomic(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  Value atomicResult(const Warp &warp, const Operation &op, unsigned lane, unsigned element,
                     Value old, bool isGlobal);
  Value exchangeWide(Warp &warp, const Operation &op, const Place &place, Value address,
                     unsigned lane, bool exists);
  void matrixMove(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  void moveMatrixData(Warp &warp, const Operation &op, unsigned rows);

  // Textures and surfaces with data.
  bool executeTexture(Warp &warp, const Operation &op, LaneMask mask);
  const BoundTexture *textureAt(const Operation &op, Value handle, TextureForm::Kind kind);
  bool hasGeometryOf(const Operation &op, const BoundTexture &texture);
  std::optional<uint64_t> layerOf(const Warp &warp, const TextureForm &form,
                                  llvm::ArrayRef<Slot> coordinates, unsigned lane) const;
  void fetchTexture(Warp &warp, const Operation &op, unsigned lane);
  std::optional<uint64_t> surfaceAddress(const Warp &warp, const Operation &op,
                                         const BoundTexture &surface,
                                         llvm::ArrayRef<Slot> coordinates, unsigned lane,
                                         uint64_t bytes, uint64_t scale, bool writes);
  void accessSurface(Warp &warp, const Operation &op, unsigned lane);
  void storeTexel(const Warp &warp, unsigned lane, uint64_t address, unsigned bytes, Value value);
  Value textureQuery(const Warp &warp, const Operation &op, unsigned lane, bool isSurface);
  Value isOfOpaqueType(const Warp &warp, const Operation &op, unsigned lane);

  // Matrices with data.
  bool isByWholeWarp(Warp &warp, const Fragment &fragment, const Operation &op);
  Step warpMatrix(Warp &warp, Fragment &fragment, const Operation &op);
  llvm::SmallVector<Value, 16> registersOf(const Warp &warp, llvm::ArrayRef<Slot> slots,
                                           unsigned lane) const;
  MatrixFactor fragmentFactor(const Warp &warp, llvm::ArrayRef<Slot> slots, FragmentOf matrix,
                              const MatrixShape &shape, TypeId type, bool isPacked) const;
  std::vector<Value> fragmentSums(const Warp &warp, llvm::ArrayRef<Slot> slots,
                                  const MatrixShape &shape, TypeId type) const;
  void writeSums(Warp &warp, llvm::ArrayRef<Slot> slots, const MatrixShape &shape, TypeId type,
                 llvm::ArrayRef<Value> sums);
  void quadProducts(Warp &warp, const Operation &op, llvm::ArrayRef<TypeId> types);
  void scaleFactor(const Warp &warp, const Operation &op, unsigned data, FragmentOf matrix,
                   TypeId type, MatrixFactor &factor);
  bool expandRows(const Warp &warp, const Operation &op, unsigned bitsOfElement, unsigned metadata,
                  unsigned selector, MatrixFactor &a);
  void warpProduct(Warp &warp, const Operation &op);
  void transposeFragment(Warp &warp, const Operation &op);
  void moveWmmaFragment(Warp &warp, Fragment &fragment, const Operation &op, bool isLoad);
  bool moveElement(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane,
                   uint64_t address, unsigned bytes, Value &value, bool isLoad);
  bool readSharedMatrix(const Operation &op, const Cta &cta, const MatrixDescriptor &descriptor,
                        const MatrixExtent &extent, Major major, TypeId type,
                        unsigned containerBits, MatrixFactor &factor, unsigned to);
  void multiplyRows(Warp &warp, const Operation &op);
  Value loadCell(const Cta &cta, unsigned lane, unsigned column) const;
  static void storeCell(Cta &cta, unsigned lane, unsigned column, Value value);
  void moveTensorData(Warp &warp, const Operation &op, Value at, bool isLoad);
  struct TensorProduct;
  std::optional<TensorProduct> tensorProductOf(const Warp &warp, const Operation &op,
                                               llvm::ArrayRef<Cta *> both, unsigned lane,
                                               MmaKind kind,
                                               const InstructionDescriptor &descriptor);
  bool readMasksOf(const Warp &warp, TensorProduct &product);
  bool readColumnMaskOf(const Warp &warp, TensorProduct &product);
  bool readScalesOf(const Warp &warp, TensorProduct &product);
  bool readTensorFactors(const Warp &warp, const TensorProduct &product, MatrixFactor &a,
                         MatrixFactor &b);
  bool expandTensorRows(const Warp &warp, const TensorProduct &product, MatrixFactor &a);
  void addScaled(const TensorProduct &product, const MatrixFactor &a, const MatrixFactor &b,
                 const SumRule &rule, llvm::MutableArrayRef<Value> sums) const;
  bool readTensorRows(const Cta &cta, Value at, char layout, TypeId type, unsigned containerBits,
                      unsigned rows, unsigned to, MatrixFactor &a);
  void reduceLoaded(Warp &warp, const Operation &op, llvm::ArrayRef<Slot> loaded, Slot to);
  void scaleTensorLines(const Cta &cta, Value at, TypeId type, unsigned id, unsigned count,
                        unsigned first, unsigned lines, MatrixFactor &factor) const;
  struct TensorBlock {
    unsigned firstLane, firstColumn, rows, columns;
    LaneMask groups; ///< the groups of 16 lanes
  };
  static TensorBlock blockOfCopy(const Operation &op, Value at);
  void copyTensorRows(const Warp &warp, const Operation &op, Cta &cta, unsigned lane,
                      const TensorBlock &block);
  void multiplyTensors(const Warp &warp, const Operation &op, llvm::ArrayRef<Cta *> both,
                       unsigned lane, MmaKind kind, const InstructionDescriptor &descriptor);
  void forgetTensorData(Cta &cta, uint32_t column, uint64_t count);

  void readShared(Warp &warp, Fragment &fragment, const Operation &op, Cta &cta, uint64_t at,
                  uint64_t bytes, unsigned lane);
  void writeShared(Warp &warp, Fragment &fragment, const Operation &op, Cta &cta, uint64_t at,
                   uint64_t bytes, unsigned lane, bool isSame = false);
  unsigned readGlobal(Warp &warp, Fragment &fragment, const Operation &op, uint64_t at,
                      uint64_t bytes, unsigned lane);
  void writeGlobal(Warp &warp, const Operation &op, uint64_t at, uint64_t bytes, unsigned lane);
  void asyncReadGlobal(Warp &warp, const Knowledge &known, uint64_t at, uint64_t bytes,
                       unsigned lane, uint32_t work);
  void asyncRead(Warp &warp, const Knowledge &known, Cta &cta, uint64_t at, uint64_t bytes,
                 unsigned lane, uint32_t work);
  void asyncWrite(Warp &warp, const Knowledge &known, Cta &cta, uint64_t at, uint64_t bytes,
                  unsigned lane, uint32_t work);
  void reportConflict(const Access &now, unsigned lane, bool writes, const ShadowEntry &earlier,
                      bool wrote, const std::string &where, bool lacksFence = false);
  std::string actionText(const Access &access, unsigned lane, bool writes) const;
  uint32_t accessNow(const Warp &warp, uint32_t pc, uint32_t work = unresolved);
  void syncByLocation(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane,
                      uint64_t address, bool reads, bool writes);
  uint32_t addWork(AsyncWork::Kind kind, const Warp &warp, uint32_t pc);
  /// Inline, since each access to shared memory is compared with the last write and a read.
  bool isBefore(const ShadowEntry &earlier, uint32_t thread, const VectorClock &clock) const {
    const Access &access = accesses[earlier.access];
    if (access.work != unresolved)
      return isWorkBefore(earlier, thread, clock);
    uint32_t by = access.thread + earlier.lane;
    return by == thread || clock[by] >= access.time;
  }
  bool isWorkBefore(const ShadowEntry &earlier, uint32_t thread, const VectorClock &clock) const;
  bool replaces(const ShadowEntry &entry, const ShadowEntry &earlier) const;
  bool isWaitKnown(const ShadowEntry &earlier, uint32_t thread, const VectorClock &clock) const;
  bool isComplete(const AsyncWork &work, unsigned lane, const VectorClock &clock) const;
  /// `byThread`: whether the thread itself accesses it, rather than an asynchronous operation.
  void touchPeer(Warp &warp, Fragment &fragment, const Operation &op, Cta &cta, unsigned lane,
                 bool byThread = true);
  /// Whether a lane knows that a CTA has begun.
  bool hasBegun(const Fragment &fragment, unsigned lane, const Cta &cta) const;
  std::string threadText(uint32_t thread) const;
  std::string bytesText(const Cta &cta, uint64_t at) const;

  // Knowledge.
  std::shared_ptr<Knowledge> publish(Warp &warp, Fragment &fragment, LaneMask mask);
  std::shared_ptr<Knowledge> publishForAll(Warp &warp, Fragment &fragment, LaneMask mask);
  void acquire(Fragment &fragment, LaneMask mask, const Knowledge &known);
  void learn(Fragment &fragment, LaneMask mask, uint32_t part, uint32_t time);
  void syncWarp(Warp &warp, Fragment &fragment, LaneMask mask, bool memory);
  void fenceProxy(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  void fenceMemory(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  void fenceTensors(Warp &warp, Fragment &fragment, LaneMask mask);
  void fenceInits(Warp &warp, Fragment &fragment, LaneMask mask);
  uint32_t newPart(uint32_t count = 1) {
    uint32_t first = parts;
    parts += count;
    return first;
  }

  // Synchronization.
  Step barrier(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  void checkBarrierCount(const Operation &op, uint64_t number, uint64_t count,
                         const NamedBarrier &barrier);
  void addPredicates(const Warp &warp, const Slot &predicate, LaneMask mask, NamedBarrier &barrier);
  Step ctaBarrier(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  void completeBarrier(Cta &cta, NamedBarrier &barrier);
  void checkBarriers(Cta &cta);
  Step clusterBarrier(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  void checkClusterBarrier();
  LaneMask activeLanes(Warp &warp, const Fragment &fragment, const Operation &op);
  bool splitByMembers(Warp &warp, Fragment &fragment, const Slot &members, LaneMask mask,
                      LaneMask awaited);
  Step warpCollective(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  void shuffle(Warp &warp, const Operation &op, LaneMask mask, LaneMask members);
  void vote(Warp &warp, const Operation &op, LaneMask mask, LaneMask members);
  void match(Warp &warp, const Operation &op, LaneMask mask, LaneMask members);
  void reduceWarp(Warp &warp, const Operation &op, LaneMask mask, LaneMask members);
  Step mbarrier(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  void initMbarrier(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane);
  void arriveLanes(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  Step waitMbarrier(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  uint32_t awaitedPhase(const Mbarrier &object, uint64_t parity, bool byState,
                        const Knowledge &known) const;
  void reportOvertaken(const Cta &cta, uint64_t at, const Mbarrier &object, uint32_t pc,
                       uint32_t thread);
  bool hasPassed(const Mbarrier &object, uint64_t parity, bool byState) const;
  Mbarrier *findMbarrier(Warp &warp, Fragment &fragment, const Operation &op, Cta &cta, uint64_t at,
                         unsigned lane, bool byAsync = false, uint32_t work = unresolved);
  void arrive(Cta &cta, uint64_t at, Mbarrier &object, uint32_t pc, int64_t arrivals,
              int64_t transactions, const Knowledge &known, bool drops = false);
  void completePhase(Cta &cta, uint64_t at, Mbarrier &object);
  void settle(Cta &cta, uint64_t at, Mbarrier &object);
  bool knowsGrowth(const Fragment &fragment) const;
  void noteRegisters(const Warp &warp, const Fragment &fragment, int64_t after);
  bool canRunOutOfRegisters(const Cta &cta) const;
  void setRegisters(Warp &warp, Fragment &fragment, const Operation &op, Step &step);

  // Engines.
  Step copyOperation(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  struct BulkLoad;
  void bulkLoad(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane);
  bool readDestinations(BulkLoad &load);
  void copyFromShared(BulkLoad &load);
  bool fitsDestination(const BulkLoad &load, uint32_t rank);
  void copyTo(BulkLoad &load, uint32_t rank);
  void copyData(const BulkLoad &load, Cta &cta);
  const TensorMap *mapAt(Value map) const;
  using MapBytes = std::array<Value, 16>; ///< of a tensor map, in words of 64 bits
  MapBytes mapBytesAt(const Warp &warp, const Place &place, Value address) const;
  void writeMapBytes(Warp &warp, const Place &place, Value address, const MapBytes &bytes);
  const TensorMap *ownMapWith(uint64_t name, const MapBytes &bytes) const;
  void replaceInMap(Warp &warp, const Operation &op, const Place &place, Value address,
                    uint64_t name, unsigned lane);
  void copyMap(Warp &warp, const Operation &op, const Place &source, uint64_t sourceName, Value to,
               uint64_t name);
  std::optional<TensorAccess> tensorAccessOf(const Warp &warp, const Operation &op,
                                             unsigned lane) const;
  void copyTile(const Warp &warp, const Operation &op, unsigned lane, Cta &cta, uint64_t offset,
                bool isLoad);
  static Operation typedLike(const Operation &op, TypeId type);
  Value reduced(const Operation &typed, uint64_t address, unsigned bytes, Value value);
  void reduceBytes(const Operation &op, const Cta &cta, uint64_t offset, uint64_t to,
                   uint64_t bytes);
  void copyInCluster(const BulkLoad &load, Cta &cta);
  void bulkStore(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane);
  void threadCopy(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  void copySmall(Warp &warp, const Operation &op, unsigned lane, const Place &place, Value from,
                 uint64_t bytes);
  void storeAsync(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane);
  void closeBatch(BatchGroups &groups, LaneMask mask, bool isGroup);
  void waitBatches(const Warp &warp, Fragment &fragment, BatchGroups &groups, LaneMask mask,
                   uint64_t remaining, bool perLane);
  void cancelLaunch(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane);
  void queryCancel(Warp &warp, const Operation &op, LaneMask mask);
  void schedule(Event event);
  void perform(Event event);
  bool canPerform(const Event &event);
  void useMap(Value map, uint32_t work);
  void replaceField(const Warp &warp, const Operation &op, MapFields &fields, unsigned lane) const;
  void changeMap(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane);
  bool fitsVariable(uint64_t offset, uint64_t bytes) const;
  uint64_t writtenBytes(Cta &cta, uint64_t offset) const;
  Value operandValue(const Warp &warp, const Operation &op, OperandId id, unsigned lane) const;
  void completeOn(Warp &warp, Fragment &fragment, const Operation &op, Event &event, Value mbar,
                  unsigned lane, uint32_t cta, uint64_t bytes, uint32_t work);
  std::optional<uint64_t> toldBox(Value map) const;
  std::optional<uint64_t> boxBytes(const Operation &op, Value map);
  std::optional<uint64_t> bulkBytes(Warp &warp, const Operation &op, unsigned lane);
  void noteMapCopy(const Place &place, Value address, Value word);
  static uint64_t rowsOf(const Operation &op);

  // Tensor cores.
  Step wgmma(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  void wgmmaProduct(Warp &warp, Fragment &fragment, const Operation &op);
  void checkUnfenced(const Warp &warp, uint32_t pc);
  bool issueProduct(Warp &warp, Fragment &fragment);
  void readWgmmaMatrices(Warp &warp, Fragment &fragment, const Operation &op, uint32_t work,
                         bool isFirst);
  /// The place of the registers of `warp` in `touchedRegisters`.
  size_t firstRegister(const Warp &warp) const {
    return static_cast<size_t>(warp.cta * (threadsPerCta / warpLanes) + warp.number) *
           program.registerWidths.size();
  }
  Step tcgen05(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask);
  bool isAfterAllocations(const Warp &warp, const Fragment &fragment) const;
  void checkTensorOrder(const Warp &warp, const Fragment &fragment, const Operation &op);
  void noteTensorOrder(const Warp &warp, const Fragment &fragment, const Operation &op);
  void allocateWithPeer(Cta &cta, const TensorAllocation &allocation);
  void reportPairAllocations(const Cta &cta);
  void tensorAllocate(Warp &warp, Fragment &fragment, const Operation &op);
  void tensorFree(Warp &warp, Fragment &fragment, const Operation &op);
  void tensorProduct(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane);
  void copyToTensorMemory(Warp &warp, Fragment &fragment, const Operation &op,
                          llvm::ArrayRef<Cta *> both, unsigned lane, uint32_t work);
  void multiply(Warp &warp, Fragment &fragment, const Operation &op, llvm::ArrayRef<Cta *> both,
                unsigned lane, uint32_t work);
  void readTensorOperands(Warp &warp, Fragment &fragment, const Operation &op, Cta &cta,
                          MmaKind kind, const InstructionDescriptor &descriptor, unsigned lane,
                          uint32_t work);
  void tensorCommit(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane);
  void tensorMove(Warp &warp, Fragment &fragment, const Operation &op, bool isLoad);
  struct OperandRows {
    uint64_t first, count;
  };
  void readOperandMatrix(Warp &warp, Fragment &fragment, Cta &cta, uint64_t descriptor,
                         bool isWgmma, OperandRows rows, bool isTransposed, unsigned elementBytes,
                         unsigned lane, uint32_t work, unsigned chunks = 2);
  void tensorAccess(Warp &warp, Fragment &fragment, const Operation &op, Cta &cta, uint32_t column,
                    uint32_t columns, LaneMask groups, unsigned by, uint32_t work, bool writes);
  void checkRegisters(Warp &warp, const Operation &op, LaneMask mask);

  // The timeline.
  static TimelineRow rowOf(const Cta &cta, uint64_t object) {
    return {TimelineRow::Kind::Object, cta.rank, object};
  }
  static TimelineRow rowOfBarrier(const Cta &cta, uint64_t number) {
    return {TimelineRow::Kind::Barrier, cta.rank, number};
  }
  void note(TimelineRecorder::Kind kind) {
    if (recorder)
      recorder->note(kind);
  }
  void recordCovered(uint32_t part, uint32_t time);
  void recordCommit(const Event &event, const TimelineRow &object);

  // Reports.
  void report(Fault fault, uint32_t pc, std::string text, uint32_t other = Operation::none,
              std::string otherText = "");
  /// The same for faults that only `--strict` reports.
  void reportTolerated(Fault fault, uint32_t pc, std::string text, uint32_t other = Operation::none,
                       std::string otherText = {});
  void skip(const Operation &op, const llvm::Twine &why);

  /// The warp of a thread of the cluster.
  Warp &warpOf(uint32_t thread) const {
    return *warps[thread / threadsPerCta * (threadsPerCta / warpLanes) +
                  thread % threadsPerCta / warpLanes];
  }
  Cta &ctaOf(const Warp &warp) { return ctas[warp.cta]; }

  const Program &program;
  const CompleteLaunch &launch;
  const Schedule schedule_;
  Findings &findings;
  const uint64_t limit;
  const Deadline deadline;
  const GridPart part;
  GlobalMemory ownMemory;
  GlobalMemory &global;
  std::vector<Cta> ctas;
  std::vector<std::unique_ptr<Warp>> warps;
  std::vector<std::vector<Warpgroup>> warpgroups; ///< by CTA
  std::vector<Access, MeteredAllocator<Access>> accesses;
  /// How a register was written since the last `wgmma.fence`.
  enum class Touched : uint8_t { Not, Copied, Computed };
  std::vector<Touched> touchedRegisters; ///< by warp and register
  std::vector<AsyncWork, MeteredAllocator<AsyncWork>> works;
  GlobalShadow globalShadow;
  /// The knowledge that strong writes published, by address and CTA, or for all CTAs.
  llvm::DenseMap<std::pair<uint64_t, uint32_t>, std::shared_ptr<Knowledge>> locations;
  std::deque<Event> events;
  uint32_t parts = 0, threadsPerCta = 0;
  uint64_t executed = 0, progress = 0, freshNames = 0, steps = 0;
  const uint64_t workBefore = Meter::work();
  uint64_t lastChange = 0; ///< the number of steps at the last store or complete barrier
  uint64_t nextLook = 0;   ///< the cost at which memory is measured again
  std::function<void(uint64_t cost)> watcher;
  uint64_t batchBytes = 0; ///< of the lists of batches
  bool isStopped = false, hasGuessed = false;
  /// Whether an access outside of shared memory was omitted, so that threads can wait forever.
  bool hasOmitted = false;
  Ending whyStopped = Ending::Stopped;
  // The state of the barrier of the cluster.
  uint32_t clusterArrived = 0, clusterPhase = 0;
  std::shared_ptr<Knowledge> clusterKnown = std::make_shared<Knowledge>(), clusterComplete;
  llvm::DenseMap<uint32_t, uint32_t> clusterArrivals; ///< by thread: the phase plus one
  uint32_t cancelRequests = 0;
  std::map<uint32_t, uint32_t> decisions;
  std::set<uint32_t> assertions;
  size_t guesses = 0;
  llvm::DenseMap<uint64_t, bool> decisionOf;
  llvm::DenseMap<uint32_t, Region> regions;
  std::array<Lanes, 3> operandRooms; ///< of an operation, for operands that are not registers
  std::map<std::string, uint32_t> skipped;
  std::string output;
  std::optional<std::pair<uint32_t, std::string>> unknownAt;
  /// By the name of an unknown value: known bits, and their mask.
  llvm::DenseMap<uint64_t, std::pair<uint64_t, uint64_t>> knownParts;
  /// The copies that read the tensor map at an address.
  llvm::DenseMap<uint64_t, llvm::SmallVector<uint32_t, 4>> mapUsers;
  /// By the address of the map: in global memory, or in shared memory with the rank of the CTA
  /// above.
  llvm::DenseMap<uint64_t, MapFields> mapFields;
  /// A tensor map that the kernel makes, and the bytes that are used in place of its real ones.
  struct OwnMap {
    TensorMap map;
    MapBytes bytes;
  };
  llvm::DenseMap<uint64_t, OwnMap> ownMaps; ///< with data, as above
  /// By the name of its first word, and by the address of a copy, as above: the parameter with the
  /// map.
  llvm::DenseMap<uint64_t, uint64_t> mapWords, mapCopies;
  /// The reads of bytes that nothing had written, by CTA and operation. A later write is a race.
  struct UnwrittenRead {
    uint32_t thread;
    uint64_t at, bytes;
  };
  std::map<std::pair<uint32_t, uint32_t>, UnwrittenRead> unwritten;
  std::map<uint32_t, uint64_t> assumed; ///< by copy: the assumed bytes of an unknown box
  BoxFacts facts;
  /// The changes of the number of registers, with an observer.
  std::vector<RegisterChange> registerChanges;
  bool mayRunOutOfRegisters = false;    ///< registers were released after others got more
  TimelineRecorder *recorder = nullptr; ///< null if nothing is recorded
  Observer *observer = nullptr;
  Inspector *inspector = nullptr;
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_MACHINE_H
