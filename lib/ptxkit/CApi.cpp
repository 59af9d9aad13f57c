// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptxkit/ptxkit.h"

#include "ptxkit/Check.h"
#include "ptxkit/Instructions.h"
#include "ptxkit/ModuleJson.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <new>

using ptxkit::Check;
using ptxkit::Expected;

struct ptxkit_options {
  ptxkit::Options options;
  ptxkit::SanitizeOptions sanitize;
  std::string error;
};

struct ptxkit_check {
  Check check;
};

/// A copy that `ptxkit_free` frees; null if memory runs out.
static char *copied(std::string_view text) {
  char *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (!copy)
    return nullptr;
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

/// The result of `call`, or `otherwise` if it throws, for example when memory is exhausted: C
/// cannot catch exceptions.
template <class Call> static auto guarded(decltype(std::declval<Call>()()) otherwise, Call call) {
  try {
    return call();
  } catch (...) {
    return otherwise;
  }
}

static std::nullptr_t fail(char **error, const std::string &text) {
  if (error)
    *error = copied(text);
  return nullptr;
}

int ptxkit_api_version(void) { return PTXKIT_API_VERSION; }
const char *ptxkit_version(void) { return PTXKIT_VERSION; }

ptxkit_options *ptxkit_options_create(void) { return new (std::nothrow) ptxkit_options; }
void ptxkit_options_destroy(ptxkit_options *options) { delete options; }

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
static std::optional<bool> setOption(ptxkit::SanitizeOptions &options, std::string_view name,
                                     std::string_view value) {
  if (name == "schedules")
    return setNumber(options.schedules, value) && options.schedules <= 1000;
  if (name == "seed")
    return setNumber(options.seed, value);
  if (name == "step-limit")
    return setNumber(options.stepLimit, value);
  if (name == "time-limit")
    return setNumber(options.timeLimit, value);
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
static bool *flagNamed(ptxkit::Options &options, std::string_view name) {
  const std::pair<std::string_view, bool *> flags[] = {
      {"fragment", &options.fragment},        {"declares-names", &options.declaresNames},
      {"syntax-only", &options.syntaxOnly},   {"final", &options.isFinal},
      {"ptxas-compat", &options.ptxasCompat}, {"lints", &options.lints}};
  for (auto [each, flag] : flags)
    if (each == name)
      return flag;
  return nullptr;
}

static std::string *textNamed(ptxkit::Options &options, std::string_view name) {
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
static std::string setOption(ptxkit::Options &options, std::string_view name,
                             std::string_view value) {
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

int ptxkit_options_set(ptxkit_options *options, const char *name, const char *value) {
  if (!options || !name || !value)
    return 0;
  return guarded(0, [&] {
    if (std::optional<bool> isSet = setOption(options->sanitize, name, value)) {
      options->error = *isSet ? "" : noValue(name, value);
      return *isSet ? 1 : 0;
    }
    ptxkit::Options changed = options->options;
    options->error = setOption(changed, name, value);
    if (!options->error.empty())
      return 0;
    options->options = std::move(changed);
    return 1;
  });
}

const char *ptxkit_options_error(const ptxkit_options *options) {
  return options ? options->error.c_str() : "";
}

int ptxkit_options_add_origin(ptxkit_options *options, uint32_t line, const char *file,
                              uint64_t origin_line, uint64_t column) {
  if (!options || !line || !file || !origin_line)
    return 0;
  return guarded(0, [&] {
    options->options.origins.push_back({line, {file, origin_line, column}});
    return 1;
  });
}

static ptxkit_check *handle(Expected<Check> check, char **error) {
  if (!check)
    return fail(error, check.error());
  return new ptxkit_check{*std::move(check)};
}

static ptxkit::Options optionsOrDefault(const ptxkit_options *options) {
  return options ? options->options : ptxkit::Options();
}

ptxkit_check *ptxkit_check_text(const char *text, size_t size, const char *name,
                                const ptxkit_options *options, char **error) {
  if (!text || !name)
    return nullptr;
  return guarded(nullptr, [&] {
    return handle(Check::text(std::string(text, size), name, optionsOrDefault(options)), error);
  });
}

ptxkit_check *ptxkit_check_file(const char *path, const ptxkit_options *options, char **error) {
  if (!path)
    return nullptr;
  return guarded(nullptr,
                 [&] { return handle(Check::file(path, optionsOrDefault(options)), error); });
}

void ptxkit_check_destroy(ptxkit_check *check) { delete check; }

uint64_t ptxkit_check_errors(const ptxkit_check *check) {
  return check ? check->check.errors() : 0;
}
uint64_t ptxkit_check_warnings(const ptxkit_check *check) {
  return check ? check->check.warnings() : 0;
}

/// The text that `write` creates for the check, as a copy that the caller frees.
template <class Write> static char *written(const ptxkit_check *check, Write write) {
  if (!check)
    return nullptr;
  return guarded(nullptr, [&] { return copied(write(check->check)); });
}

char *ptxkit_check_report_text(const ptxkit_check *check) {
  return written(check, [](const Check &c) { return c.reportText(); });
}

char *ptxkit_check_report_jsonl(const ptxkit_check *check) {
  return written(check, [](const Check &c) { return c.reportJsonl(); });
}

char *ptxkit_check_report(const ptxkit_check *check, const char *format, int colors, char **error) {
  if (!check || !format)
    return nullptr;
  return guarded(nullptr, [&]() -> char * {
    auto text = check->check.report(format, colors ? ptxkit::Colors::On : ptxkit::Colors::Off);
    return text ? copied(*text) : fail(error, text.error());
  });
}

char *ptxkit_check_module_json(const ptxkit_check *check) {
  return written(check, [](const Check &c) { return ptxkit::detail::moduleJson(c); });
}

char *ptxkit_check_outline_json(const ptxkit_check *check) {
  return written(check, [](const Check &c) { return ptxkit::detail::outlineJson(c); });
}

char *ptxkit_check_function_json(const ptxkit_check *check, uint64_t function) {
  return written(check, [&](const Check &c) {
    return ptxkit::detail::functionJson(c, c.functions().at(function)); // exceptions are caught
  });
}

char *ptxkit_check_origin_json(const ptxkit_check *check, uint64_t offset) {
  if (!check || offset > check->check.source().size())
    return nullptr;
  return written(check, [&](const Check &c) {
    return ptxkit::detail::originJson(c.origin(static_cast<uint32_t>(offset)));
  });
}

char *ptxkit_check_requirements_jsonl(const ptxkit_check *check) {
  return written(check, [](const Check &c) { return c.requirementsJsonl(); });
}

char *ptxkit_describe_json(const char *mnemonic, char **error) {
  if (!mnemonic)
    return nullptr;
  return guarded(nullptr, [&]() -> char * {
    Expected<std::string> json = ptxkit::describe(mnemonic);
    return json ? copied(*json) : fail(error, json.error());
  });
}

char *ptxkit_instructions_json(void) {
  return guarded(nullptr, [] { return copied(ptxkit::instructions()); });
}

char *ptxkit_special_registers_json(void) {
  return guarded(nullptr, [] { return copied(ptxkit::specialRegisters()); });
}

char *ptxkit_check_flow_json(const ptxkit_check *check, uint64_t function) {
  return written(check, [&](const Check &c) {
    return ptxkit::detail::flowJson(c.functions().at(function)); // exceptions are caught
  });
}

const char *ptxkit_check_source(const ptxkit_check *check, size_t *size) {
  if (!check)
    return nullptr;
  std::string_view text = check->check.source();
  if (size)
    *size = text.size();
  return text.data();
}

static char *printed(const ptxkit_check *check, char **error,
                     Expected<std::string> (Check::*print)() const) {
  if (!check)
    return nullptr;
  return guarded(nullptr, [&]() -> char * {
    Expected<std::string> text = (check->check.*print)();
    return text ? copied(*text) : fail(error, text.error());
  });
}

char *ptxkit_check_formatted(const ptxkit_check *check, char **error) {
  return printed(check, error, &Check::formatted);
}

char *ptxkit_check_canonical(const ptxkit_check *check, char **error) {
  return printed(check, error, &Check::canonical);
}

char *ptxkit_check_lowered(const ptxkit_check *check, char **error) {
  return printed(check, error, &Check::lowered);
}

char *ptxkit_link_jsonl(const ptxkit_check *const *checks, size_t count, char **error) {
  return guarded(nullptr, [&]() -> char * {
    std::vector<const Check *> modules;
    for (size_t i = 0; i != count; ++i) {
      if (!checks[i])
        return nullptr;
      modules.push_back(&checks[i]->check);
    }
    Expected<std::string> text = Check::linkJsonl(modules);
    return text ? copied(*text) : fail(error, text.error());
  });
}

char *ptxkit_check_launches_json(const ptxkit_check *check) {
  return written(check, [](const Check &c) { return ptxkit::detail::textsJson(c.launches()); });
}

char *ptxkit_check_sanitize_json(const ptxkit_check *check, const char *launch,
                                 const ptxkit_options *options, char **error) {
  if (!check || !launch)
    return nullptr;
  return guarded(nullptr, [&]() -> char * {
    Expected<std::string> json =
        check->check.sanitizeJson(launch, options ? options->sanitize : ptxkit::SanitizeOptions());
    return json ? copied(*json) : fail(error, json.error());
  });
}

void ptxkit_free(char *text) { std::free(text); }
