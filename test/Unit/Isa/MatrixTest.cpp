// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions on matrices against facts that were collected without the table: shapes.tsv, the
// legal combinations of shape and types with the registers of each operand, and
// fragment_types.tsv, the recorded verdicts of `ptxas` 13.0 on the types of these registers.

#include "InstructionText.h"

#include "ptx/Isa/Forms/OperandTypes.h"
#include "ptx/Isa/Vocabulary/Types.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

namespace {

/// The columns of shapes.tsv.
enum Column {
  Instr,
  FormName,
  ShapeName,
  Kind,
  Sparsity,
  Scale,
  DType,
  AType,
  BType,
  CType,
  Layouts,
  RegsD,
  RegsA,
  RegsB,
  RegsC,
  TypesDC,
  TypesAB,
  MinPtx,
  MinTarget,
  Notes
};
using Cells = std::vector<std::string>;

} // namespace

static std::vector<std::string> splitAt(StringRef text, char separator) {
  std::vector<std::string> result;
  for (StringRef piece : llvm::split(text, separator))
    result.push_back(piece.trim().str());
  return result;
}

/// `{e4m3,e5m2}` as its words, another cell as its only one.
static std::vector<std::string> wordsOf(StringRef cell) {
  return splitAt(cell.consume_front("{") ? cell.drop_back() : cell, ',');
}

static TypeSet typesNamed(StringRef names, char separator) {
  TypeSet result = 0;
  for (const std::string &name : splitAt(names, separator))
    if (std::optional<TypeId> type = findType(StringRef(name).ltrim('.')))
      result |= typeBit(*type);
  return result;
}

static std::string dottedNamesOf(TypeSet types) {
  std::string result;
  for (const TypeInfo &type : allTypes())
    if (types & typeBit(type.id))
      (result += result.empty() ? "." : " .") += type.name;
  return result;
}

static PtxVersion versionOf(StringRef text) {
  PtxVersion version{};
  auto [major, minor] = text.split(' ').first.split('.');
  EXPECT_FALSE(major.getAsInteger(10, version.major) || minor.getAsInteger(10, version.minor));
  return version;
}

/// The version before: of those that these instructions came with.
static PtxVersion before(PtxVersion version) {
  static constexpr PtxVersion versions[] = {{5, 0}, {6, 0}, {6, 1}, {6, 3}, {6, 4}, {6, 5}, {7, 0},
                                            {7, 1}, {7, 7}, {7, 8}, {8, 0}, {8, 1}, {8, 2}, {8, 3},
                                            {8, 4}, {8, 5}, {8, 6}, {8, 7}, {8, 8}, {9, 0}, {9, 1}};
  return *std::prev(llvm::find(versions, version));
}

/// A target that has what the column `min_target` says, and one that has it at no version.
static std::pair<TargetId, TargetId> targetsOf(StringRef text) {
  using enum TargetId;
  return llvm::StringSwitch<std::pair<TargetId, TargetId>>(text)
      .Case("set:F120", {sm_120a, sm_120})
      .Case("set:SPMX", {sm_120a, sm_120f})
      .Case("set:T5", {sm_100a, sm_100})
      .Case("set:B", {sm_100a, sm_100})
      .Case("set:I8", {sm_100a, sm_100f})
      .Case("set:SP4", {sm_100a, sm_100f})
      .Case("set:SHIFT", {sm_100a, sm_100f})
      .Case("set:LDRED", {sm_103a, sm_100a})
      .Case("{sm_90a}", {sm_90a, sm_100a})
      .Case("{sm_103a}", {sm_90a, sm_100a})
      .Case("sm_70", {sm_70, sm_62})
      .Case("sm_72", {sm_72, sm_70})
      .Case("sm_75", {sm_75, sm_72})
      .Case("sm_80", {sm_80, sm_75})
      .Case("sm_89", {sm_89, sm_87})
      .Case("sm_90", {sm_90, sm_89});
}

static bool admits(const InstrView &view, TargetId target, PtxVersion ptx) {
  return llvm::all_of(gatesOf(view), [&](const GateInfo *gate) {
    return gate->ptxasIgnores || gate->admits(target, ptx);
  });
}

