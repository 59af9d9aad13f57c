// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The classes that instructions are described with. docs/adding-an-instruction.md explains them.

#ifndef PTX_ISA_INSTRUCTIONBASE_TD
#define PTX_ISA_INSTRUCTIONBASE_TD

include "ptx/Isa/Vocabulary/Modifiers.td"
include "ptx/Isa/Forms/Actions.td"
include "ptx/Isa/Platform/Releases.td"
include "ptx/Isa/Platform/Targets.td"
include "ptx/Isa/Vocabulary/Types.td"

//===-- Modifiers ---------------------------------------------------------------------------===//

// The alternatives for `.name` in a syntax line: words, separated by spaces.
class Set<string name, string words> {
  string Name = name;
  string Words = words;
  // Whether the word must directly follow the mnemonic, like a part of its name.
  bit IsMnemonicSuffix = 0;
}
class MnemonicSuffix<string name, string words> : Set<name, words> { let IsMnemonicSuffix = 1; }

//===-- Conditions --------------------------------------------------------------------------===//

// A condition over the modifiers, types and operands of an instruction.
class Condition;
def Always : Condition;
// One of these words is present. Each is in one place of the syntax line.
class Has<string words> : Condition { string Words = words; }
// The modifier called `name` in the syntax line is one of these words.
class Is<string name, string words> : Condition {
  string Name = name;
  string Words = words;
}
// The optional modifier or operand called `name` in the syntax line is present, or the predicate
// that can follow a destination.
class Given<string name> : Condition { string Name = name; }
// The operand called `name` in the syntax line is one of these constants.
class Value<string name, list<int> values> : Condition {
  string Name = name;
  list<int> Values = values;
}
// The operand called `name` is a register, not the name of a variable.
class Register<string name> : Condition { string Name = name; }
// The `ptxas` for which the module is checked is of this release of CUDA or a later one. It is the
// newest release unless the user selects another.
class PtxasFrom<string cuda> : Condition { string Cuda = cuda; }
class All<list<Condition> of> : Condition { list<Condition> Of = of; }
class Any<list<Condition> of> : Condition { list<Condition> Of = of; }
class Not<Condition of> : Condition { list<Condition> Of = [of]; }

// A gate: under this condition the module's `.version` must be at least `ptx`, and its target in
// the set.
class When<Condition condition, string ptx, TargetSet targets = AllTargets> {
  Condition If = condition;
  string Ptx = ptx;
  TargetSet Targets = targets;
  // Whether it closes: both conditions must be false.
  bit Closes = 0;
  // Whether only the manual has the gate: `ptxas` does not check it.
  bit PtxasIgnores = 0;
  // Whether only `ptxas` has the gate: the manual requires less.
  bit Undocumented = 0;
}
class ManualWhen<Condition condition, string ptx, TargetSet targets = AllTargets>
    : When<condition, ptx, targets> {
  let PtxasIgnores = 1;
}
class PtxasWhen<Condition condition, string ptx, TargetSet targets = AllTargets>
    : When<condition, ptx, targets> {
  let Undocumented = 1;
}
class Since<string ptx, TargetSet targets = AllTargets> : When<Always, ptx, targets>;

// From `ptx` on, the feature is removed for targets in the set.
class UntilWhen<Condition condition, string ptx, TargetSet targets = AllTargets>
    : When<condition, ptx, targets> {
  let Closes = 1;
}
class Until<string ptx, TargetSet targets = AllTargets> : UntilWhen<Always, ptx, targets>;

// A rule: if `condition` holds, `needs` must hold.
class Implies<Condition condition, Condition implied> {
  Condition If = condition;
  Condition Implied = implied;
  // Whether only the manual has the rule: `ptxas` accepts violations.
  bit PtxasIgnores = 0;
  // Whether only `ptxas` has the rule: the manual allows violations.
  bit Undocumented = 0;
}
class ManualImplies<Condition condition, Condition implied> : Implies<condition, implied> {
  let PtxasIgnores = 1;
}
class PtxasImplies<Condition condition, Condition implied> : Implies<condition, implied> {
  let Undocumented = 1;
}
// A rule that the manual always has, and that `ptxas` checks from a release on.
class ImpliesFrom<string cuda, Condition condition, Condition implied> {
  list<Implies> rules = [
    Implies<All<[PtxasFrom<cuda>, condition]>, implied>,
    ManualImplies<All<[Not<PtxasFrom<cuda>>, condition]>, implied>
  ];
}
// A rule that one of two modifiers or operands requires the other.
class Together<string a, string b> {
  list<Implies> rules = [Implies<Given<a>, Given<b>>, Implies<Given<b>, Given<a>>];
}

