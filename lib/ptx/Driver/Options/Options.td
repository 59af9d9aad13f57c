// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of all tools but ptx-verify, one record each. `--help`, the suggestions for unknown options, the
// tables of docs/guide/tools.md, the manual pages and the completions for shells derive from here.

include "ptx/Driver/Options/OptionBase.td"

// The tools; an option is known to those that its `In` names.
def CheckTool : OptionVisibility;
def FmtTool : OptionVisibility;
def DumpTool : OptionVisibility;
def LayoutTool : OptionVisibility;
def LspTool : OptionVisibility;
def LitmusTool : OptionVisibility;

class In<list<OptionVisibility> tools> : Visibility<tools>;
defvar ModuleTools = [CheckTool, FmtTool, DumpTool];
defvar AllTools = [CheckTool, FmtTool, DumpTool, LayoutTool, LspTool, LitmusTool];

def Action_Group : Heading<"1", "What to do">;
def Layout_Group : Heading<"1a", "What to lay out or explain">;
def Source_Group : Heading<"2", "How to read the input">;
def Output_Group : Heading<"3", "What to report">;
def Warning_Group : Heading<"4", "Warnings">;
def Verify_Group : Heading<"5", "Testing">;
def Information_Group : Heading<"6", "Information">;

// An option with a value: `--name=value`, or `--name value`.
multiclass Value<string name, string metaVar, string help, OptionGroup group,
                 list<OptionVisibility> tools, string values = ""> {
  def NAME : Joined<["--"], name#"=">, MetaVarName<metaVar>, HelpText<help>, Group<group>,
             In<tools> {
    let Values = !if(!empty(values), ?, values);
  }
  def NAME#_separate : Separate<["--"], name>, Alias<!cast<Option>(NAME)>, In<tools>;
}

// Another name of an option with a value, for tools that have no option of that name. The table
// takes no two options with the same name and the same prefixes, hence the second prefix.
multiclass OtherName<string name, Option option, list<OptionVisibility> tools> {
  def NAME : Joined<["--", "-"], name#"=">, Alias<option>, In<tools>;
  def NAME#_separate : Separate<["--", "-"], name>, Alias<option>, In<tools>;
}

//===-- What to do --------------------------------------------------------------------------===//

let Group = Action_Group in {
def in_place : Flag<["-"], "i">, In<[FmtTool]>,
    HelpText<"Rewrite each file whose layout differs; a file that does not parse is left unchanged">;
def check : Flag<["--"], "check">, In<[FmtTool]>,
    HelpText<"List the files whose layout differs and exit with 1 if there are any">;
def diff : Flag<["--"], "diff">, In<[CheckTool, FmtTool]>,
    HelpText<"Print what would change, with ptx-check by --fix, as a unified diff">;
def fix : Flag<["--"], "fix">, In<[CheckTool]>,
    HelpText<"Apply safe fixes in place, then report what remains; with - the fixed text is printed">;
def unsafe_fixes : Flag<["--"], "unsafe-fixes">, In<[CheckTool]>,
    HelpText<"With --fix or --diff, apply fixes that may change the meaning as well">;
def canonical : Flag<["--"], "canonical">, In<[FmtTool]>,
    HelpText<"Put modifiers and directives in the manual's order as well, and choose one of several "
             "spellings that mean the same">;
def tokens : Flag<["--"], "tokens">, In<[DumpTool]>,
    HelpText<"Print the tokens, one a line, with their positions">;
def constants : Flag<["--"], "constants">, In<[DumpTool]>,
    HelpText<"Print the constant expressions with their types and values">;
def ast : Flag<["--"], "ast">, In<[DumpTool]>, HelpText<"Print the syntax tree, one node a line">;
def ast_format : Joined<["--"], "ast=">, In<[DumpTool]>, Values<"text,json">,
    HelpText<"Print the syntax tree for people (like --ast) or as JSON, one statement a line">;
def parse_tree : Flag<["--"], "parse-tree">, In<[DumpTool]>,
    HelpText<"Print the concrete syntax tree by the rules of the grammar, one node a line. ANTLR's own parser makes "
             "it, thirty times as slow as ptxkit's">;
def parse_tree_format : Joined<["--"], "parse-tree=">, In<[DumpTool]>, Values<"text,json">,
    HelpText<"Print the concrete syntax tree for people (like --parse-tree) or as JSON with places">;
}

