// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/Conditions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;

//===-- Macros --------------------------------------------------------------------------------===//

namespace {

/// A value that may be unknown.
using Value = std::optional<int64_t>;

/// The definition of a macro on one platform.
struct Macro {
  /// None if the value is unknown.
  std::optional<bool> isDefined;
  Value value;
};

} // namespace

static constexpr Macro undefinedMacro{false, 0};

static Macro definedAs(int64_t value) { return {true, value}; }

/// Whether the macro `name` is defined by a compiler for another processor.
static bool namesOtherProcessor(StringRef name) {
  return llvm::is_contained({"__x86_64__",
                             "__x86_64",
                             "__i386__",
                             "_M_X64",
                             "_M_IX86",
                             "_M_AMD64",
                             "__aarch64__",
                             "__arm__",
                             "_M_ARM64",
                             "__ARM_NEON",
                             "__ARM_ARCH",
                             "__AMDGCN__",
                             "__HIP__",
                             "__HIPCC__",
                             "__HIP_PLATFORM_AMD__",
                             "__HIP_DEVICE_COMPILE__",
                             "USE_ROCM",
                             "__riscv",
                             "__powerpc__",
                             "__powerpc64__",
                             "__s390x__",
                             "__mips__",
                             "__loongarch__"},
                            name);
}

/// Whether the macro `name`, whose value is unknown, concerns something other than the target: the
/// compiler, its version, the language.
static bool isAboutCompiler(StringRef name) {
  return name.starts_with("__CUDACC_") ||
         llvm::is_contained({"CUDA_VERSION", "CUDART_VERSION", "__CUDACC__", "__NVCC__", "__CUDA__",
                             "__cplusplus", "NDEBUG", "_MSC_VER", "__GNUC__", "__clang__",
                             "__clang_major__", "_WIN32", "WIN32", "__linux__"},
                            name);
}

/// The number after `prefix` in `name` and the text after it; none if `name` has another form.
static std::optional<std::pair<unsigned, StringRef>> numbered(StringRef name, StringRef prefix) {
  unsigned number;
  if (!name.consume_front(prefix) || name.consumeInteger(10, number))
    return std::nullopt;
  return std::pair(number, name);
}

/// Whether `name` is a macro such as CUTLASS's `CUTE_ARCH_MMA_SM90A_ENABLED` that targets with this
/// number do not define.
static bool isEnabledLater(StringRef name, unsigned number) {
  if (!name.starts_with("CUTE_ARCH_") && !name.starts_with("CUTLASS_ARCH_"))
    return false;
  auto enabled = numbered(name.substr(name.find("_SM")), "_SM");
  return enabled && enabled->second.ends_with("_ENABLED") && number < enabled->first;
}

/// The definition of `name` in code for `target`, which is null for other processors.
static Macro macroFor(StringRef name, const TargetInfo *target) {
  unsigned number = target ? target->number : 0;
  bool isSpecific = target && target->variant == TargetVariant::Architecture;
  bool hasFamily = target && target->variant != TargetVariant::Base;
  if (name == "__CUDA_ARCH__")
    return target ? definedAs(number * 10) : undefinedMacro;
  if (name == "__CUDA_ARCH_SPECIFIC__")
    return isSpecific ? definedAs(number * 10) : undefinedMacro;
  if (name == "__CUDA_ARCH_FAMILY_SPECIFIC__")
    return hasFamily ? definedAs(number * 10) : undefinedMacro;
  if (auto feature = numbered(name, "__CUDA_ARCH_FEAT_SM"); feature && feature->second == "_ALL")
    return isSpecific && number == feature->first ? definedAs(1) : undefinedMacro;
  // Macros of <nv/target> are not for `#if`, and always defined.
  if (auto provided = numbered(name, "NV_PROVIDES_SM_"))
    return definedAs(number >= provided->first);
  if (auto exact = numbered(name, "NV_IS_EXACTLY_SM_"))
    return definedAs(number == exact->first);
  if (auto feature = numbered(name, "NV_HAS_FEATURE_SM_"); feature && feature->second == "a")
    return definedAs(isSpecific && number == feature->first);
  if (name == "NV_IS_DEVICE" || name == "NV_IS_HOST")
    return definedAs((name == "NV_IS_DEVICE") == (target != nullptr));
  if (target && (namesOtherProcessor(name) || isEnabledLater(name, number)))
    return undefinedMacro;
  return {};
}

