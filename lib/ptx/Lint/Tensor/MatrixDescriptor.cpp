// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The descriptors of matrices in shared memory that `wgmma` and `tcgen05` take. (Manual
// 9.7.15.5.1.2, 9.7.16.4.1)

#include "ptx/Diagnostics/TensorValueRules.h"
#include "ptx/Lint/LintContext.h"

#include "ptx/Analysis/OperandViews.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringLiteral;
using llvm::StringRef;

namespace {

/// A descriptor and its use.
struct DescriptorUse {
  MatrixUnit unit;
  InstId inst;
  KnownOperand operand;
  StringRef matrix;
  MatrixUse use;
  /// The number of rows, of B of columns, in the shared memory of one CTA.
  std::optional<unsigned> rows = std::nullopt;
  /// The size of an element if the matrix is contiguous along M or N; 0 if it is not known.
  unsigned elementBytes = 0;
};

} // namespace

/// The dimension along which a matrix of `wgmma` is contiguous, from the operand `transpose` if the
/// instruction has it.
static std::optional<Major> majorOf(BodyLintContext &context, ExprId transpose) {
  if (!transpose)
    return Major::K;
  std::optional<Constant> value = context.scope.constant(transpose);
  return value ? std::optional(value->bits ? Major::MN : Major::K) : std::nullopt;
}

/// N of a `wgmma.mma_async`, from its shape.
static std::optional<unsigned> columnsOf(const InstrView &view) {
  for (Modifier word : view.modifiers) {
    StringRef name = word == Modifier::none ? StringRef() : StringRef(info(word).name);
    unsigned columns;
    if (name.consume_front("m64n") && !name.consumeInteger(10, columns))
      return columns;
  }
  return std::nullopt;
}

static void addWarpgroupUses(BodyLintContext &context, std::vector<DescriptorUse> &uses) {
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    std::optional<view::WgmmaMma> mma = view::WgmmaMma::of(context.checked, {i});
    if (!mma)
      continue;
    // Of other sizes, matrices cannot be contiguous along M or N. (Manual 9.7.15.5.2)
    constexpr unsigned elementBytes = 2;
    auto add = [&](ExprId operand, StringLiteral matrix, ExprId transpose,
                   std::optional<unsigned> rows) {
      uses.push_back({MatrixUnit::Wgmma,
                      {i},
                      knownOperand(context.values(), {i}, operand),
                      matrix,
                      {majorOf(context, transpose), std::nullopt},
                      rows,
                      elementBytes});
    };
    constexpr unsigned rowsOfWarpgroup = 64;
    add(mma->a_desc(), "A", mma->imm_trans_a(), rowsOfWarpgroup);
    add(mma->b_desc(), "B", mma->imm_trans_b(), columnsOf(context.view({i})));
  }
}

/// Whether `tcgen05.cp` copies rows of 128 bits. (Manual 9.7.16.9.1)
static bool copiesOneAtom(const InstrView &copy) {
  return llvm::any_of(copy.modifiers, [](Modifier word) {
    return word != Modifier::none && info(word).name.ends_with("x128b");
  });
}

/// The size of an element of a matrix of `tcgen05.mma` that is contiguous along M or N; 0 for kinds
/// with another layout there, or none.
static unsigned elementBytesOf(MmaKind kind) {
  switch (kind) {
  case MmaKind::F16:
    return 2;
  case MmaKind::I8:
  case MmaKind::F8F6F4:
  case MmaKind::MXF8F6F4:
    return 1;
  default:
    return 0;
  }
}

/// Whether M is one of a `tcgen05.mma` of one CTA. With another M, the descriptor of the
/// instruction is wrong. (Manual 9.7.16.2.1)
static bool isRowCount(std::optional<unsigned> rows) { return rows == 64 || rows == 128; }

