// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Certificate/Certificate.h"

#include "ptx/Certificate/Replay.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace ptx;
using namespace ptx::certificate;
namespace json = llvm::json;
using Failure = std::optional<Verdict>;

namespace {

/// The place where a thread is when a period begins.
struct Place {
  uint32_t step;
  uint64_t before, each; ///< how often it executed the step by then, and executes it in a period

  bool operator==(const Place &) const = default;
};

/// The values `first + step * t` of the parameter.
struct Family {
  uint64_t first = 0;
  std::map<uint32_t, Place> places; ///< of threads that repeat
};

/// A certificate in memory.
struct Certificate {
  Subject subject;
  Claim claim;
  std::string statement;
  std::vector<Family> families;
};

/// Checks the executions of which a claim consists.
class Checker {
public:
  Checker(const Code &code, const Subject &subject, const Claim &claim)
      : code(code), subject(subject), claim(claim) {}

  Failure checkNumbers();
  Failure checkFamily(const Family &family);
  /// How often each thread executes each step if the parameter is `value`.
  llvm::Expected<std::vector<std::vector<uint64_t>>> count(uint64_t value);

private:
  std::vector<Argument> arguments(std::optional<Number> value) const;
  Failure repeat(Replay &replay, const Family &family);

  const Code &code;
  const Subject &subject;
  const Claim &claim;
  uint64_t cost = 0;
};

} // namespace

/// Registers of threads whose values do not take part in the induction.
using Free = std::set<std::pair<size_t, size_t>>;

std::vector<Argument> Checker::arguments(std::optional<Number> value) const {
  std::vector<Argument> list;
  for (const auto &[name, place] : code.parameters) {
    auto given = subject.arguments.find(name);
    if (value && name == claim.parameter)
      list.push_back({place.first, place.second, *value});
    else if (given != subject.arguments.end())
      list.push_back({place.first, place.second, Number::of(given->second)});
  }
  return list;
}

Failure Checker::checkNumbers() {
  auto runWith = [&](std::optional<Number> value) -> Failure {
    Replay replay(code, subject, arguments(value), 1, cost);
    if (Failure problem = replay.run({}))
      return problem;
    return replay.finish();
  };
  if (claim.parameter.empty())
    return runWith(std::nullopt);
  for (uint64_t value = claim.least; value < claim.start + claim.step; value += claim.multipleOf)
    if (Failure problem = runWith(Number::of(value)))
      return problem;
  return std::nullopt;
}

/// The state of synchronization and the places of threads, without values.
static bool isSameState(Replay &replay, const SyncState &state,
                        const std::vector<Thread> &threads) {
  auto isSamePlace = [](const Thread &a, const Thread &b) {
    return a.step == b.step && a.hasEnded == b.hasEnded && a.isAtBarrier == b.isAtBarrier &&
           a.isTogether == b.isTogether;
  };
  return replay.state() == state &&
         std::equal(threads.begin(), threads.end(), replay.threads().begin(), isSamePlace);
}

static std::map<uint32_t, Stop> stopsOf(const Family &family, unsigned periods) {
  std::map<uint32_t, Stop> stops;
  for (const auto &[thread, place] : family.places)
    stops[thread] = {place.step, place.before + periods * place.each};
  return stops;
}

