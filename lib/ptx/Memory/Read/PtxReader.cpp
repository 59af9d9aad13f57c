// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Read/PtxReader.h"
#include "ptx/Check/Passes.h"
#include "ptx/Diagnostics/Report.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Diagnostics/Writers/Renderer.h"
#include "ptx/Memory/Limits.h"
#include "ptx/Memory/Read/ConditionReader.h"
#include "ptx/Memory/Read/PtxSteps.h"
#include "ptx/Support/Workers.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// The values of special registers by their names.
using SpecialValues = llvm::StringMap<uint64_t>;

/// A comment `//@litmus thread`, and the comments about its special registers.
struct ThreadComment {
  uint32_t offset;
  LitmusThread thread = {};
  SpecialValues specials = {};
  bool hasCluster = false; ///< it names the cluster
};

class PtxReader {
public:
  PtxReader(const SourceBuffer &source, bool needsCondition)
      : source(source), needsCondition(needsCondition) {}

  llvm::Expected<LitmusTest> run();

private:
  llvm::Error comments();
  llvm::Error comment(StringRef words);
  llvm::Error threadComment(StringRef words);
  llvm::Error specialComment(StringRef words);
  void placeInClusters();
  llvm::Error readThreads();
  llvm::Error readThread(const Function &function, const ThreadComment &comment);
  uint32_t variableOf(const Symbol &symbol, const LitmusThread &thread);
  void initialize(LitmusVariable &variable, const Symbol &symbol);
  llvm::Error aliases();
  llvm::Error at(const char *where, const Twine &text) const {
    size_t line = source.text().take_front(where - source.text().data()).count('\n') + 1;
    return llvm::createStringError("line " + Twine(line) + ": " + text);
  }

  const SourceBuffer &source;
  const bool needsCondition;
  CheckedSource checked;
  LitmusTest test;
  std::vector<ThreadComment> threads;
  SpecialValues specials; ///< of all threads
  std::vector<std::pair<StringRef, StringRef>> aliasNames, parameters;
  std::string condition;
  StringRef conditionPlace;
  /// By name and, for shared memory, the location of the CTA.
  std::map<std::pair<std::string, std::string>, uint32_t> variables;
};

} // namespace

llvm::Error PtxReader::threadComment(StringRef words) {
  ThreadComment result{static_cast<uint32_t>(words.data() - source.text().data())};
  for (StringRef word : llvm::split(words, ' ')) {
    auto [key, value] = word.trim().split('=');
    if (key.empty())
      continue;
    LitmusThread &thread = result.thread;
    uint32_t *place = key == "cta"       ? &thread.cta
                      : key == "cluster" ? &thread.cluster
                      : key == "gpu"     ? &thread.gpu
                                         : nullptr;
    if (key == "name" && !value.empty())
      thread.name = value.str();
    else if (place && !value.getAsInteger(10, *place))
      result.hasCluster |= key == "cluster";
    else
      return at(word.data(),
                "expected `cta=<n>`, `cluster=<n>`, `gpu=<n>` or `name=<name>`, found `" +
                    word.trim() + "`");
  }
  threads.push_back(std::move(result));
  if (threads.size() > litmus::mostThreads)
    return at(words.data(), "the test has more than " + Twine(litmus::mostThreads) + " threads");
  return llvm::Error::success();
}

/// `%tid.x = 3`: of the last thread before it, or of all threads if there is none.
llvm::Error PtxReader::specialComment(StringRef words) {
  auto [left, right] = words.split('=');
  StringRef name = left.trim(), number = right.trim();
  uint64_t value;
  if (!findSpecialRegister(name.split('.').first))
    return at(words.data(), "`" + name + "` is not a special register");
  if (number.getAsInteger(0, value))
    return at(words.data(), "expected `" + name + " = <number>`");
  (threads.empty() ? specials : threads.back().specials)[name] = value;
  return llvm::Error::success();
}

