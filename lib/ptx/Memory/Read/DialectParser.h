// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_READ_DIALECTPARSER_H
#define PTX_MEMORY_READ_DIALECTPARSER_H

#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Memory/Limits.h"
#include "ptx/Memory/LitmusTest.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace ptx {

/// The parts between separators.
using Words = llvm::SmallVector<llvm::StringRef, 6>;

/// Whether `word` is the name of a register: `r0`.
bool isDialectRegister(llvm::StringRef word);

/// Reads one test. Numbers have 32 bits.
class DialectParser {
public:
  explicit DialectParser(llvm::StringRef text) : text(text) {}

  llvm::Expected<LitmusTest> run();

private:
  using Step = LitmusStep;
  bool fail(const char *at, const llvm::Twine &problem);
  bool declarations(llvm::StringRef part);
  bool declaration(llvm::StringRef part);
  bool threadHeader(llvm::StringRef row);
  bool row(llvm::StringRef row);
  bool instruction(uint32_t thread, llvm::StringRef cell);
  bool access(uint32_t thread, llvm::StringRef opcode, llvm::ArrayRef<llvm::StringRef> words,
              llvm::ArrayRef<llvm::StringRef> operands);
  bool atomic(Step &step, uint32_t thread, llvm::ArrayRef<llvm::StringRef> words,
              llvm::ArrayRef<llvm::StringRef> operands);
  bool fence(uint32_t thread, llvm::ArrayRef<llvm::StringRef> words);
  bool barrier(uint32_t thread, llvm::ArrayRef<llvm::StringRef> words,
               llvm::ArrayRef<llvm::StringRef> operands);
  bool branch(uint32_t thread, llvm::StringRef opcode, llvm::ArrayRef<llvm::StringRef> operands);
  bool compute(uint32_t thread, llvm::StringRef opcode, llvm::ArrayRef<llvm::StringRef> operands);
  bool orders(Step &step, llvm::ArrayRef<llvm::StringRef> words);
  uint32_t variable(llvm::StringRef name);
  LitmusValue value(uint32_t thread, llvm::StringRef word);
  Step step(Step::Kind kind) {
    Step result;
    result.kind = kind;
    result.width = 32;
    result.text = oneLine(current);
    uint32_t begin = current.data() - text.data();
    result.range = {begin, begin + static_cast<uint32_t>(current.size())};
    result.line = text.take_front(begin).count('\n') + 1;
    return result;
  }
  bool add(uint32_t thread, Step step) {
    if (test.threads[thread].steps.size() == litmus::mostSteps)
      return fail(current.data(),
                  "a thread has more than " + llvm::Twine(litmus::mostSteps) + " instructions");
    test.threads[thread].steps.push_back(std::move(step));
    return true;
  }

  llvm::StringRef text;
  llvm::StringRef current; // the current instruction
  LitmusTest test;
  std::vector<llvm::StringMap<uint32_t>> labels; // by thread
  std::vector<std::vector<std::pair<uint32_t, llvm::StringRef>>>
      openLabels; // by thread: step, label
  std::string problem;
};

} // namespace ptx

#endif // PTX_MEMORY_READ_DIALECTPARSER_H
