// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating-point arithmetic. (Manual 9.7.3)

include "ptx/Isa/InstructionBase.td"

def testp : Instruction<"testp", "9.7.3.1", "test the class of a floating-point number"> {
  let Does = TestClass;
  let Forms = [
    Form<"testp.op.type  p, a",
         [Set<"op", "finite infinite number notanumber normal subnormal">, Set<"type", "f32 f64">],
         [Since<"2.0", sm_20_up>]>,
    UndocumentedForm<"testp.type  p, a", [Set<"type", "f32 f64">], [Since<"2.0", sm_20_up>]>
  ];
  let Operands = [PredDst<"p">];
}

def copysign : Instruction<"copysign", "9.7.3.2", "copy the sign of one number to another"> {
  let Does = CopySign;
  let Forms = [
    Form<"copysign.type  d, a, b", [Set<"type", "f32 f64">], [Since<"2.0", sm_20_up>]>
  ];
}

let Sets = [Set<"rnd", "rn rz rm rp">],
    Gates = [
      ManualWhen<Has<"f64">, "1.0", DoublePrecision>, When<Has<"ftz">, "1.4">,
      When<Has<"f32x2">, "8.6", sm_100_up>
    ] in {
  def add_float : Instruction<"add", "9.7.3.3", "add two floating-point numbers"> {
    let Does = Add;
    let Forms = [
      Form<"add{.rnd}{.ftz}{.sat}.f32  d, a, b", [], [When<Has<"rm rp">, "1.0", sm_20_up>]>,
      Form<"add{.rnd}{.ftz}.f32x2      d, a, b", [], [], [],
           [Reg<"a", "f32x2">, Reg<"b", "f32x2">]>,
      Form<"add{.rnd}.f64              d, a, b", [], [When<Has<"rm rp">, "1.0", DoublePrecision>]>
    ];
  }
  def sub_float : Instruction<"sub", "9.7.3.4", "subtract one floating-point number from another"> {
    let Does = Subtract;
    let Forms = [
      Form<"sub{.rnd}{.ftz}{.sat}.f32  d, a, b", [], [When<Has<"rm rp">, "1.0", sm_20_up>]>,
      Form<"sub{.rnd}{.ftz}.f32x2      d, a, b", [], [], [],
           [Reg<"a", "f32x2">, Reg<"b", "f32x2">]>,
      Form<"sub{.rnd}.f64              d, a, b", [], [When<Has<"rm rp">, "1.0", DoublePrecision>]>
    ];
  }
  def mul_float : Instruction<"mul", "9.7.3.5", "multiply two floating-point numbers"> {
    let Does = Multiply;
    let Forms = [
      Form<"mul{.rnd}{.ftz}{.sat}.f32  d, a, b", [], [When<Has<"rm rp">, "1.0", sm_20_up>]>,
      Form<"mul{.rnd}{.ftz}.f32x2      d, a, b", [], [], [],
           [Reg<"a", "f32x2">, Reg<"b", "f32x2">]>,
      Form<"mul{.rnd}.f64              d, a, b", [], [When<Has<"rm rp">, "1.0", DoublePrecision>]>
    ];
  }
  def fma_float : Instruction<"fma", "9.7.3.6", "fused multiply-add"> {
    let Does = FusedMultiplyAdd;
    let Forms = [
      Form<"fma.rnd{.ftz}{.sat}.f32  d, a, b, c", [], [Since<"2.0", sm_20_up>]>,
      Form<"fma.rnd{.ftz}.f32x2      d, a, b, c", [], [], [],
           [Reg<"a", "f32x2">, Reg<"b", "f32x2">, Reg<"c", "f32x2">]>,
      Form<"fma.rnd.f64              d, a, b, c", [],
           [Since<"1.4">, When<Has<"rm rp">, "1.4", DoublePrecision>]>
    ];
  }
}

