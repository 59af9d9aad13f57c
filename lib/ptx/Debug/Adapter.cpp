// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Debug/Adapter.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Execution/Sanitizer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using namespace ptx::debug;
using execution::Ending;
using execution::ExecutedStatement;
using execution::Fragment;
using execution::Operation;
using execution::Warp;
using llvm::StringRef;
namespace json = llvm::json;

// Messages: the request, and its response or the error.

void Adapter::sendEvent(StringRef name, Object body) {
  stream.send(Object{{"type", "event"}, {"event", name}, {"body", std::move(body)}});
}

void Adapter::tell(StringRef text, StringRef category) {
  sendEvent("output", Object{{"category", category}, {"output", json::fixUTF8(text)}});
}

void Adapter::handle(const ClientMessage &received) {
  const Object *object = received.value ? received.value->getAsObject() : nullptr;
  if (!object)
    return tell(
        "a message is not JSON: " + (received.value ? "expected an object" : received.fault) + "\n",
        "important");
  const Object &message = *object;
  if (message.getString("type") != StringRef("request"))
    return;
  std::string command = json::fixUTF8(message.getString("command").value_or(""));
  const Object *given = message.getObject("arguments");
  Result result = answer(command, given ? *given : Object());
  Object response{{"type", "response"},
                  {"request_seq", message.getInteger("seq").value_or(0)},
                  {"command", command},
                  {"success", static_cast<bool>(result)}};
  if (result) {
    response["body"] = std::move(*result);
  } else {
    std::string text = json::fixUTF8(llvm::toString(result.takeError()));
    response["message"] = text;
    // A client can ask for what a stop had after the execution went on.
    bool isForUser = command == "launch" || command == "attach";
    response["body"] =
        Object{{"error", Object{{"id", 1}, {"format", text}, {"showUser", isForUser}}}};
  }
  stream.send(std::move(response));
  // Breakpoints are set when the statements are known.
  if (command == "launch" && debuggee)
    sendEvent("initialized");
}

Adapter::Result Adapter::answer(StringRef command, const Object &arguments) {
  /// A request, and whether it is about a stopped execution.
  struct Request {
    StringRef command;
    Result (Adapter::*answer)(const Object &arguments);
    bool isAboutStop = false;
  };
  static constexpr Request requests[] = {
      {"initialize", &Adapter::initialize},
      {"launch", &Adapter::launch},
      {"attach", &Adapter::attach},
      {"setBreakpoints", &Adapter::setBreakpoints},
      {"setFunctionBreakpoints", &Adapter::setFunctionBreakpoints},
      {"setExceptionBreakpoints", &Adapter::setExceptionBreakpoints},
      {"configurationDone", &Adapter::configurationDone},
      {"threads", &Adapter::threads},
      {"pause", &Adapter::pause},
      {"terminate", &Adapter::terminate},
      {"disconnect", &Adapter::disconnect},
      {"stackTrace", &Adapter::stackTrace, true},
      {"scopes", &Adapter::scopes, true},
      {"variables", &Adapter::variables, true},
      {"evaluate", &Adapter::evaluateExpression, true},
      {"readMemory", &Adapter::readMemory, true},
      {"exceptionInfo", &Adapter::exceptionInfo, true},
      {"continue", &Adapter::go<Going::Freely>, true},
      {"next", &Adapter::go<Going::Over>, true},
      {"stepIn", &Adapter::go<Going::In>, true},
      {"stepOut", &Adapter::go<Going::Out>, true},
      {"stepToBarrier", &Adapter::go<Going::ToBarrier>, true},
  };
  const Request *request =
      llvm::find_if(requests, [&](const Request &each) { return each.command == command; });
  if (request == std::end(requests))
    return llvm::createStringError("no request `" + command + "`");
  if (request->isAboutStop && !stopped)
    return llvm::createStringError("`" + command +
                                   "` is answered only while an execution is stopped");
  return (this->*request->answer)(arguments);
}

Adapter::Result Adapter::attach(const Object &) {
  return llvm::createStringError("`attach` is not supported; use `launch`");
}

Adapter::Result Adapter::configurationDone(const Object &) {
  isConfigured = true;
  return Object();
}

Adapter::Result Adapter::pause(const Object &) {
  isPauseRequested = true;
  return Object();
}

