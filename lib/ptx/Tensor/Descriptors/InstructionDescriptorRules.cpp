// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Descriptors/InstructionDescriptorRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringLiteral;
using llvm::StringRef;
using llvm::Twine;

namespace {

class InstructionChecker {
public:
  InstructionChecker(MmaKind kind, const llvm::KnownBits &bits, const MmaUse &use)
      : kind(kind), value(bits.One.getZExtValue()), known(value | bits.Zero.getZExtValue()),
        use(use), reserved(reservedInstructionBits(kind) |
                           (use.isOf107 == false ? instructionBitsOf107(kind) : 0)),
        d(decodeInstructionDescriptor(kind, value & ~reserved)), scaled(isBlockScaled(kind)) {
    // Where the bit is not known, the instruction determines it.
    if (!knows("sparse"))
      d.sparse = use.sparse.value_or(false);
  }

  Violations run() {
    reservedBits();
    sparsity();
    types();
    signs();
    transposition();
    rows();
    columns();
    if (scaled)
      scaleFactors();
    if (use.lookup == true)
      lookup();
    if (d.kCode)
      longK();
    if (isMxf4())
      sparsityVersion();
    return std::move(violations);
  }

private:
  using Kind = Violation::Kind;

  void add(StringLiteral rule, uint64_t bits, const Twine &text, Kind severity = Kind::Manual) {
    violations.push_back({severity, rule, text.str(), bits});
  }
  /// The bits of the field `name`; none if the kind has no such field.
  uint64_t bitsOf(StringRef name) const {
    for (const InstructionField &field : instructionFields(kind))
      if (field.bits.name == name)
        return field.bits.mask();
    return 0;
  }
  std::string kindText() const { return ("kind::" + mmaKindName(kind)).str(); }
  /// Whether all bits of the field `name` are known, or the kind has no such field.
  bool knows(StringRef name) const {
    return llvm::all_of(instructionFields(kind), [&](const InstructionField &field) {
      return field.bits.name != name || !(field.bits.mask() & ~uint64_t(known));
    });
  }
  bool knowsK() const { return knows("K") && knows("lower bit of K") && knows("upper bit of K"); }
  uint64_t bitsOfK() const {
    return bitsOf("K") | bitsOf("lower bit of K") | bitsOf("upper bit of K");
  }
  bool isMxf4() const { return kind == MmaKind::MXF4 || kind == MmaKind::MXF4NVF4; }
  /// Whether the instruction may belong to `group`, with or without `.ws`.
  bool mayBe(unsigned group, bool ws) const {
    return use.ctaGroup.value_or(group) == group && use.ws.value_or(ws) == ws &&
           !(ws && (scaled || group == 2));
  }

  uint32_t overflowOfColumns() const;
  void reservedBits();
  void reservedBits(uint32_t set, Kind severity);
  void sparsity();
  void types();
  void type(StringRef matrix, MmaOperand operand, unsigned code);
  void signs();
  void transposition();
  void transposed(StringRef matrix, bool isTransposed, unsigned type,
                  std::optional<Swizzle> swizzle);
  void rows();
  bool fitsRows(unsigned group, bool ws) const;
  void columns();
  bool fitsColumns(unsigned group, bool ws) const;
  std::string columnsWanted(unsigned group, bool ws) const;
  void scaleFactors();
  void scaleId(StringRef matrix, unsigned id);
  void lookup();
  void longK();
  void k96();
  void k64or128();
  void sparsityVersion();

  MmaKind kind;
  uint32_t value; // unknown bits are 0
  uint32_t known;
  const MmaUse &use;
  uint32_t reserved; // for the kind on the target
  InstructionDescriptor d;
  bool scaled;
  Violations violations;
};

} // namespace

/// The bit above N, if N is 0 and the bit is set and reserved: a value of N that is too large,
/// which is reported only for N.
uint32_t InstructionChecker::overflowOfColumns() const {
  auto columns = static_cast<uint32_t>(bitsOf("N"));
  uint32_t above = (columns + (columns & -columns)) & ~columns;
  return d.n == 0 && knows("N") ? value & reserved & above : 0;
}