// The value for a missing bound of a `Limit`.
defvar Infinite = 0x7FFFFFFFFFFFFFFF;

//===-- Properties that depend on modifiers --------------------------------------------------===//

// The relation of an instruction to asynchronous operations if `condition` holds. If several hold,
// the first one applies. `semantics` overrides the semantics of the class.
class AsyncAs<AsyncOp op, Condition condition = Always, string semantics = op.Semantics> {
  AsyncOp Op = op;
  Condition If = condition;
  string Semantics = semantics;
  Trait Subject = op.Subject;
}

// The effect of an instruction besides its results if `condition` holds, an enumerator of `Effect`.
// If several hold, the first one applies. If none holds, the effect follows from the operands.
class EffectOf<string kind, Condition condition> {
  string Kind = kind;
  Condition If = condition;
}
class HasNoEffect<Condition condition = Always> : EffectOf<"None", condition>;
class ResultVaries<Condition condition = Always> : EffectOf<"Varies", condition>;
class OrdersMemory<Condition condition = Always> : EffectOf<"Memory", condition>;

// The replacement of an instruction, as messages name it, and its first version.
class DeprecatedSince<string ptx, string replacement> {
  string Ptx = ptx;
  string Replacement = replacement;
  Trait Subject = IsDeprecated;
}

// Limits of an operand, or of each element of a vector, that the manual has and `ptxas` does not
// check, or checks only for immediates. `rule` is the T-rule, if there is one, and `what` names the
// values. `subject` determines the diagnostic, with its severity. An omitted bound means no limit.
class Limit<Trait subject, string what, string rule, Condition condition = Always> {
  Trait Subject = subject;
  string What = what;
  string Rule = rule;
  Condition If = condition;
  // The limit applies to modules with one of these targets.
  TargetSet Targets = AllTargets;
  // The element of a vector that is limited; -1: each.
  int Element = -1;
  int Least = !sub(0, Infinite);
  int Greatest = Infinite;
  // The step between the values, and whether they are powers of two.
  int Step = 1;
  bit PowerOfTwo = 0;
  // Whether negative numbers are compared as negative, not as large numbers.
  bit Signed = 0;
}
class Within<Trait subject, string what, string rule, int least, int greatest,
             Condition condition = Always>
    : Limit<subject, what, rule, condition> {
  let Least = least;
  let Greatest = greatest;
}

class NotNegative<Trait subject, string what, string rule, Condition condition = Always>
    : Within<subject, what, rule, 0, Infinite, condition> {
  let Signed = 1;
}

//===-- Rules that C++ decides ---------------------------------------------------------------===//

// A rule that cannot be expressed in a table; a C++ function decides it.
class Predicate<string summary> {
  // The requirement, as messages phrase it.
  string Summary = summary;
}

//===-- Operands ----------------------------------------------------------------------------===//

// The properties of an operand if `condition` holds: a vector of `arity` registers (0: no vector),
// its type, its range. An omitted property is that of the operand. If several cases hold, the first
// one applies; for each combination that the form's rules allow, one must hold.
class Case<Condition condition, int arity = 0, string type = ""> {
  Condition If = condition;
  int Arity = arity;
  string Type = type;
  // Instead of `Arity`, the accepted numbers of registers; 0: no vector.
  list<int> Lengths = [];
  int Min = 1;
  int Max = 0;
}
class Lengths<Condition condition, list<int> lengths, string type = "">
    : Case<condition, 0, type> {
  let Lengths = lengths;
}
class Range<Condition condition, int min, int max> : Case<condition> {
  let Min = min;
  let Max = max;
}