let Gates = [ManualWhen<Has<"f64">, "1.0", DoublePrecision>, When<Has<"ftz">, "1.4">] in {
  def mad_float : Instruction<"mad", "9.7.3.7", "multiply two floating-point numbers and add"> {
    let Does = MultiplyAdd;
    let Sets = [Set<"rnd", "rn rz rm rp">];
    let Forms = [
      Form<"mad{.ftz}{.sat}.f32      d, a, b, c", [], [Until<"3.2", sm_20_up>]>,
      Form<"mad.rnd{.ftz}{.sat}.f32  d, a, b, c", [], [Since<"2.0", sm_20_up>]>,
      Form<"mad.rnd.f64              d, a, b, c", [], [When<Has<"rm rp">, "1.0", DoublePrecision>]>,
      Form<"mad.f64                  d, a, b, c", [], [Until<"1.4">]>
    ];
  }

  def div_float : Instruction<"div", "9.7.3.8", "divide one floating-point number by another"> {
    let Does = Divide;
    let Sets = [Set<"rnd", "rn rz rm rp">];
    let Forms = [
      Form<"div.approx{.ftz}.f32  d, a, b", [], [Since<"1.4">]>,
      Form<"div.precision{.ftz}.f32  d, a, b", [MnemonicSuffix<"precision", "full">], [Since<"1.4">]>,
      Form<"div.rnd{.ftz}.f32     d, a, b", [], [Since<"2.0", sm_20_up>]>,
      Form<"div.rnd.f64           d, a, b", [],
           [ManualWhen<Always, "1.4">, When<Has<"rz rm rp">, "1.4", sm_20_up>]>,
      Form<"div.f32               d, a, b", [], [Until<"1.4">]>,
      Form<"div.f64               d, a, b", [], [Until<"1.4">]>
    ];
    let PtxasChecks = [
      PtxasCheck<Has<"rz rm rp">, "a b", "sum function">,
      PtxasCheck<Has<"rz rm rp">, "d a b", "component">
    ];
  }

  def abs_float : Instruction<"abs", "9.7.3.9", "absolute value of a floating-point number"> {
    let Does = Absolute;
    let Forms = [Form<"abs{.ftz}.f32  d, a">, Form<"abs.f64  d, a">];
  }

  def neg_float : Instruction<"neg", "9.7.3.10", "negate a floating-point number"> {
    let Does = Negate;
    let Forms = [Form<"neg{.ftz}.f32  d, a">, Form<"neg.f64  d, a">];
  }

  defvar MinMaxGates = [
    When<Has<"NaN">, "7.0", sm_80_up>, When<Has<"xorsign">, "7.2", sm_86_up>
  ];
  def min_float : Instruction<"min", "9.7.3.11", "the smallest of floating-point numbers"> {
    let Does = Minimum;
    let Forms = [
      Form<"min{.ftz}{.NaN}{.xorsign.abs}.f32  d, a, b", [], MinMaxGates>,
      Form<"min{.ftz}{.NaN}{.abs}.f32          d, a, b, c", [], [Since<"8.8", sm_100_up>]>,
      Form<"min.f64                            d, a, b">
    ];
  }
  def max_float : Instruction<"max", "9.7.3.12", "the largest of floating-point numbers"> {
    let Does = Maximum;
    let Forms = [
      Form<"max{.ftz}{.NaN}{.xorsign.abs}.f32  d, a, b", [], MinMaxGates>,
      Form<"max{.ftz}{.NaN}{.abs}.f32          d, a, b, c", [], [Since<"8.8", sm_100_up>]>,
      Form<"max.f64                            d, a, b">
    ];
  }

  let Sets = [Set<"rnd", "rn rz rm rp">] in {
    def rcp : Instruction<"rcp", "9.7.3.13", "reciprocal"> {
      let Does = Reciprocal;
      let Forms = [
        Form<"rcp.approx{.ftz}.f32  d, a", [], [Since<"1.4">]>,
        Form<"rcp.rnd{.ftz}.f32     d, a", [], [Since<"2.0", sm_20_up>]>,
        Form<"rcp.rnd.f64           d, a", [],
             [Since<"1.4">, When<Has<"rz rm rp">, "2.0", sm_20_up>]>,
        UndocumentedForm<"rcp.rnd.ftz.f64  d, a", [], [Since<"2.0", sm_20_up>]>,
        Form<"rcp.type              d, a", [Set<"type", "f32 f64">], [Until<"1.4">],
             [PtxasImplies<Always, Not<Has<"f64">>>]>
      ];
      let PtxasChecks = [
        PtxasCheck<All<[Has<"rz rm rp">, Has<"f64">]>, "d a", "sum function component">
      ];
    }
    def sqrt : Instruction<"sqrt", "9.7.3.15", "square root"> {
      let Does = SquareRoot;
      let Forms = [
        Form<"sqrt.approx{.ftz}.f32  d, a", [], [Since<"1.4">]>,
        Form<"sqrt.rnd{.ftz}.f32     d, a", [], [Since<"2.0", sm_20_up>]>,
        Form<"sqrt.rnd.f64           d, a", [],
             [ManualWhen<Always, "1.4">, When<Has<"rz rm rp">, "2.0", sm_20_up>]>,
        Form<"sqrt.f32               d, a", [], [Until<"1.4">]>,
        Form<"sqrt.f64               d, a", [], [Until<"1.4">]>
      ];
      let PtxasChecks = [
        PtxasCheck<All<[Has<"rz rm rp">, Has<"f64">]>, "d a", "sum function component">
      ];
    }
  }

  def rsqrt : Instruction<"rsqrt", "9.7.3.16", "reciprocal of the square root"> {
    let Does = ReciprocalSquareRoot;
    let Forms = [
      Form<"rsqrt.approx{.ftz}.f32  d, a", [], [Since<"1.4">]>,
      Form<"rsqrt.approx.f64        d, a", [], [Since<"1.4">]>,
      Form<"rsqrt.f32               d, a", [], [Until<"1.4">]>,
      Form<"rsqrt.f64               d, a", [], [Until<"1.4">]>
    ];
  }
}

