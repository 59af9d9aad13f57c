// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Machine.h"

#include <cmath>

using namespace ptx;
using namespace ptx::execution;
using AddressMode = TextureForm::AddressMode;
using Kind = TextureForm::Kind;

/// The texture, sampler or surface with a handle. If there is none, the execution ends.
const BoundTexture *Machine::textureAt(const Operation &op, Value handle, Kind kind) {
  TextureForm form;
  form.kind = kind;
  auto found = handle.known ? program.textures.find(handle.bits) : program.textures.end();
  if (found == program.textures.end()) {
    skip(op, "a " + form.kindName() + " that the launch does not have");
    return nullptr;
  }
  const BoundTexture &bound = found->second;
  if (bound.form->kind == kind)
    return &bound;
  skip(op,
       "`" + bound.name + "` as a " + form.kindName() + ", and it is a " + bound.form->kindName());
  return nullptr;
}

/// Whether an instruction has the geometry of a texture. If it does not, the execution ends.
bool Machine::hasGeometryOf(const Operation &op, const BoundTexture &texture) {
  using M = Modifier;
  for (auto [word, dimensions, isLayered] :
       {std::tuple(M::n1d, 1u, false), std::tuple(M::n2d, 2u, false), std::tuple(M::n3d, 3u, false),
        std::tuple(M::a1d, 1u, true), std::tuple(M::a2d, 2u, true)})
    if (op.has(word) && texture.form->dimensions == dimensions &&
        texture.form->isLayered == isLayered)
      return true;
  skip(op, "`" + texture.name + "` has the geometry `" + texture.form->geometry() +
               "`, and the instruction another one");
  return false;
}

/// The slots of the coordinates after a texture and a sampler.
static llvm::ArrayRef<Slot> coordinatesOf(llvm::ArrayRef<Slot> place, bool hasSampler) {
  return place.drop_front(hasSampler ? 2 : 1);
}

/// The layer that an access selects; none if it is not known.
std::optional<uint64_t> Machine::layerOf(const Warp &warp, const TextureForm &form,
                                         llvm::ArrayRef<Slot> coordinates, unsigned lane) const {
  if (!form.isLayered)
    return 0;
  Value layer = valueOf(warp, coordinates[0], lane);
  return layer.known ? std::optional(truncate(layer.bits, 32)) : std::nullopt;
}

/// The number of the texel of a coordinate before the address mode; none if it is not known, or a
/// NaN.
static std::optional<int64_t> texelIndex(Value coordinate, bool isInteger, uint64_t scale,
                                         double shift) {
  if (!coordinate.known)
    return std::nullopt;
  if (isInteger)
    return signExtend(coordinate.bits, 32);
  double number = llvm::bit_cast<float>(static_cast<uint32_t>(coordinate.bits));
  if (std::isnan(number))
    return std::nullopt;
  // Both are outside of every texture. Normalized coordinates above `most` are even, as it is, so
  // that the wrapped or mirrored texel is the same.
  double most = scale == 1 ? 0x1p33 : 0x1p25;
  number = std::clamp(number, -most, most) * static_cast<double>(scale);
  return static_cast<int64_t>(std::floor(number - shift));
}

/// The texel of a normalized coordinate with `mirror`: by the CUDA guide, "x is replaced by frac(x)
/// if floor(x) is even and 1-frac(x) if floor(x) is odd". None if it is not known, or a NaN.
static std::optional<int64_t> mirroredTexel(Value coordinate, uint64_t size) {
  double x = llvm::bit_cast<float>(static_cast<uint32_t>(coordinate.bits));
  if (!coordinate.known || std::isnan(x))
    return std::nullopt;
  if (std::isinf(x))
    x = 0;
  double whole = std::floor(x), part = x - whole;
  double mirrored = std::fmod(whole, 2) == 0 ? part : 1 - part;
  auto index = static_cast<int64_t>(std::floor(mirrored * static_cast<double>(size)));
  return std::min(index, static_cast<int64_t>(size) - 1);
}