Adapter::Result Adapter::terminate(const Object &) {
  isEnding = true;
  return Object();
}

Adapter::Result Adapter::disconnect(const Object &) {
  isEnding = isDisconnected = true;
  return Object();
}

Adapter::Result Adapter::initialize(const Object &) {
  json::Array filters;
  for (auto [filter, label] : {std::pair("findings", "Findings of the execution"),
                               std::pair("notComputed", "What is not computed")})
    filters.push_back(Object{{"filter", filter}, {"label", label}, {"default", true}});
  return Object{{"supportsConfigurationDoneRequest", true},
                {"supportsFunctionBreakpoints", true},
                {"supportsConditionalBreakpoints", true},
                {"supportsHitConditionalBreakpoints", true},
                {"supportsLogPoints", true},
                {"supportsEvaluateForHovers", true},
                {"supportsReadMemoryRequest", true},
                {"supportsTerminateRequest", true},
                {"supportsExceptionInfoRequest", true},
                {"exceptionBreakpointFilters", std::move(filters)}};
}

Adapter::Result Adapter::launch(const Object &arguments) {
  if (debuggee)
    return llvm::createStringError("there is a launch already");
  llvm::Expected<std::unique_ptr<Debuggee>> loaded = load(arguments);
  if (!loaded)
    return loaded.takeError();
  debuggee = std::move(*loaded);
  statements.emplace(debuggee->checked());
  stopsOnEntry = arguments.getBoolean("stopOnEntry").value_or(false);
  showsSource = arguments.getString("view") == StringRef("source");
  return Object();
}

// Breakpoints.

Adapter::Object Adapter::addBreakpoint(std::vector<Breakpoint> &list, const Object &given,
                                       llvm::ArrayRef<const Statement *> places, StringRef whyNot) {
  Breakpoint point{++lastBreakpoint, {}, "", ""};
  point.condition = given.getString("condition").value_or("").str();
  point.message = given.getString("logMessage").value_or("").str();
  if (std::optional<StringRef> count = given.getString("hitCondition")) {
    uint64_t number = 0;
    if (!count->trim().getAsInteger(10, number) && number)
      point.ignored = number - 1;
  }
  for (const Statement *place : places)
    point.places.push_back(place->begin);
  Object answer{{"id", point.id}, {"verified", !places.empty()}};
  if (places.empty())
    answer["message"] = whyNot;
  list.push_back(std::move(point));
  return answer;
}

/// Whether both are paths of the same file, as far as that can be told from their text.
static bool isSamePath(StringRef a, StringRef b) {
  llvm::SmallString<128> first(a), second(b);
  for (llvm::SmallString<128> *path : {&first, &second})
    llvm::sys::path::remove_dots(*path, true);
  return first == second;
}

Adapter::Result Adapter::setBreakpoints(const Object &arguments) {
  const Object *source = arguments.getObject("source");
  StringRef path = source ? source->getString("path").value_or("") : "";
  if (path.empty())
    return llvm::createStringError("expected the path of a source");
  std::vector<Breakpoint> &list = breakpoints[path.str()];
  list.clear();
  json::Array answers;
  if (const json::Array *given = arguments.getArray("breakpoints"))
    for (const json::Value &value : *given) {
      const Object *point = value.getAsObject();
      int64_t line = point ? point->getInteger("line").value_or(0) : 0;
      uint32_t number = line > 0 && line < INT32_MAX ? static_cast<uint32_t>(line) : 0;
      std::vector<const Statement *> places;
      bool isModule = debuggee && isSamePath(path, debuggee->path());
      if (isModule && number) {
        if (const Statement *statement = statements->atLine(number))
          places.push_back(statement);
      } else if (debuggee && number) {
        places = statements->ofSource(path, number);
      }
      Object answer =
          addBreakpoint(list, point ? *point : Object(), places,
                        !debuggee ? "nothing is launched"
                                  : "the module has no statement of this line or a later one");
      if (!places.empty())
        answer["line"] = isModule ? places[0]->line : places[0]->sourceLine;
      answers.push_back(std::move(answer));
    }
  collectBreakpoints();
  return Object{{"breakpoints", std::move(answers)}};
}