defm lines : Value<"lines", "<first>:<last>",
    "Change only these lines, both included, of the one input; the others stay as they are, byte for "
    "byte. Several can be given", Action_Group, [FmtTool]>;
defm fix_only : Value<"fix-only", "<name>",
    "With --fix or --diff, fix only findings of this rule, named by rule, code or group. Several can "
    "be given", Action_Group, [CheckTool]>;
def requirements : Flag<["--"], "requirements">, Group<Action_Group>, In<[CheckTool]>,
    HelpText<"Print the requirements of the module, whatever it declares: the lowest .version, all "
             "targets that support it, and the features that require them">;

//===-- What to lay out or explain ----------------------------------------------------------===//

defm arch : Value<"arch", "<target>",
    "The architecture: sm_90a has the descriptors of wgmma; sm_100a, sm_103a, sm_107a, sm_110a those of "
    "tcgen05. Without it `descriptor` reads bit 46", Layout_Group, [LayoutTool]>;
defm major : Value<"major", "<major>",
    "The dimension along which the matrix is contiguous", Layout_Group, [LayoutTool], "K,MN">;
defm swizzle : Value<"swizzle", "<mode>",
    "Swizzle mode of `encode`, `layout`, `element`, `map` and `box`: none, the default, 32B, 64B, 96B or 128B",
    Layout_Group, [LayoutTool]>;
defm atom : Value<"atom", "<size>",
    "Swizzle atomicity: 16B, 32B, 32B+8B-flip or 64B", Layout_Group, [LayoutTool]>;
defm base : Value<"base", "<address>",
    "The shared address at which the table of `swizzle` or the tile of `element`, `box` and "
    "`im2col` begins; the address of the tensor of `tpu`", Layout_Group, [LayoutTool]>;
defm type : Value<"type", "<type>",
    "Element type of `layout`, `element`, `map`, `box`, `spirv`, `tpu`, and of `descriptor` with --shape, such as "
    "bf16, tf32, e4m3",
    Layout_Group, [LayoutTool]>;
defm shape : Value<"shape", "<MNxK>",
    "In elements, rows along M or N and columns along K of `layout`, `element` and "
    "`descriptor`, rows and columns of the matrix of `spirv`; NxCxHxW of the tensor of `tpu`", Layout_Group, [LayoutTool]>;
defm order : Value<"order", "<dimension>",
    "The dimension along which the swizzle atoms of `layout` and `element` follow each other first "
    "(default mn)", Layout_Group, [LayoutTool], "mn,k">;
defm pitch : Value<"pitch", "<bytes>",
    "From one row of the tile of `element` to the next, without swizzling (default the bytes of a row)",
    Layout_Group, [LayoutTool]>;
defm start : Value<"start", "<address>",
    "Start address of `encode`, in bytes (default 0)", Layout_Group, [LayoutTool]>;
defm lbo : Value<"lbo", "<bytes>",
    "Leading dimension byte offset of `encode` (default 16)", Layout_Group, [LayoutTool]>;
defm sbo : Value<"sbo", "<bytes>",
    "Stride dimension byte offset of `encode` (default 0)", Layout_Group, [LayoutTool]>;
defm base_offset : Value<"base-offset", "<n>",
    "Base offset of `encode` (default 0)", Layout_Group, [LayoutTool]>;
defm kind : Value<"kind", "<kind>",
    "The .kind:: of the tcgen05.mma that takes the descriptor of `idesc`",
    Layout_Group, [LayoutTool], "f16,tf32,f8f6f4,i8,ti16,mxf8f6f4,mxf4,mxf4nvf4">;
defm cta_group : Value<"cta-group", "<n>",
    "The .cta_group:: of the instruction of `idesc`", Layout_Group, [LayoutTool], "1,2">;
defm map_name : Value<"map", "<name>",
    "The map of a file with several that `box`, `im2col` and `descriptor` use", Layout_Group, [LayoutTool]>;
