// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Launch/Launch.h"
#include "ptx/Support/ProjectFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;

/// A number of threads or CTAs; 0 if it is none that a launch can have.
static uint32_t countIn(std::optional<int64_t> number) {
  return number && *number > 0 && *number < maxExtent ? static_cast<uint32_t>(*number) : 0;
}

/// The numbers of `[128, 1, 1]` or `128`; those left out are 1.
static Extent extentIn(const llvm::json::Value &value) {
  Extent extent{1, 1, 1};
  const Array *list = value.getAsArray();
  if (!list)
    extent[0] = countIn(value.getAsInteger());
  else if (list->size() > 3)
    extent[0] = 0;
  else
    for (auto [i, number] : llvm::enumerate(*list))
      extent[i] = countIn(number.getAsInteger().value_or(1));
  return extent;
}

static llvm::Error setExtent(StringRef key, Extent extent, std::optional<Extent> &place) {
  if (!volume(extent))
    return llvm::createStringError("expected up to three positive numbers for `" + key + "`");
  place = extent;
  return llvm::Error::success();
}

/// `{"blockIdx.x": 4, "threadIdx.x": 128}`
static llvm::Error readThreads(const Object &threads, Launch &launch) {
  Extent block{1, 1, 1}, grid{1, 1, 1};
  constexpr StringRef axes[] = {"x", "y", "z"};
  for (unsigned i = 0; i != 3; ++i) {
    block[i] = countIn(threads.getInteger(("threadIdx." + axes[i]).str()).value_or(1));
    grid[i] = countIn(threads.getInteger(("blockIdx." + axes[i]).str()).value_or(1));
  }
  if (llvm::Error error = setExtent("threadIdx", block, launch.block))
    return error;
  return setExtent("blockIdx", grid, launch.grid);
}

/// In bits; of types that CUDA's tensor maps have.
static unsigned widthOf(StringRef type) {
  return llvm::StringSwitch<unsigned>(type)
      .Cases({"f64", "i64", "s64", "u64", "b64"}, 64)
      .Cases({"f32", "fp32", "i32", "s32", "u32", "b32", "tf32"}, 32)
      .Cases({"f16", "fp16", "bf16", "i16", "s16", "u16", "b16"}, 16)
      .Cases({"u4", "b4", "e2m1", "u4x16"}, 4)
      .Default(8);
}

static void readMaps(const Array &maps, Launch &launch) {
  for (const llvm::json::Value &value : maps) {
    const Object *map = value.getAsObject();
    const Array *box = map ? map->getArray("box") : nullptr;
    std::optional<StringRef> param = map ? map->getString("param") : std::nullopt;
    if (!box || box->empty() || !param)
      continue;
    uint64_t elements = 1;
    for (const llvm::json::Value &extent : *box)
      elements =
          llvm::SaturatingMultiply(elements, uint64_t(countIn(extent.getAsInteger().value_or(1))));
    if (!elements)
      continue;
    uint64_t bits = widthOf(map->getString("type").value_or("b8"));
    launch.boxes[param->str()] = llvm::SaturatingMultiply(elements, bits) / 8;
  }
}

namespace {

/// Gives the parameters of a kernel of Triton or Gluon the values that its source assumes: a
/// pointer or number is one parameter; a tensor descriptor is a map, its shape and its strides.
class SourceArguments {
public:
  SourceArguments(const Array &sources, const Array &params, Launch &launch)
      : sources(sources), params(params), launch(launch) {
    for (const llvm::json::Value &value : sources)
      if (const Object *source = value.getAsObject())
        facts.try_emplace(source->getString("name").value_or(""),
                          static_cast<uint64_t>(source->getInteger("fact").value_or(512)));
  }