/// `tex` and `tld4` in a lane. (Manual 9.7.10.3, 9.7.10.4)
void Machine::fetchTexture(Warp &warp, const Operation &op, unsigned lane) {
  llvm::ArrayRef<Slot> to = operand(op, 0), place = operand(op, 1);
  bool hasSampler = op.signature->places[1].count == 3;
  // `.r` and the others select the component of four texels.
  constexpr Modifier components[] = {Modifier::r, Modifier::g, Modifier::b, Modifier::a};
  const auto *component = llvm::find_if(components, [&](Modifier word) { return op.has(word); });
  bool isGather = component != std::end(components);
  if (!(op.addresses & 2))
    return skip(op, "a texture that is not in brackets");
  if (program.findOperand(pcOf(op), OperandId::f))
    return skip(op, "a comparison of depths");
  const BoundTexture *texture = textureAt(op, valueOf(warp, place[0], lane), Kind::Texture);
  if (!texture || !hasGeometryOf(op, *texture))
    return;
  const TextureForm &form = *texture->form;
  const BoundTexture *sampler =
      hasSampler ? textureAt(op, valueOf(warp, place[1], lane), Kind::Sampler) : texture;
  if (!sampler)
    return;
  bool isNormalized = form.isNormalized && sampler->form->isNormalized;
  bool isInteger = !isGather && op.type == TypeId::s32;
  if (isInteger && isNormalized)
    return skip(op, "integers as coordinates of `" + texture->name + "`, which are normalized");
  llvm::ArrayRef<Slot> coordinates = coordinatesOf(place, hasSampler);
  std::optional<uint64_t> layer = layerOf(warp, form, coordinates, lane);
  if (layer >= form.layers)
    return skip(op, "the layer " + std::to_string(*layer) + " of `" + texture->name +
                        "`, which has " + std::to_string(form.layers));
  std::array<int64_t, 3> first{};
  std::optional<unsigned> offset = program.findOperand(pcOf(op), OperandId::e);
  for (unsigned i = 0; i != form.dimensions; ++i) {
    Value coordinate = valueOf(warp, coordinates[i + (form.isLayered ? 1 : 0)], lane);
    // With an offset, or for four texels, the number of the texel is mirrored instead.
    bool isMirrored =
        isNormalized && !isGather && !offset && sampler->form->address[i] == AddressMode::Mirror;
    std::optional<int64_t> index =
        isMirrored ? mirroredTexel(coordinate, form.extent[i])
                   : texelIndex(coordinate, isInteger, isNormalized ? form.extent[i] : 1,
                                isGather ? 0.5 : 0);
    Value added = Value::number(0);
    if (offset) {
      llvm::ArrayRef<Slot> offsets = operand(op, *offset);
      added = valueOf(warp, offsets[offsets.size() == 1 ? 0 : i], lane);
    }
    if (!layer || !index || !added.known)
      return skip(op, "coordinates of `" + texture->name + "` that are not known, or a NaN");
    first[i] = *index + signExtend(added.bits, 32);
  }
  TypeId type = op.firstType;
  auto channelAt = [&](int64_t right, int64_t down, unsigned channel) {
    std::array<uint64_t, 3> at{};
    for (unsigned i = 0; i != form.dimensions; ++i) {
      AddressMode mode = sampler->form->address[i];
      if (!isNormalized && (mode == AddressMode::Wrap || mode == AddressMode::Mirror))
        mode = AddressMode::Clamp;
      int64_t index = first[i] + (i == 0 ? right : i == 1 ? down : 0);
      std::optional<uint64_t> texel = texelAt(mode, index, form.extent[i]);
      if (!texel)
        return Value::number(0);
      at[i] = *texel;
    }
    // The manual does not say what a channel is that the texture lacks.
    if (channel >= form.channels)
      return Value::unknown(fresh());
    unsigned bytes = info(form.channel).width / 8u;
    Value bits = global.load(texture->base + form.offsetOf(*layer, at) + channel * bytes, bytes,
                             Value::unknown(fresh()));
    if (!bits.known)
      return bits;
    std::optional<uint64_t> result = channelAs(form, bits.bits, type);
    if (!result)
      skip(op, "results of type `." + info(type).name + "` of `" + texture->name +
                   "`, which has elements of type `." + info(form.channel).name + "`" +
                   (form.readsFloat ? " that are read as floating-point numbers" : ""));
    return result ? Value::number(*result) : Value::unknown(fresh());
  };
  std::array<Value, 4> results;
  if (isGather) {
    auto channel = static_cast<unsigned>(component - components);
    // Counter-clockwise from the lower left, and rows count downwards.
    results = {channelAt(0, 1, channel), channelAt(1, 1, channel), channelAt(1, 0, channel),
               channelAt(0, 0, channel)};
  } else {
    for (unsigned i = 0; i != 4; ++i)
      results[i] = channelAt(0, 0, i);
  }
  unsigned count = op.has(Modifier::v2) ? 2 : 4;
  for (unsigned i = 0; i != count && i < to.size(); ++i) {
    Value result = results[i];
    if (type == TypeId::f16x2) {
      const Value &low = results[2 * i], &high = results[2 * i + 1];
      result = low.known && high.known ? Value::number(low.bits | high.bits << 16)
                                       : Value::unknown(fresh());
      notePart(result, low, 0, 16);
      notePart(result, high, 16, 16);
    }
    writeLane(warp, to[i], lane, result);
  }
  if (to.size() > count) // all memory is resident
    writeLane(warp, to[count], lane, Value::number(1));
}