void InstructionChecker::reservedBits() {
  uint32_t set = value & reserved;
  // CuTe DSL sets the sparsity version for every target, and such kernels run on sm_100a.
  uint32_t ignored = set & bitsOf("sparsity version");
  reservedBits(set & ~ignored & ~overflowOfColumns(), Kind::Manual);
  reservedBits(ignored, Kind::Suspicious);
}

void InstructionChecker::reservedBits(uint32_t set, Kind severity) {
  if (!set)
    return;
  bool isOf107 = !(set & reservedInstructionBits(kind));
  add(scaled ? StringLiteral("T276") : StringLiteral("T256"), set,
      bitPositions(set) + (llvm::popcount(set) > 1 ? " are" : " is") + " reserved for " +
          kindText() + (isOf107 ? ", except on the family of sm_107f," : "") +
          " and set; expected 0",
      severity);
}

void InstructionChecker::sparsity() {
  if (use.sparse && knows("sparse") && *use.sparse != d.sparse)
    add("T266", bitsOf("sparse"),
        Twine("the descriptor says ") + (d.sparse ? "sparse" : "dense") +
            ", bit 2; the instruction is " + (*use.sparse ? "sparse" : "dense"));
  if (!d.sparsitySelector || !knows("sparsity selector"))
    return;
  if (knows("sparse") && !d.sparse)
    add("T267", bitsOf("sparsity selector"),
        "the sparsity selector, bits 0-1, is " + Twine(d.sparsitySelector) +
            " for a dense matrix; expected 0");
  else if (kind == MmaKind::I8 || kind == MmaKind::F8F6F4)
    add("T267", bitsOf("sparsity selector"),
        "the sparsity selector, bits 0-1, is " + Twine(d.sparsitySelector) + "; expected 0 for " +
            kindText());
}

void InstructionChecker::type(StringRef matrix, MmaOperand operand, unsigned code) {
  if (!knows((matrix + " type").str()) || !operandTypeName(kind, operand, code).empty())
    return;
  llvm::SmallVector<std::string> known;
  for (unsigned other = 0; other != 8; ++other)
    if (StringRef name = operandTypeName(kind, operand, other); !name.empty())
      known.push_back((Twine(other) + " (" + name + ")").str());
  add(operand == MmaOperand::D ? StringLiteral("T258") : StringLiteral("T259"),
      bitsOf((matrix + " type").str()),
      "the type of " + matrix + " is code " + Twine(code) + "; " + kindText() + " takes " +
          llvm::join(known, ", "));
}

void InstructionChecker::types() {
  if (!scaled)
    type("D", MmaOperand::D, d.dType);
  type("A", MmaOperand::A, d.aType);
  type("B", MmaOperand::B, d.bType);
  if (kind != MmaKind::F16 || !knows("A type") || !knows("B type"))
    return;
  bool hasBf16 = d.aType == 1 || d.bType == 1;
  if (knows("D type") && hasBf16 && d.dType == 0)
    add("T258", bitsOf("D type"), "D is f16 and an input is bf16; expected f32 for D");
  if (d.aType < 2 && d.bType < 2 && d.aType != d.bType)
    add("T260", bitsOf("A type") | bitsOf("B type"),
        "A is " + operandTypeName(kind, MmaOperand::A, d.aType) + " and B is " +
            operandTypeName(kind, MmaOperand::B, d.bType) + "; the manual has inputs of one type",
        Kind::Suspicious);
}

void InstructionChecker::signs() {
  if (d.saturate && kind != MmaKind::I8)
    add("T257", bitsOf("saturate"), "bit 3, saturate, is set; expected 0 for " + kindText());
  if (knows("maximum shift") && d.maxShift && use.ws == false)
    add("T257", bitsOf("maximum shift"),
        "the maximum shift, bits 30-31, is " + Twine(d.maxShift) + "; expected 0 without .ws");
  if (kind == MmaKind::I8 && (d.negateA || d.negateB))
    add("T268", bitsOf("negate A") | bitsOf("negate B"),
        "a negate bit, 13 or 14, is set; expected 0 for kind::i8");
}