defm dims : Value<"dims", "<sizes>",
    "The sizes of the tensor of `map` and `box` in elements, in place of a file, the innermost dimension "
    "first, as 4096x1024", Layout_Group, [LayoutTool]>;
defm box : Value<"box", "<sizes>",
    "The sizes of the box of the tensor map, in the order of --dims", Layout_Group, [LayoutTool]>;
defm coords : Value<"coords", "<list>",
    "The tensor coordinates of the instruction, in its order: `--coords=2,-1`; of `spirv` row and "
    "column, of `tpu` N, C, H, W of the one element to show",
    Layout_Group, [LayoutTool]>;
defm offsets : Value<"offsets", "<list>",
    "The im2col offsets of the instruction, or its wHalo and wOffset (default 0)",
    Layout_Group, [LayoutTool]>;
defm clamp : Value<"clamp", "<mode>",
    "Clamp mode of `spirv` (default undefined)", Layout_Group, [LayoutTool],
    "undefined,constant,clamp-to-edge,repeat,repeat-mirrored">;
defm view : Value<"view", "<list>",
    "The permutation of the tensor view of `spirv`: `--view=1,0`", Layout_Group, [LayoutTool]>;
defm npus : Value<"npus", "<n>",
    "The number of NPUs of the machine of `tpu`", Layout_Group, [LayoutTool]>;
defm npu_bytes : Value<"npu-bytes", "<bytes>",
    "The bytes of local memory of each NPU", Layout_Group, [LayoutTool]>;
defm placement : Value<"placement", "<layout>",
    "The placement of the tensor of `tpu`: `continuous` in system memory, else in local memory "
    "(default aligned)", Layout_Group, [LayoutTool], "continuous,aligned,compact">;
defm strides : Value<"strides", "<list>",
    "The strides of the tensor of `map` and `box`, in bytes, from dimension 1 on (default packed); N, C, H, "
    "W of the tensor of `tpu`, in elements, in place of those of the layout",
    Layout_Group, [LayoutTool]>;
defm width : Value<"width", "<columns>",
    "The width of a channel of the matrix layout of `tpu`, whose --shape is NxM",
    Layout_Group, [LayoutTool]>;
defm pack : Value<"pack", "<mode>",
    "The storage mode of `tpu` that packs elements along N", Layout_Group, [LayoutTool], "4N,2N,2IC">;
let Group = Layout_Group in {
def gather4 : Flag<["--"], "gather4">, In<[LayoutTool]>,
    HelpText<"The access of `box` is .tile::gather4 or .tile::scatter4, whose coordinates are a column "
             "and four rows">;
def store : Flag<["--"], "store">, In<[LayoutTool]>,
    HelpText<"Show a store by `spirv`, not a load">;
def to_tensormap : Flag<["--"], "to-tensormap">, In<[LayoutTool]>,
    HelpText<"Print the tensor map that the options of `map` describe, or that does the same as "
             "`spirv` or `tpu`, as JSON for `map` and `box`; exit with 1 and print the reason if "
             "there is none">;
def ws : Flag<["--"], "ws">, In<[LayoutTool]>, HelpText<"The instruction of `idesc` has .ws">;
def sparse : Flag<["--"], "sparse">, In<[LayoutTool]>, HelpText<"The instruction of `idesc` has .sp">;
}

//===-- What to ask of a litmus test --------------------------------------------------------===//

defm unroll : Value<"unroll", "<n>",
    "Pass each loop at most this many times more than once (default 2)", Action_Group, [LitmusTool]>;
// ptx-check has an option with a value of this name; for the second prefix see OtherName.
def explain_litmus : Flag<["--", "-"], "explain">, Group<Action_Group>, In<[LitmusTool]>,
    HelpText<"Say in sentences why the result is so, with the sections of the manual">;
def strengthen : Flag<["--"], "strengthen">, Group<Action_Group>, In<[LitmusTool]>,
    HelpText<"List the weakest changes of semantics, scopes and fences that forbid what is allowed">;
def races : Flag<["--"], "races">, Group<Action_Group>, In<[LitmusTool]>,
    HelpText<"List the data-races of all executions instead of deciding the condition; exit with 1 if there is any">;

