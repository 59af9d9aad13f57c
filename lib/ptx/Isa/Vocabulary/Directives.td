// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The directives, in the order of their sections, which is that of the canonical form. The lexer's
// words, the grammar of those without a form of their own, their checks and their reference derive
// from here. (Manual 5.4, 11)

#ifndef PTX_ISA_DIRECTIVES_TD
#define PTX_ISA_DIRECTIVES_TD

include "ptx/Isa/Platform/Features.td"

// A possible location of a directive; `text` is for the reference.
class Place<string text> { string Text = text; }
def ModuleHeader : Place<"at the start of a module">;
def ModuleScope : Place<"at module scope">;
def BeforeFunction : Place<"before `.entry` or `.func`">;
def BeforeVariable : Place<"before a variable at module scope">;
def EntryHeader : Place<"between the parameters and the body of an `.entry`">;
def FunctionHeader : Place<"after the parameters of a `.func`">;
def PrototypeHeader : Place<"after the parameters of a `.callprototype`">;
def InBody : Place<"in a body">;
def AfterLabel : Place<"after a label in a body">;
def InDeclaration : Place<"in a declaration">;
def InMetadataSection : Place<"in a `.metadata_section`">;
def InIntermediateSection : Place<"in a `.nv_intermediate_source_section`">;

// A rule of the grammar, called `rule`, for all directives of this syntax: the word and `operands`,
// in the notation of the grammar.
class DirectiveSyntax<string rule, string operands = ""> {
  string Rule = rule;
  string Operands = operands;
}
def Linkage : DirectiveSyntax<"linkage">;
def EntryFlag : DirectiveSyntax<"clusterFlag">;
def EntryCount : DirectiveSyntax<"resourceDirective", "count">;
def EntryExtent : DirectiveSyntax<"threadBlockDirective", "count (Comma count (Comma count)?)?">;
def FunctionCount : DirectiveSyntax<"abiDirective", "count">;
def AnyCount : DirectiveSyntax<"registerDirective", "count">;

// A directive, from the version `first` on. The name of the record is that of its token.
class Directive<string word, string section, string summary, list<Place> places,
                string first = "1.0", TargetSet targets = AllTargets>
    : Feature<word, first, targets> {
  string ManualSection = section;
  string Summary = summary;
  list<Place> Places = places;
  // None if PtxParser.g4 has a separate rule for the directive.
  list<DirectiveSyntax> Syntax = [];
  // In a header: whether it can be repeated.
  bit Repeats = 0;
  // The treatment of a 0 among its numbers: `Fits`; `Rejected`, an error; `Ignored`, accepted by
  // `ptxas` although no launch is possible.
  string Zero = "Fits";
  // Directives that cannot be in the same header. One of the two records suffices.
  list<Directive> Excludes = [];
  // Directives that must all be in the same header.
  list<Directive> Requires = [];
  // Directives of which one must be in the same header to have an effect.
  list<Directive> RequiresOne = [];
  // The version that deprecates it, the first version without it, and its replacement.
  string DeprecatedSince = "";
  string Removed = "";
  list<Directive> Replacement = [];
  // Whether the word is also a modifier of instructions.
  bit AlsoModifier = 0;
  // The token in the notation of the grammar, if it differs from the word.
  string Lexeme = "";
}

//===-- The module: 11.1 --------------------------------------------------------------------===//

def Version : Directive<".version", "11.1.1", "the version of PTX", [ModuleHeader]>;
def Target : Directive<".target", "11.1.2", "target and options", [ModuleHeader]>;
def AddressSize : Directive<".address_size", "11.1.3", "bits of an address", [ModuleHeader], "2.3">;

//===-- Entries and functions: 11.2 ---------------------------------------------------------===//

def Entry : Directive<".entry", "11.2.1", "a kernel", [ModuleScope]>;
def Func : Directive<".func", "11.2.2", "a function", [ModuleScope]>;
def Alias : Directive<".alias", "11.2.3", "another name of a function", [ModuleScope], "6.3", sm_30_up> {
  let AlsoModifier = 1;
}

