// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of PTX: the words that can follow a mnemonic as a type. (Manual 5.2, 5.3)

#ifndef PTX_ISA_TYPES_TD
#define PTX_ISA_TYPES_TD

// A type; its record is named as PTX names it, without the dot.
class Type<string kind, int width, int lanes = 1> {
  // The interpretation of a value: Bits, Unsigned, Signed, Float, Predicate, Opaque.
  string Kind = kind;
  // The width of all lanes together in bits; 0 for a type without a width.
  int Width = width;
  // The number of packed values.
  int Lanes = lanes;
  // Fundamental, Alternate, Packed, SubByte or Opaque. (Manual 5.2.1, 5.2.3, 5.2.5, 5.3)
  string Group = "Fundamental";
  // Whether `.reg` and variables in memory can be declared with it.
  bit InRegister = 0;
  bit InMemory = 0;
  // The declared types of registers that can contain a value of this type, unless an instruction
  // specifies others. (Manual 9.4, and the types that `ptxas` accepts)
  string HeldBy = "";
  // The instructions with which `ptxas` ignores the type although it has no meaning there; after
  // `!`: the instructions with which it does not.
  string IgnoredWith = "";
}

let InRegister = 1, InMemory = 1 in {
  def b8 : Type<"Bits", 8> { let HeldBy = "b8 u8 s8"; }
  def b16 : Type<"Bits", 16> { let HeldBy = "b16 u16 s16 f16"; }
  def b32 : Type<"Bits", 32> { let HeldBy = "b32 u32 s32 f32 f16x2"; }
  def b64 : Type<"Bits", 64> { let HeldBy = "b64 u64 s64 f64"; }
  def b128 : Type<"Bits", 128> { let HeldBy = "b128"; }
  foreach kind = ["Unsigned", "Signed"] in {
    defvar letter = !if(!eq(kind, "Signed"), "s", "u");
    foreach n = [8, 16, 64] in
      def letter#n : Type<kind, n> { let HeldBy = "b"#n#" u"#n#" s"#n; }
    def letter#32 : Type<kind, 32> { let HeldBy = "b32 u32 s32 f16x2"; }
  }
  def f16 : Type<"Float", 16> { let HeldBy = "f16 b16"; }
  def f16x2 : Type<"Float", 32, 2> { let HeldBy = "f16x2 b32"; }
  def f32 : Type<"Float", 32> { let HeldBy = "f32 b32"; }
  def f64 : Type<"Float", 64> { let HeldBy = "f64 b64"; }
}
// The instructions with which `ptxas` ignores a predicate, texture, sampler or surface as a type.
defvar TypeIgnorers =
    "abs add atom cos cp.reduce.async.bulk cvt cvt.pack ex2 fma ldmatrix lg2 max min mul "
    "multimem.cp.reduce.async.bulk multimem.ld_reduce multimem.red multimem.st neg rcp red rsqrt set setp sin spdecompress sqrt sub tanh "
    "wgmma.mma_async wmma.mma";
// Other instructions with only their own types.
defvar TypeCheckers = "fabric.try_atom.async fabric.try_get.async.tensor fabric.try_pullred.async "
    "fabric.try_put.async.tensor fabric.try_red.async fabric.try_red.async.tensor";
def pred : Type<"Predicate", 1> {
  let InRegister = 1;
  let HeldBy = "pred";
  let IgnoredWith = TypeIgnorers;
}

let Group = "Alternate" in {
  def bf16 : Type<"Float", 16> { let HeldBy = "b16"; }
  def tf32 : Type<"Float", 32> { let HeldBy = "b32"; }
  foreach name = ["e4m3", "e5m2", "ue8m0", "ue4m3", "ue5m3"] in
    def name : Type<"Float", 8>;
  foreach name = ["e2m3", "e3m2"] in
    def name : Type<"Float", 6>;
  def e2m1 : Type<"Float", 4>;
}

let Group = "Packed" in {
  def bf16x2 : Type<"Float", 32, 2> { let HeldBy = "b32"; }
  def f32x2 : Type<"Float", 64, 2> { let HeldBy = "b64"; }
  def u16x2 : Type<"Unsigned", 32, 2> { let HeldBy = "b32 f16x2"; }
  def s16x2 : Type<"Signed", 32, 2> { let HeldBy = "b32 f16x2"; }
  def u8x4 : Type<"Unsigned", 32, 4> { let HeldBy = "b32 f16x2"; }
  def s8x4 : Type<"Signed", 32, 4> { let HeldBy = "b32 f16x2"; }
  // The narrow types have a byte for each value of 6 bits.
  foreach name = ["e4m3x2", "e5m2x2", "e2m3x2", "e3m2x2", "ue8m0x2", "s2f6x2", "ue5m3x2"] in
    def name : Type<"Float", 16, 2> { let HeldBy = "b16"; }
  def e2m1x2 : Type<"Float", 8, 2> { let HeldBy = "b8"; }
  // `e2m1p4x4` has a byte for each value of 4 bits.
  foreach name = ["e4m3x4", "e5m2x4", "e2m3x4", "e3m2x4", "e2m1p4x4", "ue8m0x4"] in
    def name : Type<"Float", 32, 4> { let HeldBy = "b32"; }
  def e2m1x4 : Type<"Float", 16, 4> { let HeldBy = "b16"; }
}

let Group = "SubByte" in {
  foreach n = [1, 4] in
    def b#n : Type<"Bits", n>;
  def b2 : Type<"Bits", 2> { let IgnoredWith = !strconcat("!", TypeIgnorers, " ", TypeCheckers); }
  foreach n = [2, 4] in {
    def u#n : Type<"Unsigned", n>;
    def s#n : Type<"Signed", n>;
  }
}

// A register contains the address of a variable of such a type. (Manual 5.3)
let Group = "Opaque", InMemory = 1, HeldBy = "b64 u64 s64", IgnoredWith = TypeIgnorers in {
  def texref : Type<"Opaque", 0>;
  def samplerref : Type<"Opaque", 0>;
  def surfref : Type<"Opaque", 0>;
}

#endif // PTX_ISA_TYPES_TD
