// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Descriptors/MatrixDescriptor.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::Twine;

namespace {

/// The positions of the fields in both tables.
enum Field : unsigned {
  Start,
  Leading,
  Stride,
  BaseOffset,
  SwizzleField,
  Fixed46,
  Absolute,
  SecondHalf,
  Fixed54
};

struct SwizzleCode {
  Swizzle swizzle;
  uint8_t code;
};

} // namespace

static constexpr BitField wgmmaFields[] = {
    {"start address", 0, 14}, {"LBO", 16, 14},    {"SBO", 32, 14},
    {"base offset", 49, 3},   {"swizzle", 62, 2},
};
static constexpr BitField tcgen05Fields[] = {
    {"start address", 0, 15},     {"LBO", 16, 15},        {"SBO", 32, 14},
    {"base offset", 49, 3},       {"swizzle", 61, 3},     {"fixed 0b001", 46, 3},
    {"LBO is an address", 52, 1}, {"second half", 53, 1}, {"fixed 0", 54, 7},
};
/// The upper bits of start address and LBO exist only in the family of sm_107f, which has more than
/// 256 KiB of shared memory. Before PTX 9.4, they belong to no field.
static constexpr uint64_t addressBitsOf107 = uint64_t(1) << 14 | uint64_t(1) << 30;

static constexpr SwizzleCode wgmmaCodes[] = {
    {Swizzle::None, 0}, {Swizzle::B128, 1}, {Swizzle::B64, 2}, {Swizzle::B32, 3}};
static constexpr SwizzleCode tcgen05Codes[] = {{Swizzle::None, 0},
                                               {Swizzle::B128Atom32, 1},
                                               {Swizzle::B128, 2},
                                               {Swizzle::B64, 4},
                                               {Swizzle::B32, 6}};

static llvm::ArrayRef<SwizzleCode> codesOf(MatrixUnit unit) {
  if (unit == MatrixUnit::Wgmma)
    return wgmmaCodes;
  return tcgen05Codes;
}

llvm::ArrayRef<BitField> ptx::matrixDescriptorFields(MatrixUnit unit) {
  if (unit == MatrixUnit::Wgmma)
    return wgmmaFields;
  return tcgen05Fields;
}

std::optional<unsigned> ptx::swizzleCode(MatrixUnit unit, Swizzle swizzle) {
  for (const SwizzleCode &entry : codesOf(unit))
    if (entry.swizzle == swizzle)
      return entry.code;
  return std::nullopt;
}

static std::optional<Swizzle> swizzleOfCode(MatrixUnit unit, unsigned code) {
  for (const SwizzleCode &entry : codesOf(unit))
    if (entry.code == code)
      return entry.swizzle;
  return std::nullopt;
}

MatrixDescriptor ptx::decodeMatrixDescriptor(MatrixUnit unit, uint64_t value) {
  llvm::ArrayRef<BitField> fields = matrixDescriptorFields(unit);
  MatrixDescriptor descriptor;
  descriptor.startBytes = fields[Start].of(value) << 4;
  descriptor.leadingBytes = fields[Leading].of(value) << 4;
  descriptor.strideBytes = fields[Stride].of(value) << 4;
  descriptor.baseOffset = fields[BaseOffset].of(value);
  if (unit == MatrixUnit::Tcgen05) {
    descriptor.leadingIsAddress = tcgen05Fields[Absolute].of(value) != 0;
    descriptor.takesSecondHalf = tcgen05Fields[SecondHalf].of(value) != 0;
  }
  descriptor.swizzle = swizzleOfCode(unit, fields[SwizzleField].of(value));
  return descriptor;
}

/// Fails unless a field can contain a sixteenth of `bytes`.
static llvm::Error checkBytes(const BitField &field, uint32_t bytes) {
  if (bytes % 16)
    return llvm::createStringError(field.name + " " + Twine(bytes) + " is not a multiple of 16");
  if (!field.fits(bytes >> 4))
    return llvm::createStringError(field.name + " " + Twine(bytes) + " is not below " +
                                   Twine(1u << (field.width - 6)) + " KiB");
  return llvm::Error::success();
}

