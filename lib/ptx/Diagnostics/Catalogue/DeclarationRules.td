// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations, constant expressions and initializers: codes 31xx to 33xx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_DECLARATIONRULES_TD
#define PTX_DIAGNOSTICS_DECLARATIONRULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

let Of = Operands in {

//===-- 31xx: declarations ----------------------------------------------------------------===//

def UndeclarableType
    : Error<3101, "undeclarable-type",
            "`{type}` {problem}; {expected}",
            [Str<"type">, Str<"problem">, Str<"expected">]> {
  let Section = "5.2";
  let Ptxas = "Type X may only be used as an instruction type";
}

def UncheckedDeclaredType
    : Warning<3102, "unchecked-declared-type",
              "`{type}` is a type of instructions, not of variables; expected `{expected}`, "
              "but `ptxas` accepts it",
              [Str<"type">, Str<"expected">]> {
  let Section = "5.2.5";
}

def PredicateVariable
    : Error<3103, "predicate-variable",
            "`{name}` is {observed} of type `.pred`; expected scalar registers",
            [Str<"name">, Str<"observed">]> {
  let Section = "5.4.1";
  let Ptxas = "Predicate variable 'X' must be in register state space";
}

def VectorTooWide
    : Error<3104, "vector-too-wide",
            "`{type}` has {bits} bits; the limit of a vector is 128",
            [Str<"type">, UInt<"bits">]> {
  let Section = "5.4.2";
  let Ptxas = "Vector type too large, exceeds 128 bit limit";
}

def VectorOfOpaque
    : Error<3105, "vector-of-opaque",
            "`{type}` cannot be an element of a vector; expected a fundamental type",
            [Str<"type">]> {
  let Section = "5.4.2";
  let Ptxas = "Vector type only allowed over basic types";
}

def RegisterArray
    : Error<3106, "register-array",
            "`{name}` is {observed} in `.reg`; registers are scalars or vectors",
            [Str<"name">, Str<"observed">]> {
  let Section = "5.1.1";
  let Ptxas = "Variable 'X' cannot be allocated into a register";
}

def IncompleteArray
    : Error<3107, "incomplete-array",
            "the first dimension of `{name}` is missing; expected {expected}",
            [Str<"name">, Str<"expected">]> {
  let Section = "5.4.3";
  let Ptxas = "Non-external variable 'X' has incomplete type";
}

def EmptyDimension
    : Error<3108, "empty-dimension",
            "dimension {index} of `{name}` is 0; only the first can be left open",
            [UInt<"index">, Str<"name">]> {
  let Section = "5.4.3";
  let Ptxas = "Array of incomplete type";
}

def AlignmentPower
    : Error<3109, "alignment-power",
            "an alignment of {value} bytes; expected a power of two",
            [Str<"value">]> {
  let Section = "5.4.5";
  let Ptxas = "Alignment must be a power of two";
}

def ParameterAlignment
    : Error<3110, "parameter-alignment",
            "`{name}` is a parameter aligned to {value} bytes; expected at most 128",
            [Str<"name">, Str<"value">]> {
  let Section = "5.4.5";
  let Ptxas = "Parameter 'X' has illegal alignment (must be aligned to 1, 2, 4, 8, 16, 32, 64, "
              "or 128 bytes)";
}

def MisplacedAlignment
    : Error<3111, "misplaced-alignment",
            "`.align` after the type; expected it before the type"> {
  let Section = "5.4.5";
  let Ptxas = "Illegal placement of kernel parameter attribute";
}

def AttributeSpace
    : Error<3112, "attribute-space",
            "`{attribute}` cannot be used for `{name}` in `{space}`; expected a variable in "
            "`.global`",
            [Str<"attribute">, Str<"name">, Str<"space">]> {
  let Section = "5.4.8";
  let Ptxas = "Illegal attribute 'X' for symbol 'X'";
}

def OpaqueSpace
    : Error<3113, "opaque-space",
            "`{name}` is of type `{type}` {observed}; expected it in `.global` at module "
            "scope or among the parameters of an `.entry`",
            [Str<"name">, Str<"type">, Str<"observed">]> {
  let Section = "5.3";
  let Ptxas = "Texture and surface variables must be declared in .global space";
}

def SpaceNotAtModuleScope
    : Error<3114, "space-not-at-module-scope",
            "`{space}` variables cannot be declared at module scope; expected `{name}` in "
            "{expected}",
            [Str<"space">, Str<"name">, Str<"expected">]> {
  let Section = "5.1.6";
  let Ptxas = "Parameter variables may not be declared at module scope";
}

def ParameterType
    : Error<3116, "parameter-type",
            "parameter `{name}` is of type `{type}`; expected a scalar or an array of a "
            "fundamental type",
            [Str<"name">, Str<"type">]> {
  let Section = "11.2";
  let Ptxas = "Variable 'X' cannot be allocated in .param state space";
}

def RejectedParameterType
    : Warning<3117, "rejected-parameter-type",
              "`ptxas` rejects {type} for parameter `{name}`; expected {expected}",
              [Str<"type">, Str<"name">, Str<"expected">]> {
  let In = [PtxasRejects];
  let Section = "11.2";
  let Ptxas = "Variable 'X' cannot be allocated in .param state space";
}

def CommonVariable
    : Error<3118, "common-variable",
            "`.common` variable `{name}` is {observed}; expected a variable of a "
            "fundamental type in `.global`",
            [Str<"name">, Str<"observed">]> {
  let Section = "11.6.4";
  let Ptxas = ".common variables must be declared in .global space";
}

def ConstantBank
    : Error<3119, "constant-bank",
            "`{name}` is {observed}; expected {expected}",
            [Str<"name">, Str<"observed">, Str<"expected">]> {
  let Section = "5.1.3.1";
  let Ptxas = "Constant banks 1..N are reserved for external incomplete arrays";
}

def TextureVariable
    : Error<3120, "texture-variable",
            "`.tex` variable `{name}` is {observed}; expected a scalar of type `.u32` or "
            "`.u64` at module scope",
            [Str<"name">, Str<"observed">]> {
  let Section = "5.1.8";
  let Ptxas = "Variable 'X' must be type .u32 or .u64";
}

def ParameterSize
    : Error<3121, "parameter-size",
            "the parameters of `{name}` take {bytes} bytes; the limit of an entry is 32764",
            [Str<"name">, UInt<"bytes">]> {
  let Section = "11.2.1";
  let Ptxas = "Entry function 'X' uses too much parameter space (N bytes, N max).";
}

def ParameterInBody
    : Error<3123, "parameter-in-body",
            "`.param` variable `{name}` in a body; in PTX {version} parameters are in "
            "{expected}",
            [Str<"name">, Str<"version">, Str<"expected">]> {
  let Section = "11.2.1";
  let Ptxas = "Parameter variables must be declared within .entry parameter list";
}

def UncheckedObjectArray
    : Warning<3124, "unchecked-object-array",
              "`{name}` is an array of `{type}` {where}, where such objects do not exist; `ptxas` does not check arrays",
              [Str<"name">, Str<"type">, Str<"where">]> {
  let Section = "5.3";
}

def PointerSpace
    : Error<3125, "pointer-space",
            "`.ptr` does not point to `{space}`; expected `.const`, `.global`, `.local` or "
            "`.shared`",
            [Str<"space">]> {
  let Section = "5.1.6.3";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def PointerType
    : Warning<3131, "pointer-type",
              "`{name}` is of type `{type}` and has `.ptr`; expected an integer of 32 or 64 bits, but "
              "`ptxas` does not check it",
              [Str<"name">, Str<"type">]> {
  let Section = "5.1.6.3";
}

def UnknownAttribute
    : Error<3126, "unknown-attribute",
            "`{attribute}` is not an attribute of {what}; expected {expected}",
            [Str<"attribute">, Str<"what">, Str<"expected">]> {
  let Section = "5.4.8";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def AttributeArguments
    : Error<3127, "attribute-arguments",
            "`{attribute}` has {observed}; expected {expected}",
            [Str<"attribute">, Str<"observed">, Str<"expected">]> {
  let Section = "5.4.8";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def RejectedTextureSpace
    : Warning<3128, "rejected-texture-space",
              "`ptxas` rejects `.tex` from PTX 1.5 on; expected `.global .texref {name}`",
              [Str<"name">]> {
  let In = [PtxasRejects];
  let Section = "5.1.8";
  let Ptxas = "Deprecated feature: 'texture state space' not supported as of PTX version 1.5";
}

def DimensionValue
    : Error<3129, "dimension-value",
            "`{expression}` is {value}, which is not the size of a dimension; expected at least 1",
            [Str<"expression">, Str<"value">]> {
  let Section = "5.4.3";
  let Ptxas = "Parsing error near 'X': syntax error";
}

//===-- 32xx: constant expressions --------------------------------------------------------===//

def IntegerConstantExpected
    : Error<3201, "integer-constant-expected",
            "`{expression}` is a floating-point number; expected an integer",
            [Str<"expression">]> {
  let Section = "4.5.4";
  let Ptxas = "Integer constant expression expected";
}

def ConstantTypesMixed
    : Error<3202, "constant-types-mixed",
            "`{expression}` mixes an integer and a floating-point number",
            [Str<"expression">]> {
  let Section = "4.5.6";
  let Ptxas = "Constant expression type mismatch";
}

def SingleInExpression
    : Error<3130, "single-in-expression",
            "`{literal}` is part of an expression; a `0f` literal can only be a value by itself",
            [Str<"literal">]> {
  let Section = "4.5.2";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def ConstantCast
    : Error<3203, "constant-cast",
            "constants cannot be cast to `{type}`; expected `.s64` or `.u64`",
            [Str<"type">]> {
  let Section = "4.5.5";
  let Ptxas = "Unsupported cast operation";
}

def DivisionByZero
    : Error<3204, "division-by-zero",
            "division by `{divisor}`, which is zero",
            [Str<"divisor">]> {
  let Section = "4.5.5";
  let Ptxas = "Constant expression has division by zero";
}

def ConstantValueDiffers
    : Warning<3205, "constant-value-differs",
              "`{expression}` is {manual} by the manual and {ptxas} for `ptxas`",
              [Str<"expression">, Str<"manual">, Str<"ptxas">]> {
  let Section = "4.5.6";
}

def RejectedConstant
    : Warning<3206, "rejected-constant",
              "`{expression}` {problem}",
              [Str<"expression">, Str<"problem">]> {
  let In = [PtxasRejects];
  let Section = "4.5.6";
  let Ptxas = "Integer constant expression expected";
}

//===-- 33xx: initializers ----------------------------------------------------------------===//

def InitialValueType
    : Error<3301, "initial-value-type",
            "{observed} is the initial value of `{name}`, which is of type `{type}`; "
            "expected {expected}",
            [Str<"observed">, Str<"name">, Str<"type">, Str<"expected">]> {
  let Section = "5.4.4";
  let Ptxas = "Initial value type mismatch";
}

def InitializerShape
    : Error<3302, "initializer-shape",
            "{observed} initializes {what}; expected {expected}",
            [Str<"observed">, Str<"what">, Str<"expected">]> {
  let Section = "5.4.4";
  let Ptxas = "Initial value type mismatch";
}

def InitializerCount
    : Error<3303, "initializer-count",
            "{observed} for {what}",
            [Str<"observed">, Str<"what">]> {
  let Section = "5.4.4";
  let Ptxas = "Greater number of elements in array initializer";
}

def InitializerNotAllowed
    : Error<3304, "initializer-not-allowed",
            "`{name}` cannot have an initial value: {reason}",
            [Str<"name">, Str<"reason">]> {
  let Section = "5.4.4";
  let Ptxas = "No initial value is allowed for 'X' in this state space";
}

def InitialSymbol
    : Error<3305, "initial-symbol",
            "`{name}` is {observed}; expected {expected}",
            [Str<"name">, Str<"observed">, Str<"expected">]> {
  let Section = "5.4.4";
  let Ptxas = "Invalid initial value symbol 'X'";
}

def MaskValue
    : Error<3306, "mask-value",
            "mask `{mask}` does not select one byte; expected `0xFF` shifted by a multiple "
            "of 8",
            [Str<"mask">]> {
  let Section = "5.4.4";
  let Ptxas = "Invalid mask value 'X' used in initializer";
}

def InitialField
    : Error<3307, "initial-field",
            "{observed}; expected {expected}",
            [Str<"observed">, Str<"expected">]> {
  let Section = "5.3";
  let Ptxas = "Unrecognized field name 'X' in opaque struct initializer";
}

def UncheckedField
    : Warning<3308, "unchecked-field",
              "`{field}` is {observed}; expected {expected}, but `ptxas` does not check it",
              [Str<"field">, Str<"observed">, Str<"expected">]> {
  let Section = "5.3";
}

def InitialValueRange
    : Warning<3309, "initial-value-range",
              "{value} does not fit `{type}`; `ptxas` stores {stored}",
              [Str<"value">, Str<"type">, Str<"stored">]> {
  let Section = "5.4.4";
}

def ObjectInitialValue
    : Warning<3310, "object-initial-value",
              "`{name}` is of type `{type}`, whose address only `mov` can load; `ptxas` does not check "
              "it",
              [Str<"name">, Str<"type">]> {
  let Section = "5.3";
}

} // Of = Operands

#endif // PTX_DIAGNOSTICS_DECLARATIONRULES_TD
