// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What instructions do, so that passes can compute with them without a list of opcodes.
// docs/adding-an-instruction.md explains it.

#ifndef PTX_ISA_ACTIONS_TD
#define PTX_ISA_ACTIONS_TD

include "ptx/Isa/Forms/Properties.td"

// The function of an instruction, independent of its modifiers and types; `meaning` completes "the
// instruction ...". It is an enumerator of `Action`. The analyses of values, litmus tests and the
// executor of launches use it. Control flow is described by traits, and asynchronous and
// synchronizing instructions by an `AsyncOp`.
class Action<string meaning, list<Trait> traits = []> {
  string Meaning = meaning;
  // The predicate of the sentence "the instruction ...".
  list<Trait> Traits = traits;
}

// Functions of the operands, up to `OtherFunction`.
def Move : Action<"copies its operand, packs or unpacks it">;
def ConvertAddress : Action<"converts an address between a state space and generic addresses">;
def Add : Action<"adds">;
def AddWithCarry : Action<"adds, and adds the carry flag">;
def Subtract : Action<"subtracts">;
def SubtractWithBorrow : Action<"subtracts, and subtracts the carry flag">;
def Multiply : Action<"multiplies">;
def MultiplyAdd : Action<"multiplies and adds">;
def MultiplyAddWithCarry : Action<"multiplies and adds, and adds the carry flag">;
def Multiply24 : Action<"multiplies numbers of 24 bits">;
def MultiplyAdd24 : Action<"multiplies numbers of 24 bits and adds">;
def FusedMultiplyAdd : Action<"multiplies and adds with one rounding">;
def CarrylessMultiplyAdd : Action<"multiplies and adds polynomials over two elements">;
def DotProduct : Action<"adds the products of the parts of two registers to a third">;
def Divide : Action<"divides">;
def Remainder : Action<"computes the remainder of a division">;
def Absolute : Action<"computes the absolute value">;
def Negate : Action<"negates">;
def Minimum : Action<"computes the smallest of its operands">;
def Maximum : Action<"computes the largest of its operands">;
def SumOfDifferences : Action<"adds the absolute difference of two operands to a third">;
def CopySign : Action<"gives one number the sign of another">;
def BitAnd : Action<"computes the bitwise and">;
def BitOr : Action<"computes the bitwise or">;
def BitXor : Action<"computes the bitwise exclusive or">;
def BitNot : Action<"complements each bit">;
def LogicalNot : Action<"computes 1 for 0, and otherwise 0">;
def BitTable : Action<"computes a bitwise function that a table gives">;
def ShiftLeft : Action<"shifts to the left">;
def ShiftRight : Action<"shifts to the right">;
def FunnelShift : Action<"shifts two registers as one">;
def ExtractBits : Action<"extracts a field of bits">;
def InsertBits : Action<"inserts a field of bits">;
def ExtendSign : Action<"extends a number of fewer bits">;
def MakeMask : Action<"makes a mask of adjacent bits">;
def ReverseBits : Action<"reverses the bits">;
def LeadingZeros : Action<"counts the leading zeros">;
def FindLeadingOne : Action<"finds the most significant bit that is not the sign">;
def FindNthOne : Action<"finds a one bit by its number">;
def CountOnes : Action<"counts the one bits">;
def Permute : Action<"selects bytes of two registers">;
def Select : Action<"selects an operand by a predicate">;
def SelectBySign : Action<"selects an operand by the sign of another">;
def Compare : Action<"compares, with predicates as results">;
def CompareToNumber : Action<"compares, with a number as the result">;
def Convert : Action<"converts a number to another type">;
def TestSpace : Action<"tests which state space an address is in">;
def MapAddress : Action<"maps a shared address to another CTA of the cluster">;
def RankOfAddress : Action<"computes the rank of the CTA that has an address">;
def TestClass : Action<"tests the class of a floating-point number">;
def Reciprocal : Action<"computes the reciprocal">;
def SquareRoot : Action<"computes the square root">;
// From here to `HyperbolicTangent`, the manual specifies a maximum error instead of a result.
def ReciprocalSquareRoot : Action<"computes the reciprocal of the square root">;
def Sine : Action<"computes the sine">;
def Cosine : Action<"computes the cosine">;
def BinaryLogarithm : Action<"computes the logarithm to base 2">;
def PowerOfTwo : Action<"computes a power of 2">;
def HyperbolicTangent : Action<"computes the hyperbolic tangent">;
def OtherFunction : Action<"computes another function of its operands">;

// Accesses to memory.
def Load : Action<"loads registers from memory", [Loads]>;
def LoadUniform
    : Action<"loads registers from an address that is the same in the warp", [Loads]>;
def Store : Action<"stores to memory, at once or later", [StoresByGenericProxy]>;
def Atomic : Action<"changes memory by an atomic operation, and has the old value as its result">;
def Reduction : Action<"changes memory by an atomic operation without a result, at once or later">;
def LoadMatrix : Action<"loads matrices from shared memory, together with its warp">;
def StoreMatrix
    : Action<"stores matrices to shared memory, together with its warp", [StoresByGenericProxy]>;
def AccessTexture : Action<"accesses a texture or a surface">;
def ManageCache : Action<"tells the caches what to hold or to drop">;
def AllocateStack : Action<"allocates local memory">;

// Operations of the threads of a warp together.
def ShuffleInWarp : Action<"exchanges registers in a warp">;
def VoteInWarp : Action<"votes in a warp">;
def MatchInWarp : Action<"finds the threads of a warp with the same value">;
def ElectInWarp : Action<"elects one thread of a warp">;
def ReduceInWarp : Action<"reduces a value over a warp">;
def ActiveMask : Action<"finds the active threads of the warp">;
def WarpMatrix : Action<"loads, stores, computes or transposes a matrix that a warp holds in registers">;

// Others.
def SetRegisterCount : Action<"changes the number of registers of the warps of a warpgroup">;
def QueryLaunch : Action<"decodes the response to the cancellation of a launch">;
def Idle : Action<"changes nothing that a program can see, but takes time or notifies a tool">;

#endif // PTX_ISA_ACTIONS_TD