llvm::Expected<uint64_t> ptx::encodeMatrixDescriptor(MatrixUnit unit,
                                                     const MatrixDescriptor &descriptor) {
  const std::pair<Field, uint32_t> offsets[] = {{Start, descriptor.startBytes},
                                                {Leading, descriptor.leadingBytes},
                                                {Stride, descriptor.strideBytes}};
  llvm::ArrayRef<BitField> fields = matrixDescriptorFields(unit);
  uint64_t value = 0;
  for (auto [field, bytes] : offsets) {
    if (llvm::Error error = checkBytes(fields[field], bytes))
      return error;
    value |= fields[field].with(bytes >> 4);
  }
  if (!fields[BaseOffset].fits(descriptor.baseOffset))
    return llvm::createStringError("base offset " + Twine(descriptor.baseOffset) + " is above 7");
  value |= fields[BaseOffset].with(descriptor.baseOffset);
  if (!descriptor.swizzle)
    return llvm::createStringError("a descriptor requires a swizzle");
  std::optional<unsigned> code = swizzleCode(unit, *descriptor.swizzle);
  if (!code)
    return llvm::createStringError("swizzle " + swizzleInfo(*descriptor.swizzle).name +
                                   " has no code in a descriptor of " +
                                   (unit == MatrixUnit::Wgmma ? "wgmma" : "tcgen05"));
  value |= fields[SwizzleField].with(*code);
  if (unit == MatrixUnit::Tcgen05)
    return value | fields[Fixed46].with(1) | fields[Absolute].with(descriptor.leadingIsAddress) |
           fields[SecondHalf].with(descriptor.takesSecondHalf);
  if (descriptor.leadingIsAddress)
    return llvm::createStringError("wgmma has no descriptors whose LBO is an address");
  if (descriptor.takesSecondHalf)
    return llvm::createStringError("wgmma has no descriptors of compressed blocks");
  return value;
}

std::optional<uint64_t> ptx::convertMatrixDescriptor(MatrixUnit from, uint64_t value) {
  MatrixUnit to = from == MatrixUnit::Wgmma ? MatrixUnit::Tcgen05 : MatrixUnit::Wgmma;
  llvm::Expected<uint64_t> other = encodeMatrixDescriptor(to, decodeMatrixDescriptor(from, value));
  if (other)
    return *other;
  llvm::consumeError(other.takeError());
  return std::nullopt;
}

// From here on: the legality of values.

namespace {

class DescriptorChecker {
public:
  DescriptorChecker(MatrixUnit unit, const llvm::KnownBits &bits, const MatrixUse &use)
      : unit(unit), value(bits.One.getZExtValue()), known(value | bits.Zero.getZExtValue()),
        use(use), fields(matrixDescriptorFields(unit)),
        descriptor(decodeMatrixDescriptor(unit, value)) {}

  Violations run() {
    if (unit == MatrixUnit::Tcgen05)
      fixedBits();
    strayBits();
    swizzle();
    if (descriptor.leadingIsAddress)
      absoluteLeading();
    offsets();
    return std::move(violations);
  }

private:
  using Kind = Violation::Kind;

  bool isTcgen05() const { return unit == MatrixUnit::Tcgen05; }
  bool knows(Field field) const { return !(fields[field].mask() & ~known); }
  std::string is(Field field) const {
    return fields[field].bits() + (fields[field].width == 1 ? " is " : " are ") +
           fields[field].binary(value);
  }
  void add(Kind kind, llvm::StringLiteral rule, const Twine &text, uint64_t bits) {
    violations.push_back({kind, rule, text.str(), bits});
  }
  uint64_t mask(Field field) const { return fields[field].mask(); }

  void fixedBits();
  void strayBits();
  void swizzle();
  void absoluteLeading();
  void offsets();

  MatrixUnit unit;
  uint64_t value; // unknown bits are 0
  uint64_t known;
  const MatrixUse &use;
  llvm::ArrayRef<BitField> fields;
  MatrixDescriptor descriptor;
  Violations violations;
};

} // namespace

void DescriptorChecker::fixedBits() {
  if (!knows(Fixed46)) {
    uint64_t wanted = fields[Fixed46].with(1), set = value & fields[Fixed46].mask() & ~wanted;
    if (wanted & known & ~value)
      add(Kind::Manual, "T278",
          bitPositions(wanted) + " is 0; expected 0b001 in " + fields[Fixed46].bits(), wanted);
    else if (set)
      add(Kind::Manual, "T278",
          bitPositions(set) + (llvm::popcount(set) > 1 ? " are" : " is") +
              " set; expected 0b001 in " + fields[Fixed46].bits(),
          set);
  } else if (fields[Fixed46].of(value) != 1) {
    bool forWgmma =
        fields[Fixed46].of(value) == 0 && isLegal(checkMatrixDescriptor(MatrixUnit::Wgmma, value));
    add(Kind::Manual, "T278",
        is(Fixed46) + "; expected 0b001" +
            (forWgmma ? ", without which this reads like a descriptor of wgmma" : ""),
        mask(Fixed46));
  }
  if (fields[Fixed54].of(value))
    add(Kind::Manual, "T279", is(Fixed54) + "; expected 0", mask(Fixed54));
  if (!descriptor.takesSecondHalf)
    return;
  if (use.isOf107 == false)
    add(Kind::Manual, "T279", is(SecondHalf) + "; expected 0", mask(SecondHalf));
  else if (use.isLookedUp == false)
    add(Kind::Manual, "T333",
        "bit 53 is set, which is for B with .decompress::lut::b alone; expected 0",
        mask(SecondHalf));
}

