// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions, linkage and calls: codes 51xx and 52xx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_FUNCTIONRULES_TD
#define PTX_DIAGNOSTICS_FUNCTIONRULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"
//===-- 51xx: functions, linkage ------------------------------------------------------------===//

let Of = Directives in {

def DuplicateFunction
    : Error<5101, "duplicate-function", "`{name}` is already defined", [Str<"name">]> {
  let Section = "11.2";
  let Ptxas = "Duplicate definition of function 'X'";
}

def PrototypeMismatch : Error<5102, "prototype-mismatch",
                              "the prototype of `{name}` differs from the previous one: {difference}",
                              [Str<"name">, Str<"difference">]> {
  let Section = "11.2";
  let Ptxas = "Inconsistent prototypes of 'X', X differ";
}

def LinkageMismatch
    : Error<5103, "linkage-mismatch", "`{name}` is declared {observed}; previously {expected}",
            [Str<"name">, Str<"observed">, Str<"expected">]> {
  let Section = "11.6";
  let Ptxas = "Inconsistent redefinition of variable 'X'";
}

def ExternDefinition
    : Error<5104, "extern-definition",
            "`{name}` is `.extern` and has a body; expected one of the two", [Str<"name">]> {
  let Section = "11.6.1";
  let Ptxas = "Function definition conflicts with '.extern' declaration for function 'X'";
}

def KindMismatch
    : Error<5105, "kind-mismatch", "`{name}` is {observed} here; previously {expected}",
            [Str<"name">, Str<"observed">, Str<"expected">]> {
  let Section = "11.2";
  let Ptxas = "Inconsistent redefinition of 'X' as entry and function";
}

def RedeclaredType : Error<5106, "redeclared-type",
                           "`{name}` has type `{observed}` here; previously `{expected}`",
                           [Str<"name">, Str<"observed">, Str<"expected">]> {
  let Section = "11.6";
  let Ptxas = "Inconsistent redefinition of variable 'X'";
}

def NoreturnMismatch
    : Error<5107, "noreturn-mismatch", "`{name}` is {observed} here; previously {expected}",
            [Str<"name">, Str<"observed">, Str<"expected">]> {
  let Section = "11.2.2";
  let Ptxas = "Inconsistent redefinition of variable 'X'";
}

def ParameterSpace
    : Error<5108, "parameter-space", "parameter `{name}` is in `{observed}`; expected {expected}",
            [Str<"name">, Str<"observed">, Str<"expected">]> {
  let Section = "11.2";
  let Ptxas = "Function parameter 'X' has illegal state space";
}

def UnsizedParameter
    : Error<5109, "unsized-parameter",
            "parameter `{name}` has no size; {rule}", [Str<"name">, Str<"rule">]> {
  let Section = "11.2.2";
  let Ptxas = "Only the last input parameter can be an incomplete array.";
}

def UnnamedParameter
    : Error<5110, "unnamed-parameter", "`_` names no parameter of a function; expected a name"> {
  let Section = "11.2.2";
  let Ptxas = "Illegal parameter name '_'";
}

def SeveralResults : Error<5111, "several-results",
                           "{count} results, and one of them in `.param`; expected one "
                           "result, or all in `.reg`",
                           [UInt<"count">]> {
  let Section = "11.2.2";
  let Ptxas = "Multiple return parameters require .register state space";
}

def NoreturnResult
    : Error<5112, "noreturn-result", "a function with a result cannot be `.noreturn`"> {
  let Section = "11.4.6";
  let Ptxas = "Invalid directive '.noreturn' for function 'X'";
}

def RepeatedDirective : Error<5113, "repeated-directive",
                              "the function has `{directive}` twice", [Str<"directive">]> {
  let Section = "11.4.8";
  let Ptxas = "Attribute 'X' specified multiple times in function";
}

def PointerAttribute
    : Error<5114, "pointer-attribute",
            "`.ptr` is on a parameter of a function; only a parameter of an entry can have "
            "it"> {
  let Section = "5.1.6.3";
  let Ptxas = "Illegal placement of kernel parameter attribute";
}

def IllegalAlias
    : Error<5115, "illegal-alias",
            "`{alias}` cannot be made an alias here: {reason}", [Str<"alias">, Str<"reason">]> {
  let Section = "11.2.3";
  let Ptxas = "Mismatch in prototype of alias 'X' and aliasee 'X'. X differ(s)";
}

def UncheckedRedeclaration
    : Warning<5116, "unchecked-redeclaration",
              "the declaration of `{name}` is not as before: it {difference}; `ptxas` does not "
              "check it",
              [Str<"name">, Str<"difference">]> {
  let Section = "11.2.2";
}

def UndefinedAliasTarget
    : Warning<
          5117, "undefined-alias-target",
          "`{name}` is not defined in the module, so nothing can be its alias; `ptxas` does "
          "not check it",
          [Str<"name">]> {
  let Section = "11.2.3";
}

//===-- 52xx: calls, and what a function does with its parameters ---------------------------===//

def ArgumentCount
    : Error<5201, "argument-count", "the call has {observed}; expected {expected}",
            [Str<"observed">, Str<"expected">]> {
  let Section = "9.7.12.5";
  let Ptxas = "Call has wrong number of parameters";
}

def ArgumentType
    : Error<5202, "argument-type", "{place} of the call {observed}; expected `{expected}`",
            [Str<"place">, Str<"observed">, Str<"expected">]> {
  let Section = "7.1";
  let Ptxas = "Type of argument does not match formal parameter 'X'";
}

def ArgumentAlignment
    : Error<5203, "argument-alignment",
            "{place} of the call is aligned to {observed} bytes; expected {expected}",
            [Str<"place">, UInt<"observed">, UInt<"expected">]> {
  let Section = "7.1";
  let Ptxas = "Alignment of argument does not match formal parameter 'X'";
}

def ArgumentKind
    : Error<5204, "argument-kind",
            "{place} of the call is {observed}; expected a register, a constant or a `.param` "
            "variable of this body", [Str<"place">, Str<"observed">]> {
  let Section = "9.7.12.5";
  let Ptxas = "Call argument 'X' has illegal state space";
}

def FormalAsArgument
    : Error<5205, "formal-as-argument",
            "{place} of the call is `{name}`, a parameter of the calling function; expected a "
            "variable of this body", [Str<"place">, Str<"name">]> {
  let Section = "7.1";
  let Ptxas = "Formal parameter 'X' declared in .param space cannot be used as argument to call";
}

def CallTarget
    : Error<5206, "call-target", "`{name}` is {observed}; expected a function to call",
            [Str<"name">, Str<"observed">]> {
  let Section = "9.7.12.5";
  let Ptxas = "Illegal call target, device function expected";
}

def CallTable
    : Error<5207, "call-table",
            "`{name}` is not a table of functions; expected {expected}",
            [Str<"name">, Str<"expected">]> {
  let Section = "9.7.12.5";
  let Ptxas = "Label or .u32/.u64/.u8 array expected for argument N of instruction 'call'";
}

def ConstantResult
    : Warning<5208, "constant-result",
              "{place} of the call is a constant; expected a register or a variable, but "
              "`ptxas` does not check it", [Str<"place">]> {
  let Section = "9.7.12.5";
}

def ArgumentRange
    : Warning<5215, "argument-range",
              "{place} of the call is {value}, which does not fit `{type}`; `ptxas` does not check it",
              [Str<"place">, Str<"value">, Str<"type">]> {
  let Section = "7.1";
}

def ParameterAccess
    : Error<5209, "parameter-access", "`{name}` is {observed}", [Str<"name">, Str<"observed">]> {
  let Section = "5.1.6";
  let Ptxas = "Illegal to write to function input parameter 'X'";
}

def ParameterAddress
    : Error<5210, "parameter-address",
            "`{name}` has no address, since it is for the arguments and results of calls",
            [Str<"name">]> {
  let Section = "5.1.6.4";
  let Ptxas = "Illegal to take address of parameter 'X'";
}

def WrongParameterQualifier
    : Error<5217, "wrong-parameter-qualifier", "`{name}` is {observed}; expected `{expected}`",
            [Str<"name">, Str<"observed">, Str<"expected">]> {
  let Section = "5.1.6";
  let Ptxas = "Illegal state space for address operand 'X' with instruction 'X'";
}

def ParameterQualifier
    : Off<5211, "parameter-qualifier",
          "`{name}` is {observed}; expected `{expected}`, but `ptxas` does not check it",
          [Str<"name">, Str<"observed">, Str<"expected">]> {
  let In = [Compiler];
  let Section = "5.1.6";
}

def RejectedAlignment
    : Warning<5214, "rejected-alignment",
              "{place} of the call is aligned to {observed} bytes, which `ptxas` rejects for a "
              "scalar aligned to {expected}",
              [Str<"place">, UInt<"observed">, UInt<"expected">]> {
  let In = [PtxasRejects];
  let Section = "7.1";
  let Ptxas = "Alignment of argument does not match formal parameter 'X'";
}

def GuardedArgument
    : Error<5213, "guarded-argument",
            "`{name}`, which is for arguments and results of calls, is {action} under a guard; "
            "expected no guard", [Str<"name">, Str<"action">]> {
  let Section = "7.1";
  let Ptxas = "Illegal to predicate instruction 'X' with operand 'X'";
}

def ArgumentPlacement
    : Warning<5212, "argument-placement",
              "there is control flow between the call and this access to `{name}`, {role} of it; "
              "expected the access directly {place} the call",
              [Str<"name">, Str<"role">, Str<"place">]> {
  let Section = "7.1";
  let Lint = "Body";
}

def NarrowParameter
    : Warning<5216, "narrow-parameter",
              "{place} of the call has type `{type}`; `ptxas` generates no code for a call with a value of "
              "fewer than 32 bits",
              [Str<"place">, Str<"type">]> {
  let In = [CodeGeneration];
  let Section = "7.1";
  let Ptxas = "In ABI compilation, passing predicate, 8-bit and 16-bit parameters to device functions "
              "is not supported";
}

} // Of = Directives

#endif // PTX_DIAGNOSTICS_FUNCTIONRULES_TD