// Both together accept any register of 32 or 64 bits.
defvar Any32 = "b32|f32|f16x2";
defvar Any64 = "b64|f64";

// A register, with or without braces: where the manual has a register, `ptxas` also accepts `{r}`.
defvar InBracesOrNot = [Lengths<Always, [0, 1]>];

// An operand of a syntax line. Its type is the name of a type modifier of that line, or a type. The
// prefix `2*` doubles the width, the suffix `+` also accepts wider registers, and `u32|u64` accepts
// either type. (Manual 9.4.1)
class Operand<string name, string kinds, string type, list<Case> cases = []> {
  string Name = name;
  // Whether the instruction writes the operand.
  bit Written = 0;
  // Whether no register of a destination vector can be `_`.
  bit Whole = 0;
  // Whether a source vector requires a register, which determines its type.
  bit Typed = 0;
  // The accepted kinds: register, immediate, predicate, address, symbol, special, function, sink;
  // label, or the label of a branchtargets, calltargets or callprototype; arguments.
  string Kinds = kinds;
  // What `ptxas` also accepts, although the manual does not: kinds, and these words.
  //   vector    braces or a vector register where neither is expected
  //   scalar    a register where a vector is expected
  //   range     a number outside of the range
  //   wrapped   a number whose lowest 32 bits are in the range
  //   moved     a variable with an offset where no number is allowed
  // Of an address:
  //   special   a special register
  //   object    a texture, a sampler or a surface
  //   bare      an address without brackets
  //   register  a register of another type
  //   symbol    as a generic address, a variable in another space
  //   function, label   the name of one
  // Each has a probe in test/Sema/Inputs/unchecked.tsv.
  string AlsoTaken = "";
  string Type = type;
  // Whether a register must have an integer type, even if other types have the width. This is
  // required if the type is not a modifier of the line.
  bit Plain = 0;
  // Whether the modifier `.vec` gives the number of registers in braces, and the element counts
  // that are possible without this modifier; 0: no vector.
  bit FollowsVec = 0;
  list<int> Arity = [];
  // Whether the vector, not each element, has the width of the type.
  bit Split = 0;
  // Other properties, by conditions.
  list<Case> Cases = cases;
  // The range of an immediate, if Min is not above Max, and the step between its values. For an
  // address in a register: the range of register widths that `ptxas` accepts.
  int Min = 1;
  int Max = 0;
  int Step = 1;
  // The modifier that names the state space of an address or symbol; otherwise the possible spaces,
  // including generic. A symbol without either can be in every space.
  string Spaces = "";
  // For an address in global memory or a generic one: whether `ptxas` generates code for a module
  // with 64-bit addresses if a 32-bit register contains it.
  bit Extended = 0;
  // The words that can select a part of it; `[0-3]` represents one digit.
  string Selectors = "";
  // For an address: whether the instruction writes memory there.
  bit Stores = 0;
  // Whether it is a shift count. Counts above the width of the type are treated like the width.
  bit ShiftCount = 0;
  // For an address: the operand that is loaded or stored there as a whole, or the operand with the
  // number of bytes.
  string Holds = "";
  string Bytes = "";
  // For the address of a tensor map: whether it is read (`Read`), acquired (`Acquired`) or replaced
  // (`Replaced`), which determines its possible locations.
  string Map = "";
  // The object at the address, if it has an alignment of its own.
  list<PointedObject> Object = [];
  // Limits that passes check.
  list<Limit> Limits = [];
  // The T-rule for the metadata of a sparse matrix in a register.
  list<MetadataRule> Metadata = [];
  // The sentence about it in the reference.
  list<Trait> Traits = [];
}
class Dst<string name, string type, list<Case> cases = []>
    : Operand<name, "register", type, cases> {
  let Written = 1;
}
// A destination vector in which no register can be `_`.
class WholeDst<string name, string type, list<Case> cases = []> : Dst<name, type, cases> {
  let Whole = 1;
}
class Src<string name, string type, list<Case> cases = []>
    : Operand<name, "register immediate", type, cases>;