//===-- Control flow: 11.3 ------------------------------------------------------------------===//

// The manual has it since PTX 2.1, but its first user, `brx.idx`, was added by PTX 6.0.
def BranchTargets
    : Directive<".branchtargets", "11.3.1", "the labels of an indirect branch", [AfterLabel], "6.0", sm_30_up>;
def CallTargets
    : Directive<".calltargets", "11.3.2", "the functions of an indirect call", [AfterLabel], "2.1", sm_20_up>;
def CallPrototype
    : Directive<".callprototype", "11.3.3", "the parameters of an indirect call", [AfterLabel], "2.1", sm_20_up>;

//===-- Performance: 11.4 -------------------------------------------------------------------===//

let Syntax = [EntryCount], Zero = "Rejected" in
  def MaxNReg : Directive<".maxnreg", "11.4.1", "most registers of a thread", [EntryHeader], "1.3">;
// Not in the manual.
let Syntax = [AnyCount], Zero = "Rejected", Repeats = 1 in
  def LocalMaxNReg : Directive<".local_maxnreg", "11.4.1", "most registers of a thread in this function",
                               [EntryHeader, FunctionHeader], "8.8">;
let Syntax = [EntryExtent], Zero = "Rejected" in {
  def MaxNTid : Directive<".maxntid", "11.4.2", "most threads of a CTA", [EntryHeader], "1.3">;
  def ReqNTid : Directive<".reqntid", "11.4.3", "threads of a CTA", [EntryHeader], "2.1"> {
    let Excludes = [MaxNTid];
  }
}
let Syntax = [EntryCount], Zero = "Rejected", RequiresOne = [MaxNTid, ReqNTid] in {
  def MinNCtaPerSm
      : Directive<".minnctapersm", "11.4.4", "fewest CTAs of a multiprocessor", [EntryHeader], "2.0">;
  def MaxNCtaPerSm
      : Directive<".maxnctapersm", "11.4.5", "former name of `.minnctapersm`", [EntryHeader], "1.3"> {
    let DeprecatedSince = "2.0";
    let Removed = "2.1";
    let Replacement = [MinNCtaPerSm];
  }
}
def NoReturn
    : Directive<".noreturn", "11.4.6", "the function does not return",
                [FunctionHeader, PrototypeHeader], "6.4", sm_30_up> {
  let AlsoModifier = 1;
}
def Pragma
    : Directive<".pragma", "11.4.7", "hints for the compiler", [ModuleScope, EntryHeader, InBody], "2.0"> {
  let Repeats = 1;
}
let Syntax = [FunctionCount] in {
  def AbiPreserve
      : Directive<".abi_preserve", "11.4.8", "registers that calls keep",
                  [FunctionHeader, PrototypeHeader], "9.0", sm_80_up>;
  def AbiPreserveControl
      : Directive<".abi_preserve_control", "11.4.9", "control registers that calls keep",
                  [FunctionHeader, PrototypeHeader], "9.0", sm_80_up>;
}

let Syntax = [EntryCount] in
  def MinPerCtaMemory
      : Directive<".minperctamemory", "11.4.10", "fewest bytes of global memory of a CTA", [EntryHeader], "9.4",
                  sm_80_up>;

//===-- Debugging: 11.5 ---------------------------------------------------------------------===//

def Section : Directive<".section", "11.5.2", "a section of DWARF", [ModuleScope], "2.0">;
def Dwarf : Directive<"@@DWARF", "11.5.1", "former form of `.section`", [ModuleScope], "1.2"> {
  let PtxasIgnores = 1;
  let DeprecatedSince = "2.0";
  let Replacement = [Section];
}
def File : Directive<".file", "11.5.3", "a source file", [ModuleScope]>;
def Loc : Directive<".loc", "11.5.4", "a place in a source file", [InBody]>;

def LocIntermediate
    : Directive<".loc_intermediate", "11.5.5", "a place in an intermediate source", [InBody], "9.4">;
