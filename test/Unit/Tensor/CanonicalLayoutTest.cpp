// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/CanonicalLayout.h"

#include "Vectors.h"
#include "ptx/Tensor/Descriptors/MatrixDescriptor.h"
#include "ptx/Tensor/ElementType.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::HasSubstr;

namespace {

/// A worked example of manual 9.7.15.5.1.2.1.3.
struct Example {
  Major major;
  Swizzle swizzle;
  unsigned bits;
  uint64_t m, k, leadingElements, strideElements;
  const char *layout;
  uint64_t leadingCode, strideCode; ///< as the manual's tables have them
};

constexpr Example examples[] = {
    {Major::K, Swizzle::None, 32, 2, 2, 64, 32, "((8,2),(4,4)):((4,32),(1,64))", 16, 8},
    {Major::K, Swizzle::B32, 32, 2, 2, 0, 64, "((8,2),(4,4)):((8,64),(1,4))", 0, 16},
    {Major::MN, Swizzle::None, 16, 2, 2, 128, 64, "((8,1,2),(8,2)):((1,8,64),(8,128))", 16, 8},
    {Major::MN, Swizzle::B32, 16, 2, 2, 128, 256, "((8,2,2),(8,2)):((1,8,128),(16,256))", 16, 32},
    {Major::MN, Swizzle::B64, 16, 2, 2, 256, 512, "((8,4,2),(8,2)):((1,8,256),(32,512))", 32, 64},
};

Major majorNamed(const std::string &name) { return name == "K" ? Major::K : Major::MN; }

} // namespace

TEST(CanonicalLayout, WorkedExamplesOfTheManual) {
  for (const Example &example : examples) {
    CanonicalParameters parameters = {example.major,
                                      example.swizzle,
                                      example.bits,
                                      example.m,
                                      example.k,
                                      example.leadingElements * example.bits / 8,
                                      example.strideElements * example.bits / 8};
    EXPECT_EQ(canonicalLayout(parameters)->text(), example.layout);
    EXPECT_EQ(encodeDescriptorBytes(parameters.leadingBytes), example.leadingCode);
    EXPECT_EQ(encodeDescriptorBytes(parameters.strideBytes), example.strideCode);
  }
}

TEST(CanonicalLayout, TableOfTheManual) {
  using enum Swizzle;
  struct Row {
    Major major;
    Swizzle swizzle;
    const char *formula;
    const char *function;
  };
  constexpr Row rows[] = {
      {Major::MN, None, "((T,1,m),(8,k)):((1,T,SBO),(1T,LBO))", "Swizzle<0,4,3>"},
      {Major::MN, B32, "((T,2,m),(8,k)):((1,T,LBO),(2T,SBO))", "Swizzle<1,4,3>"},
      {Major::MN, B64, "((T,4,m),(8,k)):((1,T,LBO),(4T,SBO))", "Swizzle<2,4,3>"},
      {Major::MN, B128, "((T,8,m),(8,k)):((1,T,LBO),(8T,SBO))", "Swizzle<3,4,3>"},
      {Major::K, None, "((8,m),(T,2k)):((1T,SBO),(1,LBO))", "Swizzle<0,4,3>"},
      {Major::K, B32, "((8,m),(T,2k)):((2T,SBO),(1,T))", "Swizzle<1,4,3>"},
      {Major::K, B64, "((8,m),(T,2k)):((4T,SBO),(1,T))", "Swizzle<2,4,3>"},
      {Major::K, B128, "((8,m),(T,2k)):((8T,SBO),(1,T))", "Swizzle<3,4,3>"},
  };
  for (const Row &row : rows) {
    EXPECT_EQ(canonicalFormula(row.major, row.swizzle), row.formula);
    EXPECT_EQ(swizzleFunction(row.swizzle), row.function);
  }
  for (Swizzle swizzle : {B96, B128Atom32, B128Atom32Flip8, B128Atom64})
    EXPECT_FALSE(canonicalFormula(Major::K, swizzle));
}

