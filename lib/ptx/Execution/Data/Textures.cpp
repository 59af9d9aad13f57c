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

static std::optional<AddressMode> addressModeOf(StringRef name) {
  return llvm::StringSwitch<std::optional<AddressMode>>(name)
      .Case("wrap", AddressMode::Wrap)
      .Case("mirror", AddressMode::Mirror)
      .Case("clamp", AddressMode::Clamp)
      .Case("border", AddressMode::Border)
      .Default(std::nullopt);
}

/// `wrap` for all dimensions, or `wrap/clamp` for each. A sampler has no dimensions.
static bool readAddressModes(StringRef text, TextureForm &form) {
  llvm::SmallVector<StringRef, 3> names;
  text.split(names, '/');
  // The descriptors of CUDA always have three.
  if (names.size() > form.address.size() || (names.size() > 1 && names.size() < form.dimensions))
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

/// Sets the field of a part. False if it has no such value.
static bool readField(const ArgumentPart &part, TextureForm &form) {
  auto [key, value] = part;
  auto isOneOf = [value = value](StringRef yes, StringRef no, bool &field) {
    field = value == yes;
    return value == yes || value == no;
  };
  if (key == "texture" || key == "surface")
    return readGeometry(value, form);
  if (key == "address")
    return readAddressModes(value, form);
  if (key == "coordinates")
    return isOneOf("normalized", "unnormalized", form.isNormalized);
  if (key == "read")
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

llvm::Expected<TextureForm> execution::readTexture(const ArgumentParts &argument,
                                                   const Contents &array) {
  TextureForm form;
  form.kind = argument.form == ArgumentForm::Texture   ? Kind::Texture
              : argument.form == ArgumentForm::Surface ? Kind::Surface
                                                       : Kind::Sampler;
  form.isNormalized = form.kind == Kind::Sampler;
  // The number of address modes depends on the geometry.
  for (bool isGeometry : {true, false})
    for (const ArgumentPart &part : argument.parts)
      if (isGeometry == (part.key == "texture" || part.key == "surface"))
        if (!readField(part, form))
          return invalidPart(part);
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
