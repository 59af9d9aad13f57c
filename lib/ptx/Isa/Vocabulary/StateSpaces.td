// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state spaces: their words, what is declared in them, and where. (Manual 5.1)

#ifndef PTX_ISA_STATESPACES_TD
#define PTX_ISA_STATESPACES_TD

include "ptx/Isa/Platform/Features.td"

// A word of the lexer that names a state space. The name of the record is that of its token.
class SpaceWord<string word, string section> {
  string Word = word;
  string ManualSection = section;
  // The text of the token in the notation of the grammar.
  string Lexeme = "'" # word # "'";
  // Whether the token can be a modifier of an instruction.
  bit AlsoModifier = 1;
}

// A state space, `summary` in the reference.
class StateSpace<string word, string section, string summary> : SpaceWord<word, section> {
  string Summary = summary;
  // The locations of declarations of variables in it, and of parameters.
  bit AtModuleScope = 1;
  bit InBody = 1;
  bit OfEntry = 0;
  bit OfFunction = 0;
  // The versions and targets that have it at module scope, if not all.
  list<Feature> ModuleGate = [];
  // Whether a variable can have an initial value. (5.4.4)
  bit Initialized = 0;
  // Whether textures, samplers and surfaces are declared in it. (5.3)
  bit HoldsObjects = 0;
  // Whether `.ptr` can name it as the space of the object of a parameter. (5.1.6.3)
  bit Pointed = 0;
  // Whether a variable has a generic address. In the manual, parameters and constants have one,
  // too, but not in `ptxas`. (6.4.1.1)
  bit Generic = 0;
  // Words of instructions that name the space.
  list<string> Modifiers = [];
}

// Another word of the lexer for the space `of`.
class SpaceSynonym<string word, string section, StateSpace of> : SpaceWord<word, section> {
  StateSpace Of = of;
}

def Reg : StateSpace<".reg", "5.1.1", "registers"> {
  let AlsoModifier = 0;
  let OfFunction = 1;
  let ModuleGate = [ModuleScopeReg];
}
// It declares nothing; the parser reports that.
def Sreg : SpaceSynonym<".sreg", "5.1.2", Reg> { let AlsoModifier = 0; }
def Const : StateSpace<".const", "5.1.3", "constants"> {
  let Modifiers = ["const"];
  let Initialized = 1;
  let Pointed = 1;
}
// An explicit constant bank (PTX 1.x to 2.1) is one word: no white space, a decimal number.
// (5.1.3.1)
def ConstBank : SpaceSynonym<".const[n]", "5.1.3", Const> { let Lexeme = "'.const[' [0-9]+ ']'"; }
def Global : StateSpace<".global", "5.1.4", "global memory"> {
  let Modifiers = ["global"];
  let Initialized = 1;
  let HoldsObjects = 1;
  let Pointed = 1;
  let Generic = 1;
}
def Local : StateSpace<".local", "5.1.5", "memory of one thread"> {
  let Modifiers = ["local"];
  let ModuleGate = [ModuleScopeLocal];
  let Pointed = 1;
  let Generic = 1;
}
def Param : StateSpace<".param", "5.1.6", "parameters"> {
  let AtModuleScope = 0;
  let OfEntry = 1;
  let OfFunction = 1;
  let Modifiers = ["param", "param::entry", "param::func"];
}
def Shared : StateSpace<".shared", "5.1.7", "memory of a CTA or a cluster"> {
  let Pointed = 1;
  let Generic = 1;
  let Modifiers = ["shared", "shared::cta", "shared::cluster"];
}
def Tex : StateSpace<".tex", "5.1.8", "textures, declared the older way"> {
  let InBody = 0;
  let ModuleGate = [TextureSpace];
}

#endif // PTX_ISA_STATESPACES_TD