Adapter::Result Adapter::setFunctionBreakpoints(const Object &arguments) {
  std::vector<Breakpoint> &list = breakpoints[""];
  list.clear();
  json::Array answers;
  if (const json::Array *given = arguments.getArray("breakpoints"))
    for (const json::Value &value : *given) {
      const Object *point = value.getAsObject();
      const Statement *first = point && statements
                                   ? statements->ofFunction(point->getString("name").value_or(""))
                                   : nullptr;
      std::vector<const Statement *> places;
      if (first)
        places.push_back(first);
      Object answer = addBreakpoint(list, point ? *point : Object(), places,
                                    "the module has no such function with a body");
      if (first)
        answer["line"] = first->line;
      answers.push_back(std::move(answer));
    }
  collectBreakpoints();
  return Object{{"breakpoints", std::move(answers)}};
}

void Adapter::collectBreakpoints() {
  breakpointsAt.clear();
  for (auto &[path, list] : breakpoints)
    for (Breakpoint &point : list)
      for (uint32_t place : point.places)
        breakpointsAt[place].push_back(&point);
}

Adapter::Result Adapter::setExceptionBreakpoints(const Object &arguments) {
  stopsAtFindings = stopsWhereNotComputed = false;
  if (const json::Array *filters = arguments.getArray("filters"))
    for (const json::Value &filter : *filters) {
      stopsAtFindings |= filter.getAsString() == StringRef("findings");
      stopsWhereNotComputed |= filter.getAsString() == StringRef("notComputed");
    }
  return Object();
}

// Warps and frames.

/// The number of a CTA in its grid.
static uint64_t ctaNumber(const execution::Extent &id, const execution::Extent &grid) {
  return id[0] + uint64_t(grid[0]) * (id[1] + uint64_t(grid[1]) * id[2]);
}

int64_t Adapter::idOf(const MachineView &machine, const Warp &warp) const {
  uint64_t warps =
      (execution::volume(machine.launch().block) + execution::warpLanes - 1) / execution::warpLanes;
  uint64_t cta = ctaNumber(machine.ctaOf(warp).id, machine.launch().grid);
  return static_cast<int64_t>(cta * warps + warp.number + 1);
}

const Warp *Adapter::warpOf(int64_t id) const {
  for (const auto &warp : stopped->warps())
    if (idOf(*stopped, *warp) == id)
      return warp.get();
  return nullptr;
}

/// The CTA and the number of a warp, what it has done, and what it waits for.
std::string Adapter::nameOf(const MachineView &machine, const Warp &warp) const {
  std::string name = warpText(machine, warp);
  static constexpr const char *texts[] = {"", " (copies)", " (products)", " (copies, products)"};
  name += texts[roles.lookup(idOf(machine, warp)) & 3];
  if (warp.fragments.empty())
    return name + ": ended";
  std::string waits = machine.waitText(warp, *warp.fragments.front());
  return waits.empty() ? name : name + ": waits for " + waits;
}

Adapter::Result Adapter::threads(const Object &) {
  json::Array list;
  if (stopped)
    for (const auto &warp : stopped->warps())
      list.push_back(
          Object{{"id", idOf(*stopped, *warp)}, {"name", json::fixUTF8(nameOf(*stopped, *warp))}});
  // A client expects that there is one.
  if (list.empty())
    list.push_back(Object{{"id", 1}, {"name", "CTA 0 warp 0"}});
  return Object{{"threads", std::move(list)}};
}

const Statement *Adapter::statementAt(const MachineView &machine, uint32_t pc) const {
  const Operation &op = machine.program().operations[pc];
  return op.view ? statements->find(op.range.begin) : nullptr;
}

/// The first of a range of a list, and the number of its elements, from the members of a request.
static std::pair<uint64_t, uint64_t> rangeOf(const json::Object &arguments, StringRef start,
                                             StringRef count, uint64_t most) {
  int64_t first = arguments.getInteger(start).value_or(0);
  int64_t number = arguments.getInteger(count).value_or(0);
  return {static_cast<uint64_t>(std::max<int64_t>(0, first)),
          number <= 0 ? most : std::min(most, static_cast<uint64_t>(number))};
}

/// The parts of a warp that execute together, first the one that has stopped.
std::vector<const Fragment *> Adapter::fragmentsOf(const Warp &warp) const {
  std::vector<const Fragment *> fragments;
  for (const auto &fragment : warp.fragments)
    if (fragment->state != Fragment::State::Done)
      fragments.insert(fragment.get() == stoppedFragment ? fragments.begin() : fragments.end(),
                       fragment.get());
  return fragments;
}