/// Shows by induction that each period changes the registers by the same, and leaves the state as
/// it was. Afterwards, the values are those after the last period.
Failure Checker::repeat(Replay &replay, const Family &family) {
  SyncState state = replay.state();
  const std::vector<Thread> before = replay.threads();
  if (Failure problem = replay.run(stopsOf(family, 1)))
    return problem;
  const Verdict isNoPeriod{Verdict::Kind::Refused, "the state does not repeat after the period"};
  if (!isSameState(replay, state, before))
    return isNoPeriod;
  const std::vector<Thread> after = replay.threads();
  Free free;
  constexpr unsigned mostTries = 16;
  for (unsigned i = 0; i != mostTries; ++i) {
    std::vector<Thread> general = before;
    for (size_t thread = 0; thread != general.size(); ++thread)
      for (size_t reg = 0; reg != general[thread].registers.size(); ++reg) {
        Number &value = general[thread].registers[reg];
        const Number &next = after[thread].registers[reg];
        bool isLinear = value.isKnown && next.isKnown && value.repeated == next.repeated &&
                        !value.passed && !next.passed && !free.count({thread, reg});
        if (isLinear)
          value.passed = (Arithmetic::subtract(next, value, code.widths[reg])).constant;
        else
          value = {};
      }
    replay.state() = state;
    replay.threads() = general;
    if (Failure problem = replay.run(stopsOf(family, 1)))
      return problem;
    if (!isSameState(replay, state, before))
      return isNoPeriod;
    bool isRight = true;
    for (size_t thread = 0; thread != general.size(); ++thread)
      for (size_t reg = 0; reg != general[thread].registers.size(); ++reg) {
        Number expected = general[thread].registers[reg];
        if (!expected.isKnown)
          continue;
        expected.constant += expected.passed;
        expected = Arithmetic::truncate(expected, code.widths[reg]);
        if (replay.threads()[thread].registers[reg] != expected) {
          isRight = false;
          free.insert({thread, reg});
        }
      }
    if (!isRight)
      continue;
    // All periods are over: s becomes t.
    replay.state() = state;
    for (size_t thread = 0; thread != general.size(); ++thread)
      for (size_t reg = 0; reg != general[thread].registers.size(); ++reg) {
        Number &value = general[thread].registers[reg];
        value.repeated += value.passed;
        value.passed = 0;
        value = Arithmetic::truncate(value, code.widths[reg]);
      }
    replay.threads() = std::move(general);
    return std::nullopt;
  }
  return isNoPeriod;
}

Failure Checker::checkFamily(const Family &family) {
  Number value{true, family.first, claim.step, 0};
  Replay replay(code, subject, arguments(value),
                static_cast<int64_t>((claim.most - family.first) / claim.step), cost);
  if (Failure problem = replay.run(stopsOf(family, 0)))
    return problem;
  if (Failure problem = repeat(replay, family))
    return problem;
  if (Failure problem = replay.run({}))
    return problem;
  return replay.finish();
}

llvm::Expected<std::vector<std::vector<uint64_t>>> Checker::count(uint64_t value) {
  Replay replay(code, subject, arguments(Number::of(value)), 1, cost);
  Failure problem = replay.run({});
  if (!problem)
    problem = replay.finish();
  if (problem)
    return llvm::createStringError(problem->text);
  std::vector<std::vector<uint64_t>> counts;
  for (const Thread &thread : replay.threads())
    counts.push_back(thread.visits);
  return counts;
}

static std::string extentText(const std::array<uint32_t, 3> &extent) {
  std::string text = std::to_string(extent[0]);
  if (extent[1] != 1 || extent[2] != 1)
    text += "," + std::to_string(extent[1]) + "," + std::to_string(extent[2]);
  return text;
}

/// What the certificate claims, in one line.
static std::string statementOf(const Subject &subject, const Claim &claim) {
  std::string text = "`" + subject.entry + "` with block=" + extentText(subject.block) +
                     " grid=" + extentText(subject.grid) +
                     " dynamic_shared=" + std::to_string(subject.dynamicShared);
  for (const auto &[name, value] : subject.arguments)
    if (name != claim.parameter)
      text += " " + name + "=" + std::to_string(value);
  for (const auto &[name, bytes] : subject.boxes)
    text += " box of " + name + "=" + std::to_string(bytes);
  if (claim.parameter.empty())
    return text;
  text += ", for all `" + claim.parameter + "` from " + std::to_string(claim.least) + " to " +
          std::to_string(claim.most);
  if (claim.multipleOf != 1)
    text += " that are multiples of " + std::to_string(claim.multipleOf);
  return text;
}