static const OperandInfo *operandNamed(const InstrView &view, StringRef name) {
  const OperandInfo *found = llvm::find_if(
      view.form->operands(), [&](const OperandInfo &operand) { return operand.name == name; });
  return found == view.form->operands().end() ? nullptr : found;
}

/// Expects that operand `name` has `count` registers, and that those of each of `types`, such as
/// `f16x2|b32`, will do.
static void expectRegisters(const InstrView &view, StringRef name, StringRef count,
                            StringRef types) {
  const OperandInfo *operand = operandNamed(view, name);
  ASSERT_TRUE(operand) << name.str();
  OperandShape shape = shapeOf(view, *operand);
  unsigned expected = 0;
  ASSERT_FALSE(count.split('+').first.split(' ').first.getAsInteger(10, expected));
  EXPECT_TRUE(shape.takes(expected)) << name.str() << " has " << unsigned(shape.elements);
  EXPECT_FALSE(shape.takes(expected + 1) || shape.takes(expected - 1) || shape.takes(0));
  TypeSet wanted = typesNamed(types, '|');
  TypeSet held = registerTypes(view, *operand, expected);
  EXPECT_TRUE(wanted == 0 || (held & wanted) == wanted)
      << name.str() << ": " << dottedNamesOf(held);
}

/// The only form that takes `mnemonic`, or of several the one that has operand `name`.
static std::optional<InstrView> viewOf(const std::string &mnemonic, StringRef name = "") {
  for (const FormCandidate &candidate : match(mnemonic).candidates)
    if (name.empty() || operandNamed(candidate.view, name))
      return candidate.view;
  ADD_FAILURE() << "no form takes " << mnemonic;
  return std::nullopt;
}

/// Expects that the instruction needs just what the row says.
static void expectGates(const InstrView &view, const Cells &row) {
  PtxVersion version = versionOf(row[MinPtx]);
  auto [target, other] = targetsOf(row[MinTarget]);
  EXPECT_TRUE(admits(view, target, std::max(version, info(target).since)));
  EXPECT_FALSE(admits(view, target, before(version)));
  EXPECT_FALSE(admits(view, other, {9, 2}));
}

/// The modifiers of a row on scales, as each of its instructions has them.
static std::vector<std::string> scalesOf(StringRef cell) {
  if (cell == "-")
    return {""};
  auto [type, size] = cell.split('/');
  std::string vector = ("scale_vec::" + size.take_front(2)).str();
  return {("." + vector + "|" + type).str()};
}

/// A row of mma or mma.sp.
static void checkMma(const Cells &row) {
  bool isSparse = row[Sparsity] == "sparse";
  std::string kind = StringRef(row[Kind]).split(' ').first.str();
  // `ptxas` and the manual let .sp::ordered_metadata are wherever .sp can, from 8.5 on.
  bool isOrdered = StringRef(row[Kind]).contains("ordered");
  for (const std::string &scale : scalesOf(row[Scale])) {
    auto [vector, scaleType] = StringRef(scale).split('|');
    std::string mnemonic = "mma";
    mnemonic += !isSparse ? "" : isOrdered ? ".sp::ordered_metadata" : ".sp";
    mnemonic += ".sync.aligned." + row[ShapeName] + ".row.col";
    mnemonic += kind == "-" ? "" : "." + kind;
    mnemonic += vector.empty() ? "" : (".block_scale" + vector).str();
    for (Column column : {DType, AType, BType, CType})
      mnemonic += "." + row[column];
    mnemonic += scaleType.empty() ? "" : ("." + scaleType).str();
    mnemonic += row[AType] == "b1" ? ".xor.popc" : "";
    SCOPED_TRACE(mnemonic);
    std::optional<InstrView> view = viewOf(mnemonic);
    if (!view)
      return;
    auto [typesD, typesC] = StringRef(row[TypesDC]).split('/');
    expectRegisters(*view, "d", row[RegsD], typesD);
    expectRegisters(*view, "a", row[RegsA], row[TypesAB]);
    expectRegisters(*view, "b", row[RegsB], row[TypesAB]);
    expectRegisters(*view, "c", row[RegsC], typesC.empty() ? typesD : typesC);
    expectGates(*view, row);
    if (isSparse && !isOrdered) {
      std::optional<InstrView> ordered =
          viewOf(StringRef(mnemonic).str().replace(4, 2, "sp::ordered_metadata"));
      EXPECT_TRUE(ordered && admits(*ordered, TargetId::sm_90, {8, 5}));
      EXPECT_FALSE(ordered && admits(*ordered, TargetId::sm_90, {8, 4}));
    }
  }
}

