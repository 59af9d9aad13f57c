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
    : Group<"beyond-ptxas", "forbidden by the manual, but accepted by ptxas"> {
  let UnderCompat = "Warning";
}

def PtxasRejects
    : Group<"ptxas-rejects", "allowed by the manual, but rejected by ptxas"> {
  let UnderCompat = "Error";
}

def PtxasWarns : Group<"ptxas-warns", "warnings that ptxas also has">;

def CodeGeneration
    : Group<"code-generation", "rejected by ptxas only when it generates code; an error with --final">;

def Linking : Group<"linking", "conflicts between linked modules">;

def Project : Group<"project", "rules of the configuration of a project">;

//===-- Groups of warnings by who wants them ------------------------------------------------===//

def Everything : Group<"everything", "all warnings"> {
  let HasWarnings = true;
  let HasOff = true;
}

def All : Group<"all", "for authors of entries: the warnings that are on by default, and those with few "
                       "harmless findings in code written by hand"> {
  let HasWarnings = true;
}

def Compiler
    : Group<"compiler", "for maintainers of code generators: the warnings that are on by default, and "
                        "those with few harmless findings in generated code"> {
  let HasWarnings = true;
}

def Extra : Group<"extra", "warnings whose findings are often harmless">;

//===-- Groups of warnings by what they are about -------------------------------------------===//

def Unused : Group<"unused", "unused declarations"> {
  let In = [Extra];
}

def Uninitialized : Group<"uninitialized", "registers that are read without a value"> {
  let In = [All, Compiler];
}

def Asynchronous
    : Group<"asynchronous", "missing waits and fences of asynchronous instructions"> {
  let In = [All];
}

def AsmStatements
    : Group<"asm-statements", "`asm` statements that a C++ compiler may handle in an unexpected way"> {
  let In = [All];
}

def Style : Group<"style", "code with a simpler or newer notation"> {
  let In = [Extra];
}

#endif // PTX_DIAGNOSTICS_CATALOGFAMILIES_TD