def hangs : Flag<["--"], "hangs">, Group<Action_Group>, In<[LitmusTool]>,
    HelpText<"Say whether a thread can wait for ever, instead of deciding the condition; exit with 1 if one can">;

//===-- How to read the input ---------------------------------------------------------------===//

let Group = Source_Group in {
def fragment : Flag<["--"], "fragment">, In<ModuleTools>,
    HelpText<"Read a statement list, such as the text of an inline assembly statement, instead of "
             "a module">;
def inline_ : Flag<["--"], "inline">, In<[CheckTool, FmtTool]>,
    HelpText<"Process the PTX in asm statements: ptx-check in the sources of C++, CUDA C++, LLVM IR "
             "and MLIR in folders, by their extensions; ptx-fmt in C++, in all inputs but *.ptx">;
def p : JoinedOrSeparate<["-"], "p">, MetaVarName<"<folder>">, In<[CheckTool]>,
    HelpText<"Check the sources that the compile_commands.json in this folder names">;
def final_ : Flag<["--"], "final">, In<[CheckTool]>,
    HelpText<"Check for a module that is loaded as it is: what only code generation rejects, such as a "
             "function that is nowhere defined, is an error">;
def syntax_only : Flag<["--"], "syntax-only">, In<[CheckTool]>,
    HelpText<"Stop after the syntax: report only lexical and syntax errors">;
def ptxas_compat : Flag<["--"], "ptxas-compat">, In<[CheckTool]>,
    HelpText<"Accept and reject the same as ptxas where it departs from the manual">;
}
defm language : Value<"language", "<language>",
    "Read all inputs as PTX modules, as C++, LLVM IR or MLIR with PTX in asm statements, or as "
    "statement lists, whatever their extensions", Source_Group, [CheckTool],
    "ptx,cuda,llvm,mlir,fragment">;
defm include_ : Value<"include", "<pattern>",
    "Look in folders for the files that this pattern fits in place of *.ptx: the name of a file, such "
    "as *.cuh, or, with a slash, its path below the folder. Several can be given", Source_Group,
    [CheckTool]>;
defm operands : Value<"operands", "<list>",
    "The constraints of the operands of the asm statement whose text --fragment reads, such as "
    "%0:=r,%1:l", Source_Group, [CheckTool]>;
defm target : Value<"target", "<list>",
    "Check for these targets, such as sm_90a,sm_120f, in place of the module's .target: what it "
    "uses must exist on all of them", Source_Group, [CheckTool]>;
defm ptx_version : Value<"ptx-version", "<version>",
    "Check for this version of PTX, such as 9.2, in place of the module's .version", Source_Group,
    [CheckTool]>;

defm for_cuda : Value<"for-cuda", "<release>",
    "Check for a module that the tools of this release of CUDA, such as 12.4, have to read: its "
    ".version must not be newer than they are", Source_Group, [CheckTool]>;
defm for_driver : Value<"for-driver", "<version>",
    "The same for a driver, such as 550 or 550.54.14, that loads the module", Source_Group,
    [CheckTool]>;
defm for_gpu : Value<"for-gpu", "<target>",
    "Check for a module of which code is made for this target, such as sm_90: that of the module must "
    "be fit for it", Source_Group, [CheckTool]>;

defm tensor_maps : Value<"tensor-maps", "<file>",
    "Check instructions against the tensor maps that this JSON file describes, as well as those of "
    "//@tensormap comments", Source_Group, [CheckTool]>;

defm config : Value<"config", "<file>",
    "Read the configuration from this file in place of the .ptx-check of the folder of each input and "
    "of those around it", Source_Group, [CheckTool, FmtTool, LspTool]>;
let Group = Source_Group in
def no_config : Flag<["--"], "no-config">, In<[CheckTool, FmtTool, LspTool]>,
    HelpText<"Read no configuration">;
let Group = Source_Group in
def no_ignore : Flag<["--"], "no-ignore">, In<[CheckTool, FmtTool]>,
    HelpText<"Look in folders for all files, also those that .gitignore or the configuration excludes">;
let Group = Source_Group in
def follow_links : Flag<["--"], "follow-links">, In<[CheckTool, FmtTool]>,
    HelpText<"In folders, read and rewrite files also through links that lead out of the folder">;