Adapter::Result Adapter::stackTrace(const Object &arguments) {
  const Warp *warp = warpOf(arguments.getInteger("threadId").value_or(0));
  if (!warp)
    return llvm::createStringError("no such thread");
  json::Array list;
  uint64_t total = 0;
  auto [first, most] = rangeOf(arguments, "startFrame", "levels", 1000);
  std::vector<const Fragment *> fragments = fragmentsOf(*warp);
  for (const Fragment *fragment : fragments)
    for (Frame &frame : framesOf(*stopped, *warp, *fragment)) {
      bool isTop = total == 0;
      if (total++ < first || list.size() >= most)
        continue;
      if (isTop && warp == stoppedWarp && stoppedAt)
        frame.pc = *stoppedAt;
      const execution::Routine &routine = stopped->program().routines[frame.routine];
      std::string name = routine.name;
      if (fragments.size() > 1)
        name += ", " + lanesText(fragment->mask);
      std::string waits = stopped->waitText(*warp, *fragment);
      if (!waits.empty() && frame.depth == fragment->calls.size())
        name += ", waits for " + waits;
      const Statement *at = statementAt(*stopped, frame.pc);
      frames.push_back(frame);
      Object shown{{"id", static_cast<int64_t>(frames.size())},
                   {"name", json::fixUTF8(name)},
                   {"line", at ? at->line : 0},
                   {"column", at ? at->column : 0}};
      std::string path = debuggee->path().str();
      if (at && showsSource && !at->file.empty()) {
        path = at->file;
        shown["line"] = at->sourceLine;
        shown["column"] = 0;
      }
      shown["source"] = Object{{"name", json::fixUTF8(llvm::sys::path::filename(path))},
                               {"path", json::fixUTF8(path)}};
      list.push_back(std::move(shown));
    }
  return Object{{"stackFrames", std::move(list)}, {"totalFrames", static_cast<int64_t>(total)}};
}

const Frame *Adapter::frameOf(const Object &arguments, StringRef key) const {
  int64_t id = arguments.getInteger(key).value_or(0);
  return id > 0 && static_cast<uint64_t>(id) <= frames.size() ? &frames[static_cast<size_t>(id) - 1]
                                                              : nullptr;
}

// Values.

Adapter::Object Adapter::objectOf(Item item) {
  Object object{{"name", json::fixUTF8(item.name)},
                {"value", json::fixUTF8(item.value)},
                {"variablesReference", 0}};
  if (!item.type.empty())
    object["type"] = item.type;
  if (item.address)
    object["memoryReference"] = "0x" + llvm::utohexstr(item.address, true);
  if (!item.hasParts())
    return object;
  if (item.named)
    object["namedVariables"] = static_cast<int64_t>(item.named);
  if (item.indexed)
    object["indexedVariables"] = static_cast<int64_t>(item.indexed);
  items.push_back(std::move(item));
  object["variablesReference"] = static_cast<int64_t>(items.size());
  return object;
}

Adapter::Result Adapter::scopes(const Object &arguments) {
  const Frame *frame = frameOf(arguments, "frameId");
  if (!frame)
    return llvm::createStringError("no such frame");
  json::Array list;
  for (Item &item : scopesOf(*frame)) {
    bool isOfRegisters = item.name == "Registers";
    Object scope = objectOf(std::move(item));
    scope.erase("value");
    scope["expensive"] = false;
    if (isOfRegisters)
      scope["presentationHint"] = "registers";
    list.push_back(std::move(scope));
  }
  return Object{{"scopes", std::move(list)}};
}

Adapter::Result Adapter::variables(const Object &arguments) {
  int64_t reference = arguments.getInteger("variablesReference").value_or(0);
  if (reference <= 0 || static_cast<uint64_t>(reference) > items.size())
    return llvm::createStringError("no such variable");
  constexpr uint64_t mostVariables = 4096;
  auto [first, count] = rangeOf(arguments, "start", "count", mostVariables);
  const Item item = items[static_cast<size_t>(reference) - 1]; // the list grows
  StringRef filter = arguments.getString("filter").value_or("");
  json::Array list;
  if ((filter != "indexed" || item.indexed) && (filter != "named" || item.named))
    for (Item &part : item.parts(first, count))
      list.push_back(objectOf(std::move(part)));
  return Object{{"variables", std::move(list)}};
}

