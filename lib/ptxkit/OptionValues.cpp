// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptxkit/OptionValues.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

using namespace ptxkit;

static bool setFlag(bool &flag, std::string_view value) {
  if (value != "0" && value != "1")
    return false;
  flag = value == "1";
  return true;
}

template <class Number> static bool setNumber(Number &number, std::string_view value) {
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  return error == std::errc() && end == value.data() + value.size();
}

static void addTargets(std::vector<std::string> &targets, std::string_view list) {
  for (size_t begin = 0; begin <= list.size();) {
    size_t comma = std::min(list.find(',', begin), list.size());
    targets.emplace_back(list.substr(begin, comma - begin));
    begin = comma + 1;
  }
}

/// Sets an option of `ptx-sanitize`. None if the option does not exist; otherwise whether the value
/// is valid.
static std::optional<bool> setSanitizeOption(SanitizeOptions &options, std::string_view name,
                                             std::string_view value) {
  if (name == "schedules")
    return setNumber(options.schedules, value) && options.schedules <= 1000;
  if (name == "seed")
    return setNumber(options.seed, value);
  if (name == "step-limit")
    return setNumber(options.stepLimit, value);
  if (name == "time-limit")
    return setNumber(options.timeLimit, value);
  if (name == "print-limit")
    return setNumber(options.printLimit, value);
  if (name == "strict")
    return setFlag(options.isStrict, value);
  if (name == "timeline")
    return setFlag(options.wantsTimeline, value);
  return std::nullopt;
}

static std::string noValue(std::string_view name, std::string_view value) {
  return "`" + std::string(value) + "` is not a value of `" + std::string(name) + "`";
}

/// The options with the values "0" and "1", and the options with a text.
static bool *flagNamed(Options &options, std::string_view name) {
  const std::pair<std::string_view, bool *> flags[] = {
      {"fragment", &options.fragment},        {"declares-names", &options.declaresNames},
      {"syntax-only", &options.syntaxOnly},   {"final", &options.isFinal},
      {"ptxas-compat", &options.ptxasCompat}, {"lints", &options.lints}};
  for (auto [each, flag] : flags)
    if (each == name)
      return flag;
  return nullptr;
}

static std::string *textNamed(Options &options, std::string_view name) {
  const std::pair<std::string_view, std::string *> texts[] = {
      {"ptx-version", &options.version},  {"for-cuda", &options.forCuda},
      {"for-driver", &options.forDriver}, {"for-gpu", &options.forGpu},
      {"language", &options.language},    {"tensor-maps", &options.tensorMaps}};
  for (auto [each, text] : texts)
    if (each == name)
      return text;
  return nullptr;
}

/// Sets an option; returns an error about the name or the value, or an empty text.
static std::string setCheckOption(Options &options, std::string_view name, std::string_view value) {
  bool fits = true;
  if (bool *flag = flagNamed(options, name))
    fits = setFlag(*flag, value);
  else if (std::string *text = textNamed(options, name))
    *text = value;
  else if (name == "error-limit")
    fits = setNumber(options.errorLimit, value);
  else if (name == "j")
    fits = setNumber(options.threads, value);
  else if (name == "target")
    addTargets(options.targets, value);
  else if (name == "I")
    options.includeFolders.emplace_back(value);
  else if (name == "operands")
    options.operands = value;
  else if (name == "W")
    options.warnings.emplace_back(value);
  else
    return "there is no option `" + std::string(name) + "`";
  if (!fits)
    return noValue(name, value);
  return options.problem();
}

std::string detail::setOption(Options &options, SanitizeOptions &sanitize, std::string_view name,
                              std::string_view value) {
  if (std::optional<bool> isSet = setSanitizeOption(sanitize, name, value))
    return *isSet ? "" : noValue(name, value);
  Options changed = options;
  std::string error = setCheckOption(changed, name, value);
  if (error.empty())
    options = std::move(changed);
  return error;
}