class Reg<string name, string type, list<Case> cases = []>
    : Operand<name, "register", type, cases>;
// A vector that cannot consist only of numbers.
class TypedSrc<string name, string type, list<Case> cases = []> : Src<name, type, cases> {
  let Typed = 1;
}
// The same for 32-bit registers; `ptxas` does not check the number of elements in braces.
class BracedReg<string name> : Reg<name, Any32, InBracesOrNot> {
  let AlsoTaken = "vector predicate moved";
}
// The descriptor of a matrix in shared memory.
class DescriptorSrc<string name> : Src<name, "b64"> { let Traits = [HasMatrixDescriptor]; }
// The metadata of a sparse matrix, whose values `rule` limits.
class SparsityMetadata<string name, string rule> : BracedReg<name> {
  let Metadata = [MetadataRule<rule>];
}
class IntDst<string name, string type> : Dst<name, type> { let Plain = 1; }
class IntSrc<string name, string type> : Src<name, type> { let Plain = 1; }
class IntReg<string name, string type> : Reg<name, type> { let Plain = 1; }
// The maximum of an unlimited immediate.
defvar Unlimited = 2147483647;
class Imm<string name, string type, int min = 1, int max = 0, list<Case> cases = []>
    : Operand<name, "immediate", type, cases> {
  let Min = min;
  let Max = max;
}
class SrcIn<string name, string type, int min, int max> : Src<name, type> {
  let Min = min;
  let Max = max;
}
// `ptxas` accepts special registers for addresses, and memory accesses at the address of an object.
class Addr<string name, string spaces, list<Case> cases = []>
    : Operand<name, "address", "", cases> {
  let Spaces = spaces;
  let AlsoTaken = "special object";
}
// An address that `ptxas` extends if its register is narrow.
class ExtendedAddr<string name, string spaces, list<Case> cases = []> : Addr<name, spaces, cases> {
  let Extended = 1;
}
// An address that `ptxas` moves into a register of `width` bits when it expands the instruction, so
// that it rejects narrower registers. (Manual 6.4.1.1 requires an extension.)
class MovedAddr<string name, string spaces, int width = 32> : ExtendedAddr<name, spaces> {
  let Min = width;
  let Max = 64;
  let AlsoTaken = "special";
}
// The same for an address where the instruction writes memory.
class StoreAddr<string name, string spaces> : Addr<name, spaces> { let Stores = 1; }
class StoreExtendedAddr<string name, string spaces> : ExtendedAddr<name, spaces> {
  let Stores = 1;
}
class StoreMovedAddr<string name, string spaces, int width = 32>
    : MovedAddr<name, spaces, width> {
  let Stores = 1;
}
// An address whose space `ptxas` checks, even if it is a special register.
class CheckedAddr<string name, string spaces> : Addr<name, spaces> { let AlsoTaken = "object"; }
// A predicate that can be omitted, as either of the two results of a comparison can.
class ComparisonDst<string name> : Operand<name, "predicate sink", "pred"> { let Written = 1; }
class PredDst<string name> : Operand<name, "predicate", "pred"> { let Written = 1; }
// A destination that can be `_`.
class SinkDst<string name, string type, list<Case> cases = []>
    : Operand<name, "register sink", type, cases> {
  let Written = 1;
}
class PredReg<string name> : Operand<name, "predicate", "pred">;
class PredSrc<string name> : Operand<name, "predicate immediate", "pred">;
// The mask of the participating threads of the warp.
class MemberMask<string name, bit plain = 1> : Src<name, "u32"> {
  let Plain = plain;
  let Traits = [HasMemberMask];
}

//===-- Forms and instructions --------------------------------------------------------------===//