//===-- Expressions ---------------------------------------------------------------------------===//

namespace {

/// A preprocessor expression, evaluated for one platform.
class Expression {
public:
  Expression(llvm::ArrayRef<StringRef> words, const TargetInfo *target)
      : words(words), target(target) {}

  /// None if the value is unknown or the words are not an expression.
  Value read() {
    Value value = readBinary(0);
    return next == words.size() ? value : std::nullopt;
  }

private:
  StringRef word() const { return next < words.size() ? words[next] : StringRef(); }
  bool take(StringRef expected) {
    bool found = word() == expected;
    next += found;
    return found;
  }
  Value readBinary(unsigned weakest);
  Value readUnary();
  Value readDefinition(StringRef keyword);

  llvm::ArrayRef<StringRef> words;
  const TargetInfo *target;
  size_t next = 0;
  unsigned depth = 0;
};

} // namespace

/// The precedence of a binary operator; 0 if it is not one.
static unsigned precedence(StringRef word) {
  return llvm::StringSwitch<unsigned>(word)
      .Case("||", 1)
      .Case("or", 1)
      .Case("&&", 2)
      .Case("and", 2)
      .Case("==", 3)
      .Case("!=", 3)
      .Case("<", 4)
      .Case(">", 4)
      .Case("<=", 4)
      .Case(">=", 4)
      .Case("+", 5)
      .Case("-", 5)
      .Case("*", 6)
      .Case("/", 6)
      .Case("%", 6)
      .Default(0);
}

static Value negated(Value value) { return value ? Value(*value == 0) : std::nullopt; }

static Value conjunction(Value a, Value b) {
  if (a == 0 || b == 0)
    return 0;
  return a && b ? Value(1) : std::nullopt;
}

/// The value of `a op b` for small operands.
static Value compute(int64_t a, StringRef op, int64_t b) {
  constexpr int64_t largest = INT32_MAX;
  if (std::max(std::abs(a), std::abs(b)) > largest || ((op == "/" || op == "%") && b == 0))
    return std::nullopt;
  return llvm::StringSwitch<Value>(op)
      .Case("==", a == b)
      .Case("!=", a != b)
      .Case("<", a < b)
      .Case(">", a > b)
      .Case("<=", a <= b)
      .Case(">=", a >= b)
      .Case("+", a + b)
      .Case("-", a - b)
      .Case("*", a * b)
      .Case("/", a / (b == 0 ? 1 : b))
      .Case("%", a % (b == 0 ? 1 : b))
      .Default(std::nullopt);
}

Value Expression::readBinary(unsigned weakest) {
  Value left = readUnary();
  for (;;) {
    StringRef op = word();
    unsigned strength = precedence(op);
    if (strength <= weakest)
      return left;
    ++next;
    Value right = readBinary(strength);
    if (strength == 1)
      left = negated(conjunction(negated(left), negated(right)));
    else if (strength == 2)
      left = conjunction(left, right);
    else
      left = left && right ? compute(*left, op, *right) : std::nullopt;
  }
}

/// Reads the operand of `defined`, or of `__CUDA_ARCH_HAS_FEATURE__`, whose argument is a part of a
/// name.
Value Expression::readDefinition(StringRef keyword) {
  bool inParentheses = take("(");
  std::string name = word().str();
  if (keyword != "defined")
    name = "__CUDA_ARCH_FEAT_" + name;
  std::optional<bool> isDefined = macroFor(name, target).isDefined;
  ++next;
  if (inParentheses && !take(")"))
    next = words.size() + 1;
  return isDefined ? Value(*isDefined) : std::nullopt;
}