/// The address that a surface instruction accesses: none if the access is dropped.
std::optional<uint64_t> Machine::surfaceAddress(const Warp &warp, const Operation &op,
                                                const BoundTexture &surface,
                                                llvm::ArrayRef<Slot> coordinates, unsigned lane,
                                                uint64_t bytes, uint64_t scale, bool writes) {
  const TextureForm &form = *surface.form;
  std::array<int64_t, 4> at{}; // of bytes, rows, slices and layers
  std::array<int64_t, 4> last{
      static_cast<int64_t>(form.extent[0] * form.texelBytes()) - static_cast<int64_t>(bytes),
      static_cast<int64_t>(form.extent[1]) - 1, static_cast<int64_t>(form.extent[2]) - 1,
      static_cast<int64_t>(form.layers) - 1};
  std::optional<uint64_t> layer = layerOf(warp, form, coordinates, lane);
  bool areKnown = layer.has_value();
  for (unsigned i = 0; i != form.dimensions; ++i) {
    Value coordinate = valueOf(warp, coordinates[i + (form.isLayered ? 1 : 0)], lane);
    areKnown &= coordinate.known;
    at[i] = signExtend(coordinate.bits, 32);
  }
  if (!areKnown) {
    skip(op, "coordinates of `" + surface.name + "` that are not known");
    return std::nullopt;
  }
  if (last[0] < 0 && op.has(Modifier::clamp)) {
    // No location is the nearest one.
    skip(op, "an access to " + std::to_string(bytes) + " bytes of `" + surface.name +
                 "`, whose rows have fewer");
    return std::nullopt;
  }
  at[0] *= static_cast<int64_t>(scale);
  at[3] = static_cast<int64_t>(*layer);
  auto text = [&] {
    std::string text = threadText(warp.thread + lane) + (writes ? " writes " : " reads ") +
                       std::to_string(bytes) + " bytes of `" + surface.name + "` at byte " +
                       std::to_string(at[0]);
    for (auto [i, name] : {std::pair(1u, " of row "), std::pair(2u, " of slice ")})
      if (i < form.dimensions)
        text += name + std::to_string(at[i]);
    return text + (form.isLayered ? " of layer " + std::to_string(at[3]) : "");
  };
  constexpr const char *names[] = {"bytes in a row", "rows", "slices", "layers"};
  for (unsigned i = 0; i != at.size(); ++i) {
    if (at[i] >= 0 && at[i] <= last[i])
      continue;
    if (op.has(Modifier::zero))
      return std::nullopt;
    if (!op.has(Modifier::clamp)) {
      uint64_t count = static_cast<uint64_t>(last[i]) + (i ? 1 : bytes);
      report(Fault::GlobalBounds, pcOf(op),
             text() + ", and `" + surface.name + "` has " + std::to_string(count) + " " + names[i]);
      noteUnknown(op, "an access outside of a surface");
      return std::nullopt;
    }
    // The last location of an access may be before the last bytes of a row.
    int64_t rest = i ? 0 : last[0] % static_cast<int64_t>(bytes);
    at[i] = std::clamp<int64_t>(at[i], 0, last[i] - rest);
  }
  if (at[0] % static_cast<int64_t>(bytes)) {
    report(Fault::GlobalBounds, pcOf(op),
           text() + ", which is not a multiple of " + std::to_string(bytes));
    noteUnknown(op, "a misaligned access to a surface");
    return std::nullopt;
  }
  std::array<uint64_t, 3> row{0, static_cast<uint64_t>(at[1]), static_cast<uint64_t>(at[2])};
  return surface.base + form.offsetOf(static_cast<uint64_t>(at[3]), row) +
         static_cast<uint64_t>(at[0]);
}

