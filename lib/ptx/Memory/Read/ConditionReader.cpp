// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Read/ConditionReader.h"

#include "ptx/Memory/Limits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

class Reader {
public:
  Reader(StringRef text, LitmusTest &test) : rest(text), test(test) {}

  llvm::Error read();

private:
  bool take(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  bool takeWord(StringRef word) {
    rest = rest.ltrim();
    if (!rest.starts_with(word) || (rest.size() > word.size() && isNameChar(rest[word.size()])))
      return false;
    rest = rest.drop_front(word.size());
    return true;
  }
  static bool isNameChar(char c) { return llvm::isAlnum(c) || c == '_' || c == '%' || c == '$'; }
  StringRef takeName() {
    rest = rest.ltrim();
    StringRef name = rest.take_while(isNameChar);
    rest = rest.drop_front(name.size());
    return name;
  }
  LitmusCondition either();
  LitmusCondition both();
  LitmusCondition single();
  LitmusCondition operand();
  LitmusCondition::Term term();
  void checkWidth(const LitmusCondition::Term &number, const LitmusCondition::Term &other);
  void fail(const Twine &text) {
    if (problem.empty())
      problem = text.str();
  }
  StringRef nextWord() {
    StringRef word = rest.ltrim().take_until([](char c) { return llvm::isSpace(c); });
    return word.empty() ? StringRef("the end") : word;
  }

  StringRef rest;
  LitmusTest &test;
  std::string problem;
  size_t depth = 0, comparisons = 0;
};

} // namespace

static LitmusCondition join(LitmusCondition::Kind kind, LitmusCondition left,
                            LitmusCondition right) {
  if (left.kind == kind) {
    left.parts.push_back(std::move(right));
    return left;
  }
  LitmusCondition result;
  result.kind = kind;
  result.parts = {std::move(left), std::move(right)};
  return result;
}

LitmusCondition Reader::either() {
  LitmusCondition result = both();
  while (problem.empty() && (take("\\/") || take("||")))
    result = join(LitmusCondition::Kind::Or, std::move(result), both());
  return result;
}

LitmusCondition Reader::both() {
  LitmusCondition result = single();
  while (problem.empty() && (take("/\\") || take("&&")))
    result = join(LitmusCondition::Kind::And, std::move(result), single());
  return result;
}

LitmusCondition Reader::single() {
  if (depth == litmus::deepestCondition) {
    fail("the condition nests more than " + Twine(litmus::deepestCondition) + " deep");
    return {};
  }
  ++depth;
  LitmusCondition result = operand();
  --depth;
  return result;
}

LitmusCondition Reader::operand() {
  LitmusCondition result;
  if (take("(")) {
    result = either();
    if (!take(")"))
      fail("expected `)` in the condition, found `" + nextWord() + "`");
    return result;
  }
  if (take("~") || takeWord("not")) {
    result.kind = LitmusCondition::Kind::Not;
    result.parts.push_back(single());
    return result;
  }
  if (takeWord("true"))
    return result;
  if (++comparisons > litmus::mostComparisons) {
    fail("the condition has more than " + Twine(litmus::mostComparisons) + " comparisons");
    return result;
  }
  result.kind = LitmusCondition::Kind::Compare;
  result.left = term();
  constexpr std::pair<llvm::StringLiteral, Operation> comparisons[] = {
      {"==", Operation::Equal},     {"!=", Operation::NotEqual}, {">=", Operation::GreaterEqual},
      {"<=", Operation::LessEqual}, {"=", Operation::Equal},     {"<", Operation::Less},
      {">", Operation::Greater},
  };
  for (auto [token, operation] : comparisons)
    if (take(token)) {
      result.comparison = operation;
      result.right = term();
      checkWidth(result.left, result.right);
      checkWidth(result.right, result.left);
      return result;
    }
  fail("expected a comparison in the condition, found `" + nextWord() + "`");
  return result;
}