llvm::Error PtxReader::comment(StringRef words) {
  if (words.starts_with("%"))
    return specialComment(words);
  StringRef keyword = words.take_until(llvm::isSpace);
  StringRef rest = words.drop_front(keyword.size());
  if (keyword == "thread")
    return threadComment(rest);
  if (keyword == "name") {
    test.name = rest.trim().str();
    return llvm::Error::success();
  }
  if (keyword == "alias" || keyword == "param") {
    auto [name, value] = rest.split('=');
    if (name.trim().empty() || value.trim().empty())
      return at(words.data(), "expected `" + keyword + " <name> = <variable>`");
    (keyword == "alias" ? aliasNames : parameters).emplace_back(name.trim(), value.trim());
    return llvm::Error::success();
  }
  if (condition.empty())
    conditionPlace = words;
  condition += (words + " ").str();
  return llvm::Error::success();
}

llvm::Error PtxReader::comments() {
  constexpr StringRef mark = "//@litmus ";
  StringRef text = source.text();
  for (size_t at = text.find(mark); at != StringRef::npos; at = text.find(mark, at + 1)) {
    StringRef line =
        text.drop_front(at + mark.size()).take_until([](char c) { return c == '\n' || c == '\r'; });
    if (const char *wrong = findUnprintable(line))
      return this->at(wrong, "expected text, found the byte " + argumentText(uint8_t(*wrong)));
    if (llvm::Error error = comment(line.trim()))
      return error;
  }
  return llvm::Error::success();
}

void PtxReader::initialize(LitmusVariable &variable, const Symbol &symbol) {
  variable.bytes = symbol.bytes;
  if (symbol.type)
    variable.elementBytes = std::max(1u, info(*symbol.type).width / 8u);
  const SyntaxUnit &unit = *symbol.unit;
  ExprId initializer = unit[symbol.declarator].initializer;
  variable.isUninitialized = symbol.space == StateSpace::Shared && !initializer.valid();
  if (!initializer.valid())
    return;
  size_t elements = unit[initializer].kind == ExprKind::Initializer
                        ? unit.list(unit[initializer].list()).size()
                        : 1;
  variable.contents.resize(std::min<uint64_t>(symbol.bytes, elements * variable.elementBytes));
  size_t next = 0;
  auto add = [&](ExprId id) {
    std::optional<Constant> value = evaluate(unit, id, ConstantRules::Manual);
    for (unsigned i = 0; i < variable.elementBytes && next < variable.contents.size(); ++i)
      variable.contents[next++] = value && i < 8 ? value->bits >> 8 * i & 0xFF : 0;
  };
  if (unit[initializer].kind != ExprKind::Initializer)
    return add(initializer);
  for (ExprId id : unit.list(unit[initializer].list()))
    add(id);
}

uint32_t PtxReader::variableOf(const Symbol &symbol, const LitmusThread &thread) {
  std::string cta;
  bool isShared = symbol.space == StateSpace::Shared;
  if (isShared)
    cta = (Twine(thread.gpu) + "." + Twine(thread.cluster) + "." + Twine(thread.cta)).str();
  auto [entry, isNew] = variables.try_emplace({symbol.name.str(), cta});
  if (isNew) {
    bool isTaken = test.findVariable(symbol.name).has_value();
    entry->second = test.addVariable((symbol.name + (isTaken ? "@" + cta : "")).str());
    initialize(test.variables[entry->second], symbol);
    if (isShared)
      test.variables[entry->second].cta = thread.cta;
  }
  return entry->second;
}

llvm::Error PtxReader::readThread(const Function &function, const ThreadComment &comment) {
  const SyntaxUnit &top = checked.module->top();
  LitmusThread thread = comment.thread;
  if (thread.name.empty())
    thread.name = top.text(function.name).str();
  if (test.findThread(thread.name))
    return at(source.text().data() + comment.offset, "a thread before is called `" + thread.name +
                                                         "` as well; `name=<name>` tells them "
                                                         "apart");
  auto variable = [&](const Symbol &symbol, std::optional<uint32_t> cta) {
    LitmusThread owner;
    owner.gpu = thread.gpu;
    owner.cluster = thread.cluster;
    owner.cta = cta.value_or(thread.cta);
    return variableOf(symbol, owner);
  };
  auto parameter = [&](StringRef name) -> std::optional<LitmusValue> {
    for (auto [known, value] : parameters) {
      uint64_t number;
      if (known != name)
        continue;
      if (!value.getAsInteger(0, number))
        return LitmusValue::ofNumber(number);
      std::optional<uint32_t> symbol = checked.sema->tables->symbols.find(value);
      if (symbol && checked.sema->tables->symbols[*symbol].isMemory())
        return LitmusValue::ofAddress(variableOf(checked.sema->tables->symbols[*symbol], thread));
    }
    return std::nullopt;
  };
  auto special = [&](StringRef name) -> std::optional<LitmusValue> {
    for (const SpecialValues *values : {&comment.specials, &std::as_const(specials)})
      if (auto found = values->find(name); found != values->end())
        return LitmusValue::ofNumber(found->second);
    return std::nullopt;
  };
  if (llvm::Error error =
          addPtxSteps(*checked.sema->bodies[function.body], {variable, parameter, special}, thread))
    return error;
  test.threads.push_back(std::move(thread));
  return llvm::Error::success();
}