/// The bits of a channel for a 32-bit number of `sust.p`; none if the format has no such number:
/// the manual does not say how it is rounded.
static std::optional<uint64_t> storedAs(TypeId channel, uint64_t bits) {
  const TypeInfo &type = info(channel);
  if (type.kind == TypeKind::Float && type.width == 16) {
    const FloatFormat &half = *formatOf(TypeId::f16), &single = *formatOf(TypeId::f32);
    uint64_t result = half.encode(single.decode(bits));
    return single.encode(half.decode(result)) == bits ? std::optional(result) : std::nullopt;
  }
  uint64_t result = truncate(bits, type.width);
  uint64_t again = type.kind == TypeKind::Signed
                       ? truncate(static_cast<uint64_t>(signExtend(result, type.width)), 32)
                       : result;
  return again == bits ? std::optional(result) : std::nullopt;
}

void Machine::storeTexel(const Warp &warp, unsigned lane, uint64_t address, unsigned bytes,
                         Value value) {
  if (inspector)
    inspector->writesGlobal(warp, lane, address, bytes);
  global.store(address, bytes, value);
}

/// `suld`, `sust` and `sured` in a lane. (Manual 9.7.11)
void Machine::accessSurface(Warp &warp, const Operation &op, unsigned lane) {
  using M = Modifier;
  // The surface is in brackets, the first operand of a store or a reduction.
  bool isLoad = !(op.addresses & 1);
  bool isReduction =
      op.has(M::add) || op.has(M::min) || op.has(M::max) || op.has(M::and_) || op.has(M::or_);
  llvm::ArrayRef<Slot> place = operand(op, isLoad ? 1 : 0), data = operand(op, isLoad ? 0 : 1);
  const BoundTexture *surface = textureAt(op, valueOf(warp, place[0], lane), Kind::Surface);
  if (!surface || !hasGeometryOf(op, *surface))
    return;
  const TextureForm &form = *surface->form;
  unsigned each = op.width / 8u;
  bool isFormatted = op.has(Modifier::p);
  if (isFormatted && !isReduction) {
    unsigned bytes = info(form.channel).width / 8u;
    std::optional<uint64_t> address =
        surfaceAddress(warp, op, *surface, coordinatesOf(place, false), lane, form.texelBytes(),
                       form.texelBytes(), true);
    for (unsigned i = 0; address && i != form.channels; ++i) {
      Value value = i < data.size() ? valueOf(warp, data[i], lane) : Value::unknown(fresh());
      std::optional<uint64_t> bits =
          value.known ? storedAs(form.channel, truncate(value.bits, 32)) : std::nullopt;
      storeTexel(warp, lane, *address + i * bytes, bytes,
                 bits ? Value::number(*bits) : Value::unknown(fresh()));
    }
    return;
  }
  // Samples are integers of the size of the access.
  if (isFormatted && (info(form.channel).kind == TypeKind::Float || form.texelBytes() != each))
    return skip(op, "a formatted reduction of `" + surface->name + "`, whose elements are not " +
                        std::to_string(each) + "-byte integers");
  uint64_t bytes = uint64_t(each) * data.size();
  std::optional<uint64_t> address = surfaceAddress(warp, op, *surface, coordinatesOf(place, false),
                                                   lane, bytes, isFormatted ? each : 1, !isLoad);
  Operation typed = op;
  if (isFormatted) {
    bool isSigned = info(form.channel).kind == TypeKind::Signed;
    typed = typedLike(op, each == 8 ? (isSigned ? TypeId::s64 : TypeId::u64)
                                    : (isSigned ? TypeId::s32 : TypeId::u32));
  }
  // Without an address, loads of `.zero` are 0, and those with a fault unknown.
  Value otherwise = op.has(Modifier::zero) ? Value::number(0) : Value::unknown(fresh());
  for (auto [i, slot] : llvm::enumerate(data)) {
    uint64_t at = address.value_or(0) + i * each;
    if (isLoad)
      writeLane(warp, slot, lane,
                address ? global.load(at, each, Value::unknown(fresh())) : otherwise);
    else if (address)
      storeTexel(warp, lane, at, each,
                 isReduction ? reduced(typed, at, each, valueOf(warp, slot, lane))
                             : valueOf(warp, slot, lane));
  }
}

