// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Launch.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;

static std::optional<Extent> extentIn(const llvm::json::Value *value) {
  if (!value)
    return std::nullopt;
  Extent extent{1, 1, 1};
  if (std::optional<int64_t> number = value->getAsInteger()) {
    extent[0] = static_cast<uint32_t>(*number);
    return extent;
  }
  const Array *list = value->getAsArray();
  if (!list || list->size() > 3)
    return std::nullopt;
  for (auto [i, number] : llvm::enumerate(*list))
    extent[i] = static_cast<uint32_t>(number.getAsInteger().value_or(1));
  return extent;
}

/// `{"blockIdx.x": 4, "threadIdx.x": 128}`
static void readThreads(const Object &threads, Launch &launch) {
  Extent block{1, 1, 1}, grid{1, 1, 1};
  constexpr StringRef axes[] = {"x", "y", "z"};
  for (unsigned i = 0; i != 3; ++i) {
    block[i] =
        static_cast<uint32_t>(threads.getInteger(("threadIdx." + axes[i]).str()).value_or(1));
    grid[i] = static_cast<uint32_t>(threads.getInteger(("blockIdx." + axes[i]).str()).value_or(1));
  }
  launch.block = block;
  launch.grid = grid;
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
      elements *= static_cast<uint64_t>(extent.getAsInteger().value_or(1));
    launch.boxes[param->str()] = elements * widthOf(map->getString("type").value_or("b8")) / 8;
  }
}

namespace {

/// Gives the parameters of a kernel of Triton or Gluon the values that its source assumes: a
/// pointer or number is one parameter; a tensor descriptor is a map, its shape and its strides.
class SourceArguments {
public:
  SourceArguments(const Array &sources, const Array &params, Launch &launch)
      : sources(sources), params(params), launch(launch) {}

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
    for (const llvm::json::Value &value : sources)
      if (const Object *source = value.getAsObject(); source && source->getString("name") == name)
        return static_cast<uint64_t>(source->getInteger("fact").value_or(512));
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
  size_t next = 0;
};

} // namespace

llvm::Error execution::readLaunch(const Object &value, Launch &launch) {
  if (std::optional<StringRef> entry = value.getString("entry"))
    launch.entry = entry->str();
  else if (const Array *entries = value.getArray("entries"); entries && !entries->empty())
    launch.entry = entries->front().getAsString().value_or("").str();
  if (const Object *threads = value.getObject("threads"))
    readThreads(*threads, launch);
  for (auto [key, place] :
       {std::pair("block", &launch.block), std::pair("cluster", &launch.cluster),
        std::pair("grid", &launch.grid)}) {
    const llvm::json::Value *given = value.get(key);
    if (!given || given->kind() == llvm::json::Value::Null)
      continue;
    *place = extentIn(given);
    if (!*place || !volume(**place))
      return llvm::createStringError("expected up to three positive numbers for `" +
                                     llvm::Twine(key) + "`");
  }
  if (const llvm::json::Value *shared = value.get("dynamic_shared")) {
    const Array *list = shared->getAsArray();
    std::optional<int64_t> bytes =
        list && !list->empty() ? list->front().getAsInteger() : shared->getAsInteger();
    if (bytes && *bytes >= 0)
      launch.dynamicShared = static_cast<uint64_t>(*bytes);
  }
  if (const Object *arguments = value.getObject("args"))
    for (const auto &[name, number] : *arguments)
      if (std::optional<int64_t> given = number.getAsInteger())
        launch.arguments[name.str()] = static_cast<uint64_t>(*given);
      else if (std::optional<Contents> contents = contentsOf(number.getAsString().value_or("")))
        launch.contents[name.str()] = std::make_shared<Contents>(std::move(*contents));
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