void DescriptorChecker::strayBits() {
  uint64_t stray = value & bitsOutside(fields, 64);
  if (isTcgen05() && use.isOf107 == false)
    stray |= value & addressBitsOf107;
  if (!stray)
    return;
  std::string text = bitPositions(stray) + " of no field " +
                     (llvm::popcount(stray) > 1 ? "are" : "is") + " set; expected 0";
  if (isTcgen05())
    return add(Kind::Manual, "T279", text, stray);
  if (stray & (tcgen05Fields[Fixed46].mask() | tcgen05Fields[Absolute].mask()))
    text += "; descriptors of tcgen05 have such bits";
  add(Kind::Suspicious, "T188", text, stray);
}

void DescriptorChecker::swizzle() {
  if (!knows(SwizzleField))
    return;
  if (!descriptor.swizzle)
    return add(Kind::Manual, "T280",
               "the swizzle code, " + fields[SwizzleField].bits() + ", is " +
                   Twine(fields[SwizzleField].of(value)) +
                   "; expected 0 (none), 1 (128B with 32B atomicity), 2 (128B), 4 (64B) or 6 (32B)",
               mask(SwizzleField));
  const SwizzleInfo &info = swizzleInfo(*descriptor.swizzle);
  if (knows(BaseOffset) && descriptor.baseOffset && info.isNone())
    add(Kind::Manual, isTcgen05() ? llvm::StringLiteral("T281") : llvm::StringLiteral("T192"),
        "the base offset is " + Twine(descriptor.baseOffset) + " without swizzling; expected 0",
        mask(BaseOffset));
  if (isTcgen05() && use.major == Major::K && info.swizzle == Swizzle::B128Atom32)
    add(Kind::Suspicious, "T285",
        "128B swizzling with 32-byte atomicity of a K-major matrix, for which there is no swizzle "
        "atom; expected 16-byte atomicity, or an MN-major matrix",
        mask(SwizzleField));
}

void DescriptorChecker::absoluteLeading() {
  if (use.isSm103a == false)
    add(Kind::Manual, "T282", "bit 52 makes the LBO an address, which only sm_103a has; expected 0",
        mask(Absolute));
  if (knows(SwizzleField) && descriptor.swizzle && descriptor.swizzle != Swizzle::B128)
    add(Kind::Manual, "T283",
        "bit 52 makes the LBO an address, with swizzle " + swizzleInfo(*descriptor.swizzle).name +
            "; expected 128B with 16-byte atomicity",
        mask(Absolute) | mask(SwizzleField));
  if (use.major == Major::MN)
    add(Kind::Manual, "T283",
        "bit 52 makes the LBO an address for an MN-major matrix; expected a K-major one",
        mask(Absolute));
  if (knows(BaseOffset) && descriptor.baseOffset)
    add(Kind::Manual, "T283",
        "bit 52 makes the LBO an address, with base offset " + Twine(descriptor.baseOffset) +
            "; expected 0",
        mask(Absolute) | mask(BaseOffset));
}

void DescriptorChecker::offsets() {
  bool mayBeAddress = isTcgen05() && (descriptor.leadingIsAddress || !knows(Absolute));
  if (!knows(SwizzleField) || !descriptor.swizzle || mayBeAddress ||
      !canonicalFormula(Major::K, *descriptor.swizzle))
    return;
  const SwizzleInfo &info = swizzleInfo(*descriptor.swizzle);
  llvm::StringRef what = info.isNone() ? "core matrices" : "swizzle atoms";
  uint32_t least = info.isNone() ? 128 : 8u * info.spanBytes;
  auto overlap = [&](llvm::StringRef name, uint32_t bytes, Field field) {
    add(Kind::Suspicious, "T196",
        name + " of " + Twine(bytes) + " bytes lets " + what + " overlap; expected at least " +
            Twine(least),
        mask(field));
  };
  // 0 is for a matrix without a second group of eight rows.
  if (knows(Stride) && descriptor.strideBytes && descriptor.strideBytes < least)
    overlap("an SBO", descriptor.strideBytes, Stride);
  if (!knows(Leading) || use.hasOneAtomAlongK || (!info.isNone() && use.major != Major::MN))
    return;
  // With swizzling, 0 is for a matrix of one atom along M or N.
  if (!descriptor.leadingBytes && !info.isNone())
    return;
  if (!descriptor.leadingBytes)
    add(Kind::Suspicious, "T194",
        "an LBO of 0 lets neighbours coincide; expected at least " + Twine(least), mask(Leading));
  // 16, encoded as 1, is the usual value where the LBO does not matter.
  else if (descriptor.leadingBytes != 16 && descriptor.leadingBytes < least)
    overlap("an LBO", descriptor.leadingBytes, Leading);
}

Violations ptx::checkMatrixDescriptor(MatrixUnit unit, uint64_t value, const MatrixUse &use) {
  return checkMatrixDescriptor(unit, llvm::KnownBits::makeConstant(llvm::APInt(64, value)), use);
}

Violations ptx::checkMatrixDescriptor(MatrixUnit unit, const llvm::KnownBits &value,
                                      const MatrixUse &use) {
  return DescriptorChecker(unit, value, use).run();
}
