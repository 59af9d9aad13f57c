// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The targets of PTX and the sets of targets that gates name. (Manual 11.1.2, tables 57 and 58)

#ifndef PTX_ISA_TARGETS_TD
#define PTX_ISA_TARGETS_TD

// A target family: its f-targets and a-targets share features.
class Family;
def sm_10x : Family;
def sm_11x : Family;
def sm_12x : Family;

// A target; its record is named as PTX names it. A suffix `a` marks an architecture-specific
// target, `f` a family-specific one.
class Target<string first, list<Family> family = []> {
  // The first `.version` with the target.
  string First = first;
  // The first `.version` with which `ptxas` accepts the target before a release of CUDA.
  string Taken = first;
  string TakenUntil = "";
  // The family, if the target belongs to one.
  list<Family> In = family;
  // The target of which this one is an older name.
  list<Target> RenamedTo = [];
  // The maximum number of bytes of static shared memory of an entry: `ptxas` rejects more when it
  // generates code. The manual of PTX 9.4 has 48, 228 and 100 KB; `ptxas` reserves 1 KB of the
  // latter two. (5.1.7)
  int StaticShared = 49152;
  // The maximum number of threads and CTAs of a multiprocessor: `ptxas` ignores a larger
  // `.minnctapersm`. (CUDA C++ Programming Guide, compute capabilities)
  int Threads = 2048;
  int Ctas = 32;
}
defvar AllShared = 232448; // a launch can request more
defvar AllSharedOf12x = 101376;

let StaticShared = 16384, Ctas = 8 in {
  let Threads = 768 in {
    def sm_10 : Target<"1.0">;
    def sm_11 : Target<"1.0">;
  }
  let Threads = 1024 in {
    def sm_12 : Target<"1.2">;
    def sm_13 : Target<"1.2">;
  }
}
let Threads = 1536, Ctas = 8 in {
  def sm_20 : Target<"2.0">;
  def sm_21 : Target<"2.0">; // not in the manual; `ptxas` supports it
}
let Ctas = 16 in {
  def sm_30 : Target<"3.0">;
  def sm_32 : Target<"4.0">;
  def sm_35 : Target<"3.1">;
  def sm_37 : Target<"4.1">;
}
def sm_50 : Target<"4.0">;
def sm_52 : Target<"4.1">;
def sm_53 : Target<"4.2">;
def sm_60 : Target<"5.0">;
def sm_61 : Target<"5.0">;
def sm_62 : Target<"5.0">;
def sm_70 : Target<"6.0">;
def sm_72 : Target<"6.1">;
def sm_75 : Target<"6.3"> {
  let Threads = 1024;
  let Ctas = 16;
}
def sm_80 : Target<"7.0">;
let Threads = 1536, Ctas = 16 in {
  def sm_86 : Target<"7.1">;
  def sm_87 : Target<"7.4">;
  def sm_88 : Target<"9.0"> {
    let Taken = "7.3";
    let TakenUntil = "13.1";
  }
}
def sm_89 : Target<"7.8"> {
  let Threads = 1536;
  let Ctas = 24;
}
def sm_90 : Target<"7.8">;
def sm_90a : Target<"8.0"> { let StaticShared = AllShared; }
def sm_100 : Target<"8.6", [sm_10x]>;
def sm_100f : Target<"8.8", [sm_10x]>;
def sm_100a : Target<"8.6", [sm_10x]> { let StaticShared = AllShared; }
def sm_103 : Target<"8.8", [sm_10x]>;
def sm_103f : Target<"8.8", [sm_10x]>;
def sm_103a : Target<"8.8", [sm_10x]> { let StaticShared = AllShared; }
let Threads = 1536, Ctas = 24 in {
  def sm_107 : Target<"9.4", [sm_10x]>;
  def sm_107f : Target<"9.4", [sm_10x]>;
  // The number of the manual: the amount that `ptxas` reserves is unknown. A launch can request
  // more.
  def sm_107a : Target<"9.4", [sm_10x]> { let StaticShared = 233472; }
  def sm_110 : Target<"9.0", [sm_11x]>;
  def sm_110f : Target<"9.0", [sm_11x]>;
  def sm_110a : Target<"9.0", [sm_11x]> { let StaticShared = AllShared; }
  // PTX 9.0 renamed sm_101 to sm_110. `ptxas` accepts the old names with every version.
  def sm_101 : Target<"8.6", [sm_11x]> { let RenamedTo = [sm_110]; }
  def sm_101f : Target<"8.8", [sm_11x]> { let RenamedTo = [sm_110f]; }
  def sm_101a : Target<"8.6", [sm_11x]> {
    let RenamedTo = [sm_110a];
    let StaticShared = AllShared;
  }
  def sm_120 : Target<"8.7", [sm_12x]>;
  def sm_120f : Target<"8.8", [sm_12x]>;
  def sm_120a : Target<"8.7", [sm_12x]> { let StaticShared = AllSharedOf12x; }
  def sm_121 : Target<"8.8", [sm_12x]>;
  def sm_121f : Target<"8.8", [sm_12x]>;
  def sm_121a : Target<"8.8", [sm_12x]> { let StaticShared = AllSharedOf12x; }
}

