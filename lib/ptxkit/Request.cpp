// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptxkit/Request.h"

#include "ptx/Layout/Commands.h"
#include "ptx/Support/ProjectFile.h"
#include "ptxkit/Check.h"
#include "ptxkit/Instructions.h"
#include "ptxkit/OptionValues.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptxkit;
namespace json = llvm::json;
using llvm::StringRef;
using Answer = llvm::Expected<json::Value>;

namespace {

/// A request, and the options and the text in it.
struct Request {
  const json::Object &object;
  Options options = {};
  SanitizeOptions sanitize = {};

  std::string text(StringRef key, StringRef otherwise = "") const {
    return object.getString(key).value_or(otherwise).str();
  }
  bool flag(StringRef key) const { return object.getBoolean(key).value_or(false); }
};

} // namespace

static llvm::Error failed(const std::string &text) {
  return llvm::createStringError("%s", text.c_str());
}

/// The value of an option as on a command line; none if it is an object or `null`.
static std::optional<std::string> optionText(const json::Value &value) {
  if (std::optional<bool> flag = value.getAsBoolean())
    return *flag ? "1" : "0";
  if (std::optional<uint64_t> number = value.getAsUINT64())
    return std::to_string(*number);
  if (std::optional<StringRef> text = value.getAsString())
    return text->str();
  return std::nullopt;
}

static llvm::Error setOption(Request &request, StringRef name, const json::Value &value) {
  if (const json::Array *values = value.getAsArray()) {
    for (const json::Value &each : *values)
      if (llvm::Error error = setOption(request, name, each))
        return error;
    return llvm::Error::success();
  }
  std::optional<std::string> text = optionText(value);
  if (!text)
    return llvm::createStringError("the option `" + name + "` is no text, number or boolean");
  // The values of these options are files or folders.
  if (name == "tensor-maps" || name == "I")
    return llvm::createStringError("the option `" + name + "` needs a file");
  std::string error = detail::setOption(request.options, request.sanitize, name, *text);
  return error.empty() ? llvm::Error::success() : failed(error);
}

static llvm::Error readOptions(Request &request) {
  const json::Value *given = request.object.get("options");
  if (!given)
    return llvm::Error::success();
  const json::Object *options = given->getAsObject();
  if (!options)
    return llvm::createStringError("`options` is no object");
  // By name, so that `fragment`, on which `operands` depends, comes first.
  std::vector<const json::Object::value_type *> sorted;
  for (const auto &option : *options)
    sorted.push_back(&option);
  llvm::sort(sorted, [](auto *a, auto *b) { return a->first < b->first; });
  for (const auto *option : sorted)
    if (llvm::Error error = setOption(request, option->first, option->second))
      return error;
  return llvm::Error::success();
}

/// The source of the request, checked.
static llvm::Expected<Check> checked(const Request &request) {
  if (!request.object.getString("text"))
    return llvm::createStringError("the request has no `text`");
  Expected<Check> check =
      Check::text(request.text("text"), request.text("name", "<text>"), request.options);
  if (!check)
    return failed(check.error());
  return *std::move(check);
}

static Answer parsed(StringRef text) { return json::parse(text); }

static Answer textOrError(Expected<std::string> text) {
  if (!text)
    return failed(text.error());
  return json::Value(*std::move(text));
}

/// The records of a text with one object on each line.
static llvm::Expected<json::Array> records(StringRef lines) {
  json::Array result;
  for (StringRef line : llvm::split(lines, '\n')) {
    if (line.empty())
      continue;
    Answer record = parsed(line);
    if (!record)
      return record.takeError();
    result.push_back(std::move(*record));
  }
  return result;
}

static Answer answerCheck(const Request &, const Check &check) {
  auto findings = records(check.reportJsonl());
  if (!findings)
    return findings.takeError();
  return json::Object{{"errors", check.errors()},
                      {"warnings", check.warnings()},
                      {"version", check.version()},
                      {"findings", std::move(*findings)}};
}

static Answer answerReport(const Request &request, const Check &check) {
  return textOrError(check.report(request.text("format", "text")));
}

static Answer answerFormat(const Request &request, const Check &check) {
  return textOrError(request.flag("canonical") ? check.canonical() : check.formatted());
}

static Answer answerLower(const Request &, const Check &check) {
  return textOrError(check.lowered());
}

static Answer answerFix(const Request &request, const Check &check) {
  std::vector<std::string> rules;
  if (const json::Array *given = request.object.getArray("rules"))
    for (const json::Value &rule : *given)
      rules.push_back(rule.getAsString().value_or("").str());
  Expected<FixedText> fixed = check.fixed(request.flag("unsafe"), rules);
  if (!fixed)
    return failed(fixed.error());
  return json::Object{{"text", fixed->text}, {"fixes", static_cast<int64_t>(fixed->applied)}};
}

