// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is generated for a sound catalogue: diagnostics by code, groups by name.
//
// RUN: ptx-tblgen -gen-diag-decls -I %{source}/lib %s | FileCheck --check-prefix=DECLS %s
// RUN: ptx-tblgen -gen-diag-defs -I %{source}/lib %s | FileCheck --check-prefix=DEFS %s

include "ptx/Diagnostics/CatalogBase.td"

def Quirks : Group<"quirks", "odd, and yet accepted">;
def PtxasRejects : Group<"ptxas-rejects", "legal, and yet rejected"> {
  let UnderCompat = "Error";
}

def Syntax : Family<1000>;
let Of = Syntax, Section = "4.3" in {

def StrayToken
    : Error<1002, "stray-token", "stray {token} ({count}, {shift}) in `{`", [
        Str<"token">, UInt<"count">, Int<"shift">
      ]> {
  let Ptxas = "Parsing error near '\"': syntax error";
}
def OddByte : Warning<1001, "odd-byte", "{byte} is `{byte}`...", [Byte<"byte">]> {
  let In = [PtxasRejects];
}
def OddStyle : Diagnostic<1999, "odd-style", "Ignored", "odd style", []> {
  let In = [Quirks];
  let Section = "11.1.2";
}

}

// DECLS:      enum class DiagId : uint16_t {
// DECLS-NEXT:   OddByte,
// DECLS-NEXT:   StrayToken,
// DECLS-NEXT:   OddStyle,
// DECLS-NEXT: };
// DECLS:      numDiagnostics = 3;
// DECLS:      enum class DiagGroup : uint8_t {
// DECLS-NEXT:   None,
// DECLS-NEXT:   PtxasRejects,
// DECLS-NEXT:   Quirks,
// DECLS-NEXT: };
// DECLS:      struct StrayToken {
// DECLS-NEXT:   static constexpr DiagId id = DiagId::StrayToken;
// DECLS-NEXT:   SourceRange range;
// DECLS-NEXT:   llvm::StringRef token;
// DECLS-NEXT:   uint64_t count;
// DECLS-NEXT:   int64_t shift;
// DECLS-NEXT:   std::string message() const;
// DECLS-NEXT:   std::vector<std::string> arguments() const;
// DECLS-NEXT: };

// DEFS:      argumentsOfStrayToken[] = {"token", "count", "shift"};
// DEFS:      {DiagId::OddByte, 1001, Severity::Warning, DiagGroup::PtxasRejects,
// DEFS-NEXT: "odd-byte",
// DEFS-NEXT: "4.3",
// DEFS-NEXT: "",
// DEFS-NEXT: "{byte} is `{byte}`...",
// DEFS-NEXT: argumentsOfOddByte},
// DEFS-NEXT: {DiagId::StrayToken, 1002, Severity::Error, DiagGroup::None,
// DEFS-NEXT: "stray-token",
// DEFS-NEXT: "4.3",
// DEFS-NEXT: "Parsing error near '\"': syntax error",
// DEFS:      {DiagId::OddStyle, 1999, Severity::Ignored, DiagGroup::Quirks,
// DEFS:      {DiagGroup::PtxasRejects,
// DEFS-NEXT: "ptxas-rejects",
// DEFS-NEXT: "legal, and yet rejected",
// DEFS-NEXT: Severity::Error},
// DEFS-NEXT: {DiagGroup::Quirks,
// DEFS-NEXT: "quirks",
// DEFS-NEXT: "odd, and yet accepted",
// DEFS-NEXT: Severity::Ignored},
// DEFS:      std::string diag::StrayToken::message() const {
// DEFS-NEXT:   std::string text;
// DEFS-NEXT:   text += "stray ";
// DEFS-NEXT:   appendArgument(text, token);
// DEFS-NEXT:   text += " (";
// DEFS-NEXT:   appendArgument(text, count);
// DEFS-NEXT:   text += ", ";
// DEFS-NEXT:   appendArgument(text, shift);
// DEFS-NEXT:   text += ") in `{`";
// DEFS-NEXT:   return text;
// DEFS-NEXT: }
// DEFS:      std::vector<std::string> diag::StrayToken::arguments() const {
// DEFS-NEXT:   return {argumentText(token), argumentText(count), argumentText(shift)};
