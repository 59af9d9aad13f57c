// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Options/CheckUsage.h"

#include "ptx/Driver/Options/CommandLine.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// An option, and another with which it cannot be combined.
struct Conflict {
  OptionId option;
  OptionId other;
};

} // namespace

static constexpr Conflict conflicts[] = {
    {OPT_requirements, OPT_verify},
    {OPT_requirements, OPT_update_expected},
    {OPT_requirements, OPT_syntax_only},
    {OPT_requirements, OPT_split_input_file},
    {OPT_requirements, OPT_target},
    {OPT_requirements, OPT_ptx_version},
    {OPT_requirements, OPT_for_cuda},
    {OPT_requirements, OPT_for_driver},
    {OPT_requirements, OPT_for_gpu},
    {OPT_requirements, OPT_statistics},
    {OPT_for_cuda, OPT_for_driver},
    {OPT_link, OPT_requirements},
    {OPT_link, OPT_syntax_only},
    {OPT_link, OPT_split_input_file},
    {OPT_link, OPT_fragment},
    {OPT_link, OPT_fix},
    {OPT_link, OPT_diff},
    {OPT_verify, OPT_output_format},
    {OPT_verify, OPT_output},
    {OPT_verify, OPT_statistics},
    {OPT_verify, OPT_exit_zero},
    {OPT_update_expected, OPT_output_format},
    {OPT_update_expected, OPT_output},
    {OPT_update_expected, OPT_statistics},
    {OPT_update_expected, OPT_exit_zero},
    {OPT_fix, OPT_verify},
    {OPT_fix, OPT_update_expected},
    {OPT_fix, OPT_requirements},
    {OPT_diff, OPT_verify},
    {OPT_diff, OPT_update_expected},
    {OPT_diff, OPT_requirements},
    {OPT_diff, OPT_output},
    {OPT_diff, OPT_statistics},
    {OPT_statistics, OPT_error_limit},
    {OPT_baseline, OPT_write_baseline},
    {OPT_baseline, OPT_verify},
    {OPT_baseline, OPT_update_expected},
    {OPT_baseline, OPT_requirements},
    {OPT_baseline, OPT_fix},
    {OPT_baseline, OPT_diff},
    {OPT_write_baseline, OPT_verify},
    {OPT_write_baseline, OPT_update_expected},
    {OPT_write_baseline, OPT_requirements},
    {OPT_write_baseline, OPT_fix},
    {OPT_write_baseline, OPT_diff},
    {OPT_write_baseline, OPT_statistics},
    {OPT_write_baseline, OPT_output},
    {OPT_diff_base, OPT_diff_from},
    {OPT_watch, OPT_fix},
    {OPT_watch, OPT_diff},
    {OPT_watch, OPT_verify},
    {OPT_watch, OPT_update_expected},
    {OPT_watch, OPT_write_baseline},
    {OPT_watch, OPT_output},
    {OPT_config, OPT_no_config},
    {OPT_force_exclude, OPT_no_ignore},
};

/// Options that limit a report to some findings, and options that require all findings.
static constexpr OptionId ofParts[] = {OPT_diff_base, OPT_diff_from};
static constexpr OptionId ofAllFindings[] = {
    OPT_fix, OPT_diff, OPT_verify, OPT_update_expected, OPT_requirements, OPT_write_baseline};

/// Options that affect only reports.
static constexpr OptionId ofReports[] = {OPT_output_format, OPT_output, OPT_statistics,
                                         OPT_exit_zero};

/// Options that print information without a check.
static constexpr OptionId information[] = {OPT_explain, OPT_describe, OPT_list_instructions,
                                           OPT_list_rules, OPT_list_trules};

/// The options among them that support several formats.
static constexpr OptionId ofFormats[] = {OPT_describe, OPT_list_instructions, OPT_list_rules};

/// Options that refine another option and require it.
static constexpr Conflict additions[] = {{OPT_evidence, OPT_describe},
                                         {OPT_since, OPT_list_instructions}};

static std::string nameOf(OptionId id) {
  return prefixedName(allOptions()[id - 1]).rtrim('=').str();
}

static llvm::Error conflict(OptionId option, OptionId other) {
  return llvm::createStringError(nameOf(option) + " cannot be combined with " + nameOf(other));
}

/// Rejects a format that does not support the requested output.
static llvm::Error checkFormat(const CommandLine &line, OptionId option,
                               llvm::ArrayRef<StringRef> formats, StringRef names) {
  std::optional<StringRef> format = line.value(OPT_output_format);
  if (!line.has(option) || !format || llvm::is_contained(formats, *format))
    return llvm::Error::success();
  return llvm::createStringError(nameOf(option) + " has the formats " + names);
}

llvm::Error ptx::checkUsage(const CommandLine &line) {
  for (auto [option, other] : conflicts)
    if (line.has(option) && line.has(other))
      return conflict(option, other);
  for (auto [option, other] : additions)
    if (line.has(option) && !line.has(other))
      return llvm::createStringError(nameOf(option) + " requires " + nameOf(other));
  for (OptionId option : ofAllFindings)
    for (OptionId part : ofParts)
      if (line.has(option) && line.has(part))
        return conflict(option, part);
  for (OptionId option : information)
    for (OptionId other : ofReports)
      if (line.has(option) && line.has(other) &&
          !(other == OPT_output_format && llvm::is_contained(ofFormats, option)))
        return conflict(option, other);
  for (OptionId option : {OPT_describe, OPT_list_instructions})
    if (llvm::Error error = checkFormat(line, option, {"text", "json"}, "text and json"))
      return error;
  if (llvm::Error error = checkFormat(line, OPT_requirements, {"text", "concise", "jsonl"},
                                      "text, concise and jsonl"))
    return error;
  if (llvm::Error error = checkFormat(line, OPT_statistics, {"text", "concise", "json", "jsonl"},
                                      "text, concise, json and jsonl"))
    return error;
  if (line.has(OPT_watch) && llvm::is_contained(line.inputs(), "-"))
    return llvm::createStringError("--watch cannot be combined with standard input");
  if (llvm::Error error =
          checkFormat(line, OPT_watch, {"text", "concise", "ptxas"}, "text, concise and ptxas"))
    return error;
  return checkFormat(line, OPT_list_rules, {"text", "json", "jsonl"}, "text, json and jsonl");
}