// One member of a target set, from a `.version` on (by default the target's first). A name and the
// older name of the same target count as one.
class Member<Target target, string first, string kind> {
  Target Of = target;
  string First = first;
  string Kind = kind;
}
// Only the target.
class Just<Target target, string first = target.First> : Member<target, first, "Just">;
// The f-target, the later f-targets of its family, and the a-targets of these.
class FamilyOf<Target target, string first = target.First> : Member<target, first, "FamilyOf">;
// Every target with this number or a higher one, with any suffix.
class AndUp<Target target> : Member<target, "1.0", "AndUp">;
// Every target with this number or a lower one.
class AndDown<Target target> : Member<target, "1.0", "AndDown">;

// A set of targets: the union of its members.
class TargetSet<list<Member> members> {
  list<Member> Members = members;
}

def AllTargets : TargetSet<[AndUp<sm_10>]>;
def sm_1x : TargetSet<[AndDown<sm_13>]>;
def UpToSm75 : TargetSet<[AndDown<sm_75>]>;
def UpToSm89 : TargetSet<[AndDown<sm_89>]>;
def UpToSm90 : TargetSet<[AndDown<sm_90>, Just<sm_90a>]>;
// Targets between two that multiply numbers of 8-bit floating point in one instruction.
def FromSm90ToSm110 : TargetSet<[
  Just<sm_90>, Just<sm_90a>, Just<sm_100>, Just<sm_100f>, Just<sm_100a>, Just<sm_103>,
  Just<sm_103f>, Just<sm_103a>, Just<sm_107>, Just<sm_107f>, Just<sm_107a>, Just<sm_110>,
  Just<sm_110f>, Just<sm_110a>
]>;
foreach n = [11, 12, 13, 20, 30, 32, 35, 50, 52, 53, 60, 61, 70, 72, 75, 80, 86, 89, 90, 100] in
  def sm_#n#_up : TargetSet<[AndUp<!cast<Target>("sm_"#n)>]>;
// Targets with 64-bit floating point. With `map_f64_to_f32` in its `.target`, a module has it on
// every target. (Manual 11.1.2)
def DoublePrecision : TargetSet<[AndUp<sm_13>]>;

// Conversions from and to fp8. (Manual 9.7.9.21)
def Fp8 : TargetSet<[Just<sm_89, "8.1">, AndUp<sm_90>]>;
// Conversions from and to fp4, fp6 and ue8m0. (Manual 9.7.9.21)
def NarrowFloat : TargetSet<[
  Just<sm_100a, "8.6">, Just<sm_110a, "8.6">, Just<sm_120a, "8.7">,
  FamilyOf<sm_100f, "8.8">, FamilyOf<sm_110f, "8.8">, FamilyOf<sm_120f, "8.8">
]>;
// Stochastic rounding. (Manual 9.7.9.21)
def StochasticRounding
    : TargetSet<[Just<sm_100a, "8.7">, Just<sm_103a, "8.8">, Just<sm_107a, "9.4">]>;