static Answer answerRequirements(const Request &, const Check &check) {
  auto found = records(check.requirementsJsonl());
  if (!found)
    return found.takeError();
  return std::move(*found);
}

static Answer answerLaunches(const Request &, const Check &check) {
  json::Array texts;
  for (const std::string &text : check.launches())
    texts.push_back(text);
  return texts;
}

static Answer answerSanitize(const Request &request, const Check &check) {
  Expected<std::string> text = check.sanitizeJson(request.text("launch"), request.sanitize);
  if (!text)
    return failed(text.error());
  return parsed(*text);
}

static Answer answerRun(const Request &request, const Check &check) {
  std::vector<std::string> print;
  if (const json::Array *given = request.object.getArray("print"))
    for (const json::Value &part : *given)
      print.push_back(part.getAsString().value_or("").str());
  Expected<std::string> text = check.runJson(request.text("launch"), print, request.sanitize);
  if (!text)
    return failed(text.error());
  return parsed(*text);
}

static Answer answerDescribe(const Request &request) {
  Expected<std::string> text = describe(request.text("mnemonic"));
  if (!text)
    return failed(text.error());
  return parsed(*text);
}

/// A command of `ptx-layout`.
static Answer answerLayout(const Request &request) {
  std::string name = request.text("command");
  const ptx::LayoutCommand *command = ptx::findLayoutCommand(name);
  if (!command)
    return llvm::createStringError("unknown command `" + name + "`");
  std::vector<StringRef> words;
  if (const json::Array *given = request.object.getArray("arguments"))
    for (const json::Value &word : *given)
      words.push_back(word.getAsString().value_or(""));
  ptx::LayoutOptions options;
  std::vector<std::pair<StringRef, std::string>> values; // the options refer to these texts
  if (const json::Object *given = request.object.getObject("layout"))
    for (const auto &[key, value] : *given)
      values.emplace_back(key, optionText(value).value_or(""));
  for (const auto &[key, value] : values)
    if (!command->uses(key) || !ptx::setLayoutOption(options, key, value))
      return llvm::createStringError("`" + command->name + "` does not use --" + key);
  llvm::Expected<ptx::LayoutReport> report = command->run(options, words);
  if (!report)
    return report.takeError();
  std::string text;
  llvm::raw_string_ostream os(text);
  report->printJson(os);
  Answer value = parsed(text);
  if (!value)
    return value.takeError();
  json::Object result{{"legal", report->isLegal()}, {"report", std::move(*value)}};
  text.clear();
  report->printText(os);
  result["text"] = text;
  if (report->figure) {
    text.clear();
    report->figure->print(os);
    result["figure"] = text;
  }
  return result;
}

namespace {
/// The methods about a source.
struct SourceMethod {
  StringRef name;
  Answer (*answer)(const Request &request, const Check &check);
};
} // namespace

static constexpr SourceMethod sourceMethods[] = {{"check", answerCheck},
                                                 {"report", answerReport},
                                                 {"format", answerFormat},
                                                 {"lower", answerLower},
                                                 {"fix", answerFix},
                                                 {"requirements", answerRequirements},
                                                 {"launches", answerLaunches},
                                                 {"sanitize", answerSanitize},
                                                 {"run", answerRun}};

static Answer dispatch(const json::Object &object) {
  Request request{object};
  std::string method = request.text("method");
  if (method == "describe")
    return answerDescribe(request);
  if (method == "instructions")
    return parsed(instructions());
  if (method == "registers")
    return parsed(specialRegisters());
  if (method == "layout")
    return answerLayout(request);
  for (const SourceMethod &known : sourceMethods) {
    if (known.name != method)
      continue;
    if (llvm::Error error = readOptions(request))
      return error;
    llvm::Expected<Check> check = checked(request);
    if (!check)
      return check.takeError();
    return known.answer(request, *check);
  }
  return llvm::createStringError("unknown method `" + method + "`");
}

static Answer read(StringRef text) {
  constexpr unsigned deepest = 256; // LLVM's reader is recursive
  if (ptx::nestsDeeper(text, deepest, ptx::Quotes::Json))
    return llvm::createStringError("brackets nest too deeply");
  Answer request = parsed(text);
  if (!request)
    return request.takeError();
  const json::Object *object = request->getAsObject();
  if (!object)
    return llvm::createStringError("the request is no object");
  return dispatch(*object);
}

std::string detail::answer(std::string_view request) {
  json::Object reply;
  if (Answer result = read({request.data(), request.size()}))
    reply["result"] = std::move(*result);
  else
    reply["error"] = json::fixUTF8(llvm::toString(result.takeError()));
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(std::move(reply));
  return text;
}