// One syntax line, in the manual's notation and without its `;`. Operands without a description use
// the description of the instruction.
class Form<string syntax, list<Set> sets = [], list<When> gates = [], list<Implies> rules = [],
           list<Operand> operands = [], list<Predicate> checks = []> {
  string Syntax = syntax;
  list<Set> Sets = sets;
  list<When> Gates = gates;
  list<Implies> Rules = rules;
  list<Operand> Operands = operands;
  list<Predicate> Checks = checks;
  // Whether the line is not in the manual, but `ptxas` accepts it.
  bit Undocumented = 0;
  // The first release of `ptxas` that supports it, and the first release that no longer does;
  // empty: no such release.
  string From = "";
  string Until = "";
}
class UndocumentedForm<string syntax, list<Set> sets = [], list<When> gates = [],
                       list<Implies> rules = [], list<Operand> operands = []>
    : Form<syntax, sets, gates, rules, operands> {
  let Undocumented = 1;
}

// Kinds that `ptxas` accepts only in some releases.
class ReleasedForm<string from, string until, string syntax, list<Set> sets = [],
                   list<When> gates = [], list<Implies> rules = [], list<Operand> operands = []>
    : UndocumentedForm<syntax, sets, gates, rules, operands> {
  let From = from;
  let Until = until;
}

// Kinds that `ptxas` rejects for `operands` where `condition` holds, on the targets of the set,
// although it accepts them for other operands: sum (a register or variable with an offset),
// function; component (of a vector, which the manual has everywhere), whole (a vector register
// without braces); vector (elements that are not registers of the type), or of its elements
// special, predicate, symbol, immediate; special of a scalar, too; register (of another type than
// the untyped one, or than a predicate); immediate (a number for a predicate); object; leading (a
// number as the first element of a vector); braced (one register in braces) and several (more) and
// typed (of the very type); floating (a register or a number of a floating-point type); decimal (a
// floating-point number that is no 0f...); width (a number that is wider than an unsigned type, or
// negative); packed (a register for two halves as an address); moved and wrapped, as of
// `AlsoTaken`; of an address, symbol (a variable). Mostly because it writes the instruction out in
// others.
class PtxasCheck<Condition condition, string operands, string kinds,
                 TargetSet targets = AllTargets> {
  Condition If = condition;
  string Operands = operands;
  string Kinds = kinds;
  TargetSet Targets = targets;
}

// Up to `sm_89`, `ptxas` replaces collective instructions of a warp by calls, and accepts the kinds
// of `operands` that a call can pass.
class CalledCheck<Condition condition, string operands, string kinds>
    : PtxasCheck<condition, operands, kinds, UpToSm89>;

// An instruction: the contents of one section of the manual. `opcode` is the mnemonic with the
// words that always follow it, such as `cp.async`.
class Instruction<string opcode, string section, string summary> {
  string Opcode = opcode;
  string Section = section;
  string Summary = summary;
  list<Form> Forms = [];
  // For all forms with these operands and modifiers; each entry must apply to at least one form.
  list<Set> Sets = [];
  list<When> Gates = [];
  list<Implies> Rules = [];
  list<Operand> Operands = [];
  list<Predicate> Checks = [];
  list<PtxasCheck> PtxasChecks = [];
  // Its properties.
  Action Does = ?;
  list<Trait> Traits = [];
  list<AsyncAs> Async = [];
  list<EffectOf> Effects = [];
  list<DeprecatedSince> Deprecated = [];
}

//===-- Contradictions of the manual --------------------------------------------------------===//

// Two places of a manual that contradict each other about instructions for which `condition` holds,
// or a contradiction between the manual and libcu++, whose headers generate PTX from C++. The
// records are in Contradictions.td.
class Contradiction<string manual, list<Instruction> about, Condition condition = Always> {
  // The version of the manual.
  string Manual = manual;
  list<Instruction> About = about;
  Condition If = condition;
  // Whether the second place is libcu++.
  bit ByLibrary = 0;
  // The statements of the two places, each with its section, and the one that we follow. Together
  // they read "First; Second; Taken".
  string First = "";
  string Second = "";
  string Taken = "";
  // The requirements of a module that is legal according to both places.
  string Ptx = "1.0";
  TargetSet Targets = AllTargets;
  // Whether no module is legal according to both.
  bit NeverLegalByBoth = 0;
  Trait Subject = IsDisputed;
}

#endif // PTX_ISA_INSTRUCTIONBASE_TD
