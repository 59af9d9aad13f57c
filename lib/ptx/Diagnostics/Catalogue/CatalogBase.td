// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The classes of the diagnostics catalogue and of the T-rules. The records are in Catalog.td and
// TRules.td; ptx-tblgen checks them and generates the enumeration, the emitters and the tables from
// them.

#ifndef PTX_DIAGNOSTICS_CATALOGBASE_TD
#define PTX_DIAGNOSTICS_CATALOGBASE_TD

// An argument of a message. The emitter gets a member of this name; `{name}` in the message shows
// it.
class Arg<string name, string cppType> {
  string Name = name;
  string CppType = cppType;
}
class Str<string name> : Arg<name, "llvm::StringRef">;
class Int<string name> : Arg<name, "int64_t">;
class UInt<string name> : Arg<name, "uint64_t">;
// A source byte, shown as a character in backticks if it is printable ASCII, else as `0x0B`.
class Byte<string name> : Arg<name, "uint8_t">;

// A set of rules that flags name together (`-Wname`, `-Wno-name`, `-Werror=name`). Its members are
// the diagnostics that name it, and the members of its subgroups.
class Group<string name, string summary> {
  string Name = name;
  string Summary = summary;
  // The groups that contain this one.
  list<Group> In = [];
  // Whether the members include all warnings that are on by default, and all that are off.
  bit HasWarnings = false;
  bit HasOff = false;
  // Severity of the members under --ptxas-compat: "Error", "Warning", or "" for no change.
  string UnderCompat = "";
}

// The range of codes [First, Last] of one kind of rule.
class Family<int first, int last = !add(first, 999)> {
  int First = first;
  int Last = last;
  // Whether the PTX ISA manual states the rules.
  bit OfManual = true;
}

// One diagnostic. The name of the record becomes `diag::Name` and `DiagId::Name`; `name` is its
// kebab-case spelling. A code is never reused, even after its record is removed.
class Diagnostic<int number, string name, string severity, string message, list<Arg> args> {
  int Code = number;
  string Name = name;
  string Severity = severity;
  // Lower case, no final period, code in backticks; first the observation, then the rule.
  string Message = message;
  list<Arg> Args = args;
  Family Of = ?;
  list<Group> In = [];
  // The section of the PTX ISA manual that states the rule, such as "4.5.1".
  string Section = "";
  // The message of ptxas 13.5 for the same error.
  string Ptxas = "";
  // The first version of ptxkit with the rule.
  string Since = "0.1.0";
  // The scope of a lint, which the function `check<Record>` of lib/ptx/Lint analyses: each "Body",
  // the "Module" without the bodies, or "Both", with a function for each.
  string Lint = "";
}

class Error<int number, string name, string message, list<Arg> args = []>
    : Diagnostic<number, name, "Error", message, args>;
class Warning<int number, string name, string message, list<Arg> args = []>
    : Diagnostic<number, name, "Warning", message, args>;
// A warning that is off unless a flag turns it on.
class Off<int number, string name, string message, list<Arg> args = []>
    : Diagnostic<number, name, "Ignored", message, args>;

// One of the rules of TRules.td. The record is named `T` and the number, of three digits; the
// numbers have no gaps.
class TRule<string decidedBy, string severity, string ptxas, string statement> {
  // What determines whether code follows the rule: the "Syntax"; a "Value" that is constant or
  // follows from constants; the "Map", a tensor map that the user describes; the "Module" as a
  // whole; the "Order" in which instructions execute.
  string DecidedBy = decidedBy;
  // The severity of breaking the rule: "Error", "Warning", "Lint", "Style".
  string Severity = severity;
  // The verdict of ptxas 13.5 on code that breaks it: "Rejects", "RejectsSome" or "Accepts".
  string Ptxas = ptxas;
  // One or more sentences.
  string Statement = statement;
  // The sections of the PTX ISA manual with the rule, such as "5.5.7, 9.7.9.28".
  string Section = "";
  // The functions of the CUDA driver, or the type of `cuda.h`, with the rule in their
  // documentation.
  string Driver = "";
  list<Diagnostic> SaidBy = [];
}

#endif // PTX_DIAGNOSTICS_CATALOGBASE_TD
