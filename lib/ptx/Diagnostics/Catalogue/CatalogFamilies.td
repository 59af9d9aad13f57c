// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The families of rules and the groups of warnings.

#ifndef PTX_DIAGNOSTICS_CATALOGFAMILIES_TD
#define PTX_DIAGNOSTICS_CATALOGFAMILIES_TD

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def LexicalAndSyntax : Family<1000>;
def NamesAndScopes : Family<2000>;
def Operands : Family<3000>;
def Gates : Family<4000>;
def Directives : Family<5000>;
def ControlFlow : Family<6000>;
def Tensor : Family<7000>;
// Errors and warnings about the templates and operands of inline assembly.
def InlineAssembly : Family<8000, 8899> {
  let OfManual = false;
}
// The comments and the configuration of a project.
def Projects : Family<8900, 8999> {
  let OfManual = false;
}
def Lints : Family<9000>;

def BeyondPtxas
    : Group<"beyond-ptxas", "forbidden by the manual, and yet accepted by ptxas, which does not look "
                            "at the value"> {
  let UnderCompat = "Warning";
}

def PtxasRejects
    : Group<"ptxas-rejects", "legal by the manual, and yet rejected by ptxas"> {
  let UnderCompat = "Error";
}

def PtxasWarns : Group<"ptxas-warns", "what ptxas warns of as well">;

def CodeGeneration
    : Group<"code-generation", "rejected by ptxas only when it generates code; an error with --final">;

def Linking : Group<"linking", "what modules that are linked require of each other">;

def Project : Group<"project", "what the configuration of a project forbids">;

//===-- Groups of warnings by who wants them ------------------------------------------------===//

def Everything : Group<"everything", "all warnings"> {
  let HasWarnings = true;
  let HasOff = true;
}

def All : Group<"all", "what the author of an entry wants to know: the warnings that are on by default, "
                       "and those that find few harmless things in code written by hand"> {
  let HasWarnings = true;
}

def Compiler
    : Group<"compiler", "what the maintainer of a code generator wants to know: the warnings that are "
                        "on by default, and those that find few harmless things in generated code"> {
  let HasWarnings = true;
}

def Extra : Group<"extra", "what is often harmless">;

//===-- Groups of warnings by what they are about -------------------------------------------===//

def Unused : Group<"unused", "what is declared and not used"> {
  let In = [Extra];
}

def Uninitialized : Group<"uninitialized", "registers that are read without a value"> {
  let In = [All, Compiler];
}

def Asynchronous
    : Group<"asynchronous", "waits and fences that asynchronous instructions seem to lack"> {
  let In = [All];
}

def AsmStatements
    : Group<"asm-statements", "what a compiler of C++ can make of an asm statement"> {
  let In = [All];
}

def Style : Group<"style", "what could be written in a plainer or newer way"> {
  let In = [Extra];
}

#endif // PTX_DIAGNOSTICS_CATALOGFAMILIES_TD
