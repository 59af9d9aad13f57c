// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Launch/Launch.h"
#include "ptx/Execution/Data/Arrays.h"
#include "ptx/Sema/Module/EntryDirectives.h"
#include "ptx/Support/LocatedJson.h"
#include "ptx/Support/Spelling.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;
using llvm::Twine;

/// The first elements of `numbers`: the number of dimensions of `extent`, without ones at the end.
static std::string firstParts(const Extent &numbers, const Extent &extent) {
  std::string result = std::to_string(numbers[0]);
  unsigned last = extent[2] != 1 ? 2 : extent[1] != 1 ? 1 : 0;
  for (unsigned i = 1; i <= last; ++i)
    result += "," + std::to_string(numbers[i]);
  return result;
}

static std::string text(const Extent &extent) { return firstParts(extent, extent); }

std::string CompleteLaunch::ctaText(const Extent &id) const { return firstParts(id, grid); }

std::string CompleteLaunch::text() const {
  std::string result = name + " block=" + ::text(block);
  if (volume(cluster) != 1)
    result += " cluster=" + ::text(cluster);
  result += " grid=" + ::text(grid);
  if (dynamicShared)
    result += " dynamic-shared=" + std::to_string(dynamicShared);
  std::map<std::string, std::string> args;
  for (const auto &[name, value] : arguments)
    args[name] = std::to_string(value);
  for (const auto &[name, value] : numbers)
    args[name] = elementText(TypeId::f64, llvm::bit_cast<uint64_t>(value));
  for (const auto &[name, value] : contents)
    args[name] = "\"" + value->text + "\"";
  for (const ArgumentField &field : fields)
    args[field.offset ? field.parameter + "+" + std::to_string(field.offset) : field.parameter] =
        std::to_string(field.value);
  std::map<std::string, std::string> bytes;
  for (const auto &[name, value] : boxes)
    bytes[name] = std::to_string(value);
  for (const auto &[key, values] : {std::pair("args", &args), std::pair("box-bytes", &bytes)}) {
    if (values->empty())
      continue;
    result += std::string(" ") + key + "={";
    for (const auto &[name, value] : *values)
      result += (name == values->begin()->first ? "" : ", ") + name + ": " + value;
    result += "}";
  }
  return result;
}

std::optional<Extent> execution::extentOf(StringRef text) {
  Extent extent{1, 1, 1};
  llvm::SmallVector<StringRef, 3> parts;
  text.split(parts, ',');
  if (parts.size() > 3)
    return std::nullopt;
  for (auto [i, part] : llvm::enumerate(parts))
    if (part.trim().getAsInteger(10, extent[i]) || extent[i] == 0 || extent[i] >= maxExtent)
      return std::nullopt;
  return extent;
}

/// Reads the arguments in `object`, which is at `path` of `json` with the text `text`. Returns the
/// problems, with the names of arguments.
static std::vector<std::pair<std::string, std::string>>
readArguments(const llvm::json::Object &object, std::vector<std::string> path,
              const LocatedJson &json, StringRef text, Launch &launch) {
  std::vector<std::pair<std::string, std::string>> problems;
  for (const auto &[name, entry] : object) {
    // JSON has one kind of numbers, and `2.0` is meant as a floating-point number.
    path.push_back(name.str());
    SourceRange place = json.find(path).value;
    path.pop_back();
    StringRef written = entry.getAsString().value_or(text.slice(place.begin, place.end));
    if (llvm::Error error = readArgument(name.str(), written, launch))
      problems.emplace_back(name.str(), llvm::toString(std::move(error)));
  }
  return problems;
}

