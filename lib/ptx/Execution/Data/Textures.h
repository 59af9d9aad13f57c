// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Textures, samplers and surfaces as arguments of a launch.

#ifndef PTX_EXECUTION_DATA_TEXTURES_H
#define PTX_EXECUTION_DATA_TEXTURES_H

#include "ptx/Execution/Data/ArgumentParts.h"
#include "ptx/Execution/Memory/GlobalMemory.h"

namespace ptx::execution {

/// How an image or a sampler was made by the host, with the fields of the texture descriptors of
/// CUDA. Only the first mipmap level exists, and texels are not filtered.
struct TextureForm {
  enum class Kind : uint8_t { Texture, Surface, Sampler };
  /// The texel for a coordinate outside of the texture.
  enum class AddressMode : uint8_t { Wrap, Mirror, Clamp, Border };

  Kind kind = Kind::Texture;
  unsigned dimensions = 0;
  std::array<uint64_t, 3> extent{1, 1, 1}; ///< width, height and depth in texels
  uint64_t layers = 1;
  bool isLayered = false;
  unsigned channels = 1;
  TypeId channel = TypeId::b8;
  std::array<AddressMode, 3> address{AddressMode::Clamp, AddressMode::Clamp, AddressMode::Clamp};
  bool isNormalized = false; ///< coordinates are from 0 to 1
  bool readsFloat = false;   ///< integers are read as numbers from 0 or -1 to 1

  uint64_t texelBytes() const { return channels * (info(channel).width / 8u); }
  /// The offset of a texel in the array.
  uint64_t offsetOf(uint64_t layer, const std::array<uint64_t, 3> &at) const {
    return (((layer * extent[2] + at[2]) * extent[1] + at[1]) * extent[0] + at[0]) * texelBytes();
  }
  /// `2d`, or `a2d` of layers.
  std::string geometry() const;
  /// `texture`, `surface` or `sampler`.
  llvm::StringRef kindName() const;
};

/// The form that the parts `texture=2d,address=wrap` give `array`, whose shape has the width last,
/// or before the number of channels.
llvm::Expected<TextureForm> readTexture(const ArgumentParts &argument, const Contents &array);

/// The texel for `index` in a dimension of `size` texels; none outside of a border.
std::optional<uint64_t> texelAt(TextureForm::AddressMode mode, int64_t index, uint64_t size);

/// The value of a channel with these bits as a result of type `type`; none if the texture has no
/// such results.
std::optional<uint64_t> channelAs(const TextureForm &form, uint64_t bits, TypeId type);

} // namespace ptx::execution

#endif // PTX_EXECUTION_DATA_TEXTURES_H