/// All partly known descriptors.
static std::vector<DescriptorUse> findUses(BodyLintContext &context) {
  std::vector<DescriptorUse> uses;
  const AsyncOps &ops = context.asyncOps();
  if (ops.has(AsyncOp::WgmmaMma))
    addWarpgroupUses(context, uses);
  std::optional<bool> isSm103a = areSm103a(context.platform), isOf107 = areOf107(context.platform);
  for (const TensorProduct &product : context.tensorProducts()) {
    bool isOfOneCta = product.use.ctaGroup == 1 && product.use.lookup == false;
    uses.push_back({MatrixUnit::Tcgen05,
                    product.inst,
                    product.a,
                    "A",
                    {product.majorOfA(), isSm103a, false, isOf107, false},
                    isOfOneCta && isRowCount(product.rows()) ? product.rows() : std::nullopt,
                    elementBytesOf(product.kind)});
    uses.push_back({MatrixUnit::Tcgen05,
                    product.inst,
                    product.b,
                    "B",
                    {product.majorOfB(), isSm103a, false, isOf107, product.use.lookup},
                    isOfOneCta ? product.columns() : std::nullopt,
                    elementBytesOf(product.kind)});
  }
  if (ops.has(AsyncOp::TensorCopy))
    for (uint32_t i = 0; i != context.checked.signatures.size(); ++i)
      if (std::optional<view::TensorCopy> copy = view::TensorCopy::of(context.checked, {i}))
        uses.push_back({MatrixUnit::Tcgen05,
                        {i},
                        knownOperand(context.values(), {i}, copy->s_desc()),
                        "the source",
                        {std::nullopt, isSm103a, copiesOneAtom(context.checked.signatures[i]->view),
                         isOf107, false}});
  llvm::erase_if(uses, [](const DescriptorUse &use) {
    return !use.operand || use.operand.value.width() != 64 || use.operand.value.isNever();
  });
  return uses;
}

/// Reports a start address in `value` that is not a multiple of 16: its low bits are lost.
static std::optional<Violation> lostBits(const DescriptorUse &use) {
  const KnownValue &value = use.operand.value;
  if (value.window != AddressWindow::Encoded || value.shift != 4 || !value.symbol || value.loaded ||
      !value.offset || value.symbol->alignment % 16 || *value.offset % 16 == 0)
    return std::nullopt;
  return Violation{Violation::Kind::Manual,
                   use.unit == MatrixUnit::Wgmma ? llvm::StringLiteral("T189")
                                                 : llvm::StringLiteral("T284"),
                   "the start address is `" + value.symbol->name.str() + "` + " +
                       std::to_string(*value.offset) + "; expected a multiple of 16"};
}

/// The start address is encoded without the shift by 4.
static std::optional<Violation> lacksShift(const DescriptorUse &use) {
  const KnownValue &value = use.operand.value;
  if (value.window != AddressWindow::Encoded || value.shift != 0 || !value.symbol || value.loaded)
    return std::nullopt;
  return Violation{Violation::Kind::Suspicious,
                   use.unit == MatrixUnit::Wgmma ? llvm::StringLiteral("T189")
                                                 : llvm::StringLiteral("T284"),
                   "the start address is that of `" + value.symbol->name.str() +
                       "` in bytes; expected a sixteenth of it"};
}

/// A distance between parts of a matrix, and the number of times that the matrix contains it.
struct Distance {
  StringLiteral name;
  unsigned firstBit;
  uint64_t bytes;
  uint64_t count;
};

/// The distances of a canonical layout, and the least number of bytes from the start of its last
/// group of eight rows, or columns along K, to the end of what is read there.
struct MatrixExtent {
  llvm::SmallVector<Distance, 2> distances;
  uint64_t lastGroupBytes;
  /// The number of bytes by which swizzling can move the end within its row.
  uint64_t moved;
};

constexpr unsigned leadingBit = 16, strideBit = 32, distanceBits = 14;
constexpr unsigned groupRows = 8, coreRowBytes = 16;