void InstructionChecker::transposed(StringRef matrix, bool isTransposed, unsigned typeCode,
                                    std::optional<Swizzle> swizzle) {
  if (!isTransposed)
    return;
  // Types of fewer than 8 bits are in 8-bit containers, so the hardware probably accepts them.
  bool isNarrow = knows((matrix + " type").str()) &&
                  (kind == MmaKind::F8F6F4 || kind == MmaKind::MXF8F6F4) && typeCode >= 3 &&
                  !d.kCode;
  StringRef typeName = operandTypeName(kind, MmaOperand::A, typeCode);
  if (isNarrow && !typeName.empty())
    add("T271", bitsOf(("transpose " + matrix).str()),
        matrix + " is transposed and has type " + typeName +
            "; the manual has transposition for elements of 8, 16 and 32 bits",
        Kind::Suspicious);
  bool isAtom32 = swizzle == Swizzle::B128Atom32;
  if (swizzle && isAtom32 != (kind == MmaKind::TF32))
    add("T270", bitsOf(("transpose " + matrix).str()),
        matrix + " is transposed and has swizzle " + swizzleInfo(*swizzle).name + "; " +
            kindText() + " transposes " +
            (isAtom32 ? "with every other swizzle" : "only with swizzle 128B_ATOM_32B"));
}

void InstructionChecker::transposition() {
  if (isMxf4() && (d.transposeA || d.transposeB))
    return add("T269", bitsOf("transpose A") | bitsOf("transpose B"),
               "a transpose bit, 15 or 16, is set; expected 0 for " + kindText());
  transposed("A", d.transposeA, d.aType, use.swizzleA);
  transposed("B", d.transposeB, d.bType, use.swizzleB);
}

bool InstructionChecker::fitsRows(unsigned group, bool ws) const {
  static constexpr unsigned plain[] = {64, 128}, paired[] = {128, 256},
                            stationary[] = {32, 64, 128};
  if (ws)
    return llvm::is_contained(stationary, d.m);
  if (group == 1)
    return scaled ? d.m == 128 : llvm::is_contained(plain, d.m);
  if (scaled && d.sparse)
    return d.m == 256;
  return llvm::is_contained(paired, d.m);
}

void InstructionChecker::rows() {
  if (!knows("M"))
    return;
  if (use.ashift == true && d.m != 128 && d.m != 256)
    add("T250", bitsOf("M"), "M is " + Twine(d.m) + "; expected 128 or 256 with .ashift");
  std::string wanted;
  for (auto [group, ws] : {std::pair(1u, false), {2u, false}, {1u, true}}) {
    if (!mayBe(group, ws))
      continue;
    if (fitsRows(group, ws))
      return;
    if (!wanted.empty())
      wanted += "; ";
    wanted += ws           ? "32, 64 or 128 with .ws"
              : group == 1 ? (scaled ? "128 with cta_group::1" : "64 or 128 with cta_group::1")
              : scaled && d.sparse ? "256 with cta_group::2"
                                   : "128 or 256 with cta_group::2";
  }
  if (!wanted.empty())
    add(scaled ? StringLiteral("T262") : StringLiteral("T261"), bitsOf("M"),
        "M is " + Twine(d.m) + "; expected " + wanted);
}

bool InstructionChecker::fitsColumns(unsigned group, bool ws) const {
  if (ws)
    return d.n == 64 || d.n == 128 || (d.n == 256 && !d.sparse);
  if (d.n < 8 || d.n > 256)
    return false;
  if (kind == MmaKind::TI16)
    return d.n % (group == 2 ? 32 : knows("M") && d.m == 128 ? 16 : 8) == 0;
  if (kind != MmaKind::I8)
    return d.n % (group == 1 ? 8 : 16) == 0;
  return group == 2 ? d.n % 32 == 0 : d.n % 16 == 0 || d.n == 8 || d.n == 24;
}

