// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Strengthen/Strengthen.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;

static const LitmusStep &stepOf(const LitmusTest &test, const LitmusChange &change) {
  return test.threads[change.thread].steps[change.step];
}

static void printChange(llvm::raw_ostream &os, const LitmusTest &test, const LitmusChange &change) {
  const LitmusStep &step = stepOf(test, change);
  os << test.threads[change.thread].name << ", line " << step.line << ": ";
  if (change.kind == LitmusChange::Kind::Order)
    os << "replace `" << step.text << "` by `" << changeText(test, change) << "`\n";
  else
    os << "insert `" << changeText(test, change) << "` before `" << step.text << "`\n";
}

void ptx::printStrengthenings(llvm::raw_ostream &os, const LitmusTest &test,
                              const Strengthenings &found) {
  os << test.name << ": " << (found.isForbidden ? "forbidden" : "allowed") << ": "
     << questionText(test) << '\n';
  if (found.isForbidden) {
    os << "  it requires no change\n";
    return;
  }
  if (found.minimal.empty()) {
    os << "  no change of a semantics or scope and no fence forbids it\n";
    return;
  }
  if (found.isComplete)
    os << "  " << (found.minimal.size() == 1 ? "this forbids it" : "each of these forbids it")
       << ", and no part of it or weaker change does:\n";
  else
    os << "  no two changes forbid it; these do, and none of them can be left out or be weaker:\n";
  for (size_t i = 0; i != found.minimal.size(); ++i)
    for (size_t j = 0; j != found.minimal[i].size(); ++j) {
      os << (j ? std::string(6, ' ') : llvm::formatv("{0,4}. ", i + 1).str());
      printChange(os, test, found.minimal[i][j]);
    }
  os << "  (" << found.decided << " variants of the test were decided)\n";
}

void ptx::printStrengtheningsJson(llvm::raw_ostream &os, const LitmusTest &test,
                                  const Strengthenings &found) {
  llvm::json::Array all;
  for (const LitmusChanges &changes : found.minimal) {
    llvm::json::Array one;
    for (const LitmusChange &change : changes) {
      const LitmusStep &step = stepOf(test, change);
      bool isChange = change.kind == LitmusChange::Kind::Order;
      one.push_back(llvm::json::Object{{"action", isChange ? "replace" : "insert-before"},
                                       {"thread", test.threads[change.thread].name},
                                       {"line", step.line},
                                       {"offset", step.range.begin},
                                       {"instruction", step.text},
                                       {"text", changeText(test, change)}});
    }
    all.push_back(std::move(one));
  }
  os << llvm::formatv("{0}", llvm::json::Value(llvm::json::Object{
                                 {"test", test.name},
                                 {"verdict", found.isForbidden ? "forbidden" : "allowed"},
                                 {"condition", conditionText(test, test.condition)},
                                 {"complete", found.isComplete},
                                 {"decided", found.decided},
                                 {"strengthenings", std::move(all)}}))
     << '\n';
}