Adapter::Result Adapter::evaluateExpression(const Object &arguments) {
  const Frame *frame = frameOf(arguments, "frameId");
  std::optional<Frame> first;
  if (!frame && stoppedWarp && !fragmentsOf(*stoppedWarp).empty())
    first.emplace(framesOf(*stopped, *stoppedWarp, *fragmentsOf(*stoppedWarp).front()).front());
  if (!frame && !first)
    return llvm::createStringError("no frame for the expression");
  llvm::Expected<Item> item =
      evaluate(frame ? *frame : *first, arguments.getString("expression").value_or(""));
  if (!item)
    return item.takeError();
  Object object = objectOf(std::move(*item));
  object["result"] = std::move(object["value"]);
  object.erase("value");
  object.erase("name");
  return object;
}

Adapter::Result Adapter::readMemory(const Object &arguments) {
  uint64_t address = 0;
  StringRef reference = arguments.getString("memoryReference").value_or("");
  if (reference.getAsInteger(0, address))
    return llvm::createStringError("expected an address");
  address += static_cast<uint64_t>(arguments.getInteger("offset").value_or(0));
  constexpr uint64_t mostBytes = 1 << 20;
  uint64_t count = std::min(mostBytes, static_cast<uint64_t>(std::max<int64_t>(
                                           0, arguments.getInteger("count").value_or(0))));
  const Warp &warp = stoppedWarp ? *stoppedWarp : *stopped->warps().front();
  std::string bytes;
  while (bytes.size() < count) {
    Value value = stopped->load(warp, 0, address + bytes.size(), 1);
    if (!value.known)
      break;
    bytes += static_cast<char>(value.bits);
  }
  return Object{{"address", "0x" + llvm::utohexstr(address, true)},
                {"data", llvm::encodeBase64(bytes)},
                {"unreadableBytes", static_cast<int64_t>(count - bytes.size())}};
}

Adapter::Result Adapter::exceptionInfo(const Object &) {
  if (exceptionCode.empty())
    return llvm::createStringError("the execution has not stopped at a finding");
  return Object{{"exceptionId", exceptionCode},
                {"description", json::fixUTF8(exceptionText)},
                {"breakMode", "always"},
                {"details", Object{{"message", json::fixUTF8(exceptionText)},
                                   {"typeName", exceptionCode},
                                   {"stackTrace", json::fixUTF8(exceptionDetails)}}}};
}

// Stops.

/// Lets the execution go on.
Adapter::Result Adapter::goOn(Going how, const Object &arguments) {
  const Warp *warp = warpOf(arguments.getInteger("threadId").value_or(0));
  if (!warp && how != Going::Freely)
    return llvm::createStringError("no such thread");
  going = how;
  goingWarp = warp;
  hasLeft = false;
  if (warp && !fragmentsOf(*warp).empty()) {
    const Fragment &fragment = *fragmentsOf(*warp).front();
    goingLanes = fragment.mask;
    goingDepth = fragment.calls.size();
    goingFrom = fragment.pc;
    // The entry has no caller.
    if (how == Going::Out && !goingDepth)
      going = Going::ToBarrier;
  }
  isGoing = true;
  return Object{{"allThreadsContinued", true}};
}

void Adapter::stop(const MachineView &machine, StringRef reason, const Warp &warp,
                   const Fragment *fragment, StringRef text, std::optional<uint32_t> at) {
  stopped.emplace(machine);
  stoppedWarp = &warp;
  stoppedFragment = fragment;
  stoppedAt = at;
  isGoing = isPauseRequested = false;
  going = Going::Freely;
  Object body{{"reason", reason}, {"threadId", idOf(machine, warp)}, {"allThreadsStopped", true}};
  if (!text.empty()) {
    body["text"] = json::fixUTF8(text);
    body["description"] = json::fixUTF8(exceptionCode + ": " + text.str());
  }
  sendEvent("stopped", std::move(body));
  while (!isGoing && !isEnding) {
    std::optional<ClientMessage> received = stream.wait();
    if (received)
      handle(*received);
    else
      isEnding = isDisconnected = true;
  }
  frames.clear();
  items.clear();
  stopped.reset();
  stoppedWarp = nullptr;
  stoppedFragment = nullptr;
  exceptionCode.clear();
}