def rcp_f64 : Instruction<"rcp", "9.7.3.14", "coarse reciprocal of a 64-bit number"> {
  let Does = Reciprocal;
  let Forms = [Form<"rcp.approx.ftz.f64  d, a", [], [Since<"2.1", sm_20_up>]>];
}

def rsqrt_f64
    : Instruction<"rsqrt", "9.7.3.17", "coarse reciprocal of the square root of a 64-bit number"> {
  let Does = ReciprocalSquareRoot;
  let Forms = [Form<"rsqrt.approx.ftz.f64  d, a", [], [Since<"4.0", sm_20_up>]>];
}

def sin : Instruction<"sin", "9.7.3.18", "sine"> {
  let Does = Sine;
  let Forms = [
    Form<"sin.approx{.ftz}.f32     d, a", [], [Since<"1.4">]>,
    Form<"sin.approx.2pi.ftz.f32  d, a", [], [Since<"9.5">]>,
    Form<"sin.f32                  d, a", [], [Until<"1.4">]>
  ];
}

def cos : Instruction<"cos", "9.7.3.19", "cosine"> {
  let Does = Cosine;
  let Forms = [
    Form<"cos.approx{.ftz}.f32     d, a", [], [Since<"1.4">]>,
    Form<"cos.approx.2pi.ftz.f32  d, a", [], [Since<"9.5">]>,
    Form<"cos.f32                  d, a", [], [Until<"1.4">]>
  ];
}

def lg2 : Instruction<"lg2", "9.7.3.20", "logarithm to base 2"> {
  let Does = BinaryLogarithm;
  let Forms = [
    Form<"lg2.approx{.ftz}.f32  d, a", [], [Since<"1.4">]>,
    Form<"lg2.f32               d, a", [], [Until<"1.4">]>
  ];
}

def ex2 : Instruction<"ex2", "9.7.3.21", "power of 2"> {
  let Does = PowerOfTwo;
  let Forms = [
    Form<"ex2.approx{.ftz}.f32  d, a", [], [Since<"1.4">]>,
    Form<"ex2.f32               d, a", [], [Until<"1.4">]>
  ];
}

def tanh : Instruction<"tanh", "9.7.3.22", "hyperbolic tangent"> {
  let Does = HyperbolicTangent;
  let Forms = [Form<"tanh.approx.f32  d, a", [], [Since<"7.0", sm_75_up>]>];
}
