// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/LayoutCommands.h"
#include "ptx/Tensor/ElementType.h"
#include "ptx/Tensor/MatrixDescriptor.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

static StringRef unitName(MatrixUnit unit) {
  return unit == MatrixUnit::Wgmma ? "wgmma" : "tcgen05";
}

/// The target of --arch, else the one whose fixed bits `value` has.
static llvm::Expected<LayoutTarget> targetFor(const CommandLine &line, uint64_t value) {
  llvm::Expected<std::optional<LayoutTarget>> given = layoutTarget(line);
  if (!given)
    return given.takeError();
  if (*given)
    return **given;
  bool hasBit46 = value >> 46 & 1;
  return hasBit46 ? LayoutTarget{"sm_100a", MatrixUnit::Tcgen05, false}
                  : LayoutTarget{"sm_90a", MatrixUnit::Wgmma, false};
}

/// The canonical layouts that a swizzle stands for: of the major that is known, else of both.
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

/// What the address says of the base offset: a tile there that begins a pattern has it.
static void addBaseOffset(LayoutReport &report, const MatrixDescriptor &descriptor) {
  unsigned expected =
      descriptor.swizzle ? swizzleBaseOffset(*descriptor.swizzle, descriptor.startBytes) : 0;
  std::string note;
  if (expected != descriptor.baseOffset)
    note = (Twine("; a pattern that starts at this address has ") + Twine(expected)).str();
  report.add("base_offset", "base offset", descriptor.baseOffset,
             Twine(descriptor.baseOffset) + note);
}

llvm::Expected<LayoutReport> ptx::layoutDescriptor(const CommandLine &line, LayoutWords words) {
  llvm::Expected<StringRef> word = onlyWord(words, "descriptor", "one 64-bit value");
  if (!word)
    return word.takeError();
  llvm::Expected<uint64_t> value = layoutNumber("descriptor", *word);
  if (!value)
    return value.takeError();
  llvm::Expected<LayoutTarget> target = targetFor(line, *value);
  if (!target)
    return target.takeError();
  MatrixUnit unit = target->unit;
  MatrixDescriptor descriptor = decodeMatrixDescriptor(unit, *value);
  MatrixUse use;
  use.major = layoutMajor(line);
  use.isSm103a = target->isSm103a;

  LayoutReport report(
      (hexText(*value) + " as a descriptor of " + unitName(unit) + ", " + target->name).str());
  bool ignoresLeading = use.major == Major::K && descriptor.swizzle &&
                        *descriptor.swizzle != Swizzle::None && !descriptor.leadingIsAddress;
  report.add("start_address", "start address", descriptor.startBytes,
             hexText(descriptor.startBytes));
  report.add("lbo", descriptor.leadingIsAddress ? "LBO (an address)" : "LBO",
             descriptor.leadingBytes,
             Twine(descriptor.leadingBytes) + " bytes" +
                 (ignoresLeading ? ", not used by swizzled K-major layouts" : ""));
  report.add("sbo", "SBO", descriptor.strideBytes, Twine(descriptor.strideBytes) + " bytes");
  addBaseOffset(report, descriptor);
  report.add("swizzle", "swizzle",
             descriptor.swizzle ? Twine(swizzleInfo(*descriptor.swizzle).name)
                                : Twine("an invalid code"));
  if (descriptor.swizzle)
    addLayouts(report, *descriptor.swizzle, use.major);
  MatrixUnit other = unit == MatrixUnit::Wgmma ? MatrixUnit::Tcgen05 : MatrixUnit::Wgmma;
  if (std::optional<uint64_t> converted = convertMatrixDescriptor(unit, *value))
    report.add("for_other_unit", ("for " + unitName(other)).str(), hexText(*converted));
  report.add(checkMatrixDescriptor(unit, *value, use));
  return report;
}

llvm::Expected<LayoutReport> ptx::layoutEncode(const CommandLine &line, LayoutWords words) {
  if (!words.empty())
    return llvm::createStringError("`encode` takes options alone");
  llvm::Expected<std::optional<LayoutTarget>> given = layoutTarget(line);
  if (!given)
    return given.takeError();
  if (!*given)
    return llvm::createStringError("`encode` needs --arch");
  llvm::Expected<Swizzle> swizzle =
      parseSwizzle(line.value(OPT_swizzle).value_or("none"), line.value(OPT_atom).value_or(""));
  if (!swizzle)
    return swizzle.takeError();

  MatrixDescriptor descriptor;
  descriptor.swizzle = *swizzle;
  struct Operand {
    OptionId option;
    StringRef name;
    uint64_t otherwise;
    uint64_t value;
  };
  Operand operands[] = {{OPT_start, "start address", 0, 0},
                        {OPT_lbo, "LBO", 16, 0},
                        {OPT_sbo, "SBO", 0, 0},
                        {OPT_base_offset, "base offset", 0, 0}};
  for (Operand &operand : operands) {
    llvm::Expected<uint64_t> number =
        layoutNumber(line, operand.option, operand.name, operand.otherwise);
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
  use.major = layoutMajor(line);
  use.isSm103a = (*given)->isSm103a;
  report.add(checkMatrixDescriptor(unit, *value, use));
  return report;
}
