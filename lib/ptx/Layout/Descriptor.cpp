// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Descriptor.h"

#include "ptx/Layout/Commands.h"
#include "ptx/Layout/Figures.h"
#include "ptx/Layout/Maps.h"
#include "ptx/Tensor/Descriptors/MatrixDescriptor.h"
#include "ptx/Tensor/ElementType.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

static StringRef unitName(MatrixUnit unit) {
  return unit == MatrixUnit::Wgmma ? "wgmma" : "tcgen05";
}

/// The target of --arch; otherwise the target with the fixed bits of `value`.
static llvm::Expected<LayoutTarget> targetFor(const LayoutOptions &options, uint64_t value) {
  llvm::Expected<std::optional<LayoutTarget>> given = layoutTarget(options);
  if (!given)
    return given.takeError();
  if (*given)
    return **given;
  bool hasBit46 = value >> 46 & 1;
  return hasBit46 ? LayoutTarget{"sm_100a", MatrixUnit::Tcgen05, false, false, false}
                  : LayoutTarget{"sm_90a", MatrixUnit::Wgmma, false, false, false};
}

/// The canonical layouts that a swizzle encodes: for the given major, or for both.
static void addLayouts(LayoutReport &report, Swizzle swizzle, std::optional<Major> known) {
  for (Major major : {Major::K, Major::MN}) {
    std::optional<std::string> formula = canonicalFormula(major, swizzle);
    if (!formula || known.value_or(major) != major)
      continue;
    std::string key = ("layout_" + majorName(major)).str();
    report.add(key, (majorName(major) + "-major layout").str(),
               swizzleFunction(swizzle) + " o " + *formula);
  }
}

/// The meaning of the LBO by the manual's definitions; empty if no layout uses it.
static StringRef leadingText(Major major, bool isSwizzled) {
  if (major == Major::K)
    return isSwizzled ? "" : "from 16 bytes of K to the next 16";
  return isSwizzled ? "from the rows of a swizzle atom to the next ones"
                    : "from 8 columns of K to the next 8";
}

/// The meaning of the SBO.
static StringRef strideText(Major major, bool isSwizzled) {
  if (major == Major::K)
    return "from 8 rows to the next 8";
  return isSwizzled ? "from 8 columns of K to the next 8" : "from 16 bytes of rows to the next 16";
}

/// `text` for the given major, or for both.
static std::string ofMajors(std::optional<Major> known, bool isSwizzled,
                            StringRef (*text)(Major, bool), StringRef unused) {
  std::string result;
  for (Major major : {Major::K, Major::MN}) {
    if (known.value_or(major) != major)
      continue;
    StringRef part = text(major, isSwizzled);
    if (!result.empty())
      result += "; ";
    if (!known)
      result += (majorName(major) + "-major: ").str();
    result += part.empty() ? unused : part;
  }
  return result;
}

// The fields have the order of the table, which is the order of `keys` below.
std::vector<ExplainedField> ptx::explainMatrixDescriptor(MatrixUnit unit, uint64_t value,
                                                         std::optional<Major> major) {
  MatrixDescriptor d = decodeMatrixDescriptor(unit, value);
  bool isSwizzled = d.swizzle && *d.swizzle != Swizzle::None;
  std::string leading = d.leadingIsAddress
                            ? "the shared address " + hexText(d.leadingBytes)
                            : llvm::formatv("{0} bytes; {1}", d.leadingBytes,
                                            ofMajors(major, isSwizzled, leadingText, "not used"))
                                  .str();
  // The properties of a tile whose pattern starts at the address follow from the address.
  unsigned expected = d.swizzle ? swizzleBaseOffset(*d.swizzle, d.startBytes) : 0;
  std::string baseOffset = std::to_string(d.baseOffset);
  if (isSwizzled)
    baseOffset += expected == d.baseOffset
                      ? "; matches the start address"
                      : "; a pattern that starts at this address has " + std::to_string(expected);
  std::string meanings[] = {
      hexText(d.startBytes),
      leading,
      llvm::formatv("{0} bytes; {1}", d.strideBytes,
                    ofMajors(major, isSwizzled, strideText, "not used")),
      baseOffset,
      d.swizzle ? swizzleInfo(*d.swizzle).name.str() : "means nothing",
      "always 0b001",
      d.leadingIsAddress ? "yes" : "no",
      d.takesSecondHalf ? "yes, of 48 bytes of a compressed B" : "no",
      "always 0",
  };
  std::vector<ExplainedField> result;
  for (auto [field, meaning] : llvm::zip(matrixDescriptorFields(unit), meanings))
    result.push_back({field, meaning});
  return result;
}

