// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_PROGRAMBUILDER_H
#define PTX_EXECUTION_PROGRAMBUILDER_H

#include "ptx/Analysis/Flow/RegisterAccesses.h"
#include "ptx/Analysis/Flow/Registers.h"
#include "ptx/Execution/Data/Variables.h"
#include "ptx/Execution/Program.h"

#include "llvm/ADT/StringMap.h"

namespace ptx::execution {

/// Decodes the entry of a launch and the functions that it calls, and binds its arguments.
class ProgramBuilder {
public:
  ProgramBuilder(const CheckedSource &checked, const CompleteLaunch &launch)
      : module(*checked.module), sema(*checked.sema), launch(launch) {}

  Program run();

private:
  void placeModule();
  void addShared(const Symbol &symbol, uint64_t at);
  void placeParameters(Routine &routine, bool isEntry);
  void fillParameters();
  void fillParameter(const Symbol &symbol, unsigned number);
  void assumeParameter(const Symbol &symbol, uint64_t at, uint64_t object, bool hasContents);
  template <class Bytes> void storeBytes(uint64_t at, const Bytes &bytes, uint64_t most);
  void fillField(const Symbol &symbol, uint64_t at, const ArgumentField &field);
  bool fillPointers(const Symbol &symbol, unsigned number);
  void checkOverlaps(const Symbol &symbol, unsigned number);
  void checkParameter(const Symbol &symbol, unsigned number, bool isKnown);
  void readDescriptions();
  void placeVariable(uint64_t &at, const Symbol &symbol);
  uint32_t routineOf(llvm::StringRef name);
  void decodeBody(uint32_t routine, const Function &function);
  void decodeInstruction(InstId id);
  void fillMap(llvm::StringRef name, uint64_t at, uint64_t object, TensorMap map, bool isPointer);
  void bindVariable(const Symbol &symbol, uint64_t at);
  void checkOpaque(const Symbol &symbol, uint64_t handle);
  void decodeModifiers(Operation &op);
  void addOperand(ExprId id);
  void narrowNumbers(const Signature &signature, uint32_t first, uint32_t count);
  void addSlot(ExprId id);
  Slot slotOf(ExprId id);
  Slot slotOfName(ExprId id);
  Slot slotOfRegister(const Symbol &symbol, uint32_t number);
  Slot slotOfSymbol(SymbolRef ref);
  Slot slotOfElement(ExprId id);
  uint64_t placeOf(SymbolRef ref, const Symbol &symbol);
  void readCall(InstId id, Operation &op);
  void readVideoFunction(InstId id, Operation &op);
  void readBranchTargets(InstId id, Operation &op);
  uint32_t registerOf(uint32_t number);
  Slot slotOfVectorElement(const Symbol &symbol, Slot vector, unsigned element);
  llvm::SmallVector<Slot, 4> elementsOf(const Symbol &symbol, Slot reg);
  llvm::SmallVector<Slot, 4> slotsOf(ExprId id);
  void nameRegister(uint32_t reg, llvm::StringRef text, const Symbol *symbol);
  void namePlace(const Symbol &symbol, uint64_t at);
  void resolve();
  void findWatched();

  const Module &module;
  const SemaResult &sema;
  const CompleteLaunch &launch;
  Program program;
  const CheckedUnit *body = nullptr;
  const SyntaxUnit *unit = nullptr;
  std::unique_ptr<Registers> registers;
  std::unique_ptr<RegisterAccesses> accesses;
  uint32_t firstRegister = 0;
  /// The registers of the body, with the further elements of vectors after those of the text.
  uint32_t registerCount = 0;
  /// By vector register: that of its second element.
  llvm::DenseMap<uint32_t, uint32_t> vectorElements;
  /// By the token of a vector register before `.y`: the number of the element.
  llvm::DenseMap<uint32_t, unsigned> namedElements;
  llvm::DenseMap<uint32_t, uint64_t> bodyPlaces, modulePlaces;
  llvm::DenseMap<uint32_t, uint32_t> labels; // by declaration
  llvm::StringMap<uint32_t> labelNames;
  std::vector<std::pair<uint32_t, uint32_t>> openTargets; // operation, label
  std::vector<std::pair<uint32_t, DirectiveId>> openTables;
  llvm::DenseMap<std::pair<llvm::StringRef, uint64_t>, uint64_t> sharedPlaces; // by name and size
  uint64_t variables = window::variables; // the end of the variables so far
  ModuleVariables initialized;
  llvm::StringMap<uint32_t> routineNames;
  bool hasIndirectCalls = false;
  unsigned pointers = 0; ///< in structures
  unsigned variableTextures = 0;
  std::vector<uint32_t> work;
  uint32_t routine = 0; ///< the one whose body is decoded
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_PROGRAMBUILDER_H