/// A row of wmma: its loads, its store and its product, in each layout.
static void checkWmma(const Cells &row) {
  auto [typesD, typesC] = StringRef(row[TypesDC]).split('/');
  typesC = typesC.empty() ? typesD : typesC;
  bool isFree = row[Layouts] != "row.col";
  for (StringRef layouts : {"row.col", "col.row", "row.row", "col.col"}) {
    auto [a, b] = layouts.split('.');
    std::string op = row[AType] == "b1" ? ".xor.popc" : "";
    std::string mnemonic =
        ("wmma.mma" + op + ".sync.aligned." + layouts + "." + row[ShapeName] + "." + row[DType])
            .str();
    if (row[AType] != "f16")
      mnemonic += "." + row[AType] + "." + row[BType];
    mnemonic += "." + row[CType];
    SCOPED_TRACE(mnemonic);
    if (!isFree && layouts != "row.col") {
      EXPECT_FALSE(match(mnemonic).matched());
      continue;
    }
    auto memory = [&](StringRef name, StringRef layout, StringRef type) {
      return viewOf(
          ("wmma." + name + ".sync.aligned." + layout + "." + row[ShapeName] + "." + type).str());
    };
    auto product = viewOf(mnemonic), loadA = memory("load.a", a, row[AType]),
         loadB = memory("load.b", b, row[BType]), loadC = memory("load.c", a, row[CType]),
         store = memory("store.d", b, row[DType]);
    if (!product || !loadA || !loadB || !loadC || !store)
      return;
    expectRegisters(*product, "d", row[RegsD], typesD);
    expectRegisters(*product, "a", row[RegsA], row[TypesAB]);
    expectRegisters(*product, "b", row[RegsB], row[TypesAB]);
    expectRegisters(*product, "c", row[RegsC], typesC);
    expectRegisters(*loadA, "r", row[RegsA], row[TypesAB]);
    expectRegisters(*loadB, "r", row[RegsB], row[TypesAB]);
    expectRegisters(*loadC, "r", row[RegsC], typesC);
    expectRegisters(*store, "r", row[RegsD], typesD);
    // The rows name what the manual says, .aligned what is needed since PTX 6.3.
    PtxVersion version = std::max(versionOf(row[MinPtx]), PtxVersion{6, 3});
    auto [target, other] = targetsOf(row[MinTarget]);
    for (const InstrView &view : {*product, *loadA, *loadB}) {
      EXPECT_TRUE(admits(view, target, version));
      EXPECT_FALSE(admits(view, target, before(version)));
      EXPECT_FALSE(admits(view, other, {9, 2}));
    }
  }
}

/// A row of wgmma.mma_async, dense or sparse: with A in shared memory and in registers.
static void checkWarpgroup(const Cells &row) {
  for (const std::string &a : wordsOf(row[AType]))
    for (const std::string &b : wordsOf(row[BType])) {
      std::string mnemonic = "wgmma.mma_async";
      mnemonic += row[Sparsity] == "sparse" ? ".sp" : "";
      mnemonic += ".sync.aligned." + row[ShapeName] + "." + row[DType] + "." + a + "." + b;
      mnemonic += a == "b1" ? ".and.popc" : "";
      SCOPED_TRACE(mnemonic);
      for (StringRef factor : {"a", "a-desc"}) {
        std::optional<InstrView> view = viewOf(mnemonic, factor);
        if (!view)
          return;
        expectRegisters(*view, "d", row[RegsD], row[TypesDC]);
        if (factor == "a")
          expectRegisters(*view, "a", "4", "b32");
        PtxVersion version = versionOf(row[MinPtx]);
        // Integers of different signs came later.
        if (a != b && row[DType] == "s32")
          version = {8, 4};
        EXPECT_TRUE(admits(*view, TargetId::sm_90a, version));
        EXPECT_FALSE(admits(*view, TargetId::sm_90a, before(version)));
        EXPECT_FALSE(admits(*view, TargetId::sm_100a, {9, 2}));
      }
    }
}