std::string InstructionChecker::columnsWanted(unsigned group, bool ws) const {
  if (ws)
    return d.sparse ? "64 or 128 with .ws" : "64, 128 or 256 with .ws";
  if (kind == MmaKind::I8)
    return group == 1 ? "8, 24 or a multiple of 16 up to 256 with cta_group::1"
                      : "a multiple of 32 up to 256 with cta_group::2";
  if (kind == MmaKind::TI16)
    return group == 2
               ? "a multiple of 32 up to 256 with cta_group::2"
               : "a multiple of 8 with M 64, or of 16 with M 128, up to 256 with cta_group::1";
  return "a multiple of " + llvm::utostr(group == 1 ? 8 : 16) +
         " up to 256 with cta_group::" + llvm::utostr(group);
}

void InstructionChecker::columns() {
  if (!knows("N"))
    return;
  std::string wanted;
  bool fits = false;
  for (auto [group, ws] : {std::pair(1u, false), {2u, false}, {1u, true}}) {
    if (!mayBe(group, ws))
      continue;
    fits |= fitsColumns(group, ws);
    if (!wanted.empty())
      wanted += "; ";
    wanted += columnsWanted(group, ws);
  }
  if (!fits && !wanted.empty())
    add(kind == MmaKind::I8     ? StringLiteral("T264")
        : kind == MmaKind::TI16 ? StringLiteral("T332")
        : use.ws == true        ? StringLiteral("T265")
                                : StringLiteral("T263"),
        bitsOf("N") | overflowOfColumns(),
        "N is " + Twine(d.n) +
            (overflowOfColumns() ? ", and the bit above it, which is reserved, is set" : "") +
            "; expected " + wanted);

  bool has8Bits = kind == MmaKind::F8F6F4 || kind == MmaKind::MXF8F6F4 || kind == MmaKind::I8;
  if (!d.transposeB || !has8Bits || !fits)
    return;
  unsigned step = use.ctaGroup == 2 ? 32 : 16;
  if (d.n % step)
    add("T272", bitsOf("N"),
        "N is " + Twine(d.n) + " and B, of 8-bit elements, is transposed; expected a " +
            "multiple of " + Twine(step) +
            (use.ctaGroup ? " with cta_group::" + llvm::utostr(*use.ctaGroup) : ""));
}

void InstructionChecker::scaleId(StringRef matrix, unsigned id) {
  if (!knows(("scale factor ID of " + matrix).str()) || !knowsK())
    return;
  // The number of bytes of a tensor memory word that the factors occupy: IDs are multiples of it.
  unsigned step = 1;
  if (use.scaleVector) {
    switch (*use.scaleVector) {
    case ScaleVector::X1:
      break;
    case ScaleVector::X2:
      step = 2;
      break;
    case ScaleVector::X4:
      step = 4;
      break;
    case ScaleVector::Block16:
      step = d.kCode == 1 ? 2 : 4;
      break;
    case ScaleVector::Block32:
      step = d.kCode == 1 || !isMxf4() ? 1 : 2;
      break;
    }
  } else if (isMxf4() && d.kCode != 1) {
    step = 2;
  }
  if (id % step)
    add("T274", bitsOf(("scale factor ID of " + matrix).str()),
        "the scale factor ID of " + matrix + " is " + Twine(id) + "; expected " +
            (step == 4 ? "0" : "0 or 2"));
}

void InstructionChecker::scaleFactors() {
  StringRef scale = scaleTypeName(kind, d.scaleType);
  bool knowsScale = knows("scale type");
  if (knowsScale && scale.empty())
    add("T273", bitsOf("scale type"),
        "the scale type is " + Twine(d.scaleType) + "; expected 1 (ue8m0) for " + kindText());
  else if (knowsScale && scale == "ue4m3" && use.isOf107 == false &&
           (use.scaleVector == ScaleVector::X2 || use.scaleVector == ScaleVector::Block32))
    add("T273", bitsOf("scale type"),
        "the scale type is 0 (ue4m3); expected 1 (ue8m0), or .scale_vec::4X");
  scaleId("A", d.scaleA);
  scaleId("B", d.scaleB);
}

