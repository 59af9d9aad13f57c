// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/LitmusTest.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

// In the order of the enumerators.
static constexpr llvm::StringLiteral semanticsNames[] = {"weak",    "relaxed", "acquire",
                                                         "release", "acq_rel", "sc"};
static constexpr llvm::StringLiteral scopeNames[] = {"thread", "cta", "cluster", "gpu", "sys"};

template <class E>
static std::optional<E> findName(llvm::ArrayRef<llvm::StringLiteral> names, StringRef name) {
  auto found = llvm::find(names, name);
  return found == names.end() ? std::nullopt : std::optional(static_cast<E>(found - names.begin()));
}

StringRef ptx::semanticsName(Semantics semantics) {
  return semanticsNames[static_cast<unsigned>(semantics)];
}

std::optional<Semantics> ptx::findSemantics(StringRef name) {
  return findName<Semantics>(semanticsNames, name);
}

StringRef ptx::scopeName(MemoryScope scope) { return scopeNames[static_cast<unsigned>(scope)]; }

std::optional<MemoryScope> ptx::findScope(StringRef name) {
  return findName<MemoryScope>(scopeNames, name);
}

StringRef ptx::proxyName(Proxy proxy) {
  constexpr llvm::StringLiteral names[] = {"generic",  "texture", "surface",
                                           "constant", "async",   "tensormap"};
  return names[static_cast<unsigned>(proxy)];
}

std::optional<uint32_t> LitmusThread::findRegister(StringRef name) const {
  auto found = llvm::find(registers, name);
  return found == registers.end() ? std::nullopt
                                  : std::optional<uint32_t>(found - registers.begin());
}

uint32_t LitmusThread::registerNamed(StringRef name, uint8_t bytes) {
  auto found = llvm::find(registers, name);
  uint32_t index = found - registers.begin();
  if (found == registers.end()) {
    registers.push_back(name.str());
    initial.emplace_back();
    registerBytes.push_back(bytes);
  }
  return index;
}

uint32_t LitmusTest::addVariable(StringRef name) {
  uint32_t index = variables.size();
  LitmusVariable &variable = variables.emplace_back();
  variable.name = name.str();
  variable.object = variable.address = index;
  return index;
}

std::optional<uint32_t> LitmusTest::findVariable(StringRef name) const {
  for (auto [index, variable] : llvm::enumerate(variables))
    if (variable.name == name)
      return index;
  return std::nullopt;
}

std::optional<uint32_t> LitmusTest::findThread(StringRef name) const {
  for (auto [index, thread] : llvm::enumerate(threads))
    if (thread.name == name)
      return index;
  return std::nullopt;
}

static StringRef comparisonText(Operation comparison) {
  switch (comparison) {
  case Operation::NotEqual:
    return "!=";
  case Operation::Less:
    return "<";
  case Operation::LessEqual:
    return "<=";
  case Operation::Greater:
    return ">";
  case Operation::GreaterEqual:
    return ">=";
  default:
    return "==";
  }
}

static std::string termText(const LitmusTest &test, const LitmusCondition::Term &term) {
  using Kind = LitmusCondition::Term::Kind;
  if (term.kind == Kind::Number)
    return std::to_string(static_cast<int64_t>(term.number));
  if (term.kind == Kind::Register)
    return test.threads[term.thread].name + ":" + test.threads[term.thread].registers[term.index];
  const LitmusVariable &variable = test.variables[term.index];
  std::string element = std::to_string(term.number / variable.elementBytes);
  return variable.bytes > variable.elementBytes ? variable.name + "[" + element + "]"
                                                : variable.name;
}

std::string ptx::questionText(const LitmusTest &test) {
  std::string text = conditionText(test, test.condition);
  return test.quantifier == Quantifier::Forall ? "~(" + text + ")" : text;
}

std::string ptx::conditionText(const LitmusTest &test, const LitmusCondition &condition) {
  using Kind = LitmusCondition::Kind;
  switch (condition.kind) {
  case Kind::True:
    return "true";
  case Kind::Compare:
    return termText(test, condition.left) + " " + comparisonText(condition.comparison).str() + " " +
           termText(test, condition.right);
  case Kind::Not:
    return "~(" + conditionText(test, condition.parts.front()) + ")";
  case Kind::And:
  case Kind::Or:
    break;
  }
  std::string text;
  for (const LitmusCondition &part : condition.parts) {
    if (!text.empty())
      text += condition.kind == Kind::And ? " /\\ " : " \\/ ";
    bool needsParens = part.kind == Kind::And || part.kind == Kind::Or;
    text += needsParens ? "(" + conditionText(test, part) + ")" : conditionText(test, part);
  }
  return text;
}