/// The result of `txq` or `suq`. If it is not known, the execution ends.
Value Machine::textureQuery(const Warp &warp, const Operation &op, unsigned lane, bool isSurface) {
  using M = Modifier;
  Value handle = valueOf(warp, operand(op, 1)[0], lane);
  // The attributes of samplers are also those of textures.
  auto found = handle.known ? program.textures.find(handle.bits) : program.textures.end();
  bool isSampler = found != program.textures.end() && found->second.form->kind == Kind::Sampler;
  const BoundTexture *texture = textureAt(op, handle,
                                          isSurface   ? Kind::Surface
                                          : isSampler ? Kind::Sampler
                                                      : Kind::Texture);
  if (!texture)
    return Value::unknown(fresh());
  const TextureForm &form = *texture->form;
  if (op.has(M::level))
    if (Value level = valueOf(warp, operand(op, 2)[0], lane); level != Value::number(0)) {
      skip(op, "another level of `" + texture->name + "` than 0");
      return Value::unknown(fresh());
    }
  // `enum { wrap, mirror, clamp_ogl, clamp_to_edge, clamp_to_border }`
  constexpr uint64_t modes[] = {0, 1, 3, 4};
  auto modeOf = [&](unsigned i) { return modes[static_cast<size_t>(form.address[i])]; };
  bool isImage = !isSampler;
  std::optional<uint64_t> result;
  for (auto [word, isDefined, value] :
       {std::tuple(M::width, isImage, form.extent[0]),
        std::tuple(M::height, isImage && form.dimensions > 1, form.extent[1]),
        std::tuple(M::depth, isImage && form.dimensions > 2, form.extent[2]),
        std::tuple(M::array_size, isImage, form.isLayered ? form.layers : 0),
        std::tuple(M::normalized_coords, isImage, uint64_t(form.isNormalized)),
        std::tuple(M::num_mipmap_levels, isImage, uint64_t(0)),
        std::tuple(M::num_samples, isImage, uint64_t(0)),
        std::tuple(M::filter_mode, true, uint64_t(0)), std::tuple(M::addr_mode_0, true, modeOf(0)),
        std::tuple(M::addr_mode_1, true, modeOf(1)), std::tuple(M::addr_mode_2, true, modeOf(2)),
        std::tuple(M::force_unnormalized_coords, isSampler, uint64_t(!form.isNormalized))})
    if (op.has(word) && isDefined)
      result = value;
  if (!result)
    skip(op, "an attribute that `" + texture->name + "`, a " + form.kindName() +
                 ", does not have here");
  return result ? Value::number(*result) : Value::unknown(fresh());
}

/// Whether an operand of `istypep` is the address of a texture, a sampler or a surface.
Value Machine::isOfOpaqueType(const Warp &warp, const Operation &op, unsigned lane) {
  Value handle = valueOf(warp, operand(op, 1)[0], lane);
  if (!handle.known)
    return Value::unknown(fresh());
  Kind kind = op.has(Modifier::texref)    ? Kind::Texture
              : op.has(Modifier::surfref) ? Kind::Surface
                                          : Kind::Sampler;
  auto found = program.textures.find(handle.bits);
  return Value::number(found != program.textures.end() && found->second.form->kind == kind);
}

/// The type of the texture, sampler or surface among the operands; none if there is none.
static std::optional<TypeId> opaqueTypeOf(const Operation &op) {
  for (const Signature::Place &place : op.signature->places)
    for (unsigned part = 0; part != place.count; ++part) {
      TypeId type = op.signature->operands[place.first + part].info->type;
      if (info(type).kind == TypeKind::Opaque)
        return type;
    }
  return std::nullopt;
}

/// Executes an instruction for textures or surfaces with data. False if it is another one.
bool Machine::executeTexture(Warp &warp, const Operation &op, LaneMask mask) {
  using M = Modifier;
  if (!launch.hasData)
    return false;
  std::optional<TypeId> type = opaqueTypeOf(op);
  bool testsType = op.has(M::texref) || op.has(M::samplerref) || op.has(M::surfref);
  if (!type && !testsType)
    return false;
  forEachLane(mask, [&](unsigned lane) {
    if (op.action == Action::AccessTexture)
      return type == TypeId::surfref ? accessSurface(warp, op, lane) : fetchTexture(warp, op, lane);
    writeLane(warp, operand(op, 0)[0], lane,
              type ? textureQuery(warp, op, lane, type == TypeId::surfref)
                   : isOfOpaqueType(warp, op, lane));
  });
  return true;
}