void InstructionChecker::lookup() {
  if (d.transposeB)
    add("T331", bitsOf("transpose B"),
        "B is transposed and looked up in a table; expected 0 with .decompress::lut::b");
  if (knows("B type") && d.bType)
    add("T331", bitsOf("B type"),
        "the type of B is code " + Twine(d.bType) + "; expected 0 (e4m3) with .decompress::lut::b");
  if (knows("M") && (d.m == 64 || (d.m == 128 && use.ctaGroup == 2)))
    add("T331", bitsOf("M"),
        "M is " + Twine(d.m) + ", for which tensor memory holds no lookup table; expected " +
            (use.ctaGroup == 2 ? "256" : "128") + " with .decompress::lut::b");
}

void InstructionChecker::longK() {
  if (!knowsK())
    return;
  if (isMxf4() && d.kCode == 1)
    k96();
  else
    k64or128();
}

void InstructionChecker::k96() {
  uint64_t bits = bitsOf("lower bit of K");
  if (use.hasK96 == false)
    add("T275", bits, "bit 31 makes K 96, which only sm_103a and sm_107a have; expected 0");
  if (knows("sparse") && d.sparse && use.isOf107 == false)
    add("T275", bits,
        "bit 31 makes K 192 for sparse matrices, which only the family of sm_107f has; expected 0");
  if (use.ctaGroup == 2 && knows("M") && d.m == 128)
    add("T275", bits, "bit 31 makes K 96 with M 128 and cta_group::2; expected M 256");
}

void InstructionChecker::k64or128() {
  unsigned k = mmaK(kind, d.sparse, d.kCode);
  if (!k)
    return add("T328", bitsOfK(), "the code of K is 3, which means nothing; expected 0, 1 or 2");
  if (!isMxf4() && knows("sparse"))
    for (auto [matrix, isTransposed, type] :
         {std::tuple("A", d.transposeA, d.aType), {"B", d.transposeB, d.bType}})
      if (isTransposed && knows((Twine(matrix) + " type").str()) && type >= 3)
        add("T329", bitsOf((Twine("transpose ") + matrix).str()),
            Twine(matrix) + " is transposed with type " +
                operandTypeName(kind, MmaOperand::A, type) + " and K " + Twine(k) +
                "; expected e4m3 or e5m2");
  if (d.sparse || !knows("sparse") || !knows("M") || use.ws == true)
    return;
  // Table 48 has no M 64 and, for pairs of CTAs, no M 128; it also lacks shapes that are in use.
  unsigned wanted = use.ctaGroup == 2 ? 256 : 128;
  if (use.ctaGroup && d.m != wanted)
    add("T328", bitsOfK() | bitsOf("M"),
        "K is " + Twine(k) + " and M " + Twine(d.m) + "; the manual has M " + Twine(wanted) +
            " with cta_group::" + Twine(*use.ctaGroup),
        Kind::Suspicious);
}

void InstructionChecker::sparsityVersion() {
  // On other targets the bit is reserved.
  if (use.isOf107 == true && knows("sparse") && d.sparse && knows("sparsity version") &&
      !d.sparsityV1)
    add("T330", bitsOf("sparsity version"),
        "the sparsity version, bit 12, is 0 (v0); expected 1 (v1) on sm_107a");
}

Violations ptx::checkInstructionDescriptor(MmaKind kind, uint32_t value, const MmaUse &use) {
  return checkInstructionDescriptor(kind, llvm::KnownBits::makeConstant(llvm::APInt(32, value)),
                                    use);
}

Violations ptx::checkInstructionDescriptor(MmaKind kind, const llvm::KnownBits &value,
                                           const MmaUse &use) {
  return InstructionChecker(kind, value, use).run();
}

llvm::SmallVector<MmaKind> ptx::kindsThatTake(uint32_t value, bool blockScaled) {
  llvm::SmallVector<MmaKind> kinds;
  for (MmaKind kind : allMmaKinds())
    if (isBlockScaled(kind) == blockScaled && isLegal(checkInstructionDescriptor(kind, value)))
      kinds.push_back(kind);
  return kinds;
}
