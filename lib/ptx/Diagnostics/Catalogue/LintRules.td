// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lints: codes 9xxx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_LINTRULES_TD
#define PTX_DIAGNOSTICS_LINTRULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

let Of = Lints in {

//===-- 9001: of bodies ---------------------------------------------------------------------===//

let Lint = "Body" in {

def RegisterNeverWritten
    : Off<9001, "register-never-written", "{names} {are} read, and nothing writes {them}",
          [Str<"names">, Str<"are">, Str<"them">]> {
  let In = [Uninitialized];
  let Section = "5.1.1";
}

def IgnoredSetmaxnreg
    : Off<9040, "ignored-setmaxnreg",
          "`setmaxnreg` is ignored, since {why}", [Str<"why">]> {
  let In = [All, Compiler];
  let Section = "9.7.19.5";
  let Ptxas = "(C7508) Potential Performance Loss: 'setmaxnreg' ignored; unable to determine "
              "register count at entry";
}

def RegisterShortage
    : Warning<9041, "register-shortage",
              "`{instruction}` requires {needed} registers; a thread of entry `{name}` has at most "
              "{limit}",
              [Str<"instruction">, UInt<"needed">, Str<"name">, UInt<"limit">]> {
  let In = [CodeGeneration];
  let Section = "11.4.1";
  let Ptxas = "(C7602) Insufficient registers (128) to compile instruction at line 1 in function k. "
              "Try to compile with register target of 154 or higher.";
}

def ExcessiveRegisterCount
    : Warning<9042, "excessive-register-count",
              "`setmaxnreg.dec` to {count} registers; a thread of entry `{name}` has at most {limit}",
              [UInt<"count">, Str<"name">, UInt<"limit">]> {
  let In = [CodeGeneration];
  let Section = "9.7.19.5";
  let Ptxas = "(C7406) setmaxnreg.dec has register count (136) which is larger than the largest "
              "temporal register count in the program (128)";
}

def ContradictoryManual
    : Off<9045, "contradictory-manual",
          "{parties} about `{feature}`: {first}; {second}",
          [Str<"parties">, Str<"feature">, Str<"first">, Str<"second">]> {
  let In = [All, Compiler];
  let Section = "13";
}

def GenericConstant
    : Warning<9048, "generic-constant",
              "`{instruction}` in a module in which entry `{entry}` has a pointer to constants as a "
              "parameter; expected one without the other",
              [Str<"instruction">, Str<"entry">]> {
  let In = [CodeGeneration];
  let Section = "5.1.6.1";
  let Ptxas = "Program using constant pointers passed as entry function parameter cannot use "
              "cvta.const";
}

def SerializedWgmma
    : Off<9043, "serialized-wgmma", "`wgmma.mma_async` is serialized, since {why}", [Str<"why">]> {
  let In = [All, Compiler];
  let Section = "9.7.15.7";
  let Ptxas = "(C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized due "
              "to wgmma pipeline crossing function boundary at a function call in the function 'k'";
}

def ReadBeforeWrite
    : Off<9002, "read-before-write", "`{name}` is read before it is written",
              [Str<"name">]> {
  let In = [Uninitialized];
  let Section = "5.1.1";
}

def UnusedRegister
    : Off<9003, "unused-register", "no instruction uses `{name}`", [Str<"name">]> {
  let In = [All, Unused];
  let Section = "5.1.1";
}

def UnusedParameter
    : Off<9006, "unused-parameter", "no instruction uses parameter `{name}`", [Str<"name">]> {
  let In = [Unused];
  let Section = "7.1";
}

def ConstantPredicate
    : Off<9007, "constant-predicate",
          "`{name}` is always {value}, so that the instruction is {effect} executed",
          [Str<"name">, Str<"value">, Str<"effect">]> {
  let In = [Extra];
  let Section = "9.3";
}

def DoublePrecision
    : Off<9044, "double-precision", "`{instruction}` uses double precision", [Str<"instruction">]> {
  let Section = "5.2";
  let Ptxas = "Program is doing double precision computations.";
}

def UnreachableCode : Off<9008, "unreachable-code", "unreachable instruction"> {
  let In = [All, Compiler];
  let Section = "9.7.12";
}

def MixedAccess
    : Off<9010, "mixed-access",
          "{strength} access to `{name}`, which this function also accesses strongly",
          [Str<"strength">, Str<"name">]> {
  let In = [All];
  let Section = "8.4";
}

def RepeatedDestination
    : Warning<9013, "repeated-destination", "`{name}` is written twice by this instruction; {rule}",
              [Str<"name">, Str<"rule">]> {
  let Section = "6.4.3";
}

def OverlappingVectors
    : Warning<9046, "overlapping-vectors",
              "`{name}` is in two vectors of `{instruction}`; their registers must be different",
              [Str<"name">, Str<"instruction">]> {
  let Section = "9.7.10.30";
}

def OpaquePointer
    : Warning<9014, "opaque-pointer", "`{pointer}` points to `{name}`, a `{type}`; {rule}",
              [Str<"pointer">, Str<"name">, Str<"type">, Str<"rule">]> {
  let Section = "5.3";
}

def IndirectTexture
    : Off<9015, "indirect-texture",
          "`{name}` is a register; in independent texturing mode, textures and samplers are "
          "accessed by their names",
          [Str<"name">]> {
  let In = [All];
  let Section = "5.3";
}

def WrittenParameter
    : Warning<9016, "written-parameter",
              "`{address}` is an address of `{name}`, a parameter of an entry, which can only be "
              "read",
              [Str<"address">, Str<"name">]> {
  let Section = "5.1.6.1";
}

def UnifiedAccess
    : Warning<9017, "unified-access", "`{name}` is declared `.unified`; {rule}",
              [Str<"name">, Str<"rule">]> {
  let Section = "5.4.8";
}

def NoncoherentLoad
    : Warning<9018, "noncoherent-load",
              "`{instruction}` of bytes of `{name}` that this function writes before; it can return "
              "an old value",
              [Str<"instruction">, Str<"name">]> {
  let Section = "9.7.9.9";
}

def WideOffset
    : Off<9019, "wide-offset", "offset {offset} does not fit in 32 bits with a sign",
          [Str<"offset">]> {
  let In = [All, Compiler];
  let Section = "6.4.1";
}

def MisalignedAccess
    : Error<9020, "misaligned-access",
            "{bytes}-byte access at {where}; the {what} must be a multiple of {unit}",
            [UInt<"bytes">, Str<"where">, Str<"what">, UInt<"unit">]> {
  let Section = "5.4.5";
  let In = [BeyondPtxas];
}

def OutOfBoundsAccess
    : Warning<9021, "out-of-bounds-access",
              "{bytes}-byte access at offset {offset} of `{name}`, which has {size} bytes",
              [UInt<"bytes">, Int<"offset">, Str<"name">, UInt<"size">]> {
  let Section = "5.4";
}

def ImmediateAddress
    : Warning<9024, "immediate-address",
              "immediate address {value}; expected an unsigned number of 32 bits",
              [Str<"value">]> {
  let Section = "6.4.1";
}

def ShiftCount
    : Off<9025, "shift-count",
          "`{instruction}` shifts by {count} bits, so the result is {result}",
          [Str<"instruction">, UInt<"count">, Str<"result">]> {
  let In = [All, Compiler];
  let Section = "9.7.8.8";
}

//===-- 9030: values of bodies --------------------------------------------------------------===//

let In = [BeyondPtxas] in {

def UnconvertedAddress
    : Error<9030, "unconverted-address",
            "`{address}` is an address in `{space}`, where a generic one is expected; convert it "
            "with `cvta{space}`",
            [Str<"address">, Str<"space">]> {
  let Section = "6.4.1.1";
}

def WrongSpaceAddress
    : Error<9031, "wrong-space-address",
            "`{address}` is {what}, where an address in {space} is expected",
            [Str<"address">, Str<"what">, Str<"space">]> {
  let Section = "6.4.1.1";
}

def WrongConversion
    : Error<9032, "wrong-conversion", "`{address}` is {what}, which `{instruction}` does not take",
            [Str<"address">, Str<"what">, Str<"instruction">]> {
  let Section = "9.7.9.20";
}

def EmptyMemberMask
    : Error<9033, "empty-member-mask",
            "the member mask is 0; it must include the thread that executes the instruction"> {
  let Section = "9.7.9.6";
}

def OperandValue
    : Error<9047, "operand-value", "{what} is {value}; expected {expected}",
            [Str<"what">, Str<"value">, Str<"expected">]> {
  let Section = "9.7.10.3";
}

} // In = [BeyondPtxas]

def GenericSharedAddress
    : Warning<9034, "generic-shared-address",
              "`{address}` is a generic address, where one in `.shared` is expected; it works "
              "where GPUs take its low 32 bits",
              [Str<"address">]> {
  let Section = "6.4.1.1";
}
def UnusedLabel : Off<9004, "unused-label", "nothing refers to label `{name}`", [Str<"name">]> {
  let In = [All, Unused];
  let Section = "9.7.12";
}

} // Lint = "Body"

//===-- 9005: of bodies and what is around them ----------------------------------------------===//

let Lint = "Both" in {

def UnusedVariable
    : Off<9005, "unused-variable", "nothing refers to variable `{name}`", [Str<"name">]> {
  let In = [All, Unused];
  let Section = "5.4";
}

def DeprecatedForm
    : Off<9009, "deprecated-form", "`{form}` is deprecated from PTX {version} on; use {replacement}",
          [Str<"form">, Str<"version">, Str<"replacement">]> {
  let In = [Style, Compiler];
  let Section = "11.1";
}

} // Lint = "Both"

//===-- 9011: of modules --------------------------------------------------------------------===//

let Lint = "Module" in {

def RequiredThreads
    : Warning<9011, "required-threads",
              "{count} threads{where} are required, so that no launch succeeds; a CTA has at most {limit}",
              [UInt<"count">, Str<"where">, UInt<"limit">]> {
  let Section = "11.4.3";
}

def MaximumThreads
    : Off<9012, "maximum-threads",
          "a maximum of {count} threads has no effect; a CTA has at most {limit}",
          [UInt<"count">, UInt<"limit">]> {
  let In = [Style];
  let Section = "11.4.2";
}

def ExcessiveOccupancy
    : Warning<9050, "excessive-occupancy",
              "{count} CTAs of {threads} threads are more than a multiprocessor of `{target}` has, "
              "{limit} {what}; `ptxas` ignores `.minnctapersm`",
              [UInt<"count">, UInt<"threads">, Str<"target">, UInt<"limit">, Str<"what">]> {
  let In = [PtxasWarns];
  let Section = "11.4.4";
  let Ptxas = "Value of threads per SM for entry X is out of range. .minnctapersm will be ignored; "
              "Value of minnctapersm for entry X is out of range. minnctapersm will be ignored";
}

def ConstantMemorySize
    : Error<9022, "constant-memory-size",
            "with `{name}` the module has {bytes} bytes of constant memory; at most {limit} fit",
            [Str<"name">, UInt<"bytes">, UInt<"limit">]> {
  let Section = "5.1.3";
  let In = [BeyondPtxas, CodeGeneration];
}

def SharedMemorySize
    : Warning<9023, "shared-memory-size",
              "entry `{name}` uses {bytes} bytes of static shared memory; the limit of `{target}` is "
              "{limit}{hint}",
              [Str<"name">, UInt<"bytes">, Str<"target">, UInt<"limit">, Str<"hint">]> {
  let Section = "5.1.7";
  let In = [CodeGeneration];
  let Ptxas = "Entry function 'k' uses too much shared data (0x10000 bytes, 0xc000 max)";
}

def ObjectCount
    : Warning<9049, "object-count", "entry `{name}` uses {count} {objects}; at most {limit} fit",
              [Str<"name">, UInt<"count">, Str<"objects">, UInt<"limit">]> {
  let Section = "9.7.10.1";
  let In = [CodeGeneration];
  let Ptxas = "More than 32 samplers used in entry function 'k'";
}

def UnresolvedFunction
    : Off<9039, "unresolved-function",
          "`{name}` is used, and the module does not define it; it cannot be loaded on its own",
          [Str<"name">]> {
  let Section = "10.1";
  let In = [CodeGeneration];
  let Ptxas = "Unresolved extern function 'f'";
}

def UndefinedFunction
    : Off<9051, "undefined-function",
          "`{name}` is declared without `.extern`, and the module does not define it; no code can be generated",
          [Str<"name">]> {
  let Section = "11.6.1";
  let In = [CodeGeneration];
  let Ptxas = "Unresolved extern function 'f'";
}

} // Lint = "Module"
} // Of = Lints

#endif // PTX_DIAGNOSTICS_LINTRULES_TD
