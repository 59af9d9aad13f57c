// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on half-precision and bfloat numbers. (Manual 9.7.4)

include "ptx/Isa/InstructionBase.td"

let Sets = [
      Set<"rnd", "rn">, Set<"type", "f16 f16x2">, Set<"btype", "bf16 bf16x2">
    ] in {
  def add_half : Instruction<"add", "9.7.4.1", "add two half-precision numbers"> {
    let Does = Add;
    let Forms = [
      Form<"add{.rnd}{.ftz}{.sat}.type  d, a, b", [], [Since<"4.2", sm_53_up>]>,
      Form<"add{.rnd}.btype             d, a, b", [], [Since<"7.8", sm_90_up>]>
    ];
  }
  def sub_half : Instruction<"sub", "9.7.4.2", "subtract one half-precision number from another"> {
    let Does = Subtract;
    let Forms = [
      Form<"sub{.rnd}{.ftz}{.sat}.type  d, a, b", [], [Since<"4.2", sm_53_up>]>,
      Form<"sub{.rnd}.btype             d, a, b", [], [Since<"7.8", sm_90_up>]>
    ];
  }
  def mul_half : Instruction<"mul", "9.7.4.3", "multiply two half-precision numbers"> {
    let Does = Multiply;
    let Forms = [
      Form<"mul{.rnd}{.ftz}{.sat}.type  d, a, b", [], [Since<"4.2", sm_53_up>]>,
      Form<"mul{.rnd}.btype             d, a, b", [], [Since<"7.8", sm_90_up>]>
    ];
  }
  def fma_half : Instruction<"fma", "9.7.4.4", "fused multiply-add of half-precision numbers"> {
    let Does = FusedMultiplyAdd;
    let Forms = [
      Form<"fma.rnd{.ftz}{.sat}.type  d, a, b, c", [], [Since<"4.2", sm_53_up>]>,
      Form<"fma.rnd{.ftz}.relu.type   d, a, b, c", [], [Since<"7.0", sm_80_up>]>,
      Form<"fma.rnd{.relu}.btype      d, a, b, c", [], [Since<"7.0", sm_80_up>]>,
      Form<"fma.rnd.oob{.relu}.type   d, a, b, c", [Set<"type", "f16 f16x2 bf16 bf16x2">],
           [Since<"8.1", sm_90_up>]>,
      UndocumentedForm<"fma.rnd.oob.sat.type  d, a, b, c", [], [Since<"8.1", sm_90_up>]>,
      UndocumentedForm<"fma.rnd{.relu}.btype  d, a, b, c", [Set<"rnd", "rz rm rp">],
                       [Since<"7.0", sm_80_up>]>,
      UndocumentedForm<"fma.rnd.oob{.relu}.btype  d, a, b, c", [Set<"rnd", "rz rm rp">],
                       [Since<"8.1", sm_90_up>]>
    ];
  }
}

let Sets = [Set<"type", "f16 f16x2">, Set<"btype", "bf16 bf16x2">] in {
  def neg_half : Instruction<"neg", "9.7.4.5", "negate a half-precision number"> {
    let Does = Negate;
    let Forms = [
      Form<"neg{.ftz}.type  d, a", [], [Since<"6.0", sm_53_up>]>,
      Form<"neg.btype       d, a", [], [Since<"7.0", sm_80_up>]>
    ];
  }
  def abs_half : Instruction<"abs", "9.7.4.6", "absolute value of a half-precision number"> {
    let Does = Absolute;
    let Forms = [
      Form<"abs{.ftz}.type  d, a", [], [Since<"6.5", sm_53_up>]>,
      Form<"abs.btype       d, a", [], [Since<"7.0", sm_80_up>]>
    ];
  }
  let Gates = [Since<"7.0", sm_80_up>, When<Has<"xorsign">, "7.2", sm_86_up>] in {
    def min_half : Instruction<"min", "9.7.4.7", "the smaller of two half-precision numbers"> {
      let Does = Minimum;
      let Forms = [
        Form<"min{.ftz}{.NaN}{.xorsign.abs}.type  d, a, b">,
        Form<"min{.NaN}{.xorsign.abs}.btype       d, a, b">
      ];
    }
    def max_half : Instruction<"max", "9.7.4.8", "the larger of two half-precision numbers"> {
      let Does = Maximum;
      let Forms = [
        Form<"max{.ftz}{.NaN}{.xorsign.abs}.type  d, a, b">,
        Form<"max{.NaN}{.xorsign.abs}.btype       d, a, b">
      ];
    }
  }
  def ex2_half : Instruction<"ex2", "9.7.4.10", "power of 2 of a half-precision number"> {
    let Does = PowerOfTwo;
    let Forms = [
      Form<"ex2.approx.type       d, a", [], [Since<"7.0", sm_75_up>]>,
      Form<"ex2.approx.ftz.btype  d, a", [], [Since<"7.8", sm_90_up>]>
    ];
    let PtxasChecks = [PtxasCheck<Has<"bf16x2">, "d a", "vector">];
  }
}

def tanh_half : Instruction<"tanh", "9.7.4.9", "hyperbolic tangent of a half-precision number"> {
  let Does = HyperbolicTangent;
  let Forms = [
    Form<"tanh.approx.type  d, a", [Set<"type", "f16 f16x2 bf16 bf16x2">],
         [Since<"7.0", sm_75_up>, When<Has<"bf16 bf16x2">, "7.8", sm_90_up>]>
  ];
  let PtxasChecks = [PtxasCheck<Has<"bf16x2">, "d a", "vector">];
}