// The same by table 72 of PTX 9.4.
def StochasticRoundingBefore107 : TargetSet<[Just<sm_100a, "8.7">, Just<sm_103a, "8.8">]>;
// Conversions between packed half and narrow types that came with PTX 9.1 and 9.2.
def Narrow_9_1 : TargetSet<[
  FamilyOf<sm_100f, "9.1">, FamilyOf<sm_110f, "9.1">, FamilyOf<sm_120f, "9.1">
]>;
def Narrow_9_2 : TargetSet<[
  FamilyOf<sm_100f, "9.2">, FamilyOf<sm_110f, "9.2">, FamilyOf<sm_120f, "9.2">
]>;
// Conversions from and to s2f6. (Manual 9.7.9.21)
def FixedPoint_9_1 : TargetSet<[
  Just<sm_100a, "9.1">, Just<sm_103a, "9.1">, Just<sm_107a, "9.4">, Just<sm_110a, "9.1">,
  Just<sm_120a, "9.1">, Just<sm_121a, "9.1">
]>;
// The same by table 72 of PTX 9.4.
def FixedPointBefore107 : TargetSet<[
  Just<sm_100a, "9.1">, Just<sm_103a, "9.1">, Just<sm_110a, "9.1">, Just<sm_120a, "9.1">,
  Just<sm_121a, "9.1">
]>;
// Arithmetic on packed bytes and more saturation. (Manual 9.7.1; sm_107f by PTX 9.4)
def PackedBytes_9_2 : TargetSet<[FamilyOf<sm_120f, "9.2">, FamilyOf<sm_107f, "9.4">]>;

// The same by table 72 of PTX 9.4.
def FamilyOf120 : TargetSet<[FamilyOf<sm_120f, "9.2">]>;

// Features of the family of sm_107f, and of sm_107a only. (Manual 9.4, table 72)
def FamilyOf107 : TargetSet<[FamilyOf<sm_107f, "9.4">]>;
def Only107a : TargetSet<[Just<sm_107a, "9.4">]>;
// All tensor memory for one allocation. (Manual of PTX 9.4, 9.7.18.7.1; table 72 has sm_107f alone)
def ExclusiveAllocation : TargetSet<[FamilyOf<sm_100f, "9.4">, FamilyOf<sm_110f, "9.4">]>;
// Targets with tensor memory, except the family of sm_107f. (Manual of PTX 9.4, table 58)
def TensorMemoryBefore107 : TargetSet<[
  Just<sm_100a>, Just<sm_100f>, Just<sm_103a>, Just<sm_103f>, Just<sm_110a>, Just<sm_110f>
]>;
// Arithmetic on four numbers of 8, 6 and 4 bits. (Manual of PTX 9.4, 9.7.6)
def AlternateFloat : TargetSet<[Just<sm_100a, "9.4">, Just<sm_103a, "9.4">]>;
// Integers of 4 bits that are loaded as bytes. (Manual of PTX 9.4, 9.7.16.5.15)
def NarrowMatrix_9_4 : TargetSet<[
  Just<sm_90a, "9.4">, FamilyOf<sm_100f, "9.4">, FamilyOf<sm_110f, "9.4">,
  FamilyOf<sm_120f, "9.4">
]>;
// Semantics and scopes of bulk copies from global memory to cluster memory: the targets of `ptxas`.
def OrderedClusterCopy : TargetSet<[
  Just<sm_90a, "9.3">, FamilyOf<sm_100f, "9.3">, FamilyOf<sm_110f, "9.3">
]>;
// Reductions over a fabric of narrow types, and with intermediate results of another type. (Manual
// of PTX 9.3, 9.7.10.5.4, without the family of sm_120f)
def PullReduction : TargetSet<[
  FamilyOf<sm_100f, "9.3">, FamilyOf<sm_110f, "9.3">, FamilyOf<sm_120f, "9.3">
]>;
// The targets of the manual.
def PullReductionByManual : TargetSet<[
  Just<sm_120a, "9.3">, Just<sm_121a, "9.3">, FamilyOf<sm_100f, "9.3">, FamilyOf<sm_110f, "9.3">
]>;

