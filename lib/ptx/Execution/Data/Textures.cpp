// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Data/Textures.h"

#include "ptx/Arithmetic/FloatFormat.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;
using llvm::Twine;
using AddressMode = TextureForm::AddressMode;
using Kind = TextureForm::Kind;

std::string TextureForm::geometry() const {
  return (isLayered ? "a" : "") + std::to_string(dimensions) + "d";
}

StringRef TextureForm::kindName() const {
  return kind == Kind::Texture ? "texture" : kind == Kind::Surface ? "surface" : "sampler";
}

std::pair<StringRef, StringRef> execution::splitTexture(StringRef argument) {
  if (argument == "sampler" || argument.starts_with("sampler,"))
    return {"", argument};
  for (StringRef key : {",texture=", ",surface="})
    if (size_t at = argument.find(key); at != StringRef::npos)
      return {argument.take_front(at), argument.drop_front(at + 1)};
  return {argument, ""};
}

static std::optional<AddressMode> addressModeOf(StringRef name) {
  return llvm::StringSwitch<std::optional<AddressMode>>(name)
      .Case("wrap", AddressMode::Wrap)
      .Case("mirror", AddressMode::Mirror)
      .Case("clamp", AddressMode::Clamp)
      .Case("border", AddressMode::Border)
      .Default(std::nullopt);
}

/// `wrap` for all dimensions, or `wrap/clamp` for each.
static bool readAddressModes(StringRef text, TextureForm &form) {
  llvm::SmallVector<StringRef, 3> names;
  text.split(names, '/');
  if (names.size() > form.address.size())
    return false;
  for (size_t i = 0; i != form.address.size(); ++i) {
    std::optional<AddressMode> mode = addressModeOf(names[std::min(i, names.size() - 1)]);
    if (!mode)
      return false;
    form.address[i] = *mode;
  }
  return true;
}

/// `2d` or `a2d`.
static bool readGeometry(StringRef text, TextureForm &form) {
  form.isLayered = text.consume_front("a");
  form.dimensions =
      llvm::StringSwitch<unsigned>(text).Case("1d", 1).Case("2d", 2).Case("3d", 3).Default(0);
  return form.dimensions && !(form.isLayered && form.dimensions == 3);
}

/// Sets the field `key`. False if it has no such value.
static bool readField(StringRef key, StringRef value, TextureForm &form) {
  auto isOneOf = [&](StringRef yes, StringRef no, bool &field) {
    field = value == yes;
    return value == yes || value == no;
  };
  if (key == "texture" || key == "surface") {
    form.kind = key == "texture" ? Kind::Texture : Kind::Surface;
    return readGeometry(value, form);
  }
  if (key == "sampler" && value.empty()) {
    form.kind = Kind::Sampler;
    return form.isNormalized = true;
  }
  if (form.kind == Kind::Surface)
    return false;
  if (key == "address")
    return readAddressModes(value, form);
  if (key == "coordinates")
    return isOneOf("normalized", "unnormalized", form.isNormalized);
  if (key == "read" && form.kind == Kind::Texture)
    return isOneOf("float", "element", form.readsFloat);
  return key == "filter" && value == "point";
}