/// Reads one `key=value` of a comment.
static llvm::Error readWord(StringRef key, StringRef value, Launch &launch) {
  auto problem = [&](const Twine &expected) {
    return llvm::createStringError("expected " + expected + " for `" + key + "`, found `" + value +
                                   "`");
  };
  if (std::optional<Extent> *place = key == "block"     ? &launch.block
                                     : key == "cluster" ? &launch.cluster
                                     : key == "grid"    ? &launch.grid
                                                        : nullptr) {
    *place = extentOf(value);
    return *place ? llvm::Error::success() : problem("up to three numbers, as in `128,1,1`");
  }
  uint64_t number = 0;
  if (key == "dynamic-shared") {
    if (value.getAsInteger(0, number))
      return problem("a number of bytes");
    launch.dynamicShared = number;
    return llvm::Error::success();
  }
  if (key != "args" && key != "box-bytes")
    return llvm::createStringError("`" + key +
                                   "` is not `block`, `cluster`, `grid`, `dynamic-shared`, `args` "
                                   "or `box-bytes`");
  llvm::Expected<LocatedJson> json = LocatedJson::parse(value, JsonDialect::Relaxed);
  if (!json)
    return json.takeError();
  const llvm::json::Object *object = json->value().getAsObject();
  if (!object)
    return problem("`{name: number}`");
  if (key == "args") {
    auto problems = readArguments(*object, {}, *json, value, launch);
    return problems.empty()
               ? llvm::Error::success()
               : llvm::createStringError(llvm::join(llvm::make_second_range(problems), "; "));
  }
  for (const auto &[name, entry] : *object) {
    std::optional<int64_t> given = entry.getAsInteger();
    int64_t number = 0;
    // In the relaxed dialect `0x10` is text.
    if (std::optional<StringRef> text = entry.getAsString(); text && !text->getAsInteger(0, number))
      given = number;
    if (!given)
      return problem("`{name: number}`");
    launch.boxes[name.str()] = static_cast<uint64_t>(*given);
  }
  return llvm::Error::success();
}

/// Splits `a=1 b={c: 2}` at the spaces outside of braces.
static llvm::SmallVector<StringRef, 8> wordsOf(StringRef line) {
  llvm::SmallVector<StringRef, 8> words;
  unsigned depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= line.size(); ++i) {
    bool ends = i == line.size() || (depth == 0 && llvm::isSpace(line[i]));
    if (i < line.size())
      depth = line[i] == '{' ? depth + 1 : line[i] == '}' && depth ? depth - 1 : depth;
    if (!ends)
      continue;
    if (i > begin)
      words.push_back(line.slice(begin, i));
    begin = i + 1;
  }
  return words;
}

static llvm::Expected<Launch> readLaunchComment(StringRef line) {
  Launch launch;
  if (line.size() > maxLaunchText)
    return llvm::createStringError("the launch has more than " + Twine(maxLaunchText) + " bytes");
  for (auto [i, word] : llvm::enumerate(wordsOf(line))) {
    auto [key, value] = word.split('=');
    if (i == 0 && value.empty())
      launch.entry = word.str();
    else if (llvm::Error error = readWord(key, value, launch))
      return error;
  }
  return launch;
}

/// Reports a member whose name is similar to one that would have an effect. A record can have
/// other members.
static llvm::Error checkMembers(const llvm::json::Object &object) {
  static constexpr StringRef members[] = {"args", "block",       "cluster",        "entry",
                                          "grid", "param_bytes", "dynamic_shared", "tensor_maps"};
  for (const auto &[key, value] : object) {
    StringRef name = key;
    StringRef nearest = llvm::is_contained(members, name) || name == "entries"
                            ? ""
                            : nearestSpelling(name, members);
    if (!nearest.empty())
      return llvm::createStringError("a launch has no member `" + name + "`; did you mean `" +
                                     nearest + "`?");
  }
  return llvm::Error::success();
}

llvm::Expected<Launch> execution::readLaunchText(StringRef text) {
  if (!text.ltrim().starts_with("{"))
    return readLaunchComment(text);
  llvm::Expected<llvm::json::Object> object = parseLaunchRecord(text);
  if (!object)
    return object.takeError();
  llvm::Expected<LocatedJson> json = LocatedJson::parse(text, JsonDialect::Strict);
  if (!json)
    return json.takeError();
  if (llvm::Error error = checkMembers(*object))
    return error;
  Launch launch;
  if (const llvm::json::Object *arguments = json->value().getAsObject()->getObject("args"))
    launch.problems = readArguments(*arguments, {"args"}, *json, text, launch);
  object->erase("args");
  if (llvm::Error error = readLaunch(*object, launch))
    return error;
  return launch;
}

static constexpr StringRef mark = "//@launch ";

std::vector<SourceRange> execution::findLaunchComments(StringRef text) {
  std::vector<SourceRange> comments;
  for (size_t at = text.find(mark); at != StringRef::npos; at = text.find(mark, at + 1)) {
    size_t end = std::min(text.find_first_of("\n\r", at), text.size());
    comments.push_back({static_cast<uint32_t>(at), static_cast<uint32_t>(end)});
  }
  return comments;
}

StringRef execution::launchOfComment(StringRef text, SourceRange comment) {
  return text.slice(comment.begin + mark.size(), comment.end);
}