let Group = Source_Group in
def force_exclude : Flag<["--"], "force-exclude">, In<[CheckTool, FmtTool]>,
    HelpText<"Leave out what the configuration excludes also where the command line names it, as hooks do "
             "that pass the names of all files">;
defm stdin_filename : Value<"stdin-filename", "<file>",
    "The name of what standard input holds: for messages, its language and its configuration",
    Source_Group, [CheckTool, FmtTool]>;

let Group = Source_Group in
def j : JoinedOrSeparate<["-"], "j">, MetaVarName<"<n>">, In<[CheckTool, FmtTool, LspTool]>,
    HelpText<"Work with this many threads; 0, the default, means one for each core. The output does "
             "not depend on it">;

//===-- What to report ----------------------------------------------------------------------===//

defm output_format : Value<"output-format", "<format>",
    "Form of the diagnostics: text for people and ptxas (the lines of ptxas) on standard error; on "
    "standard output concise (one a line), jsonl (one JSON object a line), json, sarif, github "
    "(annotations of GitHub Actions), gitlab (Code Quality) and junit",
    Output_Group, [CheckTool], "text,concise,jsonl,json,sarif,github,gitlab,junit,ptxas">;
defm check_format : OtherName<"format", output_format, [CheckTool]>;
defm output : Value<"output", "<file>",
    "Write the report to this file, at the end and at once; - is standard output",
    Output_Group, [CheckTool]>;
def o : JoinedOrSeparate<["-"], "o">, Alias<output>, In<[CheckTool]>;
defm error_limit : Value<"error-limit", "<n>",
    "Show nothing of a file after this many errors; 0 shows all (default 100)",
    Output_Group, [CheckTool]>;
defm baseline : Value<"baseline", "<file>",
    "Report only findings that are not in this file, which --write-baseline wrote", Output_Group,
    [CheckTool]>;
defm write_baseline : Value<"write-baseline", "<file>",
    "Write all findings to this file instead of reporting them, for --baseline", Output_Group,
    [CheckTool]>;
defm diff_base : Value<"diff-base", "<file>",
    "Report only findings about lines that differ from this file, the text that the one input had "
    "before; - is standard input", Output_Group, [CheckTool]>;
defm diff_from : Value<"diff-from", "<file>",
    "Report only findings about lines that the unified diff in this file adds or rewrites; - is "
    "standard input", Output_Group, [CheckTool]>;

let Group = Output_Group in {
def statistics : Flag<["--"], "statistics">, In<[CheckTool]>,
    HelpText<"Report how many findings of each rule there are, most frequent first, in place of the "
             "findings">;
def exit_zero : Flag<["--"], "exit-zero">, In<[CheckTool]>,
    HelpText<"Exit with 0 also if there are errors in the input">;
def stats : Flag<["--"], "stats">, In<[CheckTool]>,
    HelpText<"Print the time of each phase, with its MB/s, on standard error">;
}
defm format : Value<"format", "<format>",
    "Form of the result: text for people, the default, JSON, or the figure of a litmus test or of descriptor, "
    "idesc, swizzle, layout, box or im2col", Output_Group, [LayoutTool, LitmusTool], "text,json,svg">;
defm layout_output_format : OtherName<"output-format", format, [LayoutTool, LitmusTool]>;
defm color : Value<"color", "<when>",
    "Colour the text form; auto, the default, means on a terminal and unless NO_COLOR is set",
    Output_Group, ModuleTools, "auto,always,never">;

//===-- Warnings ----------------------------------------------------------------------------===//

let Group = Warning_Group in {
def W : Joined<["-"], "W">, MetaVarName<"<name>">, In<[CheckTool]>,
    HelpText<"Turn on a warning, named by rule, code or group">;
def Wno : Joined<["-"], "Wno-">, MetaVarName<"<name>">, In<[CheckTool]>,
    HelpText<"Turn off a warning">;
def Werror : Flag<["-"], "Werror">, In<[CheckTool]>, HelpText<"Make all warnings errors">;
def Werror_name : Joined<["-"], "Werror=">, MetaVarName<"<name>">, In<[CheckTool]>,
    HelpText<"Turn on a warning and make it an error">;
def Wno_error : Flag<["-"], "Wno-error">, In<[CheckTool]>, HelpText<"Take back -Werror">;
def Wno_error_name : Joined<["-"], "Wno-error=">, MetaVarName<"<name>">, In<[CheckTool]>,
    HelpText<"Keep a warning a warning in spite of -Werror">;
def w : Flag<["-"], "w">, In<[CheckTool]>, HelpText<"Show no warnings">;
def quiet : Flag<["--"], "quiet">, Alias<w>, In<[CheckTool]>,
    HelpText<"Show errors only, as -w and -q do">;
}

