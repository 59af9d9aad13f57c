// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Data/Arrays.h"

#include "ptx/Arithmetic/FloatFormat.h"
#include "ptx/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;

namespace {
/// A type of the elements of an array.
struct ArrayType {
  TypeId type;
  /// The type in the header of a NumPy file. `<V2` has no name in NumPy.
  llvm::StringLiteral numpy;

  unsigned bytes() const { return info(type).width / 8u; }
};
} // namespace

static constexpr ArrayType arrayTypes[] = {
    {TypeId::f16, "<f2"}, {TypeId::bf16, "<V2"}, {TypeId::f32, "<f4"}, {TypeId::f64, "<f8"},
    {TypeId::s8, "|i1"},  {TypeId::s16, "<i2"},  {TypeId::s32, "<i4"}, {TypeId::s64, "<i8"},
    {TypeId::u8, "|u1"},  {TypeId::u16, "<u2"},  {TypeId::u32, "<u4"}, {TypeId::u64, "<u8"},
};

/// The maximum size: more than a kernel can access here.
static constexpr uint64_t mostBytes = uint64_t(1) << 32;

/// The type that another language calls `name`, as `float32` of NumPy or `i32` of LLVM; else
/// `name`.
static std::string translatedType(StringRef name) {
  std::string lower = name.lower();
  StringRef rest = lower;
  for (auto [theirs, ours] : {std::pair("bfloat", "bf"), std::pair("float", "f"),
                              std::pair("uint", "u"), std::pair("int", "s"), std::pair("i", "s")})
    if (rest.consume_front(theirs))
      return ours + (rest.empty() ? "32" : rest.str());
  return lower == "double" ? "f64" : lower == "half" ? "f16" : lower;
}

static llvm::Expected<ArrayType> arrayTypeOf(StringRef name) {
  for (const ArrayType &element : arrayTypes)
    if (info(element.type).name == name)
      return element;
  auto names = llvm::map_range(
      arrayTypes, [](const ArrayType &element) -> StringRef { return info(element.type).name; });
  std::string written = translatedType(name);
  StringRef nearest = nearestSpelling(written, names);
  return llvm::createStringError("`" + name + "` is not a type of elements; " +
                                 (nearest.empty() ? "those are " + llvm::join(names, ", ")
                                                  : ("did you mean `" + nearest + "`?").str()));
}

/// Reads `64x64xf32` into an array without elements.
static llvm::Expected<Contents> emptyArray(StringRef text) {
  llvm::SmallVector<StringRef, 4> parts;
  text.split(parts, 'x');
  uint64_t extent;
  if (text.empty())
    return llvm::createStringError("a shape is missing, as in `64xf32`");
  auto isType = [](const ArrayType &element) -> StringRef { return info(element.type).name; };
  if (parts.size() == 1 && llvm::is_contained(llvm::map_range(arrayTypes, isType), text))
    return llvm::createStringError("the shape `" + text + "` has no sizes; `64x" + text +
                                   "` has one");
  if (parts.size() == 1 && text.getAsInteger(10, extent))
    return llvm::createStringError("`" + text +
                                   "` is not a shape; expected sizes and a type, as "
                                   "in `64x32xf32`");
  if (parts.back().empty())
    return llvm::createStringError("the shape `" + text +
                                   "` ends with `x`, without a type of "
                                   "elements");
  if (!parts.back().getAsInteger(10, extent))
    return llvm::createStringError("the shape `" + text + "` has no type of elements; `" + text +
                                   "xf32` has one");
  llvm::Expected<ArrayType> element = arrayTypeOf(parts.back());
  if (!element)
    return element.takeError();
  Contents array;
  array.kind = Contents::Kind::Bytes;
  array.isBounded = true;
  array.element = element->type;
  array.numpyType = element->numpy.str();
  uint64_t bytes = element->bytes();
  for (StringRef part : llvm::ArrayRef(parts).drop_back()) {
    if (part.getAsInteger(10, extent))
      return llvm::createStringError("`" + part + "` in the shape `" + text +
                                     "` is not a size; expected a shape such as `64x32xf32`");
    array.shape.push_back(extent);
    bytes = llvm::SaturatingMultiply(bytes, extent);
  }
  if (bytes > mostBytes)
    return llvm::createStringError("an array of shape `" + text + "` has more than 4 GiB");
  array.bytes = SharedBytes::zeros(bytes);
  return array;
}

uint64_t execution::encodeElement(TypeId type, int64_t value) {
  const FloatFormat *format = formatOf(type);
  if (!format)
    return truncate(static_cast<uint64_t>(value), info(type).width);
  uint64_t magnitude = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  return format->encode(FloatNumber::ofInteger(magnitude, value < 0));
}