/// Whether threads synchronize by the operation.
static bool synchronizes(const Operation &op) {
  switch (op.async) {
  case AsyncOp::WgmmaWait:
  case AsyncOp::BulkWait:
  case AsyncOp::CopyWait:
    return true;
  default:
    return groupOf(op.async) == AsyncGroup::Barriers || groupOf(op.async) == AsyncGroup::Mbarriers;
  }
}

bool Adapter::stopsForStep(const MachineView &machine, const Warp &warp,
                           const Fragment &fragment) const {
  if (going == Going::Freely || !goingWarp)
    return false;
  // The lanes have ended, so that no other statement of theirs follows.
  if (&warp != goingWarp)
    return goingWarp->fragments.empty() && hasLeft;
  if (!(fragment.mask & goingLanes) || (fragment.pc == goingFrom && !hasLeft))
    return false;
  size_t depth = fragment.calls.size();
  if (going == Going::ToBarrier)
    return synchronizes(machine.program().operations[fragment.pc]);
  if (going == Going::Out)
    return depth < goingDepth;
  if (going == Going::Over && depth > goingDepth)
    return false;
  if (!showsSource || depth < goingDepth)
    return true;
  const Statement *now = statementAt(machine, fragment.pc);
  const Statement *start = statementAt(machine, goingFrom);
  return now && now->sourceLine &&
         (!start || now->sourceLine != start->sourceLine || now->file != start->file);
}

constexpr uint32_t noStatement = UINT32_MAX;

/// Remembers the statement if the lanes wait at it, and otherwise that they do not wait.
void Adapter::noteRetries(const ExecutedStatement &statement) {
  auto known = retries.find(&statement.warp);
  if (known == retries.end()) {
    if (!statement.waits)
      return;
    known = retries.try_emplace(&statement.warp).first;
    known->second.fill(noStatement);
  }
  LaneMask lanes = statement.fragment.mask | statement.lanes;
  for (unsigned lane = 0; lane != execution::warpLanes; ++lane)
    if (lanes >> lane & 1)
      known->second[lane] = statement.waits ? statement.pc : noStatement;
}

/// Whether all lanes of the fragment execute its next statement again.
bool Adapter::isRetry(const Warp &warp, const Fragment &fragment) const {
  auto known = retries.find(&warp);
  if (known == retries.end())
    return false;
  for (unsigned lane = 0; lane != execution::warpLanes; ++lane)
    if (fragment.mask >> lane & 1 && known->second[lane] != fragment.pc)
      return false;
  return true;
}

bool Adapter::stopsAtBreakpoint(const MachineView &machine, const Warp &warp,
                                const Fragment &fragment) {
  const Operation &op = machine.program().operations[fragment.pc];
  auto found = op.view ? breakpointsAt.find(op.range.begin) : breakpointsAt.end();
  if (found == breakpointsAt.end())
    return false;
  // Breakpoints do not hold again for lanes that wait.
  if (isRetry(warp, fragment))
    return false;
  Frame frame = framesOf(machine, warp, fragment).front();
  bool stops = false;
  for (Breakpoint *point : found->second) {
    if (!point->condition.empty()) {
      llvm::Expected<bool> holds = isTrue(frame, point->condition);
      if (!holds)
        tell("breakpoint: " + llvm::toString(holds.takeError()) + "\n", "important");
      else if (!*holds)
        continue;
    }
    if (point->hits++ < point->ignored)
      continue;
    if (point->message.empty()) {
      stops = true;
      continue;
    }
    std::string text;
    for (StringRef rest = point->message; !rest.empty();) {
      auto [plain, after] = rest.split('{');
      auto [expression, next] = after.split('}');
      text += plain;
      if (!expression.empty()) {
        llvm::Expected<Item> item = evaluate(frame, expression);
        text += item ? item->value : "{" + llvm::toString(item.takeError()) + "}";
      }
      rest = next;
    }
    tell(warpText(machine, warp) + ": " + text + "\n", "console");
  }
  return stops;
}