static void addFields(LayoutReport &report, MatrixUnit unit, uint64_t value,
                      llvm::ArrayRef<ExplainedField> fields) {
  static constexpr llvm::StringLiteral keys[] = {"start_address",  "lbo",         "sbo",
                                                 "base_offset",    "swizzle",     "fixed_46",
                                                 "lbo_is_address", "second_half", "fixed_54"};
  MatrixDescriptor d = decodeMatrixDescriptor(unit, value);
  llvm::json::Value values[] = {
      d.startBytes,
      d.leadingBytes,
      d.strideBytes,
      d.baseOffset,
      d.swizzle ? llvm::json::Value(swizzleInfo(*d.swizzle).name) : nullptr,
      fields.size() > 5 ? llvm::json::Value(fields[5].bits.of(value)) : nullptr,
      d.leadingIsAddress,
      d.takesSecondHalf,
      fields.size() > 8 ? llvm::json::Value(fields[8].bits.of(value)) : nullptr};
  for (auto [i, field] : llvm::enumerate(fields))
    report.add(keys[i], field.bits.name, values[i],
               llvm::formatv("{0} ({1}: {2})", field.meaning, field.bits.bits(),
                             field.bits.width > 6 ? hexText(field.bits.of(value))
                                                  : std::to_string(field.bits.of(value)))
                   .str());
}

/// The meaning of `value` for the other unit, and the descriptor of the same matrix for that unit.
static void addOtherUnit(LayoutReport &report, MatrixUnit unit, uint64_t value,
                         const MatrixUse &use) {
  MatrixUnit other = unit == MatrixUnit::Wgmma ? MatrixUnit::Tcgen05 : MatrixUnit::Wgmma;
  if (std::optional<uint64_t> converted = convertMatrixDescriptor(unit, value))
    report.add("for_other_unit", ("for " + unitName(other)).str(), hexText(*converted));
  MatrixUse otherUse = use;
  otherUse.isSm103a.reset();
  otherUse.isOf107.reset();
  Violations violations = checkMatrixDescriptor(other, value, otherUse);
  std::optional<Swizzle> swizzle = decodeMatrixDescriptor(other, value).swizzle;
  std::string reading =
      swizzle ? ("swizzle " + swizzleInfo(*swizzle).name).str() : "an invalid swizzle code";
  reading += isLegal(violations) ? "; legal" : "; not legal";
  for (const Violation &violation : violations)
    reading += llvm::formatv(": {0} [{1}]", violation.text, violation.rule).str();
  report.add("read_by_other_unit", ("read by " + unitName(other)).str(), reading);
}

/// The layout of the matrix of --shape and --type, if given: the canonical layout with the offsets
/// of the descriptor.
static llvm::Error addExactLayout(const LayoutOptions &options, const MatrixDescriptor &descriptor,
                                  LayoutReport &report) {
  if (!options.shape && !options.type)
    return llvm::Error::success();
  llvm::Expected<StringRef> type = neededOption(options.type, "descriptor", "--type with --shape");
  if (!type)
    return type.takeError();
  llvm::Expected<StringRef> text = neededOption(options.shape, "descriptor", "--shape with --type");
  if (!text)
    return text.takeError();
  llvm::Expected<std::vector<uint64_t>> shape = layoutShape(*text, "MNxK");
  if (!shape)
    return shape.takeError();
  std::optional<unsigned> bits = matrixElementBits(*type);
  std::optional<Major> major = layoutMajor(options);
  if (!bits)
    return unknownMatrixType(*type);
  if (!major)
    return llvm::createStringError("`descriptor` requires --major with --shape");
  if (!descriptor.swizzle || descriptor.leadingIsAddress)
    return llvm::createStringError("the descriptor has no canonical layout");
  // The meaning of the repetitions m and k of the canonical layouts.
  uint64_t unit = 128 / *bits;
  unsigned span = swizzleInfo(*descriptor.swizzle).spanBytes;
  uint64_t rows = *major == Major::K ? 8 : unit * std::max(span / 16, 1u);
  uint64_t columns = *major == Major::K ? 2 * unit : 8;
  if ((*shape)[0] % rows || (*shape)[1] % columns)
    return llvm::createStringError("shape " + *text + "; expected a multiple of " + Twine(rows) +
                                   "x" + Twine(columns));
  llvm::Expected<CuteLayout> layout =
      canonicalLayout({*major, *descriptor.swizzle, *bits, (*shape)[0] / rows,
                       (*shape)[1] / columns, descriptor.leadingBytes, descriptor.strideBytes});
  if (!layout)
    return layout.takeError();
  report.add("layout", "exact layout",
             swizzleFunction(*descriptor.swizzle) + " o " + layout->text());
  if ((*shape)[0] * (*shape)[1] > 1 << 20)
    return llvm::Error::success();
  bool isInjective = layout->isInjective();
  report.add("injective", "places", isInjective,
             isInjective ? "each element has one of its own"
                         : "some elements share one: LBO, SBO or the span is too small");
  return llvm::Error::success();
}