uint64_t execution::encodeElement(TypeId type, double value) {
  const FloatFormat *format = formatOf(type);
  return format ? format->encode(FloatNumber::ofDouble(value))
                : encodeElement(type, static_cast<int64_t>(value));
}

uint64_t execution::seedOf(uint64_t seed, StringRef name) {
  for (char c : name)
    seed = mix(seed, static_cast<uint8_t>(c));
  return seed;
}

/// A random element: below `bound`, or of the whole type; of a floating-point type between -`bound`
/// and `bound`.
static uint64_t randomElement(TypeId type, uint64_t bits, std::optional<uint64_t> bound) {
  if (!formatOf(type))
    return truncate(bound ? bits % *bound : bits, info(type).width);
  double unit = std::ldexp(static_cast<double>(static_cast<int64_t>(bits) >> 11), -52);
  return encodeElement(type, unit * static_cast<double>(bound.value_or(1)));
}

/// Sets all elements of `array` to results of `make`, which takes their numbers.
template <class Make> static Contents filled(Contents array, Make make) {
  unsigned bytes = info(array.element).width / 8u;
  uint8_t *to = array.bytes.own();
  for (uint64_t i = 0; i != array.bytes.size() / bytes; ++i) {
    uint64_t bits = make(i);
    for (unsigned b = 0; b != bytes; ++b)
      *to++ = static_cast<uint8_t>(bits >> 8 * b);
  }
  return array;
}

/// Whether an element of `type` has the value `integer`, or its bits.
static bool holds(const TypeInfo &type, int64_t integer) {
  return type.kind == TypeKind::Float || type.width == 64 ||
         (integer >= llvm::minIntN(type.width) &&
          integer <= static_cast<int64_t>(llvm::maxUIntN(type.width)));
}

/// `1`, `-0x10` or `2.5` as an element.
static llvm::Expected<uint64_t> readElement(TypeId type, StringRef text) {
  int64_t integer;
  uint64_t large;
  double number;
  if (!text.getAsInteger(0, integer) && holds(info(type), integer))
    return encodeElement(type, integer);
  if (type == TypeId::u64 && !text.getAsInteger(0, large))
    return large;
  if (formatOf(type) && !text.getAsDouble(number))
    return encodeElement(type, number);
  return llvm::createStringError("`" + text + "` is not a number of type `" + info(type).name +
                                 "`");
}

llvm::Expected<TypedNumber> execution::typedNumberOf(StringRef text) {
  auto [number, name] = text.rsplit(':');
  llvm::Expected<ArrayType> element = arrayTypeOf(name);
  if (!element)
    return element.takeError();
  llvm::Expected<uint64_t> bits = readElement(element->type, number);
  if (!bits)
    return bits.takeError();
  const TypeInfo &type = info(element->type);
  int64_t given;
  bool isCut = type.kind != TypeKind::Float && type.width < 64 && !number.getAsInteger(0, given) &&
               !(type.kind == TypeKind::Signed ? llvm::isIntN(type.width, given)
                                               : given >= 0 && given >> type.width == 0);
  if (isCut)
    return llvm::createStringError("`" + number + "` is not a number of type `" + name + "`");
  return TypedNumber{element->type, *bits};
}

static constexpr StringRef arrayKinds[] = {"zeros", "range", "fill", "random"};

bool execution::seemsArray(StringRef text) {
  auto [kind, rest] = text.split(':');
  return text.starts_with("[") ||
         (text.contains(':') && !nearestSpelling(kind, arrayKinds).empty());
}

/// The array `[1, 2.5]xf32`.
static llvm::Expected<Contents> listedArray(StringRef text) {
  auto [list, name] = text.drop_front().rsplit(']');
  if (!text.contains(']') || !name.consume_front("x"))
    return llvm::createStringError("expected a list with its type, as in `[1, 2.5]xf32`, found `" +
                                   text + "`");
  llvm::SmallVector<StringRef, 16> numbers;
  list.split(numbers, ',');
  llvm::Expected<Contents> array = emptyArray(std::to_string(numbers.size()) + "x" + name.str());
  if (!array)
    return array;
  TypeId type = array->element;
  llvm::SmallVector<uint64_t, 16> elements;
  for (StringRef number : numbers) {
    llvm::Expected<uint64_t> bits = readElement(type, number.trim());
    if (!bits)
      return bits.takeError();
    elements.push_back(*bits);
  }
  return filled(std::move(*array), [&](uint64_t i) { return elements[i]; });
}

