// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Launch/Launch.h"
#include "ptx/Support/LocatedJson.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;
using llvm::Twine;
using llvm::json::Array;
using llvm::json::Object;

// The input of SentryWard: a launch, arguments by parameter and offset, tensor maps.

static constexpr llvm::StringLiteral schema = "spverify.kernel-input/v1";

namespace {

/// How a number is stored.
struct Scalar {
  enum class Kind : uint8_t { Integer, Float, Pointer };
  Kind kind;
  unsigned bits;
  bool isSigned = false;
  const llvm::fltSemantics *format = nullptr;
};

/// The location of a value: a parameter, and some of its bytes.
struct Field {
  std::string parameter;
  uint64_t offset = 0;
  std::optional<Scalar> type;
};

/// Reads one input. Members are reported by their paths, such as `launch.grid_dim`.
class KernelInput {
public:
  llvm::Expected<Launch> read(const Object &input);

private:
  using Members = llvm::ArrayRef<StringRef>;

  llvm::Error checkMembers(const Object &object, const Twine &path, Members known) const;
  llvm::Error readLaunch(const Object &object);
  llvm::Error readExtent(const Object &object, StringRef name, bool isRequired,
                         std::optional<Extent> &place) const;
  llvm::Expected<Field> readField(const Object &object, const Twine &path, bool needsType) const;
  llvm::Error readDeclaration(const Object &object, const Twine &path);
  llvm::Error readArgument(const Object &object, const Twine &path);
  llvm::Error readMap(const Object &object, const Twine &path);
  llvm::Error readShapes(const Object &object, const Twine &path);
  llvm::Error readAssumptions(const Object &object);
  llvm::Error readList(const Object &input, StringRef name,
                       llvm::Error (KernelInput::*read)(const Object &, const Twine &));

  Launch launch;
  std::map<std::string, Field> declared; ///< by name
  std::map<std::string, std::string> objects;
};

} // namespace

static llvm::Error problem(const Twine &path, const Twine &what) {
  return llvm::createStringError("`" + path + "`: " + what);
}

static std::optional<Scalar> scalarNamed(StringRef name) {
  using Kind = Scalar::Kind;
  return llvm::StringSwitch<std::optional<Scalar>>(name)
      .Cases({"u8", "b8"}, Scalar{Kind::Integer, 8})
      .Cases({"u16", "b16"}, Scalar{Kind::Integer, 16})
      .Cases({"u32", "b32"}, Scalar{Kind::Integer, 32})
      .Cases({"u64", "b64"}, Scalar{Kind::Integer, 64})
      .Case("s8", Scalar{Kind::Integer, 8, true})
      .Case("s16", Scalar{Kind::Integer, 16, true})
      .Case("s32", Scalar{Kind::Integer, 32, true})
      .Case("s64", Scalar{Kind::Integer, 64, true})
      .Case("f16", Scalar{Kind::Float, 16, true, &llvm::APFloat::IEEEhalf()})
      .Case("bf16", Scalar{Kind::Float, 16, true, &llvm::APFloat::BFloat()})
      .Case("f32", Scalar{Kind::Float, 32, true, &llvm::APFloat::IEEEsingle()})
      .Case("f64", Scalar{Kind::Float, 64, true, &llvm::APFloat::IEEEdouble()})
      .Case("pointer", Scalar{Kind::Pointer, 64})
      .Default(std::nullopt);
}

/// The bits of an integer; none if it does not fit.
static std::optional<uint64_t> integerOf(const llvm::json::Value &value, const Scalar &type) {
  if (std::optional<uint64_t> number = value.getAsUINT64()) {
    unsigned bits = type.bits - type.isSigned;
    return bits == 64 || *number >> bits == 0 ? number : std::nullopt;
  }
  std::optional<int64_t> number = value.getAsInteger();
  bool fits = number && type.isSigned && llvm::isIntN(type.bits, *number);
  return fits ? std::optional(truncate(static_cast<uint64_t>(*number), type.bits)) : std::nullopt;
}