/// A CTA without a comment about its cluster is a separate cluster.
void PtxReader::placeInClusters() {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> clusterOf; // by GPU and CTA
  std::set<std::pair<uint32_t, uint32_t>> taken;               // GPU and cluster
  for (const ThreadComment &comment : threads)
    if (comment.hasCluster) {
      clusterOf.try_emplace({comment.thread.gpu, comment.thread.cta}, comment.thread.cluster);
      taken.emplace(comment.thread.gpu, comment.thread.cluster);
    }
  for (ThreadComment &comment : threads) {
    if (comment.hasCluster)
      continue;
    LitmusThread &thread = comment.thread;
    auto [entry, isNew] = clusterOf.try_emplace({thread.gpu, thread.cta}, 0);
    while (isNew && !taken.emplace(thread.gpu, entry->second).second)
      ++entry->second;
    thread.cluster = entry->second;
  }
}

llvm::Error PtxReader::readThreads() {
  placeInClusters();
  const SyntaxUnit &top = checked.module->top();
  for (const Symbol &symbol : checked.sema->tables->symbols.all())
    if (symbol.isMemory() && symbol.space == StateSpace::Global && symbol.bytes)
      variableOf(symbol, {});
  size_t next = 0;
  for (const Function &function : top.functions()) {
    uint32_t begin = top.range(function.first).begin;
    for (; next < threads.size() && threads[next].offset < begin; ++next) {
      if (!function.hasBody() || !top.isEntry(function))
        return at(source.text().data() + begin,
                  "a thread of a litmus test is an entry with a body");
      if (llvm::Error error = readThread(function, threads[next]))
        return error;
    }
  }
  if (test.threads.empty())
    return llvm::createStringError("no `//@litmus thread` is before an entry");
  return llvm::Error::success();
}

llvm::Error PtxReader::aliases() {
  for (auto [name, target] : aliasNames) {
    std::optional<uint32_t> alias = test.findVariable(name), of = test.findVariable(target);
    if (!alias || !of)
      return at(name.data(),
                "`" + (alias ? target : name) + "` is not a variable that a thread can access");
    test.variables[*alias].object = test.variables[*of].object;
  }
  return llvm::Error::success();
}

llvm::Expected<LitmusTest> PtxReader::run() {
  test.name = printable(source.name());
  if (llvm::Error error = comments())
    return error;
  CheckOptions options;
  options.lints = false;
  Workers workers(1);
  Stats stats;
  checked = checkPasses(source, options, {workers, stats}, Trees::Kept);
  Report report = makeReport(std::move(checked.diagnostics), options.diagnostics, source);
  if (report.errors) {
    std::string text;
    llvm::raw_string_ostream os(text);
    render(OutputFormat::Text, os, source, report, RenderOptions{ColorMode::Never});
    return llvm::make_error<IllegalModule>(std::move(text));
  }
  if (llvm::Error error = readThreads())
    return error;
  if (llvm::Error error = aliases())
    return error;
  if (condition.empty() && needsCondition)
    return llvm::createStringError("the test has no condition (`//@litmus exists ...`)");
  if (condition.empty())
    return std::move(test);
  if (llvm::Error error = readCondition(condition, test))
    return at(conditionPlace.data(), llvm::toString(std::move(error)));
  return std::move(test);
}

char IllegalModule::ID = 0;

void IllegalModule::log(llvm::raw_ostream &os) const {
  os << "the test is not legal PTX\n" << text;
}

llvm::Expected<LitmusTest> ptx::readPtxLitmus(const SourceBuffer &source, bool needsCondition) {
  return PtxReader(source, needsCondition).run();
}
