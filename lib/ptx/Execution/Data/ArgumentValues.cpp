// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The values of arguments as text: numbers, arrays, and what their parts make of them.

#include "ptx/Execution/Data/Arrays.h"
#include "ptx/Execution/Data/Matrix/MappedTensor.h"
#include "ptx/Execution/Data/Textures.h"
#include "ptx/Execution/Launch/Launch.h"

#include <variant>

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;

/// Whether `name` is a part of a structure, as `p+8`.
static bool isPartOfStructure(StringRef name) {
  return placeInParameter(name).first.size() != name.size();
}

/// The number without a type, an integer if it is one.
static std::optional<std::variant<uint64_t, double>> untypedNumber(StringRef text) {
  int64_t integer;
  uint64_t large;
  double number;
  if (!text.getAsInteger(0, integer))
    return static_cast<uint64_t>(integer);
  if (!text.getAsInteger(0, large))
    return large;
  if (!text.getAsDouble(number))
    return number;
  return std::nullopt;
}

/// Reads `zeros:64xf32`, `a.npy` or, without a shape, `fill:0`.
static llvm::Expected<Contents> readContents(StringRef text, uint64_t seed,
                                             ReadArrayFile readFile) {
  if (text.ends_with(".npy")) {
    if (readFile)
      return readFile(text);
    return llvm::createStringError("`" + text +
                                   "` is not read, since a launch in a comment has no "
                                   "files; an array is described as in `zeros:64xf32`");
  }
  if (std::optional<Contents> contents = contentsOf(text))
    return std::move(*contents);
  if (seemsArray(text))
    return arrayOf(text, seed);
  if (text.contains(':'))
    return llvm::createStringError(
        "expected an array that begins with `zeros:`, `range:`, `fill:` "
        "or `random:`, or a number with its type such as `5:s32`, found `" +
        text + "`");
  bool isShape = !llvm::errorToBool(arrayOf(("zeros:" + text).str(), 0).takeError());
  return llvm::createStringError(
      "expected a number, a `.npy` file or an array such as `zeros:1024xf32`, found `" + text +
      "`" + (isShape ? "; did you mean `zeros:" + text + "`?" : ""));
}

/// Makes `contents` what the parts of the argument say.
static llvm::Error applyParts(const ArgumentParts &argument, Contents &contents) {
  if (argument.form == ArgumentForm::Array)
    return llvm::Error::success();
  if (argument.form == ArgumentForm::Tiled || argument.form == ArgumentForm::Im2col) {
    llvm::Expected<TensorMap> map = readMap(argument, contents);
    if (!map)
      return map.takeError();
    contents.map = std::make_shared<const TensorMap>(std::move(*map));
    return llvm::Error::success();
  }
  llvm::Expected<TextureForm> texture = readTexture(argument, contents);
  if (!texture)
    return texture.takeError();
  contents.isBounded = true; // also a sampler, which has no elements
  contents.texture = std::make_shared<const TextureForm>(*texture);
  return llvm::Error::success();
}

/// Reads an argument that is not a number without a type.
static llvm::Error readOther(StringRef name, StringRef value, Launch &launch, uint64_t seed,
                             ReadArrayFile readFile) {
  // `5:s32`, but not the file `12:30.npy`
  if (value.contains(':') && !value.contains(".npy") && untypedNumber(value.rsplit(':').first)) {
    llvm::Expected<TypedNumber> typed = typedNumberOf(value);
    if (!typed)
      return typed.takeError();
    auto [parameter, offset] = placeInParameter(name);
    launch.fields.push_back({parameter.str(), offset, info(typed->type).width / 8u, typed->bits});
    return llvm::Error::success();
  }
  llvm::Expected<ArgumentParts> argument = splitArgument(value);
  if (!argument)
    return argument.takeError();
  if (argument->form != ArgumentForm::Array && untypedNumber(argument->array))
    return llvm::createStringError("expected an array before `,`, found `" + argument->array + "`");
  Contents contents;
  if (argument->form != ArgumentForm::Sampler) {
    llvm::Expected<Contents> read = readContents(argument->array, seedOf(seed, name), readFile);
    if (!read)
      return read.takeError();
    contents = std::move(*read);
  }
  if (llvm::Error error = applyParts(*argument, contents))
    return error;
  contents.text = value.str();
  launch.contents[name.str()] = std::make_shared<Contents>(std::move(contents));
  return llvm::Error::success();
}

llvm::Error execution::readArgument(StringRef name, StringRef value, Launch &launch, uint64_t seed,
                                    ReadArrayFile readFile) {
  auto problem = [&](const llvm::Twine &text) {
    return llvm::createStringError("argument `" + name + "`: " + text);
  };
  if (value.empty())
    return problem("a value is missing, as in `" + name +
                   (isPartOfStructure(name) ? "=5:s32" : "=5") + "` or `" + name +
                   "=zeros:64xf32`");
  if (auto number = untypedNumber(value)) {
    if (isPartOfStructure(name))
      return problem("a part of a structure requires a number with its type, as in `" + value +
                     ":s32`");
    if (const auto *integer = std::get_if<uint64_t>(&*number))
      launch.arguments[name.str()] = *integer;
    else
      launch.numbers[name.str()] = std::get<double>(*number);
    return llvm::Error::success();
  }
  llvm::Error error = readOther(name, value, launch, seed, readFile);
  return error ? problem(llvm::toString(std::move(error))) : llvm::Error::success();
}
