// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Read/DialectReader.h"
#include "ptx/Memory/Limits.h"
#include "ptx/Memory/Read/ConditionReader.h"
#include "ptx/Memory/Read/DialectParser.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

bool DialectParser::fail(const char *at, const Twine &what) {
  if (!at) // a missing part, such as after the last `;`
    at = text.end();
  size_t line = StringRef(text.data(), at - text.data()).count('\n') + 1;
  if (problem.empty())
    problem = ("line " + Twine(line) + ": " + what).str();
  return false;
}

uint32_t DialectParser::variable(StringRef name) {
  if (std::optional<uint32_t> known = test.findVariable(name))
    return *known;
  uint32_t index = test.addVariable(name);
  test.variables[index].bytes = test.variables[index].elementBytes = 4;
  return index;
}

bool ptx::isDialectRegister(StringRef word) {
  return word.size() > 1 && word[0] == 'r' && llvm::all_of(word.drop_front(), llvm::isDigit);
}

LitmusValue DialectParser::value(uint32_t thread, StringRef word) {
  if (isDialectRegister(word))
    return LitmusValue::ofRegister(test.threads[thread].registerNamed(word));
  int64_t number = 0;
  if (word.getAsInteger(0, number))
    fail(word.data(), "expected a register or a number, found `" + word + "`");
  return LitmusValue::ofNumber(static_cast<uint32_t>(number));
}

bool DialectParser::declaration(StringRef part) {
  if (auto [name, rest] = part.split('@'); !rest.empty()) {
    Words words;
    rest.split(words, ' ', -1, false);
    if (words.size() != 3 || words[1] != "aliases")
      return fail(part.data(), "expected `<name> @ <proxy> aliases <name>`");
    uint32_t target = variable(words[2]), alias = variable(name.trim());
    test.variables[alias].object = test.variables[target].object;
    if (words[0] != "generic")
      test.variables[alias].address = test.variables[target].address;
    return true;
  }
  auto [name, number] = part.split('=');
  name = name.trim();
  number = number.trim();
  if (auto [thread, registerName] = name.split(':'); !registerName.empty()) {
    std::optional<uint32_t> index = test.findThread(thread.trim());
    if (!index)
      return fail(part.data(), "the test has no thread `" + thread.trim() + "`");
    if (number.empty())
      return fail(part.data(), "expected `<thread>:<register> = <value>`");
    LitmusThread &declared = test.threads[*index];
    declared.initial[declared.registerNamed(registerName.trim())] = value(*index, number);
    return true;
  }
  int64_t initial = 0;
  if (number.getAsInteger(0, initial))
    return fail(part.data(), "expected `<variable> = <number>`");
  test.variables[variable(name)].value = static_cast<uint32_t>(initial);
  return true;
}

bool DialectParser::declarations(StringRef part) {
  Words parts;
  part.split(parts, ';', -1, false);
  if (parts.size() > litmus::mostVariables)
    return fail(part.data(),
                "the test has more than " + Twine(litmus::mostVariables) + " declarations");
  for (StringRef one : parts)
    if (!one.trim().empty() && !declaration(one.trim()))
      return false;
  return true;
}

bool DialectParser::threadHeader(StringRef row) {
  Words cells;
  row.split(cells, '|');
  for (StringRef cell : cells) {
    LitmusThread thread;
    auto [name, place] = cell.split('@');
    thread.name = name.trim().str();
    Words parts;
    place.split(parts, ',', -1, false);
    for (StringRef part : parts) {
      auto [level, number] = part.trim().split(' ');
      uint32_t *slot = level == "cta"       ? &thread.cta
                       : level == "cluster" ? &thread.cluster
                       : level == "gpu"     ? &thread.gpu
                                            : nullptr;
      if (!slot || number.trim().getAsInteger(10, *slot))
        return fail(cell.data(), "expected `<thread>@cta <n>,gpu <n>`");
    }
    if (thread.name.empty() || parts.empty())
      return fail(cell.data(), "expected `<thread>@cta <n>,gpu <n>`");
    if (test.threads.size() == litmus::mostThreads)
      return fail(cell.data(), "the test has more than " + Twine(litmus::mostThreads) + " threads");
    test.threads.push_back(std::move(thread));
  }
  labels.resize(cells.size());
  openLabels.resize(cells.size());
  return true;
}

bool DialectParser::row(StringRef row) {
  Words cells;
  row.split(cells, '|');
  if (cells.size() > test.threads.size())
    return fail(row.data(), "the row has more columns than there are threads");
  for (auto [thread, cell] : llvm::enumerate(cells))
    if (!instruction(thread, cell))
      return false;
  return true;
}

llvm::Expected<LitmusTest> DialectParser::run() {
  auto failure = [&] { return llvm::createStringError(problem); };
  test.barriersTakeCta = test.isPtx = false;
  StringRef header = text.ltrim();
  header.consume_front_insensitive("ptx");
  test.name = header.take_until([](char c) { return c == '\n' || c == '\r'; }).trim().str();
  if (const char *wrong = findUnprintable(text)) {
    fail(wrong, "expected text, found the byte " + argumentText(uint8_t(*wrong)));
    return failure();
  }
  size_t open = text.find('{'), close = text.find('}');
  if (open == StringRef::npos || close == StringRef::npos || close < open) {
    fail(text.data(), "expected `{`, the initial values and `}`");
    return failure();
  }
  StringRef rest = text.drop_front(close + 1);
  rest = rest.drop_while([](char c) { return llvm::isSpace(c) || c == ';'; });
  auto isCondition = [](StringRef part) {
    return part.starts_with("exists") || part.starts_with("~") || part.starts_with("forall") ||
           part.starts_with("filter") || part.starts_with("not ") || part.starts_with("locations");
  };
  bool isFirst = true;
  while (!rest.ltrim().empty() && !isCondition(rest.ltrim())) {
    auto [line, after] = rest.split(';');
    bool read =
        isFirst ? threadHeader(line) && declarations(text.slice(open + 1, close)) : row(line);
    if (!read || !problem.empty())
      return failure();
    isFirst = false;
    rest = after;
  }
  for (uint32_t thread = 0; thread < openLabels.size(); ++thread)
    for (auto [step, label] : openLabels[thread]) {
      auto target = labels[thread].find(label);
      if (target == labels[thread].end()) {
        fail(label.data(), "unknown label `" + label + "`");
        return failure();
      }
      test.threads[thread].steps[step].target = target->second;
    }
  if (test.threads.empty()) {
    fail(rest.data(), "expected the threads");
    return failure();
  }
  rest = rest.ltrim();
  if (rest.starts_with("locations"))
    rest = rest.drop_front(std::min(rest.find(']'), rest.size() - 1) + 1);
  if (llvm::Error error = readCondition(rest, test)) {
    fail(rest.data(), llvm::toString(std::move(error)));
    return failure();
  }
  return std::move(test);
}

bool ptx::isDialect(StringRef text) {
  return text.ltrim().starts_with_insensitive("ptx") && text.ltrim().size() > 3 &&
         llvm::isSpace(text.ltrim()[3]);
}

llvm::Expected<LitmusTest> ptx::readDialect(StringRef text) {
  // Replace comments by blanks, so that line numbers do not change.
  std::string plain = text.str();
  for (size_t begin = plain.find("(*"); begin != std::string::npos;
       begin = plain.find("(*", begin)) {
    size_t end = plain.find("*)", begin);
    end = end == std::string::npos ? plain.size() : end + 2;
    for (; begin < end; ++begin)
      if (plain[begin] != '\n')
        plain[begin] = ' ';
  }
  return DialectParser(plain).run();
}