Value Expression::readUnary() {
  constexpr unsigned deepest = 256;
  if (next >= words.size() || depth == deepest) {
    next = words.size() + 1;
    return std::nullopt;
  }
  StringRef token = words[next++];
  if (token == "!" || token == "not" || token == "(") {
    ++depth;
    Value value = token == "(" ? readBinary(0) : negated(readUnary());
    --depth;
    if (token == "(" && !take(")"))
      next = words.size() + 1;
    return value;
  }
  if (token == "defined" || token == "__CUDA_ARCH_HAS_FEATURE__")
    return readDefinition(token);
  int64_t number;
  if (!token.rtrim("uUlL").getAsInteger(0, number))
    return number;
  // The value of a macro with arguments is unknown.
  if (word() == "(")
    next = words.size() + 1;
  return macroFor(token, target).value;
}

//===-- Conditions ----------------------------------------------------------------------------===//

/// Calls `holds` for each platform.
template <class Holds> static Condition forEachPlatform(Holds holds) {
  Condition condition{Platforms::all(), Platforms::all()};
  auto ask = [&](Platforms platform, const TargetInfo *target) {
    if (Value value = holds(target))
      (*value ? condition.mayFail : condition.mayHold) &= ~platform;
  };
  ask(Platforms::others(), nullptr);
  for (const TargetInfo &target : allTargets())
    ask(Platforms::of(target.id), &target);
  return condition;
}

/// Whether the value of an expression with this word depends on the platform.
static bool namesPlatform(StringRef word) {
  return word.starts_with("__CUDA_ARCH") || word.starts_with("NV_") ||
         word.starts_with("CUTE_ARCH_") || word.starts_with("CUTLASS_ARCH_") ||
         namesOtherProcessor(word);
}

/// Whether `word` is a macro that may depend on the target in an unknown way.
static bool isOpaque(StringRef word) {
  if (!llvm::isAlpha(word.front()) && word.front() != '_')
    return false;
  bool isKeyword = llvm::is_contained(
      {"defined", "and", "or", "not", "true", "false", "__CUDA_ARCH_HAS_FEATURE__"}, word);
  bool isFeature = word.starts_with("SM") && word.ends_with("_ALL");
  return !isKeyword && !isFeature && !isAboutCompiler(word) &&
         !macroFor(word, &allTargets().back()).isDefined;
}

/// Whether `word` is a macro for the address size.
static bool namesAddressSize(StringRef word) {
  return llvm::is_contained({"__LP64__", "_LP64", "_WIN64", "__SIZEOF_POINTER__", "UINTPTR_MAX",
                             "__x86_64__", "_M_X64", "_M_AMD64"},
                            word);
}

/// `condition` with the uncertainty that its words `words` cause.
static Condition withDoubts(Condition condition, llvm::ArrayRef<StringRef> words) {
  condition.isOpaque = llvm::any_of(words, isOpaque);
  condition.isAboutAddresses = llvm::any_of(words, namesAddressSize);
  return condition;
}

Condition ptx::readCondition(StringRef source, llvm::ArrayRef<CppToken> tokens) {
  llvm::SmallVector<StringRef, 16> words;
  for (const CppToken &token : tokens)
    words.push_back(token.text(source));
  if (llvm::any_of(words, namesPlatform))
    return withDoubts(
        forEachPlatform([&](const TargetInfo *target) { return Expression(words, target).read(); }),
        words);
  Value value = Expression(words, nullptr).read();
  if (!value)
    return withDoubts({Platforms::all(), Platforms::all()}, words);
  return *value ? Condition{Platforms::all(), Platforms::none()}
                : Condition{Platforms::none(), Platforms::all()};
}

Condition ptx::readDefined(StringRef name) {
  if (!namesPlatform(name))
    return withDoubts({Platforms::all(), Platforms::all()}, name);
  return withDoubts(forEachPlatform([&](const TargetInfo *target) {
                      std::optional<bool> isDefined = macroFor(name, target).isDefined;
                      return isDefined ? Value(*isDefined) : std::nullopt;
                    }),
                    name);
}
