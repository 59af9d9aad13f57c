// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes, tokens and syntax: codes 1xxx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_SYNTAXRULES_TD
#define PTX_DIAGNOSTICS_SYNTAXRULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

//===-- 10xx: bytes and tokens --------------------------------------------------------------===//

let Of = LexicalAndSyntax in {

def UnsupportedEncoding
    : Error<1001, "unsupported-encoding", "file {observed}; PTX is ASCII text",
            [Str<"observed">]> {
  let Section = "4.1";
  let Ptxas = "Unexpected non-ASCII character encountered on line N; for a NUL byte: "
              "Unexpected EOF encountered on line N";
}

def UnexpectedCharacter
    : Error<1002, "unexpected-character", "unexpected character {character}",
            [Byte<"character">]> {
  let Section = "4.1";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def NonAsciiCharacter
    : Error<1003, "non-ascii-character",
            "non-ASCII byte {byte} outside a comment; PTX is ASCII text", [Byte<"byte">]> {
  let Section = "4.1";
  let Ptxas = "Unexpected non-ASCII character encountered on line N";
}

def NonAsciiInComment
    : Warning<1004, "non-ascii-in-comment",
              "non-ASCII byte {byte} in a comment; `ptxas` up to CUDA 13.0 rejects the file", [Byte<"byte">]> {
  let In = [PtxasRejects];
  let Section = "4.2";
  let Ptxas = "Unexpected non-ASCII character encountered on line N";
}

def UnterminatedString
    : Error<1005, "unterminated-string",
            "string is not closed; expected `\"` before the end of the file"> {
  let Section = "4.3.1";
  let Ptxas = "Parsing error near '\"': syntax error";
}

def UnterminatedComment
    : Error<1006, "unterminated-comment",
            "comment is not closed; expected `*/` before the end of the file"> {
  let Section = "4.2";
  let Ptxas = "Parsing error near '': unexpected EOF while scanning";
}

def MalformedNumber
    : Error<1007, "malformed-number", "malformed number `{number}`; {rule}",
            [Str<"number">, Str<"rule">]> {
  let Section = "4.5";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def IntegerOverflow
    : Error<1008, "integer-overflow", "integer `{number}` does not fit in 64 bits",
            [Str<"number">]> {
  let Section = "4.5.1";
  let Ptxas = "Constant overflow";
}

def IntegerWraps
    : Warning<1009, "integer-wraps",
              "integer `{number}` does not fit in 64 bits; `ptxas` accepts it as {value}",
              [Str<"number">, UInt<"value">]> {
  let Section = "4.5.1";
}

def FloatOverflow
    : Error<1010, "float-overflow",
            "floating-point number `{number}` is too large for double precision",
            [Str<"number">]> {
  let Section = "4.5.2";
  let Ptxas = "Constant overflow";
}

def FloatUnderflow
    : Warning<1011, "float-underflow",
              "floating-point number `{number}` is not zero and smaller than the least normal "
              "double; `ptxas` rejects it",
              [Str<"number">]> {
  let In = [PtxasRejects];
  let Section = "4.5.2";
  let Ptxas = "Constant overflow";
}

def CountTooLarge
    : Error<1012, "count-too-large", "{what} `{number}` does not fit in 32 bits",
            [Str<"what">, Str<"number">]> {
  let Section = "4.5.1";
  let Ptxas = "Constant overflow";
}

def PreprocessorLine
    : Error<1013, "preprocessor-line",
            "preprocessor line `{line}`; preprocess the file first, only line markers such as "
            "`# 1 \"file\"` may remain",
            [Str<"line">]> {
  let Section = "4.1";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def UnendedLineMarker
    : Error<1014, "unended-line-marker",
            "line marker `{line}` ends with the file; `ptxas` expects a line break after it",
            [Str<"line">]> {
  let Section = "4.1";
  let Ptxas = "Parsing error near '#': syntax error";
}

def UncheckedNumber
    : Error<1015, "unchecked-number",
            "{what} `{number}` does not fit in {size}; `ptxas` accepts its lowest 32 bits",
            [Str<"what">, Str<"number">, Str<"size">]> {
  let In = [BeyondPtxas];
  let Section = "4.5.1";
}

//===-- 11xx: syntax ------------------------------------------------------------------------===//

def SyntaxError
    : Error<1101, "syntax-error", "expected {expected}{where}, found {found}",
            [Str<"expected">, Str<"where">, Str<"found">]> {
  let Section = "4.3";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def MissingAt
    : Error<1126, "missing-at", "`{name}` is a predicate; expected `@` before it in a guard",
            [Str<"name">]> {
  let Section = "9.3";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def EmptyStatement
    : Error<1103, "empty-statement", "stray `;`; PTX has no empty statement"> {
  let Section = "4.3";
  let Ptxas = "Parsing error near ';': syntax error";
}

def UnbalancedBrace
    : Error<1104, "unbalanced-brace", "missing `}` to close {what}", [Str<"what">]> {
  let Section = "4.3";
  let Ptxas = "Parsing error near '': syntax error";
}

def StrayBrace : Error<1105, "stray-brace", "stray `}`; no `{` is open here"> {
  let Section = "4.3";
  let Ptxas = "Parsing error near '}': syntax error";
}

def NestingTooDeep
    : Error<1106, "nesting-too-deep", "{what} nested more than {limit} deep",
            [Str<"what">, UInt<"limit">]> {
  let Section = "4.3";
}

def MissingVersion
    : Error<1107, "missing-version",
            "missing `.version`; a module begins with `.version` and `.target`"> {
  let Section = "11.1.1";
  let Ptxas = "Missing .version directive at start of file 'X'";
}

def MissingTarget
    : Error<1108, "missing-target", "missing `.target` after `.version`"> {
  let Section = "11.1.2";
  let Ptxas = "Missing .target directive at start of file 'X'";
}

def MalformedVersion
    : Error<1109, "malformed-version",
            "malformed version `{found}`; expected `major.minor` as in `.version 9.2`",
            [Str<"found">]> {
  let Section = "11.1.1";
  let Ptxas = "Missing .version directive at start of file 'X'";
}

def TooManyOperands
    : Error<1110, "too-many-operands", "instruction has more than {limit} {what}",
            [Str<"what">, UInt<"limit">]> {
  let Section = "4.3.2";
  let Ptxas = "Parsing error near 'X': memory exhausted";
}

def SregDeclaration
    : Error<1111, "sreg-declaration",
            "`.sreg` cannot be declared; special registers are predefined"> {
  let Section = "5.1.2";
  let Ptxas = "Parsing error near '.sreg': syntax error";
}

def StrayBackslash
    : Warning<1112, "stray-backslash",
              "stray `\\`; the manual has none, `ptxas` ignores one before an instruction or after "
              "its guard"> {
  let Section = "4.3";
}

def EmptyDeclaration
    : Warning<1113, "empty-declaration", "declaration names no variable"> {
  let Section = "5.4.1";
}

def PtxasSyntax
    : Warning<1114, "ptxas-syntax", "{what} is legal PTX that `ptxas` rejects", [Str<"what">]> {
  let In = [PtxasRejects];
  let Section = "4.1";
  let Ptxas = "Parsing error near 'X': syntax error";
}

// Specific mistakes, where the tokens at a syntax error show them.

def ForeignStatement
    : Error<1115, "foreign-statement", "{what} is a statement of C, not of PTX; {instead}",
            [Str<"what">, Str<"instead">]> {
  let Section = "4.3";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def MissingColon
    : Error<1116, "missing-colon", "`{name}` is not an instruction of PTX; a label ends in `:`",
            [Str<"name">]> {
  let Section = "4.3";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def SplitMnemonic
    : Error<1117, "split-mnemonic", "a blank splits `{mnemonic}`", [Str<"mnemonic">]> {
  let Section = "4.3.2";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def MissingBlank
    : Error<1118, "missing-blank", "missing blank between guard `{guard}` and `{opcode}`",
            [Str<"guard">, Str<"opcode">]> {
  let Section = "9.3";
  let Ptxas = "Unknown symbol 'X'";
}

def MissingComma : Error<1119, "missing-comma", "missing `,` before {before}", [Str<"before">]> {
  let Section = "4.3.2";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def RegisterArithmetic
    : Error<1120, "register-arithmetic",
            "{where} can only add a constant to a register or variable; {instead}",
            [Str<"where">, Str<"instead">]> {
  let Section = "6.4.1";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def NameCharacter
    : Error<1121, "name-character", "`{name}` cannot be a name; {problem}",
            [Str<"name">, Str<"problem">]> {
  let Section = "4.4";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def NotPtx
    : Error<1122, "not-ptx", "the text is {what}, not PTX; a module begins with `.version`",
            [Str<"what">]> {
  let Section = "11.1.1";
  let Ptxas = "Missing .version directive at start of file 'X'";
}

def OutsideOfBody
    : Error<1123, "outside-of-body", "{what} belongs outside of function bodies", [Str<"what">]> {
  let Section = "4.3.1";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def UnknownVector
    : Error<1124, "unknown-vector", "`{word}` is not a vector of PTX; expected `.v2` or `.v4`",
            [Str<"word">]> {
  let Section = "5.4.2";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def MissingSpace
    : Error<1125, "missing-space", "{what} lacks a state space; expected {expected}",
            [Str<"what">, Str<"expected">]> {
  let Section = "5.1";
  let Ptxas = "Parsing error near 'X': syntax error";
}

} // Of = LexicalAndSyntax

#endif // PTX_DIAGNOSTICS_SYNTAXRULES_TD