llvm::Expected<Contents> execution::arrayOf(StringRef text, uint64_t seed) {
  if (text.starts_with("["))
    return listedArray(text);
  auto [kind, rest] = text.split(':');
  if (!llvm::is_contained(arrayKinds, kind))
    return llvm::createStringError("`" + kind + ":` is unknown; did you mean `" +
                                   nearestSpelling(kind, arrayKinds) + ":`?");
  auto [value, shape] = rest.split(':');
  if (kind == "fill" && shape.empty())
    return llvm::createStringError("expected a value and a shape, as in `fill:1:64xf32`, found `" +
                                   text + "`");
  StringRef shapeText = kind == "fill" ? shape : kind == "random" ? value : rest;
  llvm::Expected<Contents> array = emptyArray(shapeText);
  if (!array)
    return array.takeError();
  array->text = text.str();
  TypeId type = array->element;
  if (kind == "range")
    return filled(std::move(*array),
                  [&](uint64_t i) { return encodeElement(type, static_cast<int64_t>(i)); });
  if (kind == "fill") {
    llvm::Expected<uint64_t> bits = readElement(type, value);
    if (!bits)
      return bits.takeError();
    return filled(std::move(*array), [&](uint64_t) { return *bits; });
  }
  if (kind == "random") {
    uint64_t bound = 0;
    bool hasBound = rest.contains(':');
    if (hasBound && (shape.getAsInteger(0, bound) || !bound ||
                     !holds(info(type), static_cast<int64_t>(std::min<uint64_t>(
                                            bound - 1, std::numeric_limits<int64_t>::max())))))
      return llvm::createStringError("`" + shape + "` is not a bound of random numbers of type `" +
                                     info(type).name + "`; expected a positive integer");
    std::optional<uint64_t> given = hasBound ? std::optional(bound) : std::nullopt;
    return filled(std::move(*array),
                  [&](uint64_t i) { return randomElement(type, mix(seed, i), given); });
  }
  return array;
}

//===-- Files of NumPy ------------------------------------------------------------------------===//

/// The text after `key` in the header; empty if the header has no such key.
static StringRef valueAfter(StringRef header, StringRef key) {
  size_t at = header.find(("'" + key + "'").str());
  StringRef rest = at == StringRef::npos ? "" : header.drop_front(at + key.size() + 2).ltrim();
  return rest.consume_front(":") ? rest.ltrim() : "";
}

/// The numbers in `(64, 32)`; none if there are no such numbers.
static std::optional<std::vector<uint64_t>> readShape(StringRef text) {
  if (!text.consume_front("(") || !text.contains(')'))
    return std::nullopt;
  std::vector<uint64_t> shape;
  for (StringRef part : llvm::split(text.split(')').first, ',')) {
    uint64_t extent;
    if (part.trim().empty())
      continue;
    if (part.trim().getAsInteger(10, extent))
      return std::nullopt;
    shape.push_back(extent);
  }
  return shape;
}

/// The bytes of an element of a little-endian type of NumPy, as `<f4`; none for other types.
static std::optional<uint64_t> bytesOfNumpy(StringRef numpy) {
  uint64_t bytes;
  bool isText = numpy.size() > 1 && numpy[1] == 'U'; // of 4 bytes each
  if (numpy.size() < 3 || !llvm::is_contained({'<', '|'}, numpy[0]) || !llvm::isAlpha(numpy[1]) ||
      numpy[1] == 'O' || numpy.drop_front(2).consumeInteger(10, bytes))
    return std::nullopt;
  return isText ? llvm::SaturatingMultiply<uint64_t>(bytes, 4) : bytes;
}

/// The type of elements of this size, for a NumPy type that has no other.
static TypeId typeOfBytes(unsigned bytes) {
  return bytes == 8   ? TypeId::u64
         : bytes == 4 ? TypeId::u32
         : bytes == 2 ? TypeId::u16
                      : TypeId::u8;
}

static TypeId typeOfNumpy(StringRef numpy) {
  for (const ArrayType &element : arrayTypes)
    if (element.numpy == numpy && element.type != TypeId::bf16)
      return element.type;
  unsigned bytes = 1;
  numpy.drop_front(std::min<size_t>(2, numpy.size())).getAsInteger(10, bytes);
  return typeOfBytes(bytes);
}

std::string execution::numpyTypeOf(TypeId type) {
  for (const ArrayType &element : arrayTypes)
    if (element.type == type)
      return element.numpy.str();
  return numpyTypeOf(typeOfBytes(info(type).width / 8u));
}