//===-- The language server ------------------------------------------------------------------===//

defm rule_pages : Value<"rule-pages", "<uri>",
    "Link each finding to the page of its rule below this URI, in place of the pages that are installed",
    Output_Group, [LspTool]>;
def log : Flag<["--"], "log">, Group<Output_Group>, In<[LspTool]>,
    HelpText<"Write a line for each message to standard error">;
// For tests of ptxkit: messages between lines of dashes, answers in several lines.
def lit_test : Flag<["--"], "lit-test">, In<[LspTool]>;

//===-- Testing -----------------------------------------------------------------------------===//

defm verify_prefix : Value<"verify-prefix", "<name>,...",
    "The words that expectations begin with, in place of `expected`", Verify_Group, [CheckTool]>;
defm verify_ignore : Value<"verify-ignore", "<kind>,...",
    "The kinds error, warning and note that need not be expected", Verify_Group, [CheckTool]>;
let Group = Verify_Group in {
def verify : Flag<["--"], "verify">, In<[CheckTool]>,
    HelpText<"Compare the diagnostics with the `// expected-error {{text}}` comments of the input; "
             "report only what differs">;
def update_expected : Flag<["--"], "update-expected">, In<[CheckTool]>,
    HelpText<"Rewrite the `// expected-...` comments of each file so that --verify succeeds">;
def split_input_file : Flag<["--"], "split-input-file">, In<[CheckTool]>,
    HelpText<"Split each file at the lines `// -----` and check each part on its own">;
}

//===-- Information -------------------------------------------------------------------------===//

defm explain : Value<"explain", "<rule>",
    "Print the page of a rule, given by name or code, the text of a T-rule, given as T059, or the rules "
    "for a message of ptxas, given as its text or a number such as C7515, and exit",
    Information_Group, [CheckTool]>;
defm describe : Value<"describe", "<opcode>",
    "Print the syntax, types, rules and targets of an instruction, of which some modifiers can be "
    "given (cvt, cp.async, ld.global), and exit",
    Information_Group, [CheckTool]>;
defm since : Value<"since", "<version>",
    "With --list-instructions: list those that came with this version of PTX or a later one, or got forms "
    "then", Information_Group, [CheckTool]>;
let Group = Information_Group in {
def evidence : Flag<["--"], "evidence">, In<[CheckTool]>,
    HelpText<"With --describe: print how each form and each version and target of it is known: the text of the "
             "manual, and verdicts of ptxas">;
def list_instructions : Flag<["--"], "list-instructions">, In<[CheckTool]>,
    HelpText<"List all instructions and exit">;
def show_config : Flag<["--"], "show-config">, In<[CheckTool, FmtTool]>,
    HelpText<"Print the configuration of the input, and where each value is set, and exit">;
def list_rules : Flag<["--"], "list-rules">, In<[CheckTool]>,
    HelpText<"List all rules, as text or in the --output-format json or jsonl, and exit">;
def list_trules : Flag<["--"], "list-trules">, In<[CheckTool]>,
    HelpText<"List the T-rules, about tensors, each with the diagnostics that say it, and exit">;
def help : Flag<["--"], "help">, In<AllTools>, HelpText<"Print this and exit">;
def version : Flag<["--"], "version">, In<AllTools>, HelpText<"Print the versions and exit">;
}
def h : Flag<["-"], "h">, Alias<help>, In<AllTools>;
def q : Flag<["-"], "q">, Alias<w>, In<[CheckTool]>;

// What follows `--` is input, dashes or not.
def dash_dash : Option<["--"], "", KIND_REMAINING_ARGS>, In<AllTools>;