TEST(CanonicalLayout, Vectors) {
  for (Vector row : Vector::group("wgmma_examples").items()) {
    Swizzle swizzle = swizzleNamed(row["swizzle"].text());
    unsigned bytes = row["elem_bytes"].number();
    EXPECT_EQ(matrixElementBits(row["type"].text()), bytes * 8);
    bool hasLeading = !row["LBO_bytes"].isNull();
    CanonicalParameters parameters = {majorNamed(row["major"].text()),
                                      swizzle,
                                      bytes * 8,
                                      uint64_t(row["m"].number()),
                                      uint64_t(row["k"].number()),
                                      hasLeading ? uint64_t(row["LBO_bytes"].number()) : 0,
                                      uint64_t(row["SBO_bytes"].number())};
    CuteLayout layout = *canonicalLayout(parameters);
    EXPECT_EQ(layout.text(), row["exact_layout"].text());
    EXPECT_EQ(swizzleFunction(swizzle), row["swizzle_fn"].text());
    EXPECT_EQ(layout.mn.size(), uint64_t(row["extent"][0].number()));
    EXPECT_EQ(layout.k.size(), uint64_t(row["extent"][1].number()));
    EXPECT_EQ(layout.isInjective(), row["injective"].number());
    constexpr uint64_t start = 0x400;
    for (Vector sample : row["samples_mn_k_linear_swizzled"].items()) {
      std::vector<int64_t> numbers = sample.numbers();
      uint64_t linear = layout.offset(numbers[0], numbers[1]) * bytes;
      EXPECT_EQ(linear, uint64_t(numbers[2]));
      EXPECT_EQ(swizzleAddress(swizzle, start + linear) - start, uint64_t(numbers[3]));
    }
  }
}

/// Compares the atoms of table 38 or 55 with a group that has them under `swizzle/major`.
static void expectAtoms(llvm::StringRef group, MatrixUnit unit) {
  for (const auto &[name, shape] : Vector::group(group).members()) {
    auto [swizzle, major] = llvm::StringRef(name).split('/');
    std::optional<AtomShape> atom = atomShape(majorNamed(major.str()), swizzleNamed(swizzle), unit);
    ASSERT_TRUE(atom) << name;
    EXPECT_EQ(atom->mn, shape[0].number()) << name;
    EXPECT_EQ(atom->k, shape[1].number()) << name;
  }
}

TEST(CanonicalLayout, Atoms) {
  expectAtoms("table38_atoms", MatrixUnit::Wgmma);
  expectAtoms("table38_atoms", MatrixUnit::Tcgen05);
  expectAtoms("table55_atoms_tcgen05_extra", MatrixUnit::Tcgen05);
  EXPECT_FALSE(atomShape(Major::MN, Swizzle::B128Atom32, MatrixUnit::Wgmma));
  EXPECT_FALSE(atomShape(Major::K, Swizzle::B128Atom32, MatrixUnit::Tcgen05));
  EXPECT_FALSE(atomShape(Major::K, Swizzle::B96, MatrixUnit::Tcgen05));
}

// "128B MN major swizzle atom would have a shape of (8*(128/32))x8 = 32x8 for tf32".
TEST(CanonicalLayout, AtomOfTf32) {
  AtomShape atom = *atomShape(Major::MN, Swizzle::B128, MatrixUnit::Wgmma);
  EXPECT_EQ(atom.mn * (128 / *matrixElementBits("tf32")), 32u);
  EXPECT_EQ(atom.k, 8u);
}

TEST(CanonicalLayout, RefusesWhatIsNone) {
  EXPECT_EQ(failureOf(canonicalLayout({Major::K, Swizzle::B96, 16, 1, 1, 16, 768})),
            "swizzle 96B has no canonical layout; expected NONE, 32B, 64B or 128B");
  EXPECT_EQ(failureOf(canonicalLayout({Major::K, Swizzle::B128, 24, 1, 1, 16, 1024})),
            "elements of 24 bits do not fill 128 bits");
  EXPECT_THAT(failureOf(canonicalLayout({Major::K, Swizzle::B128, 16, 0, 1, 16, 1024})),
              HasSubstr("at least one repetition"));
  EXPECT_THAT(failureOf(canonicalLayout({Major::K, Swizzle::None, 32, 1, 1, 6, 128})),
              HasSubstr("not a whole number of elements"));
}