llvm::Expected<std::vector<Launch>> execution::readLaunchComments(StringRef text) {
  std::vector<Launch> launches;
  for (SourceRange comment : findLaunchComments(text)) {
    llvm::Expected<Launch> launch = readLaunchText(launchOfComment(text, comment));
    if (!launch) {
      size_t number = text.take_front(comment.begin).count('\n') + 1;
      return llvm::createStringError("line " + Twine(number) + ": " +
                                     llvm::toString(launch.takeError()));
    }
    launches.push_back(std::move(*launch));
  }
  return launches;
}

/// The numbers of the directive `keyword` of the entry, if none of them is 0.
static std::optional<Extent> directiveOf(const SyntaxUnit &top, const Function &entry,
                                         TokenKind keyword) {
  std::optional<std::array<uint64_t, 3>> numbers = directiveNumbers(top, entry, keyword);
  if (!numbers)
    return std::nullopt;
  Extent extent;
  llvm::transform(*numbers, extent.begin(),
                  [](uint64_t number) { return static_cast<uint32_t>(number); });
  return volume(extent) ? std::optional(extent) : std::nullopt;
}

/// Whether the entry has instructions for the tensor cores of two CTAs.
static bool usesPairs(const CheckedSource &checked, const Function &entry) {
  const CheckedUnit &body = *checked.sema->bodies[entry.body];
  return llvm::any_of(body.signatures, [](const Signature *signature) {
    return signature && info(asyncOp(signature->view)).group == AsyncGroup::TensorMemoryOps &&
           signature->view.has(Modifier::cta_group_2);
  });
}

std::pair<StringRef, uint64_t> execution::placeInParameter(StringRef text) {
  auto [name, digits] = text.rsplit('+');
  uint64_t offset;
  return digits.getAsInteger(10, offset) ? std::pair(text, uint64_t(0)) : std::pair(name, offset);
}

/// Adds a problem for each argument that has a name and also a number.
static void checkNumbers(llvm::ArrayRef<StringRef> parameters, CompleteLaunch &launch) {
  auto isGiven = [&](const std::string &name) {
    return launch.arguments.count(name) || launch.numbers.count(name) ||
           launch.contents.count(name) || llvm::any_of(launch.fields, [&](const auto &field) {
             return field.offset == 0 && field.parameter == name;
           });
  };
  for (const auto &[number, name] : llvm::enumerate(parameters))
    if (isGiven(name.str()) && isGiven(std::to_string(number)))
      launch.problems.emplace_back(name, ("argument `" + name +
                                          "` has two values, since it is also "
                                          "argument `" +
                                          Twine(number) + "`")
                                             .str());
}

/// Adds a problem for each parameter that the launch names and the entry does not have.
static void checkParameters(const CheckedSource &checked, CompleteLaunch &launch) {
  llvm::SmallVector<StringRef, 16> parameters;
  for (const Symbol &symbol : checked.sema->bodies[launch.entry->body]->scope.symbols().all())
    if (symbol.parameter == ParameterKind::Entry)
      parameters.push_back(symbol.name);
  size_t count = parameters.size();
  checkNumbers(parameters, launch);
  for (const Symbol &symbol : checked.sema->tables->symbols.all())
    if (symbol.isOpaque())
      parameters.push_back(symbol.name);
  llvm::SmallVector<std::pair<std::string, std::string>, 2> problems;
  auto check = [&](StringRef name) {
    unsigned number;
    if (llvm::is_contained(parameters, name) || (!name.getAsInteger(10, number) && number < count))
      return;
    StringRef nearest = nearestSpelling(name, parameters);
    // The parameter that was meant does not lack a value.
    problems.emplace_back(nearest,
                          "the entry `" + launch.name + "` has no parameter `" + name.str() + "`" +
                              (nearest.empty() ? "" : "; did you mean `" + nearest.str() + "`?"));
  };
  auto checkAll = [&](const auto &named) {
    for (const auto &[name, value] : named)
      check(placeInParameter(name).first);
  };
  checkAll(launch.arguments);
  checkAll(launch.numbers);
  checkAll(launch.contents);
  checkAll(launch.problems);
  for (const ArgumentField &field : launch.fields)
    check(field.parameter);
  checkAll(launch.boxes);
  for (auto &problem : problems)
    if (!llvm::is_contained(launch.problems, problem))
      launch.problems.push_back(std::move(problem));
}

