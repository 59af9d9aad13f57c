// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptxkit/ptxkit.h"

#include "ptxkit/Check.h"
#include "ptxkit/Instructions.h"
#include "ptxkit/ModuleJson.h"
#include "ptxkit/OptionValues.h"
#include "ptxkit/Request.h"

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

int ptxkit_options_set(ptxkit_options *options, const char *name, const char *value) {
  if (!options || !name || !value)
    return 0;
  return guarded(0, [&] {
    options->error = ptxkit::detail::setOption(options->options, options->sanitize, name, value);
    return options->error.empty() ? 1 : 0;
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

char *ptxkit_request(const char *request, size_t size) {
  if (!request)
    return nullptr;
  return guarded(nullptr, [&] { return copied(ptxkit::detail::answer({request, size})); });
}

void ptxkit_free(char *text) { std::free(text); }
