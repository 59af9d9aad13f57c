// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Data/ArgumentParts.h"

#include "ptx/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;
using llvm::Twine;
using Form = ArgumentForm;

namespace {
/// A key of parts.
struct KeyInfo {
  llvm::StringLiteral key;
  /// Whether such a part decides the form.
  bool decides;
  llvm::SmallVector<Form, 2> forms; ///< with such a part
  llvm::StringLiteral fits;         ///< the values
};
} // namespace

static llvm::ArrayRef<KeyInfo> allKeys() {
  static const KeyInfo keys[] = {
      {"box", true, {Form::Tiled}, "up to 5 sizes, the innermost dimension first: `box=64x32`"},
      {"pixels", true, {Form::Im2col}, "the pixels of a column: `pixels=64`"},
      {"channels", true, {Form::Im2col}, "the channels of a pixel: `channels=32`"},
      {"lower", true, {Form::Im2col}, "up to 3 coordinates, W first: `lower=-1x-1`"},
      {"upper", true, {Form::Im2col}, "up to 3 coordinates, W first: `upper=-1x-1`"},
      {"swizzle",
       false,
       {Form::Tiled, Form::Im2col},
       "`none`, `32B`, `64B`, `128B` or another mode of ptx-layout"},
      {"type", false, {Form::Tiled, Form::Im2col}, "a type of elements: `type=bf16`"},
      {"steps", false, {Form::Tiled, Form::Im2col}, "up to 5 traversal strides: `steps=1x2`"},
      {"fill", false, {Form::Tiled, Form::Im2col}, "`zero` or `nan`"},
      {"texture", true, {Form::Texture}, "`1d`, `2d`, `3d`, `a1d` or `a2d`"},
      {"surface", true, {Form::Surface}, "`1d`, `2d`, `3d`, `a1d` or `a2d`"},
      {"address",
       false,
       {Form::Texture, Form::Sampler},
       "`wrap`, `mirror`, `clamp` or `border`, or one for each dimension: `address=wrap/clamp`"},
      {"coordinates", false, {Form::Texture, Form::Sampler}, "`normalized` or `unnormalized`"},
      {"read", false, {Form::Texture}, "`element` or `float`"},
      {"filter", false, {Form::Texture, Form::Sampler}, "`point`, since texels are not filtered"},
  };
  return keys;
}

static const KeyInfo *infoOf(StringRef key) {
  const KeyInfo *found = llvm::find_if(allKeys(), [&](const KeyInfo &k) { return k.key == key; });
  return found == allKeys().end() ? nullptr : found;
}

static StringRef nameOf(Form form) {
  switch (form) {
  case Form::Array:
    return "an array";
  case Form::Tiled:
    return "a tiled tensor map";
  case Form::Im2col:
    return "a tensor map for im2col";
  case Form::Texture:
    return "a texture";
  case Form::Surface:
    return "a surface";
  case Form::Sampler:
    return "a sampler";
  }
  return "";
}

/// `box=`, `swizzle=` and so on.
static std::string keysOf(Form form) {
  llvm::SmallVector<std::string, 8> keys;
  for (const KeyInfo &info : allKeys())
    if (llvm::is_contained(info.forms, form))
      keys.push_back(("`" + info.key + "=`").str());
  return llvm::join(llvm::ArrayRef(keys).drop_back(), ", ") + (keys.size() > 1 ? " and " : "") +
         keys.back();
}

llvm::Error execution::invalidPart(const ArgumentPart &part) {
  return llvm::createStringError("`" + part.key + "=` requires " + infoOf(part.key)->fits +
                                 "; found `" + part.value + "`");
}