/// The entry that the launch names, or the only one.
static llvm::Expected<const Function *> findEntry(const Launch &launch, const SyntaxUnit &top) {
  const Function *entry = nullptr;
  llvm::SmallVector<StringRef, 8> names;
  for (const Function &function : top.functions()) {
    if (!top.isEntry(function) || !function.hasBody())
      continue;
    names.push_back(top.text(function.name));
    if (!launch.entry.empty() && top.text(function.name) != launch.entry)
      continue;
    if (entry)
      return llvm::createStringError("the module has several entries; name one of them");
    entry = &function;
  }
  if (entry)
    return entry;
  if (launch.entry.empty())
    return llvm::createStringError("the module has no entry");
  StringRef nearest = nearestSpelling(launch.entry, names);
  return llvm::createStringError(
      "the module has no entry `" + launch.entry + "`" +
      (nearest.empty() ? "" : "; did you mean `" + nearest.str() + "`?"));
}

llvm::Expected<CompleteLaunch>
execution::completeLaunch(Launch launch, const CheckedSource &checked, bool keepsProblems) {
  const SyntaxUnit &top = checked.module->top();
  llvm::Expected<const Function *> found = findEntry(launch, top);
  if (!found) {
    std::vector<std::string> problems;
    for (const auto &[name, problem] : launch.problems)
      problems.push_back(problem);
    problems.push_back(llvm::toString(found.takeError()));
    return llvm::createStringError(llvm::join(problems, "; "));
  }
  CompleteLaunch result;
  result.entry = *found;
  const Function &entry = *result.entry;
  result.name = top.text(entry.name).str();
  static_cast<LaunchArguments &>(result) = launch;
  checkParameters(checked, result);
  if (!keepsProblems && !result.problems.empty())
    return llvm::createStringError(llvm::join(llvm::make_second_range(result.problems), "; "));
  std::optional<Extent> required = directiveOf(top, entry, TokenKind::ReqNTid);
  std::optional<Extent> maximum = directiveOf(top, entry, TokenKind::MaxNTid);
  std::optional<Extent> cluster = directiveOf(top, entry, TokenKind::ReqNCtaPerCluster);
  result.block = launch.block ? *launch.block
                 : required   ? *required
                              : maximum.value_or(Extent{128, 1, 1});
  result.assumesBlock = !launch.block && !required && !maximum;
  result.assumesShape = !launch.grid || (!launch.block && !required);
  bool hasPairs = usesPairs(checked, entry);
  result.cluster =
      launch.cluster ? *launch.cluster : cluster.value_or(Extent{hasPairs ? 2u : 1u, 1, 1});
  if (hasPairs && volume(result.cluster) % 2)
    return llvm::createStringError(
        "the entry has instructions of a pair of CTAs (`.cta_group::2`), and a cluster of the "
        "launch has " +
        Twine(volume(result.cluster)) + (volume(result.cluster) == 1 ? " CTA" : " CTAs"));
  result.grid = launch.grid.value_or(result.cluster);
  for (unsigned i = 0; i != 3; ++i)
    result.grid[i] = std::max(result.grid[i], result.cluster[i]);
  if (volume(result.block) > 1024)
    return llvm::createStringError("a CTA has at most 1024 threads; the launch has " +
                                   Twine(volume(result.block)));
  if (volume(result.cluster) > 16)
    return llvm::createStringError("a cluster has at most 16 CTAs; the launch has " +
                                   Twine(volume(result.cluster)));
  result.dynamicShared = launch.dynamicShared.value_or(0);
  constexpr uint64_t mostShared = 1 << 20;
  if (result.dynamicShared > mostShared)
    return llvm::createStringError("a CTA has less shared memory than " +
                                   Twine(result.dynamicShared) + " bytes");
  uint64_t threads = volume(result.block);
  std::optional<Extent> registers = directiveOf(top, entry, TokenKind::MaxNReg);
  // This number of CTAs has to fit on a multiprocessor at the same time. (Manual 11.4.4)
  uint64_t ctas =
      volume(directiveOf(top, entry, TokenKind::MinNCtaPerSm).value_or(Extent{1, 1, 1}));
  uint64_t share = (65536 / (threads * ctas)) & ~uint64_t(7);
  result.registers =
      static_cast<uint32_t>(registers ? (*registers)[0] : std::min<uint64_t>(share, 255));
  for (const auto &[name, bytes] : result.boxes)
    if (bytes > mostShared)
      return llvm::createStringError("a box of " + Twine(bytes) + " bytes, of `" + name +
                                     "`, is larger than shared memory");
  return result;
}