/// A row of tcgen05.mma and the like: shape and types are not in the mnemonic.
static void checkTensorCore(const Cells &row) {
  std::string group = StringRef(row[Notes]).split(';').first.str();
  std::string mnemonic = row[Instr] + "." + group + "." + row[Kind];
  // The default size came with the words for it.
  std::string size = row[Kind] == "kind::mxf8f6f4" ? "1X" : "2X";
  if (row[Scale] != "-")
    mnemonic += ".block_scale.scale_vec::" + size;
  SCOPED_TRACE(mnemonic);
  std::optional<InstrView> view = viewOf(mnemonic, "a-desc");
  if (!view || !viewOf(mnemonic, "a-tmem"))
    return;
  auto [target, other] = targetsOf(row[MinTarget]);
  PtxVersion version = versionOf(row[MinPtx]);
  // That K can be 96 is not in the mnemonic either.
  if (row[MinTarget] == "{sm_103a}") {
    EXPECT_TRUE(admits(*view, TargetId::sm_103a, version));
    return;
  }
  EXPECT_TRUE(admits(*view, target, version));
  EXPECT_FALSE(admits(*view, target, before(version)));
  EXPECT_FALSE(admits(*view, other, {9, 2}));
}

/// A row of a load or store of matrices.
static void checkMove(const Cells &row) {
  auto [shape, count] = StringRef(row[ShapeName]).split('.');
  bool isTensor = StringRef(row[Instr]).starts_with("tcgen05");
  std::vector<std::string> ends;
  if (row[Instr] == "tcgen05.ld.red") {
    ends = {".min.f32", ".max.abs.NaN.f32", ".max.u32", ".min.s32"};
  } else if (isTensor) {
    ends = {".b32"};
  } else {
    std::string type = "." + row[DType];
    if (!StringRef(row[Notes]).starts_with(".trans mandatory"))
      ends.push_back(type);
    if (StringRef(row[Notes]).starts_with(".trans"))
      ends.push_back(".trans" + type);
    else
      EXPECT_FALSE(
          match(row[Instr] + ".sync.aligned." + row[ShapeName] + ".trans" + type).matched());
  }
  StringRef registers = row[RegsD] == "-" ? row[RegsA] : row[RegsD];
  StringRef types = row[TypesDC] == "-" ? row[TypesAB] : row[TypesDC];
  for (const std::string &end : ends) {
    std::string mnemonic = row[Instr] + ".sync.aligned." + row[ShapeName] + end;
    SCOPED_TRACE(mnemonic);
    std::optional<InstrView> view = viewOf(mnemonic);
    if (!view)
      return;
    expectRegisters(*view, "r", registers, types == "T" ? "f32|u32|s32" : types);
    bool isSplit = operandNamed(*view, "immHalfSplitoff");
    EXPECT_EQ(isSplit, shape == "16x32bx2");
    expectGates(*view, row);
  }
}

TEST(MatrixTest, EachShapeHasItsTypesRegistersAndGates) {
  unsigned rows = 0;
  for (const Cells &row : readTable("shapes.tsv")) {
    StringRef instr = row[Instr];
    SCOPED_TRACE((instr + " " + row[FormName] + " " + row[ShapeName]).str());
    ++rows;
    if (instr == "mma" || instr == "mma.sp")
      checkMma(row);
    else if (instr == "wmma")
      checkWmma(row);
    else if (instr.starts_with("wgmma"))
      checkWarpgroup(row);
    else if (instr.starts_with("tcgen05.mma"))
      checkTensorCore(row);
    else if (instr == "tcgen05.cp")
      EXPECT_EQ(match(("tcgen05.cp.cta_group::1." + row[ShapeName]).c_str()).matched(),
                StringRef(row[Notes]).starts_with("multicast none"));
    else if (instr == "tcgen05.shift")
      expectGates(*viewOf("tcgen05.shift.cta_group::2.down"), row);
    else
      checkMove(row);
  }
  EXPECT_NE(rows, 0u);
}