//===-- The format --------------------------------------------------------------------------===//

static json::Array toJson(const std::array<uint32_t, 3> &extent) {
  return json::Array{extent[0], extent[1], extent[2]};
}

static json::Object toJson(const std::map<std::string, uint64_t> &numbers) {
  json::Object object;
  for (const auto &[name, value] : numbers)
    object[name] = value;
  return object;
}

static json::Object toJson(const Code &code, const Certificate &one) {
  json::Object object{{"version", version},
                      {"statement", one.statement},
                      {"entry", one.subject.entry},
                      {"block", toJson(one.subject.block)},
                      {"grid", toJson(one.subject.grid)},
                      {"dynamicShared", one.subject.dynamicShared},
                      {"arguments", toJson(one.subject.arguments)},
                      {"boxes", toJson(one.subject.boxes)}};
  if (one.claim.parameter.empty())
    return object;
  object["parameter"] = one.claim.parameter;
  object["least"] = one.claim.least;
  object["most"] = one.claim.most;
  object["multipleOf"] = one.claim.multipleOf;
  object["step"] = one.claim.step;
  object["start"] = one.claim.start;
  json::Array families;
  for (const Family &family : one.families) {
    json::Array groups;
    for (auto place = family.places.begin(); place != family.places.end();) {
      auto next = std::next(place);
      uint32_t last = place->first;
      for (;
           next != family.places.end() && next->first == last + 1 && next->second == place->second;
           ++next)
        ++last;
      groups.push_back(json::Object{{"first", place->first},
                                    {"last", last},
                                    {"step", place->second.step},
                                    {"line", code.steps[place->second.step].line},
                                    {"before", place->second.before},
                                    {"each", place->second.each}});
      place = next;
    }
    families.push_back(json::Object{{"first", family.first}, {"threads", std::move(groups)}});
  }
  object["families"] = std::move(families);
  return object;
}

namespace {
/// Reads a certificate, in which each key has to be there, and no other.
class Reader {
public:
  Reader(const json::Object &object, size_t keys) : object(object) {
    isRight = object.size() == keys;
  }

  uint64_t number(llvm::StringRef key) {
    const json::Value *value = object.get(key);
    std::optional<uint64_t> number = value ? value->getAsUINT64() : std::nullopt;
    isRight &= number.has_value();
    return number.value_or(0);
  }
  std::string text(llvm::StringRef key) {
    std::optional<llvm::StringRef> text = object.getString(key);
    isRight &= text.has_value();
    return text.value_or("").str();
  }
  const json::Array &array(llvm::StringRef key) {
    const json::Array *array = object.getArray(key);
    isRight &= array != nullptr;
    return array ? *array : none;
  }
  std::array<uint32_t, 3> extent(llvm::StringRef key) {
    std::array<uint32_t, 3> result{1, 1, 1};
    const json::Array &list = array(key);
    isRight &= list.size() == 3;
    for (size_t i = 0; i != std::min<size_t>(3, list.size()); ++i) {
      std::optional<uint64_t> number = list[i].getAsUINT64();
      constexpr uint64_t most = 1u << 31;
      isRight &= number && *number >= 1 && *number <= most;
      result[i] = static_cast<uint32_t>(number.value_or(1));
    }
    return result;
  }
  std::map<std::string, uint64_t> numbers(llvm::StringRef key) {
    std::map<std::string, uint64_t> result;
    const json::Object *list = object.getObject(key);
    isRight &= list != nullptr;
    if (list)
      for (const auto &[name, value] : *list) {
        std::optional<uint64_t> number = value.getAsUINT64();
        isRight &= number.has_value();
        result[name.str()] = number.value_or(0);
      }
    return result;
  }

  bool isRight;

private:
  const json::Object &object;
  const json::Array none;
};
} // namespace