// Copies of rows of a tensor, columns of 128 and groups of CTAs. (Manual 9.7.9.25.5)
def TensorCopy_8_6 : TargetSet<[
  Just<sm_100a, "8.6">, Just<sm_110a, "8.6">, FamilyOf<sm_100f, "8.8">, FamilyOf<sm_110f, "8.8">
]>;
// Changes of tensor maps. (Manual 9.7.9.26)
def TensorMapReplace : TargetSet<[
  Just<sm_90a, "8.3">, Just<sm_100a, "8.6">, Just<sm_110a, "8.6">, Just<sm_120a, "8.7">,
  FamilyOf<sm_100f, "8.8">, FamilyOf<sm_110f, "8.8">, FamilyOf<sm_120f, "8.8">
]>;
// Swizzling of 96 bytes. (Manual 9.7.9.26; sm_107a by PTX 9.4)
def Swizzle96 : TargetSet<[Just<sm_103a, "8.8">, Just<sm_107a, "9.4">]>;
// Types of 8 bits at multimem addresses. (Manual 9.7.9.14)
def MultimemNarrow : TargetSet<[
  Just<sm_100a, "8.6">, Just<sm_110a, "8.6">, Just<sm_120a, "8.7">, Just<sm_121a, "8.8">,
  FamilyOf<sm_100f, "8.8">, FamilyOf<sm_110f, "8.8">
]>;

// Reduction of floating-point numbers in a warp. (Manual 9.7.13.12)
def ReduxFloat : TargetSet<[Just<sm_100a, "8.6">, FamilyOf<sm_100f, "8.8">]>;
// Changing the number of registers. (Manual 9.7.19.5)
def RegisterCount : TargetSet<[
  Just<sm_90a, "8.0">, Just<sm_100a, "8.6">, Just<sm_110a, "8.6">, Just<sm_120a, "8.7">,
  FamilyOf<sm_100f, "8.8">, FamilyOf<sm_110f, "8.8">, FamilyOf<sm_120f, "8.8">
]>;

// Products of matrices of narrow types with scales for blocks. (Manual 9.7.14.5.14)
def BlockScale : TargetSet<[Just<sm_120a, "8.7">, FamilyOf<sm_120f, "8.8">]>;
// The same with a sparse matrix of 4-bit types. (Manual 9.7.14.6.3)
def SparseBlockScale : TargetSet<[Just<sm_120a, "8.7">, Just<sm_121a, "8.8">]>;
// Matrices of a warpgroup. (Manual 9.7.15)
def Warpgroup : TargetSet<[Just<sm_90a, "8.0">]>;
// Tensor memory, and products of matrices in it. (Manual 9.7.16)
def TensorMemory : TargetSet<[
  Just<sm_100a, "8.6">, Just<sm_110a, "8.6">, FamilyOf<sm_100f, "8.8">, FamilyOf<sm_110f, "8.8">
]>;
// Loads from tensor memory with a reduction. (Manual 9.7.16.8.3)
def TensorMemoryReduction : TargetSet<[
  Just<sm_110a, "8.8">, FamilyOf<sm_110f, "8.8">, FamilyOf<sm_103f, "8.8">
]>;
// Shifts of tensor memory, sizes of scale vectors, sparse matrices of 4-bit types.
// (Manual 9.7.16.9.3, 9.7.16.10.9)
def TensorMemoryShift : TargetSet<[
  Just<sm_100a, "8.6">, Just<sm_110a, "8.6">, Just<sm_103a, "8.8">, Just<sm_107a, "9.4">
]>;
// Integers, and scaled input. (Manual 9.7.16.10.9)
def TensorCoreIntegers : TargetSet<[Just<sm_100a, "8.6">, Just<sm_110a, "8.6">]>;
def TensorCoreScaledInput : TargetSet<[Just<sm_100a, "8.6">, FamilyOf<sm_100f, "8.8">]>;

#endif // PTX_ISA_TARGETS_TD