// Shapes that other types of the same instruction have. (Manual 9.7.14.1, 9.7.15.2)
TEST(MatrixTest, OtherShapesAreNot) {
  for (StringRef mnemonic : {"mma.sync.aligned.m16n8k4.row.col.f32.f16.f16.f32",
                             "mma.sync.aligned.m16n8k4.row.col.f32.bf16.bf16.f32",
                             "mma.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32",
                             "mma.sync.aligned.m16n8k8.row.row.f32.f16.f16.f32",
                             "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f16",
                             "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f32",
                             "mma.sync.aligned.m16n8k16.row.col.s32.s8.s4.s32",
                             "mma.sp.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32",
                             "mma.sp.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32",
                             "wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.u8.s32",
                             "wmma.load.a.sync.aligned.row.m16n16k8.f16",
                             "wmma.load.c.sync.aligned.row.m8n8k4.f32",
                             "wgmma.mma_async.sync.aligned.m64n40k32.s32.s8.s8",
                             "wgmma.mma_async.sync.aligned.m64n8k32.f32.f16.f16",
                             "wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.f16.f16",
                             "wgmma.mma_async.sync.aligned.m64n8k16.f16.bf16.bf16",
                             "tcgen05.ld.sync.aligned.16x128b.x128.b32",
                             "tcgen05.ld.sync.aligned.16x256b.x64.b32",
                             "tcgen05.ld.red.sync.aligned.32x32b.x1.min.f32",
                             "tcgen05.ld.red.sync.aligned.32x32b.x2.min.abs.u32",
                             "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::4X",
                             "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale",
                             "tcgen05.mma.cta_group::1.kind::f16.ashift.collector::a::use",
                             "tcgen05.cp.cta_group::1.64x128b.warpx4",
                             "tcgen05.cp.cta_group::1.128x256b.warpx4",
                             "ldmatrix.sync.aligned.m16n16.x4.trans.b8",
                             "ldmatrix.sync.aligned.m8n8.x1.b8"})
    EXPECT_FALSE(match(mnemonic).matched()) << mnemonic.str();
}

/// The types that the operand called `x`, or that has an element called so, can have.
static TypeSet typesOfX(const InstructionText &text) {
  TypeSet result = 0;
  // A rule can ask whether an operand is a register, which its name says.
  InstructionText named = text;
  std::replace(named.operands.begin(), named.operands.end(), std::string("x"), std::string("%x"));
  for (const InstrView &view : candidates(named)) {
    llvm::ArrayRef<std::string> texts = text.operands;
    for (auto [place, operand] : llvm::enumerate(view.form->operands())) {
      if (!(view.operands >> place & 1))
        continue;
      StringRef operandText = texts.front();
      texts = texts.drop_front();
      bool isVector = operandText.starts_with("{");
      if (operandText.trim("{}").split(',').first == "x")
        result |= registerTypes(view, operand, isVector ? operandText.count(',') + 1 : 0);
    }
  }
  return result;
}

TEST(MatrixTest, RegistersAreOfTheTypesThatPtxasTakes) {
  unsigned rows = 0;
  for (const Cells &row : readTable("fragment_types.tsv")) {
    ++rows;
    for (const InstructionText &text : splitInstructions(row[1]))
      EXPECT_EQ(dottedNamesOf(typesOfX(text)), dottedNamesOf(typesNamed(row[2], ' '))) << row[1];
  }
  EXPECT_NE(rows, 0u);
}