static bool readFamily(const json::Value &value, const Code &code, size_t threads, Family &family) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return false;
  Reader reader(*object, 2);
  family.first = reader.number("first");
  for (const json::Value &group : reader.array("threads")) {
    const json::Object *one = group.getAsObject();
    if (!one)
      return false;
    Reader ofGroup(*one, 6);
    uint64_t first = ofGroup.number("first"), last = ofGroup.number("last"),
             step = ofGroup.number("step"), line = ofGroup.number("line");
    Place place{static_cast<uint32_t>(step), ofGroup.number("before"), ofGroup.number("each")};
    constexpr uint64_t most = uint64_t(1) << 32;
    if (!ofGroup.isRight || first > last || last >= threads || step >= code.steps.size() ||
        code.steps[step].line != line || place.before > most || place.each > most || !place.each)
      return false;
    for (uint64_t thread = first; thread <= last; ++thread)
      if (!family.places.try_emplace(static_cast<uint32_t>(thread), place).second)
        return false;
  }
  return reader.isRight;
}

/// The reason why the launch is outside of what is checked.
static Failure outside(const Subject &subject) {
  constexpr uint64_t mostThreads = 1024;
  uint64_t threads = 1;
  for (uint32_t extent : subject.block)
    threads *= std::min<uint64_t>(extent, 4096);
  if (threads > mostThreads)
    return Verdict{Verdict::Kind::Refused, "a CTA has at most 1024 threads"};
  return std::nullopt;
}

/// The most numbers that are executed one by one, and the most families.
static constexpr uint64_t mostValues = 4096;

/// Whether the numbers of the claim are those of its families and of the values below them.
static bool isWhole(const Claim &claim, const std::vector<Family> &families) {
  constexpr uint64_t most = uint64_t(1) << 40;
  if (!claim.step || !claim.multipleOf || claim.step > most || claim.start > most ||
      claim.most > most || claim.step % claim.multipleOf || claim.start % claim.multipleOf ||
      claim.least % claim.multipleOf || claim.least >= claim.start + claim.step ||
      claim.most < claim.start + 3 * claim.step ||
      (claim.start + claim.step) / claim.multipleOf > mostValues ||
      families.size() != claim.step / claim.multipleOf)
    return false;
  for (size_t i = 0; i != families.size(); ++i)
    if (families[i].first != claim.start + i * claim.multipleOf)
      return false;
  return true;
}

