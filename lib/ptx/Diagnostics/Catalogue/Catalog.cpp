// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include "ptx/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace ptx;

size_t ptx::indexOf(DiagId id) {
  return llvm::lower_bound(allDiagnostics(), id,
                           [](const DiagInfo &entry, DiagId id) { return entry.id < id; }) -
         allDiagnostics().begin();
}

const DiagInfo &ptx::info(DiagId id) { return allDiagnostics()[indexOf(id)]; }

std::string ptx::messageOf(DiagId id, llvm::ArrayRef<std::string> arguments) {
  const DiagInfo &rule = info(id);
  std::string text;
  for (llvm::StringRef rest = rule.message; !rest.empty();) {
    auto [literal, following] = rest.split('{');
    text += literal;
    auto [name, after] = following.split('}');
    const llvm::StringLiteral *argument = llvm::find(rule.arguments, name);
    if (argument != rule.arguments.end())
      text += arguments[argument - rule.arguments.begin()];
    else if (literal.size() != rest.size())
      text += '{'; // a brace that is code
    rest = argument != rule.arguments.end() ? after : following;
  }
  return text;
}

bool ptx::isShownAsCode(const DiagInfo &rule, llvm::StringRef name) {
  llvm::StringRef placeholders = rule.message;
  return placeholders.split(("{" + name + "}").str()).first.count('`') % 2 != 0;
}

std::string ptx::codeText(DiagId id) { return "PTX" + std::to_string(info(id).code); }

std::optional<DiagId> ptx::findDiagnostic(llvm::StringRef nameOrCode) {
  llvm::StringRef digits = nameOrCode;
  digits.consume_front_insensitive("ptx");
  unsigned code = 0;
  bool isCode = !digits.getAsInteger(10, code);
  for (const DiagInfo &entry : allDiagnostics())
    if (isCode ? entry.code == code : entry.name == nameOrCode)
      return entry.id;
  return std::nullopt;
}

std::optional<DiagGroup> ptx::findDiagnosticGroup(llvm::StringRef name) {
  for (const DiagGroupInfo &entry : allDiagnosticGroups())
    if (entry.name == name)
      return entry.group;
  return std::nullopt;
}

std::optional<RuleName> RuleName::find(llvm::StringRef name) {
  RuleName found;
  if (std::optional<DiagId> id = findDiagnostic(name)) {
    found.id = *id;
    return found;
  }
  found.group = findDiagnosticGroup(name);
  return found.group ? std::optional(found) : std::nullopt;
}

llvm::StringRef RuleName::name() const {
  return group ? allDiagnosticGroups()[size_t(*group)].name : info(id).name;
}

llvm::StringRef ptx::nearestRuleName(llvm::StringRef name, bool withErrors) {
  NearestSpelling nearest(name);
  for (const DiagInfo &entry : allDiagnostics())
    if (withErrors || !entry.isHardError())
      nearest.consider(entry.name);
  for (const DiagGroupInfo &entry : allDiagnosticGroups())
    nearest.consider(entry.name);
  return nearest.word();
}