// The recorded verdicts of `ptxas`: it takes the first value and the second, not the third.
TEST(MatrixTest, ImmediatesHaveTheirRanges) {
  struct {
    StringRef mnemonic, operand;
    int64_t least, greatest, outside;
  } static constexpr ranges[] = {
      {"mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "f", 0, 3, 4},
      {"mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32", "f", 0, 3, 4},
      {"mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16", "f", 0, 1, 3},
      {"mma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32", "f", 0, 1, 3},
      {"mma.sp.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "f", 0, 3, 4},
      {"mma.sp.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32", "f", 0, 1, 2},
      {"mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", "f", 0, 1, 2},
      {"mma.sp.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32", "f", 0, 0, 1},
      {"mma.sp.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32", "f", 0, 1, 2},
      {"mma.sp.sync.aligned.m16n8k128.row.col.s32.s4.s4.s32", "f", 0, 0, 1},
      {"mma.sp.sync.aligned.m16n8k64.row.col.f32.e4m3.e4m3.f32", "f", 0, 0, 1},
      {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16", "imm-scale-a", -1, 1, 0},
      {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16", "imm-scale-b", -1, 1, 2},
      {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16", "imm-trans-b", 0, 1, -1},
      {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16", "scale-d", 0, 1, 2},
      {"wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16", "sp-sel", 0, 1, 2},
      {"wgmma.mma_async.sp.sync.aligned.m64n8k64.f32.e4m3.e4m3", "sp-sel", 0, 0, 1},
      {"wgmma.wait_group.sync.aligned", "N", 0, 1000000, -1},
      {"tcgen05.mma.cta_group::1.kind::f16", "scale-input-d", 0, 15, 16},
      {"tcgen05.alloc.cta_group::1.sync.aligned.b32", "nCols", 32, 512, 1024},
      {"tcgen05.dealloc.cta_group::1.sync.aligned.b32", "nCols", 0, 1024, 33}};
  for (const auto &range : ranges) {
    SCOPED_TRACE((range.mnemonic + " " + range.operand).str());
    std::optional<InstrView> view = viewOf(range.mnemonic.str(), range.operand);
    ASSERT_TRUE(view);
    const OperandInfo &operand = *operandNamed(*view, range.operand);
    OperandShape shape = shapeOf(*view, operand);
    size_t place = &operand - view->form->operands().data();
    auto takes = [&](int64_t value) {
      InstrView with = *view;
      with.operands |= 1u << place;
      with.constants.resize(place + 1);
      with.constants[place] = value;
      bool isOutside = shape.min <= shape.max &&
                       (value < shape.min || value > shape.max || (value - shape.min) % shape.step);
      return !isOutside && keepsRules(with);
    };
    EXPECT_TRUE(takes(range.least));
    EXPECT_TRUE(takes(range.greatest));
    EXPECT_FALSE(takes(range.outside));
  }
}

// The recorded verdicts of `ptxas` on `_` among the registers that are written.
TEST(MatrixTest, SomeVectorsAreWrittenAsAWhole) {
  for (auto [mnemonic, operand, whole] :
       {std::tuple("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", "d", false),
        std::tuple("ldmatrix.sync.aligned.m8n8.x2.b16", "r", false),
        std::tuple("wmma.load.a.sync.aligned.row.m16n16k16.f16", "r", false),
        std::tuple("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16", "d", true),
        std::tuple("tcgen05.ld.sync.aligned.32x32b.x2.b32", "r", true),
        std::tuple("tcgen05.ld.red.sync.aligned.32x32b.x2.min.u32", "r", true)}) {
    std::optional<InstrView> view = viewOf(mnemonic);
    ASSERT_TRUE(view);
    EXPECT_EQ(operandNamed(*view, operand)->whole, whole) << mnemonic;
  }
}

// Layouts and formats keep their order, and `.popc` follows what it counts.
TEST(MatrixTest, SomeModifiersKeepTheirOrder) {
  for (StringRef mnemonic : {"mma.sync.aligned.m16n8k8.col.row.f32.f16.f16.f32",
                             "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.popc.xor",
                             "wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.popc.and",
                             "ldmatrix.sync.aligned.m8n16.x4.b6x16_p32.b8x16"})
    EXPECT_FALSE(match(mnemonic).matched()) << mnemonic.str();
  for (StringRef mnemonic :
       {"mma.sync.aligned.row.m16n8k8.col.f32.f16.f16.f32",
        "mma.xor.popc.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32",
        "tcgen05.ld.sync.aligned.x1.32x32b.b32", "wmma.load.a.m16n16k16.aligned.sync.row.f16"})
    EXPECT_TRUE(match(mnemonic).matched()) << mnemonic.str();
}

// A vector of `.cta_group::1` is half as long. (Manual 9.7.16.10.9.1)
TEST(MatrixTest, TheLanesOfAResultDependOnTheGroup) {
  for (auto [group, count] : {std::pair("1", 4), std::pair("2", 8)}) {
    auto view = viewOf(std::string("tcgen05.mma.cta_group::") + group + ".kind::f16", "a-tmem");
    ASSERT_TRUE(view);
    OperandShape shape = shapeOf(*view, *operandNamed(*view, "disable-output-lane"));
    EXPECT_TRUE(shape.takes(count));
    EXPECT_FALSE(shape.takes(12 - count));
  }
}
