// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Options/OptionSuggestions.h"

#include "ptx/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Option.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;
using OptionInfo = llvm::opt::OptTable::Info;

namespace {

/// The name of an option in other compilers, assemblers, linters or formatters.
struct OtherWord {
  StringRef word;       ///< without dashes
  OptionId option;      ///< `OPT_INVALID`: there is none; do not suggest similar names
  StringRef value = {}; ///< replaces the given value
};

} // namespace

/// If there are several entries for a word, the first one with an option of the tool is used.
static constexpr OtherWord otherWords[] = {
    {"arch", OPT_target},
    {"gpu-name", OPT_target},
    {"gpu-name", OPT_arch},
    {"gpu-architecture", OPT_target},
    {"gpu-architecture", OPT_arch},
    {"march", OPT_target},
    {"march", OPT_arch},
    {"mcpu", OPT_target},
    {"mcpu", OPT_arch},
    {"chip", OPT_target},
    {"chip", OPT_arch},
    {"target", OPT_arch},
    {"isa", OPT_ptx_version},
    {"isa-version", OPT_ptx_version},
    {"ptx-isa", OPT_ptx_version},
    {"x", OPT_language},
    {"lang", OPT_language},
    {"filename", OPT_stdin_filename},
    {"assume-filename", OPT_stdin_filename},
    {"fix-all", OPT_unsafe_fixes},
    {"fix-unsafe", OPT_unsafe_fixes},
    {"fix-errors", OPT_fix},
    {"autofix", OPT_fix},
    {"apply", OPT_fix},
    {"in-place", OPT_in_place},
    {"in-place", OPT_fix},
    {"inplace", OPT_in_place},
    {"inplace", OPT_fix},
    {"write", OPT_in_place},
    {"write", OPT_fix},
    {"dry-run", OPT_check},
    {"dry-run", OPT_diff},
    {"select", OPT_W},
    {"enable", OPT_W},
    {"checks", OPT_W},
    {"ignore", OPT_Wno},
    {"disable", OPT_Wno},
    {"silent", OPT_quiet},
    {"no-warnings", OPT_quiet},
    {"jobs", OPT_j},
    {"threads", OPT_j},
    {"out", OPT_output},
    {"output-file", OPT_output},
    {"json", OPT_output_format, "json"},
    {"json", OPT_ast_format, "json"},
    {"json", OPT_format, "json"},
    {"sarif", OPT_output_format, "sarif"},
    {"svg", OPT_format, "svg"},
    {"list-checks", OPT_list_rules},
    {"list-warnings", OPT_list_rules},
    {"dtype", OPT_type},
    {"element-type", OPT_type},
    {"size", OPT_shape},
    {"f", OPT_output_format},
    {"reporter", OPT_output_format},
    {"report-format", OPT_output_format},
    {"report-file", OPT_output},
    {"patch", OPT_diff_from},
    {"diff-file", OPT_diff_from},
    {"new-from-patch", OPT_diff_from},
    {"line-filter", OPT_diff_from},
    {"line-filter", OPT_lines},
    {"line-ranges", OPT_lines},
    {"range", OPT_lines},
    {"base", OPT_diff_base},
    {"since", OPT_diff_base},
    {"exclude", OPT_INVALID},
};

static const OptionInfo &infoOf(OptionId option) { return allOptions()[option - 1]; }

/// The option as the user must write it.
static std::string written(const OptionInfo &option, StringRef value) {
  StringRef name = prefixedName(option);
  if (option.Kind == llvm::opt::Option::FlagClass)
    return name.str();
  if (!value.empty())
    return (name + value).str();
  return name.ends_with("=") ? name.drop_back().str() : (name + option.MetaVar).str();
}

/// The option for `word` of other programs; empty if the tool has none; none if the word is
/// unknown.
static std::optional<std::string> meant(Tool tool, StringRef word, StringRef value) {
  for (const OtherWord &other : otherWords) {
    if (other.word != word)
      continue;
    if (other.option == OPT_INVALID)
      return "";
    if (infoOf(other.option).Visibility & tool)
      return written(infoOf(other.option), other.value.empty() ? value : other.value);
  }
  return std::nullopt;
}

/// Whether `name`, with its dashes, is an option of `tool` without a value.
static bool isFlag(Tool tool, StringRef name) {
  return std::any_of(allOptions().begin(), allOptions().end(), [&](const OptionInfo &option) {
    return option.Kind == llvm::opt::Option::FlagClass && option.Visibility & tool &&
           prefixedName(option) == name;
  });
}

/// The option of `tool` that differs from `name` by two swapped adjacent letters; LLVM's distance
/// counts these as two wrong letters.
static std::optional<std::string> withLettersExchanged(Tool tool, StringRef name, StringRef value) {
  for (const OptionInfo &option : allOptions())
    if (option.Visibility & tool && spellingDistance(name, prefixedName(option).rtrim('='), 1) == 1)
      return written(option, value);
  return std::nullopt;
}

std::string ptx::unknownOption(const llvm::opt::OptTable &table, Tool tool, StringRef spelling) {
  auto [name, value] = spelling.split('=');
  if (name != spelling && isFlag(tool, name))
    return ("`" + name + "` takes no value").str();
  std::string text = ("unknown option `" + spelling + "`").str();
  std::optional<std::string> suggestion = meant(tool, name.ltrim('-'), value);
  // Each name of one letter is similar to each other one.
  if (!suggestion && name.ltrim('-').size() > 1) {
    // The value is copied from `spelling`. It must not make two names more similar.
    std::string nearest;
    unsigned distance = table.findNearest(spelling, nearest, llvm::opt::Visibility(tool),
                                          /*MinimumLength=*/2);
    if (distance <= std::max<size_t>(1, name.size() / 3))
      suggestion = nearest;
    else
      suggestion = withLettersExchanged(tool, name, value);
  }
  return suggestion.value_or("").empty() ? text : text + "; did you mean `" + *suggestion + "`?";
}

bool ptx::lacksDash(Tool tool, StringRef written) {
  StringRef name = written.split('=').first;
  if (!name.consume_front("-") || name.starts_with("-"))
    return false;
  std::string withDashes = ("--" + name).str();
  return meant(tool, name, "").has_value() ||
         llvm::any_of(allOptions(), [&](const OptionInfo &option) {
           return option.Visibility & tool && prefixedName(option).rtrim('=') == withDashes;
         });
}