/// The extent of a matrix that one instruction reads, from its descriptor. An instruction reads at
/// least 32 bytes along K. (Manual 9.7.15.5.1.2)
static std::optional<MatrixExtent> extentOf(const DescriptorUse &use, Swizzle swizzle) {
  uint64_t rows = use.rows.value_or(0);
  if (!rows || rows % groupRows != 0 || !use.use.major ||
      !canonicalFormula(*use.use.major, swizzle))
    return std::nullopt;
  MatrixDescriptor d = decodeMatrixDescriptor(use.unit, use.operand.value.bits.One.getZExtValue());
  auto leading = [&](uint64_t count) { return Distance{"LBO", leadingBit, d.leadingBytes, count}; };
  auto stride = [&](uint64_t count) { return Distance{"SBO", strideBit, d.strideBytes, count}; };
  const SwizzleInfo &info = swizzleInfo(swizzle);
  uint64_t row = info.isNone() ? coreRowBytes : info.spanBytes;
  if (use.use.major == Major::K) {
    MatrixExtent extent{
        {stride(rows / groupRows - 1)}, (groupRows - 1) * row + coreRowBytes, row - coreRowBytes};
    if (info.isNone())
      extent.distances.push_back(leading(1));
    return extent;
  }
  if (!use.elementBytes)
    return std::nullopt;
  constexpr unsigned bytesAlongK = 32;
  uint64_t groupsAlongK = bytesAlongK / use.elementBytes / groupRows;
  uint64_t bytes = rows * use.elementBytes, read = std::min(row, bytes);
  uint64_t groups = llvm::divideCeil(bytes, row);
  MatrixExtent extent{{}, (groupRows - 1) * row + read, row - read};
  if (info.isNone())
    extent.distances = {leading(groupsAlongK - 1), stride(groups - 1)};
  else
    extent.distances = {leading(groups - 1), stride(groupsAlongK - 1)};
  return extent;
}

/// The matrix ends beyond the variable that holds it.
static std::optional<Violation> leavesVariable(const DescriptorUse &use) {
  const KnownValue &value = use.operand.value;
  if (value.window != AddressWindow::Encoded || value.shift != 4 || !value.symbol || value.loaded ||
      !value.offset || *value.offset < 0 || value.symbol->bytes == 0 ||
      value.symbol->linkage == Linkage::Extern)
    return std::nullopt;
  std::optional<Swizzle> swizzle = knownSwizzle(use.unit, value);
  std::optional<MatrixExtent> extent = swizzle ? extentOf(use, *swizzle) : std::nullopt;
  if (!extent)
    return std::nullopt;
  uint64_t last = extent->lastGroupBytes;
  std::string distances;
  for (const Distance &distance : extent->distances) {
    // On some targets, the LBO can be an address.
    bool isDistance = distance.firstBit != leadingBit || use.unit == MatrixUnit::Wgmma ||
                      use.use.isSm103a == false;
    if (!distance.count || !isDistance ||
        !value.bits.extractBits(distanceBits, distance.firstBit).isConstant())
      continue;
    last += distance.count * distance.bytes;
    distances += (distances.empty() ? "an " : " and an ") + distance.name.str() + " of " +
                 std::to_string(distance.bytes) + " bytes";
  }
  uint64_t begin = *value.offset;
  uint64_t end = begin + last - std::min(begin + last, extent->moved);
  if (distances.empty() || end <= value.symbol->bytes)
    return std::nullopt;
  bool isOne = !StringRef(distances).contains(" and ");
  std::string part = use.use.major == Major::K
                         ? "the last of " + std::to_string(*use.rows) + " rows"
                         : "the last 16 bytes of the matrix";
  return Violation{Violation::Kind::Suspicious, "T196",
                   distances + (isOne ? " puts " : " put ") + part + " " +
                       std::to_string(end - coreRowBytes) + " bytes or more after the start of `" +
                       value.symbol->name.str() + "`, which has " +
                       std::to_string(value.symbol->bytes)};
}

/// K-major matrices with 128B swizzling begin at row 0 of the pattern, if the base offset is 0. The
/// distance to the next 32 bytes of K is 2 in the descriptor; the distance in bytes added there
/// leads to another row.
static std::optional<Violation> leavesPattern(const DescriptorUse &use) {
  const KnownValue &value = use.operand.value;
  if (!value.isConstant() || use.use.major != Major::K)
    return std::nullopt;
  MatrixDescriptor d = decodeMatrixDescriptor(use.unit, value.constant());
  unsigned row = d.startBytes >> 7 & 7;
  if (d.swizzle != Swizzle::B128 || d.baseOffset || !row)
    return std::nullopt;
  return Violation{Violation::Kind::Suspicious, "T190",
                   "the start address " + std::to_string(d.startBytes) + " is in row " +
                       std::to_string(row) +
                       " of the swizzle pattern; expected row 0, and a step along K of 2 for each "
                       "32 bytes"};
}