/// The format: a magic text, the version, the length of a header, the header, the elements.
llvm::Expected<Contents> execution::contentsOfNumpy(uint64_t size, ReadBytes read) {
  // The elements are read to their place, since a file can be large.
  constexpr uint64_t mostOfHeader = 1 << 17;
  std::vector<char> start(std::min(size, mostOfHeader));
  if (llvm::Error error = read(0, start))
    return error;
  StringRef text(start.data(), start.size());
  if (!text.consume_front("\x93NUMPY") || text.size() < 6)
    return llvm::createStringError("not a file of NumPy");
  bool isLong = text[0] > 1;
  const char *at = text.data() + 2;
  size_t length =
      isLong ? llvm::support::endian::read32le(at) : llvm::support::endian::read16le(at);
  text = text.drop_front(isLong ? 6 : 4);
  if (text.size() < length)
    return llvm::createStringError("the header is not complete");
  StringRef header = text.take_front(length);
  if (!valueAfter(header, "fortran_order").starts_with("False"))
    return llvm::createStringError("the array is not in C order");
  StringRef type = valueAfter(header, "descr");
  type = type.consume_front("'") ? type.split('\'').first : "";
  std::optional<uint64_t> each = bytesOfNumpy(type);
  if (!each)
    return llvm::createStringError("the elements are no little-endian numbers");
  std::optional<std::vector<uint64_t>> shape = readShape(valueAfter(header, "shape"));
  constexpr size_t mostDimensions = 64; // of NumPy
  if (!shape || shape->size() > mostDimensions)
    return llvm::createStringError("the header has no shape");
  uint64_t first = static_cast<uint64_t>(header.end() - start.data()), bytes = *each;
  for (uint64_t extent : *shape)
    bytes = llvm::SaturatingMultiply(bytes, extent);
  if (bytes != size - first)
    return llvm::createStringError("the elements have " + std::to_string(size - first) +
                                   " bytes, and by the header " + std::to_string(bytes));
  Contents contents;
  contents.kind = Contents::Kind::Bytes;
  contents.numpyType = type.str();
  contents.element = typeOfNumpy(contents.numpyType);
  contents.shape = std::move(*shape);
  contents.bytes = SharedBytes::zeros(bytes);
  char *elements = reinterpret_cast<char *>(contents.bytes.own());
  if (llvm::Error error = read(first, llvm::MutableArrayRef(elements, bytes)))
    return error;
  return contents;
}

std::string execution::numpyHeaderOf(const Contents &array) {
  std::string header = "{'descr': '" + array.numpyType + "', 'fortran_order': False, 'shape': (";
  for (uint64_t extent : array.shape)
    header += std::to_string(extent) + ", ";
  header += "), }";
  // The elements begin at a multiple of 64 bytes.
  constexpr size_t before = 10, alignment = 64;
  while ((before + header.size() + 1) % alignment)
    header += ' ';
  header += '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 0xFF);
  file += static_cast<char>(header.size() >> 8);
  return file + header;
}

/// A number that is written as `1.25e+02`, as NumPy writes it: without an exponent from 1e-4 to
/// 1e16.
static std::string withoutExponent(StringRef text) {
  auto [significand, power] = text.split('e');
  int exponent = 0;
  power.consume_front("+"); // which is no part of a number here
  constexpr int smallest = -4, greatest = 15;
  if (power.getAsInteger(10, exponent) || exponent < smallest || exponent > greatest)
    return text.str();
  std::string sign = significand.consume_front("-") ? "-" : "";
  std::string digits;
  for (char c : significand)
    if (c != '.')
      digits += c;
  if (exponent < 0)
    return sign + "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  size_t whole = static_cast<size_t>(exponent) + 1;
  if (digits.size() <= whole)
    return sign + digits + std::string(whole - digits.size(), '0');
  return sign + digits.substr(0, whole) + "." + digits.substr(whole);
}

std::string execution::elementText(TypeId type, uint64_t bits) {
  const FloatFormat *format = formatOf(type);
  if (!format)
    return info(type).kind == TypeKind::Signed ? std::to_string(signExtend(bits, info(type).width))
                                               : std::to_string(bits);
  FloatNumber number = format->decode(bits);
  if (number.isNaN())
    return "nan";
  double value = number.toDouble();
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  constexpr int most = 17; // digits that distinguish all doubles
  std::string text;
  for (int digits = 1; digits <= most; ++digits) {
    text.clear();
    llvm::raw_string_ostream(text) << llvm::format("%.*e", digits - 1, value);
    double again;
    if (!StringRef(text).getAsDouble(again) && encodeElement(type, again) == bits)
      break;
  }
  return withoutExponent(text);
}