Verdict certificate::check(const Module &module, const SemaResult &sema, const json::Value &value) {
  const Verdict malformed{Verdict::Kind::Refused, "it is not of the form of a certificate"};
  const json::Object *object = value.getAsObject();
  if (!object)
    return malformed;
  bool hasParameter = object->get("parameter");
  Reader reader(*object, hasParameter ? 15 : 8);
  Certificate one;
  if (reader.number("version") != version)
    return malformed;
  one.statement = reader.text("statement");
  one.subject.entry = reader.text("entry");
  one.subject.block = reader.extent("block");
  one.subject.grid = reader.extent("grid");
  one.subject.dynamicShared = reader.number("dynamicShared");
  one.subject.arguments = reader.numbers("arguments");
  one.subject.boxes = reader.numbers("boxes");
  if (!reader.isRight || one.subject.dynamicShared > windowSize / 2)
    return malformed;
  if (Failure problem = outside(one.subject))
    return *problem;
  std::optional<Code> code = readCode(module, sema, one.subject.entry, one.subject.dynamicShared);
  if (!code)
    return {Verdict::Kind::Refused, "the module has no entry `" + one.subject.entry + "`"};
  if (code->block &&
      !std::equal(code->block->begin(), code->block->end(), one.subject.block.begin()))
    return {Verdict::Kind::Refused, "the entry requires another size of the CTA"};
  if (code->cluster && *code->cluster != std::array<uint64_t, 3>{1, 1, 1})
    return {Verdict::Kind::NotChecked, "the entry requires a cluster of several CTAs"};
  auto isLarge = [](const auto &variable) {
    constexpr uint64_t most = 1 << 20;
    return variable.first > most || variable.second > most;
  };
  if (llvm::any_of(code->shared, isLarge))
    return {Verdict::Kind::NotChecked, "more than 1 MiB of shared memory"};
  auto fits = [&](const std::string &name, uint64_t number) {
    uint64_t bytes = code->parameters.at(name).second;
    return bytes >= sizeof number || number >> 8 * bytes == 0;
  };
  for (const auto *list : {&one.subject.arguments, &one.subject.boxes})
    for (const auto &[name, number] : *list)
      if (!code->parameters.count(name))
        return {Verdict::Kind::Refused, "the entry has no parameter `" + name + "`"};
  for (const auto &[name, number] : one.subject.arguments)
    if (!fits(name, number))
      return {Verdict::Kind::Refused, "a number is too large for the parameter `" + name + "`"};
  if (hasParameter) {
    one.claim = {reader.text("parameter"),    reader.number("least"), reader.number("most"),
                 reader.number("multipleOf"), reader.number("step"),  reader.number("start")};
    size_t threads = size_t(one.subject.block[0]) * one.subject.block[1] * one.subject.block[2];
    const json::Array &families = reader.array("families");
    if (families.size() > mostValues)
      return malformed;
    for (const json::Value &family : families)
      if (!readFamily(family, *code, threads, one.families.emplace_back()))
        return malformed;
    if (!reader.isRight || !isWhole(one.claim, one.families))
      return malformed;
    if (!code->parameters.count(one.claim.parameter))
      return {Verdict::Kind::Refused, "the entry has no parameter `" + one.claim.parameter + "`"};
    if (!fits(one.claim.parameter, one.claim.most))
      return {Verdict::Kind::Refused,
              "a number is too large for the parameter `" + one.claim.parameter + "`"};
  }
  if (statementOf(one.subject, one.claim) != one.statement)
    return {Verdict::Kind::Refused, "the statement is not that of the other fields"};
  Checker checker(*code, one.subject, one.claim);
  for (const Family &family : one.families)
    if (Failure problem = checker.checkFamily(family))
      return *problem;
  if (Failure problem = checker.checkNumbers())
    return *problem;
  return {Verdict::Kind::Valid, one.statement};
}

/// The places of threads in a family. Each thread is at the first step that a longer loop executes
/// more often, one execution before its last.
static llvm::Expected<Family> findPlaces(Checker &checker, const Claim &claim, uint64_t first) {
  Family family;
  family.first = first;
  auto once = checker.count(first + claim.step);
  if (!once)
    return once.takeError();
  auto twice = checker.count(first + 2 * claim.step);
  if (!twice)
    return twice.takeError();
  for (uint32_t thread = 0; thread != once->size(); ++thread)
    for (uint32_t step = 0; step != (*once)[thread].size(); ++step) {
      uint64_t one = (*once)[thread][step], two = (*twice)[thread][step];
      if (two <= one)
        continue;
      uint64_t each = two - one;
      if (one > each)
        family.places[thread] = {step, one - each - 1, each};
      break;
    }
  return family;
}

llvm::Expected<json::Object> certificate::makeCertificate(const Module &module,
                                                          const SemaResult &sema,
                                                          const Subject &subject,
                                                          const Claim &claim) {
  std::optional<Code> code = readCode(module, sema, subject.entry, subject.dynamicShared);
  if (!code)
    return llvm::createStringError("the module has no entry `" + subject.entry + "`");
  Certificate one{subject, claim, statementOf(subject, claim), {}};
  Checker checker(*code, one.subject, one.claim);
  if (!claim.parameter.empty())
    for (uint64_t rest = 0; rest < claim.step; rest += claim.multipleOf) {
      llvm::Expected<Family> family = findPlaces(checker, claim, claim.start + rest);
      if (!family)
        return family.takeError();
      one.families.push_back(std::move(*family));
    }
  json::Object object = toJson(*code, one);
  return object;
}