static Violations violationsOf(const DescriptorUse &use) {
  Violations violations = checkMatrixDescriptor(use.unit, use.operand.value.bits, use.use);
  for (std::optional<Violation> (*check)(const DescriptorUse &) :
       {lostBits, lacksShift, leavesVariable, leavesPattern})
    if (std::optional<Violation> violation = check(use))
      violations.push_back(std::move(*violation));
  return violations;
}

/// Whether rows of the matrix certainly overlap. B may have only eight rows, so that the distance
/// has no effect. 16 bytes, encoded as 1, is the usual value where the distance does not matter.
static bool overlapsForCertain(const DescriptorUse &use, const Violation &violation) {
  constexpr uint64_t stride = llvm::maskTrailingOnes<uint64_t>(14) << 32;
  uint64_t written = use.operand.value.bits.One.getZExtValue() & stride;
  return violation.rule == "T196" && violation.bits == stride && written >> 32 != 1 &&
         use.unit == MatrixUnit::Wgmma && use.matrix == "A";
}

/// The rule of the catalogue for `violation`.
static DiagId subjectOf(const DescriptorUse &use, const Violation &violation) {
  // Triton generates descriptors whose bits 46-48 are those of wgmma, and they work.
  bool hasNoVersion =
      violation.rule == "T278" && use.operand.value.bits.extractBits(3, 46).getMaxValue().isZero();
  if (violation.kind == Violation::Kind::Manual && !hasNoVersion)
    return diag::MatrixDescriptor::id;
  // Without swizzling the LBO is always used: an instruction reads 32 bytes of K, two core
  // matrices.
  uint64_t known = use.operand.value.bits.One.getZExtValue();
  bool isPlain = decodeMatrixDescriptor(use.unit, known).swizzle == Swizzle::None;
  bool isWritten = hasNoVersion && use.operand.value.isConstant();
  // Violations that are no property of certain bits are those of what the address points to.
  bool isOfVariable = violation.bits == 0 && (violation.rule == "T189" ||
                                              violation.rule == "T284" || violation.rule == "T196");
  bool isSure = isWritten || isOfVariable || violation.rule == "T188" ||
                (violation.rule == "T194" && isPlain) || overlapsForCertain(use, violation);
  return isSure ? diag::SuspiciousMatrixDescriptor::id : diag::UnusualMatrixDescriptor::id;
}

/// Suggests the same matrix for this unit if the descriptor is for the other unit.
static void suggest(Diagnostic &d, const SyntaxUnit &unit, const DescriptorUse &use) {
  if (!use.operand.value.isConstant())
    return;
  bool forWgmma = use.unit == MatrixUnit::Tcgen05;
  MatrixUnit other = forWgmma ? MatrixUnit::Wgmma : MatrixUnit::Tcgen05;
  uint64_t value = use.operand.value.constant();
  if (!checkMatrixDescriptor(other, value).empty())
    return;
  if (std::optional<uint64_t> converted = convertMatrixDescriptor(other, value))
    d.note(unit.range(use.operand.expr),
           std::string("this looks like a descriptor for ") + (forWgmma ? "wgmma" : "tcgen05") +
               "; did you mean `0x" + llvm::utohexstr(*converted, true) + "`?");
}

template <class Diag> static void report(BodyLintContext &context) {
  if (!context.uses(Trait::HasMatrixDescriptor))
    return;
  for (const DescriptorUse &use : findUses(context)) {
    for (const Violation &violation : violationsOf(use)) {
      if (subjectOf(use, violation) != Diag::id)
        continue;
      std::string value = describe(use.operand.value);
      Diagnostic &d = context.diagnostics.emit(Diag{.range = context.unit.range(use.operand.expr),
                                                    .value = value,
                                                    .matrix = use.matrix,
                                                    .fault = violation.text,
                                                    .rule = violation.rule});
      context.values().explain(d, use.inst, use.operand.expr);
      if (violation.rule == "T278" || violation.rule == "T188")
        suggest(d, context.unit, use);
    }
  }
}

void ptx::checkMatrixDescriptor(BodyLintContext &context) {
  report<diag::MatrixDescriptor>(context);
}

void ptx::checkSuspiciousMatrixDescriptor(BodyLintContext &context) {
  report<diag::SuspiciousMatrixDescriptor>(context);
}

void ptx::checkUnusualMatrixDescriptor(BodyLintContext &context) {
  report<diag::UnusualMatrixDescriptor>(context);
}