/// Sets the extents and the channels by the shape of the array.
static llvm::Error readShape(const Contents &array, TextureForm &form) {
  size_t dimensions = form.dimensions + (form.isLayered ? 1 : 0);
  llvm::ArrayRef<uint64_t> shape = array.shape;
  std::string text =
      llvm::join(llvm::map_range(shape, [](uint64_t n) { return std::to_string(n); }), "x");
  std::string what = "a " + form.kindName().str() + " of geometry `" + form.geometry() + "`";
  if (shape.size() == dimensions + 1) {
    form.channels = static_cast<unsigned>(std::min<uint64_t>(shape.back(), ~0u));
    shape = shape.drop_back();
    if (form.channels != 1 && form.channels != 2 && form.channels != 4)
      return llvm::createStringError(what +
                                     " has 1, 2 or 4 channels in the last dimension, and the "
                                     "array of " +
                                     text + " elements has " + Twine(form.channels));
  }
  if (shape.size() != dimensions || llvm::is_contained(shape, uint64_t(0)))
    return llvm::createStringError(what + " requires an array of " + Twine(dimensions) +
                                   (dimensions == 1 ? " dimension" : " dimensions") +
                                   ", or one more for channels; the array has " +
                                   (array.shape.empty() ? "no dimension" : text + " elements"));
  if (form.isLayered)
    form.layers = shape.consume_front();
  for (unsigned i = 0; i != form.dimensions; ++i)
    form.extent[i] = shape[form.dimensions - 1 - i];
  form.channel = array.element;
  unsigned width = info(array.element).width;
  TypeKind kind = info(array.element).kind;
  bool isNumber = kind == TypeKind::Float ? array.element != TypeId::bf16 : kind != TypeKind::Bits;
  if (width > 32 || !isNumber)
    return llvm::createStringError(
        what + " has integers of 8 to 32 bits, `.f16` or `.f32` elements, and the array has `." +
        info(array.element).name + "`");
  if (form.readsFloat && (kind == TypeKind::Float || width > 16))
    return llvm::createStringError("`read=float` requires integers of 8 or 16 bits, and the array "
                                   "has `." +
                                   info(array.element).name + "`");
  return llvm::Error::success();
}

llvm::Expected<TextureForm> execution::readTexture(StringRef text, const Contents &array) {
  TextureForm form;
  for (StringRef part : llvm::split(text, ',')) {
    auto [key, value] = part.split('=');
    if (part == "filter=linear")
      return llvm::createStringError("`filter=linear` is not computed; `filter=point` is");
    if (!readField(key, value, form))
      return llvm::createStringError(
          "`" + part +
          "` is not part of a texture, sampler or surface; expected `texture=2d` or `surface=2d` "
          "(`1d`, `2d`, `3d`, `a1d`, `a2d`), and for the others `address=wrap` (`mirror`, `clamp`, "
          "`border`), `coordinates=normalized`, `filter=point` or `read=float`");
  }
  if (form.kind != Kind::Sampler)
    if (llvm::Error error = readShape(array, form))
      return error;
  return form;
}

std::optional<uint64_t> execution::texelAt(AddressMode mode, int64_t index, uint64_t size) {
  auto count = static_cast<int64_t>(size);
  auto modulo = [&](int64_t by) { return (index % by + by) % by; };
  switch (mode) {
  case AddressMode::Wrap:
    return modulo(count);
  case AddressMode::Mirror: {
    int64_t at = modulo(2 * count);
    return at < count ? at : 2 * count - 1 - at;
  }
  case AddressMode::Clamp:
    return std::clamp<int64_t>(index, 0, count - 1);
  case AddressMode::Border:
    return index < 0 || index >= count ? std::nullopt : std::optional<uint64_t>(index);
  }
  return std::nullopt;
}

std::optional<uint64_t> execution::channelAs(const TextureForm &form, uint64_t bits, TypeId type) {
  const TypeInfo &channel = info(form.channel);
  if (form.readsFloat) {
    if (type != TypeId::f32)
      return std::nullopt;
    bool isSigned = channel.kind == TypeKind::Signed;
    int64_t number = isSigned ? signExtend(bits, channel.width) : static_cast<int64_t>(bits);
    int64_t most = (int64_t(1) << (channel.width - (isSigned ? 1 : 0))) - 1;
    // The least negative number is -1, too.
    number = std::max(number, -most);
    return llvm::bit_cast<uint32_t>(static_cast<float>(number) / static_cast<float>(most));
  }
  if (channel.kind != TypeKind::Float) {
    if (type != TypeId::u32 && type != TypeId::s32)
      return std::nullopt;
    return channel.kind == TypeKind::Signed
               ? truncate(static_cast<uint64_t>(signExtend(bits, channel.width)), 32)
               : bits;
  }
  bool isHalf = type == TypeId::f16 || type == TypeId::f16x2;
  if (form.channel == type || (form.channel == TypeId::f16 && isHalf))
    return bits;
  if (form.channel == TypeId::f16 && type == TypeId::f32)
    return formatOf(TypeId::f32)->encode(formatOf(TypeId::f16)->decode(bits));
  return std::nullopt;
}