/// A number must be a value that the register or variable on the other side can have.
void Reader::checkWidth(const LitmusCondition::Term &number, const LitmusCondition::Term &other) {
  using Kind = LitmusCondition::Term::Kind;
  if (number.kind != Kind::Number || other.kind == Kind::Number || other.bytes >= 8)
    return;
  unsigned bits = other.bytes * 8u;
  auto value = static_cast<int64_t>(number.number);
  if (!llvm::isUIntN(bits, number.number) && !llvm::isIntN(bits, value))
    fail("the condition compares " + Twine(value) + " with a value of " + Twine(bits) + " bits");
}

LitmusCondition::Term Reader::term() {
  LitmusCondition::Term result;
  using Kind = LitmusCondition::Term::Kind;
  bool isNegative = take("-");
  bool isBracketed = !isNegative && take("[");
  StringRef name = takeName();
  if (take(":")) {
    std::optional<uint32_t> thread = test.findThread(name);
    if (!thread && !name.getAsInteger(10, result.thread))
      thread = test.findThread(("P" + name).str());
    if (!thread) {
      fail("the condition names the thread `" + name + "`, which the test does not have");
      return result;
    }
    StringRef registerName = takeName();
    const LitmusThread &owner = test.threads[*thread];
    std::optional<uint32_t> found = owner.findRegister(registerName);
    if (!found) {
      bool lacksPercent = owner.findRegister(("%" + registerName).str()).has_value();
      fail("the condition names the register `" + registerName + "`, which thread `" + owner.name +
           "` does not use" + (lacksPercent ? "; did you mean `%" + registerName + "`?" : Twine()));
      return result;
    }
    result.kind = Kind::Register;
    result.thread = *thread;
    result.index = *found;
    result.bytes = owner.registerBytes[*found];
    return result;
  }
  if (!name.empty() && llvm::isDigit(name[0])) {
    if (name.getAsInteger(0, result.number))
      fail("`" + name + "` is not a number");
    if (isNegative)
      result.number = -result.number;
    return result;
  }
  std::optional<uint32_t> variable = test.findVariable(name);
  if (!variable) {
    fail(name.empty() ? "expected a register, a variable or a number in the condition, found `" +
                            nextWord() + "`"
                      : "the condition names `" + name + "`, which is not a variable of the test");
    return result;
  }
  result.kind = Kind::Memory;
  result.index = *variable;
  const LitmusVariable &memory = test.variables[*variable];
  result.bytes = std::min(memory.elementBytes, 8u);
  bool isThere = true;
  if (isBracketed) {
    if (!take("]"))
      fail("expected `]` in the condition");
  } else if (take("[")) {
    if (takeName().getAsInteger(0, result.number) || !take("]"))
      fail("expected the number of an element of `" + name + "`");
    isThere = result.number < memory.bytes / memory.elementBytes;
    result.number *= memory.elementBytes;
  }
  if (!isThere || result.number + result.bytes > memory.bytes)
    fail("the condition names an element that `" + name + "` does not have");
  return result;
}

llvm::Error Reader::read() {
  if (takeWord("filter")) {
    test.filter = either();
    take(";");
  }
  if (take("~exists") || (takeWord("not") && takeWord("exists"))) {
    test.quantifier = Quantifier::NotExists;
  } else if (take("~")) {
    if (!takeWord("exists"))
      fail("expected `exists` after `~`");
    test.quantifier = Quantifier::NotExists;
  } else if (takeWord("exists")) {
    test.quantifier = Quantifier::Exists;
  } else if (takeWord("forall")) {
    test.quantifier = Quantifier::Forall;
  } else {
    fail("expected `exists`, `~exists` or `forall`, found `" + nextWord() + "`");
  }
  if (problem.empty())
    test.condition = either();
  take(";");
  if (problem.empty() && !rest.trim().empty())
    fail("expected the end of the condition, found `" + nextWord() + "`");
  if (!problem.empty())
    return llvm::createStringError(problem);
  return llvm::Error::success();
}

llvm::Error ptx::readCondition(StringRef text, LitmusTest &test) {
  return Reader(text, test).read();
}