/// An error for a part that is none.
static llvm::Error unknownPart(StringRef text, StringRef array) {
  auto [key, value] = text.split('=');
  if (text.trim().empty())
    return llvm::createStringError("nothing follows a comma; expected a part such as `box=64x32` "
                                   "or `texture=2d`");
  if (!text.contains('='))
    return llvm::createStringError(
        "`" + text + "` has no meaning; " +
        (array.contains(':') ? "the sizes of an array are separated by `x`, and a part has a name, "
                               "as in `box=64x32` or `texture=2d`"
                             : "a part has a name, as in `box=64x32` or `texture=2d`"));
  auto keys = llvm::map_range(allKeys(), [](const KeyInfo &k) -> StringRef { return k.key; });
  std::string written = key.trim().lower();
  StringRef nearest = nearestSpelling(written, keys);
  return llvm::createStringError("`" + key + "=` is unknown; " +
                                 (nearest.empty() ? "a tensor map has " + keysOf(Form::Tiled) +
                                                        ", or " + keysOf(Form::Im2col) +
                                                        "; a texture has " + keysOf(Form::Texture)
                                                  : ("did you mean `" + nearest + "=`?").str()));
}

/// Splits off the array. The path of a file can contain commas.
static StringRef arrayAtStart(StringRef text) {
  constexpr StringRef extension = ".npy";
  if (text.ends_with(extension))
    return text;
  if (text.starts_with("[") && text.contains(']')) {
    size_t end = text.find(',', text.find(']'));
    return text.take_front(end);
  }
  size_t at = text.rfind((extension + ",").str());
  return at == StringRef::npos ? text.split(',').first : text.take_front(at + extension.size());
}

/// An error if a part does not belong to the form of `argument`, which the part `decisive` decided.
static llvm::Error checkForm(const ArgumentParts &argument, const ArgumentPart *decisive) {
  for (const ArgumentPart &part : argument.parts) {
    const KeyInfo &info = *infoOf(part.key);
    if (llvm::is_contained(info.forms, argument.form))
      continue;
    std::string owner = nameOf(info.forms.front()).str();
    if (argument.form == Form::Array)
      return llvm::createStringError("`" + part.key + "=` is a part of " +
                                     (info.forms.front() == Form::Tiled
                                          ? "a tensor map, which requires `box=`"
                                          : "a texture, which requires `texture=`"));
    if (!decisive)
      return llvm::createStringError("`" + part.key + "=` is not a part of a sampler, which has " +
                                     keysOf(Form::Sampler));
    return llvm::createStringError("`" + decisive->key + "=` makes the array " +
                                   nameOf(argument.form) + ", and `" + part.key + "=` " +
                                   (info.decides ? owner : "is a part of " + owner));
  }
  if (argument.form == Form::Im2col)
    for (const KeyInfo &info : allKeys())
      if (info.decides && info.forms.front() == Form::Im2col &&
          llvm::none_of(argument.parts, [&](const auto &part) { return part.key == info.key; }))
        return llvm::createStringError("a tensor map for im2col requires `pixels=`, `channels=`, "
                                       "`lower=` and `upper=`; `" +
                                       info.key + "=` is missing");
  return llvm::Error::success();
}

llvm::Expected<ArgumentParts> execution::splitArgument(StringRef text) {
  ArgumentParts result;
  result.array = arrayAtStart(text);
  if (result.array == "sampler")
    result.form = Form::Sampler;
  StringRef rest = text.drop_front(result.array.size());
  size_t decisive = 0; // the number of the part that decides the form, from 1
  while (rest.consume_front(",")) {
    StringRef part = rest.take_until([](char c) { return c == ','; });
    rest = rest.drop_front(part.size());
    auto [key, value] = part.split('=');
    const KeyInfo *info = infoOf(key);
    if (!info || !part.contains('='))
      return unknownPart(part, result.array);
    if (llvm::any_of(result.parts, [key = key](const auto &other) { return other.key == key; }))
      return llvm::createStringError("`" + key + "=` occurs twice");
    result.parts.push_back({key, value});
    if (info->decides && result.form == Form::Array) {
      result.form = info->forms.front();
      decisive = result.parts.size();
    }
  }
  if (result.array.empty() && !result.parts.empty())
    return llvm::createStringError("an array is missing before `," + result.parts.front().key +
                                   "=`");
  if (llvm::Error error = checkForm(result, decisive ? &result.parts[decisive - 1] : nullptr))
    return error;
  return result;
}