def IntermediateSection
    : Directive<".nv_intermediate_source_section", "11.5.6", "intermediate sources", [ModuleScope], "9.4">;
def CodeBlock : Directive<".code_block", "11.5.6", "one intermediate source", [InIntermediateSection], "9.4">;
def IrName : Directive<".ir_name", "11.5.6", "its language", [InIntermediateSection], "9.4">;
def SourceFileName : Directive<".sourceFileName", "11.5.6", "its file", [InIntermediateSection], "9.4">;
// With all lines up to `.source_end`.
def SourceText : Directive<".source_begin", "11.5.6", "its text", [InIntermediateSection], "9.4"> {
  let Lexeme = "'.source_begin' .*? '.source_end'";
}

// The manual has none of these. All releases of `ptxas` from 13.0 on support them with any version.
def MetadataSection : Directive<".metadata_section", "11.5", "what tools want to know of the module", [ModuleScope]>;
def MetadataDomain
    : Directive<".metadata_domain", "11.5", "what the section is for: 1, traces of events", [InMetadataSection],
                "9.5", FamilyOf107>;
def Metadata : Directive<".metadata", "11.5", "a numbered list of values", [InMetadataSection]>;
def MetadataIndex : Directive<".metadata_index", "11.5", "the number of a list before this", [InMetadataSection]>;
def MetadataLabel
    : Directive<".metadata_label", "11.5", "a label that `trace.mark` names", [InMetadataSection]>;

//===-- Linking: 11.6 -----------------------------------------------------------------------===//

let Syntax = [Linkage] in {
  def Extern : Directive<".extern", "11.6.1", "defined elsewhere", [BeforeFunction, BeforeVariable]>;
  def Visible : Directive<".visible", "11.6.2", "defined for other modules", [BeforeFunction, BeforeVariable]>;
  def Weak : Directive<".weak", "11.6.3", "defined unless another module does", [BeforeFunction, BeforeVariable],
                       "3.1"> {
    let AlsoModifier = 1;
  }
}
def Common : Directive<".common", "11.6.4", "merged with those of other modules", [BeforeVariable], "5.0", sm_20_up> {
  let AlsoModifier = 1;
}

//===-- Clusters: 11.7, 11.8 ----------------------------------------------------------------===//

def ReqNCtaPerCluster
    : Directive<".reqnctapercluster", "11.7.1", "CTAs of a cluster", [EntryHeader], "7.8", sm_90_up> {
  let Syntax = [EntryExtent];
  let Zero = "Ignored";
}
def ExplicitCluster
    : Directive<".explicitcluster", "11.7.2", "launched with a cluster", [EntryHeader], "7.8", sm_90_up> {
  let Syntax = [EntryFlag];
}
def MaxClusterRank
    : Directive<".maxclusterrank", "11.7.3", "most CTAs of a cluster", [EntryHeader], "7.8", sm_90_up> {
  let Syntax = [EntryCount];
  let Zero = "Ignored";
  let Excludes = [ReqNCtaPerCluster];
}
def BlocksAreClusters
    : Directive<".blocksareclusters", "11.8.1", "the grid counts clusters", [EntryHeader], "9.0", sm_90_up> {
  let Syntax = [EntryFlag];
  let Requires = [ReqNTid, ReqNCtaPerCluster];
}

def Language
    : Directive<".language", "11.8.2", "languages that the code was written in", [EntryHeader, FunctionHeader],
                "9.2">;

//===-- Parts of a declaration: 5.1.6, 5.4 --------------------------------------------------===//

def Align : Directive<".align", "5.4.5", "alignment in bytes", [InDeclaration]>;
def Ptr : Directive<".ptr", "5.1.6.2", "what a parameter points to", [InDeclaration], "2.2">;
// NVIDIA's compilers mark the parameters that the run time sets; the manual does not mention it.
def Hidden : Directive<".hidden", "5.1.6", "filled in by the run time", [InDeclaration]>;
def Attribute : Directive<".attribute", "5.4.8", "attributes", [InDeclaration], "4.0">;

#endif // PTX_ISA_DIRECTIVES_TD