static std::optional<uint64_t> floatOf(const llvm::json::Value &value, const Scalar &type) {
  std::optional<double> number = value.getAsNumber();
  if (!number)
    return std::nullopt;
  llvm::APFloat converted(*number);
  bool losesInfo;
  converted.convert(*type.format, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return converted.bitcastToAPInt().getZExtValue();
}

/// In bits; 0 for another name.
static unsigned elementBits(StringRef name) {
  return llvm::StringSwitch<unsigned>(name)
      .Cases({"u8", "s8", "e4m3", "e5m2"}, 8)
      .Cases({"u16", "s16", "f16", "bf16"}, 16)
      .Cases({"u32", "s32", "f32", "tf32"}, 32)
      .Cases({"u64", "s64", "f64"}, 64)
      .Cases({"16u4_align8b", "16u4_align16b"}, 4)
      .Default(0);
}

llvm::Error KernelInput::checkMembers(const Object &object, const Twine &path,
                                      Members known) const {
  // The members of a JSON object have no order.
  std::optional<StringRef> unknown;
  for (const auto &[name, value] : object)
    if (!llvm::is_contained(known, StringRef(name)) && (!unknown || StringRef(name) < *unknown))
      unknown = name;
  if (!unknown)
    return llvm::Error::success();
  std::string text = path.str();
  return problem(text.empty() ? *unknown : text + "." + *unknown, "unknown field of " + schema);
}

llvm::Error KernelInput::readExtent(const Object &object, StringRef name, bool isRequired,
                                    std::optional<Extent> &place) const {
  const llvm::json::Value *given = object.get(name);
  if (!given && !isRequired)
    return llvm::Error::success();
  const Array *list = given ? given->getAsArray() : nullptr;
  Extent extent{0, 0, 0};
  for (unsigned i = 0; list && list->size() == extent.size() && i != extent.size(); ++i) {
    std::optional<int64_t> number = (*list)[i].getAsInteger();
    extent[i] = number && *number > 0 && *number < maxExtent ? static_cast<uint32_t>(*number) : 0;
  }
  if (!volume(extent))
    return problem("launch." + name, "expected three positive numbers");
  place = extent;
  return llvm::Error::success();
}

llvm::Error KernelInput::readLaunch(const Object &object) {
  if (llvm::Error error = checkMembers(
          object, "launch", {"grid_dim", "block_dim", "cluster_dim", "dynamic_shared_bytes"}))
    return error;
  if (llvm::Error error = readExtent(object, "grid_dim", true, launch.grid))
    return error;
  if (llvm::Error error = readExtent(object, "block_dim", true, launch.block))
    return error;
  if (llvm::Error error = readExtent(object, "cluster_dim", false, launch.cluster))
    return error;
  if (const llvm::json::Value *shared = object.get("dynamic_shared_bytes")) {
    std::optional<uint64_t> bytes = shared->getAsUINT64();
    if (!bytes)
      return problem("launch.dynamic_shared_bytes", "expected a number of bytes");
    launch.dynamicShared = *bytes;
  }
  return llvm::Error::success();
}

llvm::Expected<Field> KernelInput::readField(const Object &object, const Twine &path,
                                             bool needsType) const {
  Field field;
  std::optional<StringRef> parameter = object.getString("parameter");
  if (!parameter || parameter->empty())
    return problem(path + ".parameter", "expected the name of a parameter");
  field.parameter = parameter->str();
  if (const llvm::json::Value *offset = object.get("offset")) {
    std::optional<uint64_t> bytes = offset->getAsUINT64();
    if (!bytes)
      return problem(path + ".offset", "expected a number of bytes");
    field.offset = *bytes;
  }
  if (!needsType)
    return field;
  field.type = scalarNamed(object.getString("type").value_or(""));
  if (!field.type)
    return problem(path + ".type", "expected a type of a number, or `pointer`");
  return field;
}

/// A name of the bytes of a parameter. For a pointer, it is the object that it points to.
llvm::Error KernelInput::readDeclaration(const Object &object, const Twine &path) {
  if (llvm::Error error =
          checkMembers(object, path, {"parameter", "offset", "type", "name", "object", "space"}))
    return error;
  llvm::Expected<Field> field = readField(object, path, true);
  if (!field)
    return field.takeError();
  if (std::optional<StringRef> space = object.getString("space"); space && *space != "global")
    return problem(path + ".space", "only pointers to `global` memory are executed");
  if (std::optional<StringRef> name = object.getString("object")) {
    auto [entry, isNew] = objects.try_emplace(name->str(), field->parameter);
    if (!isNew)
      return problem(path + ".object", "`" + *name + "` is the object of `" + entry->second +
                                           "` as well, and each pointer has its own here");
  }
  if (std::optional<StringRef> name = object.getString("name"))
    declared[name->str()] = *field;
  return llvm::Error::success();
}

llvm::Error KernelInput::readArgument(const Object &object, const Twine &path) {
  bool isNamed = object.get("field");
  llvm::Error error = isNamed
                          ? checkMembers(object, path, {"field", "value"})
                          : checkMembers(object, path, {"parameter", "offset", "type", "value"});
  if (error)
    return error;
  Field field;
  if (isNamed) {
    StringRef name = object.getString("field").value_or("");
    auto found = declared.find(name.str());
    if (found == declared.end())
      return problem(path + ".field", "no declaration has the name `" + name + "`");
    field = found->second;
  } else {
    llvm::Expected<Field> read = readField(object, path, true);
    if (!read)
      return read.takeError();
    field = *read;
  }
  const llvm::json::Value *value = object.get("value");
  if (!value)
    return problem(path + ".value", "missing");
  const Scalar &type = *field.type;
  std::optional<uint64_t> bits;
  if (type.kind == Scalar::Kind::Pointer)
    bits = value->kind() == llvm::json::Value::Null ? std::optional<uint64_t>(0) : std::nullopt;
  else
    bits = type.kind == Scalar::Kind::Float ? floatOf(*value, type) : integerOf(*value, type);
  if (!bits)
    return problem(path + ".value", type.kind == Scalar::Kind::Pointer
                                        ? "expected `null`"
                                        : "expected a number that its type has");
  launch.fields.push_back({field.parameter, field.offset, type.bits / 8, *bits});
  return llvm::Error::success();
}

llvm::Error KernelInput::readMap(const Object &object, const Twine &path) {
  if (llvm::Error error =
          checkMembers(object, path,
                       {"parameter", "offset", "object", "element_type", "rank", "global_shape",
                        "global_strides_bytes", "box_shape", "element_strides", "swizzle",
                        "interleave", "oob_fill", "base_byte_offset"}))
    return error;
  llvm::Expected<Field> field = readField(object, path, false);
  if (!field)
    return field.takeError();
  unsigned bits = elementBits(object.getString("element_type").value_or(""));
  if (!bits)
    return problem(path + ".element_type", "expected a type of elements, such as `bf16`");
  const Array *box = object.getArray("box_shape"), *strides = object.getArray("element_strides");
  if (!box || box->empty() || box->size() > 5)
    return problem(path + ".box_shape", "expected one to five positive numbers");
  if (object.get("element_strides") && (!strides || strides->size() != box->size()))
    return problem(path + ".element_strides", "expected as many positive numbers as the box has");
  uint64_t elements = 1;
  for (size_t i = 0; i != box->size(); ++i) {
    std::optional<uint64_t> extent = (*box)[i].getAsUINT64();
    std::optional<uint64_t> stride = strides ? (*strides)[i].getAsUINT64() : 1;
    if (!extent || !*extent || *extent > 256)
      return problem(path + ".box_shape", "expected one to five positive numbers");
    if (!stride || !*stride)
      return problem(path + ".element_strides", "expected as many positive numbers as the box has");
    elements *= (*extent + *stride - 1) / *stride;
  }
  std::string name = field->parameter;
  if (field->offset)
    name += "+" + std::to_string(field->offset);
  launch.boxes[name] = elements * bits / 8;
  return llvm::Error::success();
}

/// Arrays of shapes in global memory that a pointer points to.
llvm::Error KernelInput::readShapes(const Object &object, const Twine &path) {
  if (llvm::Error error =
          checkMembers(object, path, {"parameter", "offset", "element_type", "shapes"}))
    return error;
  llvm::Expected<Field> field = readField(object, path, false);
  if (!field)
    return field.takeError();
  if (field->offset)
    return problem(path + ".offset", "the contents of what a structure points to are not taken");
  std::optional<Scalar> type = scalarNamed(object.getString("element_type").value_or(""));
  if (!type || type->kind != Scalar::Kind::Integer || type->bits < 32)
    return problem(path + ".element_type", "expected `s32`, `u32`, `s64` or `u64`");
  const Array *shapes = object.getArray("shapes");
  Contents contents;
  contents.kind = Contents::Kind::Bytes;
  contents.text = "shapes";
  std::vector<uint8_t> bytes;
  for (size_t i = 0; shapes && i != shapes->size(); ++i) {
    const Array *shape = (*shapes)[i].getAsArray();
    for (size_t j = 0; shape && j != shape->size(); ++j) {
      std::optional<uint64_t> number = integerOf((*shape)[j], *type);
      if (!number)
        return problem(path + ".shapes", "expected numbers that their type has");
      for (unsigned byte = 0; byte != type->bits / 8; ++byte)
        bytes.push_back(static_cast<uint8_t>(*number >> 8 * byte));
    }
  }
  if (bytes.empty())
    return problem(path + ".shapes", "expected lists of numbers");
  contents.bytes = SharedBytes(bytes);
  launch.contents[field->parameter] = std::make_shared<Contents>(std::move(contents));
  return llvm::Error::success();
}

/// Assumptions of the other tool. The executor has its own assumptions, which its report prints.
llvm::Error KernelInput::readAssumptions(const Object &object) {
  if (llvm::Error error =
          checkMembers(object, "assumptions",
                       {"duplicate_tma_store_benign", "representative_election", "clc_always_fails",
                        "representative_branches", "bounded_computation_loops"}))
    return error;
  for (const auto &[name, value] : object)
    if (!value.getAsBoolean())
      return problem("assumptions." + StringRef(name), "expected `true` or `false`");
  return llvm::Error::success();
}

llvm::Error KernelInput::readList(const Object &input, StringRef name,
                                  llvm::Error (KernelInput::*read)(const Object &, const Twine &)) {
  const llvm::json::Value *given = input.get(name);
  if (!given)
    return llvm::Error::success();
  const Array *list = given->getAsArray();
  if (!list)
    return problem(name, "expected a list");
  for (size_t i = 0; i != list->size(); ++i) {
    std::string path = (name + "[" + Twine(i) + "]").str();
    const Object *object = (*list)[i].getAsObject();
    if (!object)
      return problem(path, "expected an object");
    if (llvm::Error error = (this->*read)(*object, path))
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<Launch> KernelInput::read(const Object &input) {
  if (input.getString("schema") != StringRef(schema))
    return problem("schema", "expected `" + schema + "`");
  if (llvm::Error error =
          checkMembers(input, "",
                       {"schema", "entry", "launch", "arguments", "declarations", "tma_descriptors",
                        "shape_arrays", "assumptions", "address_invariants", "branch_decisions",
                        "data_branch_loop_iterations"}))
    return error;
  launch.entry = input.getString("entry").value_or("").str();
  const Object *dimensions = input.getObject("launch");
  if (!dimensions)
    return problem("launch", "expected an object");
  if (llvm::Error error = readLaunch(*dimensions))
    return error;
  for (auto [name, read] : {std::pair("declarations", &KernelInput::readDeclaration),
                            std::pair("arguments", &KernelInput::readArgument),
                            std::pair("tma_descriptors", &KernelInput::readMap),
                            std::pair("shape_arrays", &KernelInput::readShapes)})
    if (llvm::Error error = readList(input, name, read))
      return error;
  if (const Object *assumptions = input.getObject("assumptions"))
    if (llvm::Error error = readAssumptions(*assumptions))
      return error;
  for (StringRef name : {"address_invariants", "branch_decisions", "data_branch_loop_iterations"})
    if (input.get(name))
      launch.remarks.push_back(("`" + name +
                                "` of the input is not used: ways that depend on unknown values "
                                "are both tried")
                                   .str());
  return std::move(launch);
}

llvm::Expected<Launch> execution::readKernelInput(StringRef text) {
  llvm::Expected<LocatedJson> json = LocatedJson::parse(text, JsonDialect::Strict);
  if (!json)
    return json.takeError();
  const Object *object = json->value().getAsObject();
  return object ? KernelInput().read(*object)
                : llvm::createStringError("expected an object of JSON");
}