  void run() {
    for (const llvm::json::Value &value : sources)
      if (const Object *source = value.getAsObject())
        read(*source);
  }

private:
  StringRef typeOf(size_t param) const {
    const Object *object = param < params.size() ? params[param].getAsObject() : nullptr;
    return object ? object->getString("type").value_or("") : "";
  }
  void give(uint64_t number) {
    if (const Object *param = next < params.size() ? params[next].getAsObject() : nullptr)
      launch.arguments.try_emplace(param->getString("name").value_or("").str(), number);
    ++next;
  }
  uint64_t factOf(StringRef name) const {
    if (auto fact = facts.find(name); fact != facts.end())
      return fact->second;
    uint64_t number;
    return name.getAsInteger(10, number) ? 512 : number;
  }
  void read(const Object &source) {
    StringRef type = source.getString("type").value_or("");
    if (!type.starts_with("tensordesc")) {
      if (std::optional<int64_t> fact = source.getInteger("fact"); fact && !type.starts_with("*"))
        return give(static_cast<uint64_t>(*fact));
      ++next;
      return;
    }
    ++next;
    readDescriptor(source.getString("fact").value_or(""));
  }
  void readDescriptor(StringRef fact) {
    llvm::SmallVector<StringRef, 5> names;
    if (size_t of = fact.find("of ["); of != StringRef::npos)
      fact.drop_front(of + 4).take_until([](char c) { return c == ']'; }).split(names, ',');
    llvm::SmallVector<uint64_t, 5> shape;
    while (shape.size() < 5 && (typeOf(next) == "u32" || typeOf(next) == "s32")) {
      size_t at = shape.size();
      shape.push_back(at < names.size() ? factOf(names[at].trim()) : 512);
      give(shape.back());
    }
    for (size_t i = 0; i != shape.size() && typeOf(next) == "u64"; ++i) {
      uint64_t stride = 1;
      for (size_t j = i + 1; j < shape.size(); ++j)
        stride *= shape[j];
      give(stride);
    }
  }

  const Array &sources;
  const Array &params;
  Launch &launch;
  llvm::StringMap<uint64_t> facts; ///< by name
  size_t next = 0;
};

} // namespace

llvm::Expected<Object> execution::parseLaunchRecord(StringRef text) {
  constexpr unsigned mostLevels = 64;
  if (text.size() > maxLaunchText)
    return llvm::createStringError("the launch has more than " + llvm::Twine(maxLaunchText) +
                                   " bytes");
  if (nestsDeeper(text, mostLevels, Quotes::Json))
    return llvm::createStringError("brackets nest too deeply");
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (Object *object = value ? value->getAsObject() : nullptr)
    return std::move(*object);
  llvm::consumeError(value.takeError());
  return llvm::createStringError("expected an object of JSON");
}

llvm::Error execution::readLaunch(const Object &value, Launch &launch) {
  if (std::optional<StringRef> entry = value.getString("entry"))
    launch.entry = entry->str();
  else if (const Array *entries = value.getArray("entries"); entries && !entries->empty())
    launch.entry = entries->front().getAsString().value_or("").str();
  if (const Object *threads = value.getObject("threads"))
    if (llvm::Error error = readThreads(*threads, launch))
      return error;
  for (auto [key, place] :
       {std::pair("block", &launch.block), std::pair("cluster", &launch.cluster),
        std::pair("grid", &launch.grid)}) {
    const llvm::json::Value *given = value.get(key);
    if (!given || given->kind() == llvm::json::Value::Null)
      continue;
    if (llvm::Error error = setExtent(key, extentIn(*given), *place))
      return error;
  }
  if (const llvm::json::Value *shared = value.get("dynamic_shared")) {
    const Array *list = shared->getAsArray();
    std::optional<int64_t> bytes =
        list && !list->empty() ? list->front().getAsInteger() : shared->getAsInteger();
    if (bytes && *bytes < 0)
      return llvm::createStringError("expected a number of bytes for `dynamic_shared`");
    if (bytes)
      launch.dynamicShared = static_cast<uint64_t>(*bytes);
  }
  if (const Object *arguments = value.getObject("args"))
    for (const auto &[name, number] : *arguments) {
      if (std::optional<int64_t> given = number.getAsInteger())
        launch.arguments[name.str()] = static_cast<uint64_t>(*given);
      else if (std::optional<double> real = number.getAsNumber())
        launch.numbers[name.str()] = *real;
      else
        // A record of other programs can have values of other kinds.
        llvm::consumeError(readArgument(name.str(), number.getAsString().value_or(""), launch));
    }
  if (const Object *bytes = value.getObject("param_bytes"))
    for (const auto &[name, hex] : *bytes) {
      std::string &place = launch.argumentBytes[name.str()];
      if (!llvm::tryGetFromHex(hex.getAsString().value_or(""), place))
        return llvm::createStringError("expected hexadecimal bytes for `" + name.str() + "`");
    }
  if (const Array *maps = value.getArray("tensor_maps"))
    readMaps(*maps, launch);
  const Array *sources = value.getArray("source_args"), *params = value.getArray("ptx_params");
  if (sources && params)
    SourceArguments(*sources, *params, launch).run();
  if (const Object *facts = value.getObject("facts"))
    if (std::optional<int64_t> count = facts->getInteger("n"))
      launch.otherArguments = static_cast<uint64_t>(*count);
  return llvm::Error::success();
}
