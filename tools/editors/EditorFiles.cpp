// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-editor-files FOLDER writes what extensions of editors have of the tables: a TextMate grammar
// of PTX, and the settings of the server as Visual Studio Code declares them. It runs during the
// build and is not installed.

#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Vocabulary/Directives.h"
#include "ptx/Isa/Vocabulary/SpecialRegisters.h"
#include "ptx/Isa/Vocabulary/StateSpaces.h"
#include "ptx/Lsp/ClientSettings.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

#include <set>
#include <string>

namespace json = llvm::json;
using llvm::StringRef;

namespace {

using Words = std::set<std::string>;

/// A regular expression for any of the words, escaped.
std::string anyOf(const Words &words) {
  std::string text;
  // The reverse order: of two words with a common prefix, the longer one comes first.
  for (const std::string &word : llvm::reverse(words))
    text += (text.empty() ? "" : "|") + llvm::Regex::escape(word);
  return "(?:" + text + ")";
}

/// No character of a name may follow.
std::string wholeWord(const std::string &pattern) { return pattern + "(?![\\w$:])"; }

json::Object rule(StringRef scope, std::string pattern) {
  return json::Object{{"name", (scope + ".ptx").str()}, {"match", std::move(pattern)}};
}

json::Object range(StringRef scope, StringRef begin, StringRef end) {
  return json::Object{{"name", (scope + ".ptx").str()}, {"begin", begin}, {"end", end}};
}

json::Object named(StringRef scope) { return json::Object{{"name", (scope + ".ptx").str()}}; }

json::Object include(StringRef name) { return json::Object{{"include", ("#" + name).str()}}; }

template <class... Rules> json::Object patterns(Rules... rules) {
  return json::Object{{"patterns", json::Array{std::move(rules)...}}};
}

/// The words of the mnemonics of the instruction set, and of declarations.
struct Vocabulary {
  Words opcodes, modifiers, types, directives, specials;

  Vocabulary();
};

Vocabulary::Vocabulary() {
  for (const ptx::OpcodeInfo &opcode : ptx::allOpcodes())
    opcodes.insert(opcode.name.str());
  for (const ptx::FormInfo &form : ptx::allForms())
    for (const ptx::SlotInfo &slot : form.slots())
      for (ptx::Modifier word : slot.words())
        if (word != ptx::Modifier::none)
          (ptx::info(word).isType ? types : modifiers).insert("." + ptx::info(word).name.str());
  for (const ptx::TypeInfo &type : ptx::allTypes())
    types.insert("." + type.name.str());
  for (const ptx::DirectiveInfo &directive : ptx::allDirectives())
    directives.insert(directive.word.str());
  for (const ptx::StateSpaceInfo &space : ptx::allStateSpaces())
    directives.insert(space.word.str());
  for (const ptx::SpecialRegisterInfo &special : ptx::allSpecialRegisters())
    specials.insert(special.name.str());
}

/// A grammar for TextMate. Themes colour its scopes. A grammar cannot determine the referent of a
/// name; the server does, with semantic tokens.
json::Value grammar() {
  Vocabulary words;
  const std::string name = R"(((?:[A-Za-z][\w$]*|[_$%][\w$]+)))";
  json::Object mnemonic{{"name", "meta.instruction.ptx"}};
  // A name in brackets, such as `[bar]`, is a variable.
  mnemonic["match"] = R"((?<![\w$.%\[])()" + anyOf(words.opcodes) +
                      R"()(?![\w$])((?:\.[A-Za-z0-9_]+(?:::[A-Za-z0-9_]+)*)*))";
  mnemonic["captures"] = json::Object{{"1", named("keyword.control.instruction")},
                                      {"2", patterns(include("type"), include("modifier"))}};
  json::Object repository{
      {"comment", patterns(range("comment.block", R"(/\*)", R"(\*/)"),
                           rule("comment.line.double-slash", "//.*$"))},
      {"string", range("string.quoted.double", "\"", "\"")},
      {"label", json::Object{{"match", R"(^\s*)" + name + R"(\s*:(?!:))"},
                             {"captures", json::Object{{"1", named("entity.name.label")}}}}},
      {"function", json::Object{{"match", R"((\.entry)\s+)" + name},
                                {"captures", json::Object{{"1", named("keyword.other.directive")},
                                                          {"2", named("entity.name.function")}}}}},
      {"instruction", std::move(mnemonic)},
      {"directive", patterns(rule("keyword.other.directive", R"(@@DWARF\b|\.const\[[0-9]+\])"),
                             rule("keyword.other.directive", wholeWord(anyOf(words.directives))))},
      {"type", rule("storage.type", wholeWord(anyOf(words.types)))},
      // Part of a declaration, not the rest of an unknown mnemonic.
      {"declaration",
       patterns(rule("storage.type", R"((?<![\w$]))" + wholeWord(anyOf(words.types))),
                rule("storage.modifier", R"((?<![\w$])\.v[248](?![\w$:]))"))},
      {"modifier", rule("storage.modifier", wholeWord(anyOf(words.modifiers)))},
      {"special", rule("variable.language", anyOf(words.specials) + R"((?:\.[xyzw])?(?![\w$]))")},
      {"register", rule("variable.other", R"(%[A-Za-z_$][\w$]*)")},
      {"number",
       patterns(
           rule("constant.numeric.float",
                R"((?<![\w$])0(?:[fF][0-9A-Fa-f]{8}|[dD][0-9A-Fa-f]{16})(?![\w$]))"),
           rule("constant.numeric.hex", R"((?<![\w$])0[xX][0-9A-Fa-f]+U?(?![\w$]))"),
           rule("constant.numeric.binary", R"((?<![\w$])0[bB][01]+U?(?![\w$]))"),
           rule("constant.numeric.float",
                R"((?<![\w$])[0-9]+(?:\.[0-9]+(?:[eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+)(?![\w$]))"),
           rule("constant.numeric.integer", R"((?<![\w$])[0-9]+U?(?![\w$]))"))},
      {"guard", rule("keyword.operator", R"(@!?(?=\s*[%\w]))")}};
  json::Array order;
  for (StringRef each : {"comment", "string", "function", "label", "directive", "guard",
                         "instruction", "declaration", "special", "register", "number"})
    order.push_back(include(each));
  return json::Object{{"name", "PTX"},
                      {"scopeName", "source.ptx"},
                      {"fileTypes", json::Array{"ptx"}},
                      {"patterns", std::move(order)},
                      {"repository", std::move(repository)}};
}

/// The settings of the server in `contributes.configuration.properties` of an extension.
json::Value settings() {
  json::Object result;
  for (const ptx::lsp::ClientSettingInfo &setting : ptx::lsp::clientSettingTable) {
    json::Object entry{{"type", setting.flag ? "boolean" : "string"},
                       {"markdownDescription", setting.summary}};
    if (setting.flag)
      entry["default"] = false;
    else
      entry["default"] = "";
    result[("ptxkit." + setting.name).str()] = std::move(entry);
  }
  return result;
}

bool writeFile(const std::string &path, const json::Value &content) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (!error) {
    os << llvm::formatv("{0:2}\n", content);
    os.close();
    error = os.error();
    os.clear_error();
  }
  if (error)
    llvm::errs() << "ptx-editor-files: error: cannot write " << path << ": " << error.message()
                 << '\n';
  return !error;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: ptx-editor-files FOLDER\n";
    return 2;
  }
  std::string folder = argv[1];
  bool written = writeFile(folder + "/ptx.tmLanguage.json", grammar());
  written &= writeFile(folder + "/settings.json", settings());
  return written ? 0 : 2;
}