/// Compares the swizzle with the swizzle of the tensor map that loads the tile, if a file is given.
static llvm::Error checkAgainstMap(const LayoutOptions &options, LayoutWords words,
                                   const MatrixDescriptor &descriptor, LayoutReport &report) {
  if (words.empty() && options.map)
    return llvm::createStringError("--map requires a file with tensor maps");
  if (words.empty())
    return llvm::Error::success();
  llvm::Expected<NamedTensorMap> map = layoutMapNamed(options, words, "descriptor");
  if (!map)
    return map.takeError();
  std::optional<Swizzle> swizzle = assumedSwizzle(map->map);
  if (!swizzle || !descriptor.swizzle)
    return llvm::Error::success();
  report.add("map_swizzle", "swizzle of the map", swizzleInfo(*swizzle).name);
  if (*swizzle != *descriptor.swizzle)
    report.add(Violations{
        {Violation::Kind::Manual, "T089",
         llvm::formatv("the descriptor has swizzle {0} and the tensor map has {1}; the matrix is "
                       "read otherwise than it was written",
                       swizzleInfo(*descriptor.swizzle).name, swizzleInfo(*swizzle).name)}});
  return llvm::Error::success();
}

llvm::Expected<LayoutReport> ptx::layoutDescriptor(const LayoutOptions &options,
                                                   LayoutWords words) {
  llvm::Expected<StringRef> word =
      onlyWord(words.take_front(words.size() == 2 ? 1 : words.size()), "descriptor",
               "one 64-bit value and perhaps a file with tensor maps");
  if (!word)
    return word.takeError();
  llvm::Expected<uint64_t> value = layoutNumber("descriptor", *word);
  if (!value)
    return value.takeError();
  llvm::Expected<LayoutTarget> target = targetFor(options, *value);
  if (!target)
    return target.takeError();
  MatrixUnit unit = target->unit;
  MatrixUse use;
  use.major = layoutMajor(options);
  use.isSm103a = target->isSm103a;
  use.isOf107 = target->isOf107;

  std::string title =
      (hexText(*value) + " as a descriptor of " + unitName(unit) + ", " + target->name).str();
  LayoutReport report(title);
  std::vector<ExplainedField> fields = explainMatrixDescriptor(unit, *value, use.major);
  addFields(report, unit, *value, fields);
  MatrixDescriptor descriptor = decodeMatrixDescriptor(unit, *value);
  if (descriptor.swizzle)
    addLayouts(report, *descriptor.swizzle, use.major);
  addOtherUnit(report, unit, *value, use);
  if (llvm::Error error = addExactLayout(options, descriptor, report))
    return error;
  if (llvm::Error error = checkAgainstMap(options, words.drop_front(), descriptor, report))
    return error;
  Violations violations = checkMatrixDescriptor(unit, *value, use);
  report.figure = drawFields(title, *value, 64, fields, violations);
  report.add(violations);
  return report;
}

llvm::Expected<LayoutReport> ptx::layoutEncode(const LayoutOptions &options, LayoutWords words) {
  if (!words.empty())
    return llvm::createStringError("`encode` takes options alone");
  llvm::Expected<std::optional<LayoutTarget>> given = layoutTarget(options);
  if (!given)
    return given.takeError();
  if (!*given)
    return llvm::createStringError("`encode` requires --arch");
  llvm::Expected<Swizzle> swizzle =
      parseSwizzle(options.swizzle.value_or("none"), options.atom.value_or(""));
  if (!swizzle)
    return swizzle.takeError();

  MatrixDescriptor descriptor;
  descriptor.swizzle = *swizzle;
  struct Operand {
    LayoutOptions::Value option;
    StringRef name;
    uint64_t otherwise;
    uint64_t value;
  };
  Operand operands[] = {{options.start, "start address", 0, 0},
                        {options.lbo, "LBO", 16, 0},
                        {options.sbo, "SBO", 0, 0},
                        {options.base_offset, "base offset", 0, 0}};
  for (Operand &operand : operands) {
    llvm::Expected<uint64_t> number = layoutNumber(operand.option, operand.name, operand.otherwise);
    if (!number)
      return number.takeError();
    if (*number > UINT32_MAX)
      return llvm::createStringError(operand.name + " " + Twine(*number) +
                                     " is more than 32 bits can hold");
    operand.value = *number;
  }
  descriptor.startBytes = operands[0].value;
  descriptor.leadingBytes = operands[1].value;
  descriptor.strideBytes = operands[2].value;
  descriptor.baseOffset = operands[3].value;
  MatrixUnit unit = (*given)->unit;
  llvm::Expected<uint64_t> value = encodeMatrixDescriptor(unit, descriptor);
  if (!value)
    return value.takeError();

  LayoutReport report(("a descriptor of " + unitName(unit) + ", " + (*given)->name).str());
  report.add("descriptor", "descriptor", hexText(*value));
  MatrixUse use;
  use.major = layoutMajor(options);
  use.isSm103a = (*given)->isSm103a;
  use.isOf107 = (*given)->isOf107;
  report.add(checkMatrixDescriptor(unit, *value, use));
  return report;
}
