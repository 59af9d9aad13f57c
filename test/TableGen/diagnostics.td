// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is generated for a sound catalogue: diagnostics by code, groups by name.
//
// RUN: ptx-tblgen -gen-diag-decls -I %{source}/lib %s | FileCheck --check-prefix=DECLS %s
// RUN: ptx-tblgen -gen-diag-messages -header=ptx/Some.h -I %{source}/lib %s | FileCheck --check-prefix=MESSAGES %s
// RUN: ptx-tblgen -gen-diag-tables -I %{source}/lib %s | FileCheck --check-prefix=TABLES %s
// RUN: ptx-tblgen -gen-diag-ids -I %{source}/lib %s | FileCheck --check-prefix=IDS %s
// RUN: ptx-tblgen -gen-diag-arguments -I %{source}/lib %s | FileCheck --check-prefix=ARGUMENTS %s
// RUN: ptx-tblgen -gen-diag-groups -I %{source}/lib %s | FileCheck --check-prefix=GROUPS %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Every : Group<"every", "all warnings"> {
  let HasWarnings = true;
  let HasOff = true;
}
def Outer : Group<"outer", "contains another group">;
def Quirks : Group<"quirks", "odd, and yet accepted"> {
  let In = [Outer];
}
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

// IDS:      enum class DiagId : uint16_t {
// IDS-NEXT:   OddByte = 1001,
// IDS-NEXT:   StrayToken = 1002,
// IDS-NEXT:   OddStyle = 1999,
// IDS-NEXT: };

// ARGUMENTS:      enum class OddByteArgument : uint8_t { byte };
// ARGUMENTS-NEXT: constexpr DiagId ruleOf(OddByteArgument) { return DiagId(1001); }
// ARGUMENTS:      enum class StrayTokenArgument : uint8_t { token, count, shift };
// ARGUMENTS-NEXT: constexpr DiagId ruleOf(StrayTokenArgument) { return DiagId(1002); }
// ARGUMENTS-NOT:  OddStyle

// GROUPS:      enum class DiagGroup : uint8_t {
// GROUPS-NEXT:   Every,
// GROUPS-NEXT:   Outer,
// GROUPS-NEXT:   PtxasRejects,
// GROUPS-NEXT:   Quirks,
// GROUPS-NEXT: };

// DECLS:      struct StrayToken {
// DECLS-NEXT:   static constexpr DiagId id{1002};
// DECLS-NEXT:   SourceRange range;
// DECLS-NEXT:   llvm::StringRef token;
// DECLS-NEXT:   uint64_t count;
// DECLS-NEXT:   int64_t shift;
// DECLS-NEXT:   std::string message() const;
// DECLS-NEXT:   std::vector<std::string> arguments() const;
// DECLS-NEXT: };

// TABLES:      argumentsOfStrayToken[] = {"token", "count", "shift"};
// TABLES:      {DiagId(1001), 1001, Severity::Warning, DiagGroups({DiagGroup::PtxasRejects, DiagGroup::Every}),
// TABLES-NEXT: "odd-byte",
// TABLES-NEXT: "4.3",
// TABLES-NEXT: "",
// TABLES-NEXT: "{byte} is `{byte}`...",
// TABLES-NEXT: argumentsOfOddByte},
// TABLES-NEXT: {DiagId(1002), 1002, Severity::Error, DiagGroups({}),
// TABLES-NEXT: "stray-token",
// TABLES-NEXT: "4.3",
// TABLES-NEXT: "Parsing error near '\"': syntax error",
// TABLES:      {DiagId(1999), 1999, Severity::Ignored, DiagGroups({DiagGroup::Quirks, DiagGroup::Outer, DiagGroup::Every}),
// TABLES:      {DiagGroup::PtxasRejects,
// TABLES-NEXT: "ptxas-rejects",
// TABLES-NEXT: "legal, and yet rejected",
// TABLES-NEXT: Severity::Error},
// TABLES-NEXT: {DiagGroup::Quirks,
// TABLES-NEXT: "quirks",
// TABLES-NEXT: "odd, and yet accepted",
// TABLES-NEXT: Severity::Ignored},

// MESSAGES: #include "ptx/Some.h"
// MESSAGES:      std::string diag::StrayToken::message() const {
// MESSAGES-NEXT:   std::string text;
// MESSAGES-NEXT:   text += "stray ";
// MESSAGES-NEXT:   appendArgument(text, token);
// MESSAGES-NEXT:   text += " (";
// MESSAGES-NEXT:   appendArgument(text, count);
// MESSAGES-NEXT:   text += ", ";
// MESSAGES-NEXT:   appendArgument(text, shift);
// MESSAGES-NEXT:   text += ") in `{`";
// MESSAGES-NEXT:   return text;
// MESSAGES-NEXT: }
// MESSAGES:      std::vector<std::string> diag::StrayToken::arguments() const {
// MESSAGES-NEXT:   return {argumentText(token), argumentText(count), argumentText(shift)};