bool Adapter::before(const MachineView &machine, const Warp &warp, const Fragment &fragment) {
  while (stream.hasNext() && !isEnding) {
    std::optional<ClientMessage> received = stream.wait();
    if (received)
      handle(*received);
    else
      isEnding = isDisconnected = true;
  }
  StringRef reason;
  if (stopsOnEntry)
    reason = "entry";
  else if (isPauseRequested)
    reason = "pause";
  else if (!breakpointsAt.empty() && stopsAtBreakpoint(machine, warp, fragment))
    reason = "breakpoint";
  else if (stopsForStep(machine, warp, fragment))
    reason = "step";
  stopsOnEntry = false;
  if (!reason.empty() && !isEnding)
    stop(machine, reason, warp, &fragment);
  return !isEnding;
}

/// Stops at findings that the last statement has added, and where the execution cannot continue.
void Adapter::stopForFindings(const MachineView &machine, const Warp &warp,
                              const Fragment *fragment) {
  llvm::ArrayRef<execution::Finding> findings = machine.findings().all();
  for (size_t first = std::min(knownFindings, findings.size()); first < findings.size(); ++first) {
    const execution::Finding &finding = findings[first];
    knownFindings = first + 1;
    if (!stopsAtFindings || isEnding || (isTolerated(finding) && !debuggee->isStrict()))
      continue;
    DiagnosticList list;
    emitFinding(list, machine.program(), finding);
    const Diagnostic diagnostic = list.items().front();
    exceptionCode = codeText(diagnostic.id);
    exceptionText = diagnostic.message;
    exceptionDetails.clear();
    for (const auto &[pc, text] : finding.notes)
      exceptionDetails +=
          "line " + std::to_string(machine.program().operations[pc].line) + ": " + text + "\n";
    stop(machine, "exception", warp, fragment, exceptionText, finding.pc);
  }
  size_t reasons = machine.notFollowed().size();
  if (reasons > knownReasons && stopsWhereNotComputed && !isEnding) {
    const auto &[text, pc] = *machine.notFollowed().begin();
    exceptionCode = "not computed";
    exceptionText = text;
    exceptionDetails.clear();
    stop(machine, "exception", warp, fragment, text, pc);
  }
  knownReasons = reasons;
}

bool Adapter::after(const MachineView &machine, const ExecutedStatement &statement) {
  const Warp &warp = statement.warp;
  noteRetries(statement);
  if (&warp == goingWarp && statement.pc == goingFrom && !statement.waits)
    hasLeft = true;
  const Operation &op = machine.program().operations[statement.pc];
  if (op.view && op.async != AsyncOp()) {
    constexpr unsigned copies = 1, products = 2;
    unsigned role = 0;
    AsyncGroup group = groupOf(op.async);
    if (group == AsyncGroup::BulkCopies || group == AsyncGroup::SmallCopies)
      role = copies;
    else if (op.async == AsyncOp::WgmmaMma || op.async == AsyncOp::TensorMma)
      role = products;
    if (role)
      roles[idOf(machine, warp)] |= role;
  }
  if (machine.findings().all().size() != knownFindings ||
      machine.notFollowed().size() != knownReasons)
    stopForFindings(machine, warp, &statement.fragment);
  return !isEnding;
}

void Adapter::end(const MachineView &machine, Ending) {
  if (!machine.warps().empty()) {
    // A hang is that of a warp which waits at the statement of the finding.
    const Warp *at = machine.warps().front().get();
    const Fragment *waiting = nullptr;
    llvm::ArrayRef<execution::Finding> findings = machine.findings().all();
    if (findings.size() > knownFindings)
      for (const auto &warp : machine.warps())
        for (const auto &fragment : warp->fragments)
          if (fragment->pc == findings[knownFindings].pc) {
            at = warp.get();
            waiting = fragment.get();
          }
    stopForFindings(machine, *at, waiting);
  }
  // The next cluster has other warps.
  knownReasons = 0;
  retries.clear();
  goingWarp = nullptr;
  if (going != Going::Freely)
    isPauseRequested = true;
  going = Going::Freely;
}

void Adapter::execute() {
  hasRun = true;
  int code = debuggee->run(*this, [&](StringRef text) { tell(text); });
  if (isDisconnected)
    return;
  sendEvent("exited", Object{{"exitCode", code}});
  sendEvent("terminated");
  isEnding = false;
}

void Adapter::run() {
  while (!isDisconnected) {
    if (isConfigured && debuggee && !hasRun) {
      execute();
      continue;
    }
    std::optional<ClientMessage> received = stream.wait();
    if (!received)
      return;
    handle(*received);
  }
}
