// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Causes.h"

using namespace ptx::test;
using llvm::StringRef;

namespace {

struct Pattern {
  Cause cause;
  StringRef text;
};

constexpr Pattern patterns[] = {
#define CAUSE(kind, pattern) {Cause::kind, pattern},
#include "Causes.inc"
#undef CAUSE
};

} // namespace

/// Whether `text` is `pattern`, in which `*` represents any text.
static bool fits(StringRef pattern, StringRef text) {
  auto [head, rest] = pattern.split('*');
  if (head.size() == pattern.size())
    return text == pattern;
  if (!text.consume_front(head))
    return false;
  // The shortest text for each `*` is enough: what follows the last one is tied to the end.
  while (true) {
    auto [part, more] = rest.split('*');
    if (part.size() == rest.size())
      return text.ends_with(part);
    size_t at = text.find(part);
    if (at == StringRef::npos)
      return false;
    text = text.drop_front(at + part.size());
    rest = more;
  }
}

static const Pattern *find(StringRef message) {
  for (const Pattern &pattern : patterns)
    if (fits(pattern.text, message))
      return &pattern;
  return nullptr;
}

Cause ptx::test::causeOf(StringRef message) {
  const Pattern *pattern = find(message);
  return pattern ? pattern->cause : Cause::Unknown;
}

StringRef ptx::test::patternOf(StringRef message) {
  const Pattern *pattern = find(message);
  return pattern ? pattern->text : message;
}

CauseGroup ptx::test::groupOf(Cause cause) {
  if (cause <= Cause::Gate)
    return CauseGroup::Instruction;
  if (cause <= Cause::Directive)
    return CauseGroup::Module;
  return cause == Cause::Syntax ? CauseGroup::Syntax : CauseGroup::Unknown;
}

StringRef ptx::test::nameOf(Cause cause) {
  static constexpr StringRef names[numCauses] = {
      "modifiers",    "types",        "operands",     "vectors",   "immediates",
      "state spaces", "gates",        "declarations", "constants", "names",
      "calls",        "control flow", "directives",   "syntax",    "unknown"};
  return names[static_cast<unsigned>(cause)];
}

StringRef ptx::test::nameOf(CauseGroup group) {
  static constexpr StringRef names[numCauseGroups] = {"instruction", "module", "syntax", "unknown"};
  return names[static_cast<unsigned>(group)];
}
