// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
// The options of all tools except ptx-verify, one record each. `--help`, the suggestions for
// unknown options, the tables of docs/guide/tools.md, the manual pages and the shell completions
// are generated from this file.

include "ptx/Driver/Options/OptionBase.td"

// The tools. An option exists in the tools of its `In`.
def CheckTool : OptionVisibility;
def FmtTool : OptionVisibility;
def DumpTool : OptionVisibility;
def LayoutTool : OptionVisibility;
def LspTool : OptionVisibility;
def LitmusTool : OptionVisibility;
def SanitizeTool : OptionVisibility;
def ReduceTool : OptionVisibility;
def DiffTool : OptionVisibility;
def RunTool : OptionVisibility;

class In<list<OptionVisibility> tools> : Visibility<tools>;
defvar ModuleTools = [CheckTool, FmtTool, DumpTool];
defvar AllTools = [CheckTool, FmtTool, DumpTool, LayoutTool, LspTool, LitmusTool, SanitizeTool, ReduceTool, DiffTool, RunTool];

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

// Another name of an option with a value, for tools without an option of that name. The table
// cannot contain two options with equal names and prefixes; therefore the second prefix.
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
    HelpText<"Show the changes as a unified diff instead of making them; exit with 1 if there are any">;
def fix : Flag<["--"], "fix">, In<[CheckTool]>,
    HelpText<"Apply safe fixes in place, then report the remaining findings; for -, print the fixed text">;
def unsafe_fixes : Flag<["--"], "unsafe-fixes">, In<[CheckTool]>,
    HelpText<"With --fix or --diff, also apply fixes that may change the meaning">;
def canonical : Flag<["--"], "canonical">, In<[FmtTool]>,
    HelpText<"Also put modifiers and directives in the manual's order, and replace synonyms by one spelling">;
def tokens : Flag<["--"], "tokens">, In<[DumpTool]>,
    HelpText<"Print the tokens with their locations, one on each line">;
def constants : Flag<["--"], "constants">, In<[DumpTool]>,
    HelpText<"Print the constant expressions with their types and values">;
def ast : Flag<["--"], "ast">, In<[DumpTool]>, HelpText<"Print the syntax tree, one node on each line">;
def ast_format : Joined<["--"], "ast=">, In<[DumpTool]>, Values<"text,json">,
    HelpText<"Print the syntax tree as text (like --ast) or as JSON, one statement on each line">;
def parse_tree : Flag<["--"], "parse-tree">, In<[DumpTool]>,
    HelpText<"Print the concrete syntax tree, by the rules of the grammar, one node on each line. It is "
             "built by ANTLR's parser, which takes thirty times as long as ptxkit's">;
def parse_tree_format : Joined<["--"], "parse-tree=">, In<[DumpTool]>, Values<"text,json">,
    HelpText<"Print the concrete syntax tree as text (like --parse-tree) or as JSON with locations">;
}

defm lines : Value<"lines", "<first>:<last>",
    "Format only these lines (inclusive) of the single input; all other lines stay the same, byte for byte. "
    "Can be repeated", Action_Group, [FmtTool]>;
defm fix_only : Value<"fix-only", "<name>",
    "With --fix or --diff, fix only findings of this rule, code or group. Can be repeated", Action_Group, [CheckTool]>;
def requirements : Flag<["--"], "requirements">, Group<Action_Group>, In<[CheckTool]>,
    HelpText<"Print the requirements of the module, ignoring its own .version and .target: the lowest "
             ".version, all targets that support it, and the features that require them">;
def link : Flag<["--"], "link">, Group<Action_Group>, In<[CheckTool]>,
    HelpText<"Also check the modules together, as a linker would: names that none of them defines or that "
             "several define, and declarations that differ">;
def watch : Flag<["--"], "watch">, Group<Action_Group>, In<[CheckTool]>,
    HelpText<"Check again whenever an input or a configuration changes, until interrupted">;

//===-- What to lay out or explain ----------------------------------------------------------===//

defm arch : Value<"arch", "<target>",
    "The architecture: sm_90a for descriptors of wgmma; sm_100a, sm_103a, sm_107a or sm_110a for those of "
    "tcgen05. By default, `descriptor` decides by bit 46", Layout_Group, [LayoutTool]>;
defm major : Value<"major", "<major>",
    "The dimension along which the matrix is contiguous", Layout_Group, [LayoutTool], "K,MN">;
defm swizzle : Value<"swizzle", "<mode>",
    "Swizzle mode of `encode`, `layout`, `element`, `map` and `box`: none (default), 32B, 64B, 96B or 128B",
    Layout_Group, [LayoutTool]>;
defm atom : Value<"atom", "<size>",
    "Swizzle atomicity: 16B, 32B, 32B+8B-flip or 64B", Layout_Group, [LayoutTool]>;
defm base : Value<"base", "<address>",
    "The shared address of the table of `swizzle` or of the tile of `element`, `box` and `im2col`; the "
    "address of the tensor of `tpu`", Layout_Group, [LayoutTool]>;
defm type : Value<"type", "<type>",
    "Element type of `layout`, `element`, `map`, `box`, `spirv`, `tpu`, and of `descriptor` with --shape, such as "
    "bf16, tf32, e4m3",
    Layout_Group, [LayoutTool]>;
defm shape : Value<"shape", "<MNxK>",
    "In elements, rows along M or N and columns along K of `layout`, `element` and "
    "`descriptor`, rows and columns of the matrix of `spirv`; NxCxHxW of the tensor of `tpu`", Layout_Group, [LayoutTool]>;
defm order : Value<"order", "<dimension>",
    "The dimension along which `layout` and `element` place the swizzle atoms first (default mn)", Layout_Group, [LayoutTool], "mn,k">;
defm pitch : Value<"pitch", "<bytes>",
    "The distance between two rows of the tile of `element`, without swizzling (default: the size of a row)",
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
    "The .kind:: of the tcgen05.mma that uses the descriptor of `idesc`",
    Layout_Group, [LayoutTool], "f16,tf32,f8f6f4,i8,ti16,mxf8f6f4,mxf4,mxf4nvf4">;
defm cta_group : Value<"cta-group", "<n>",
    "The .cta_group:: of the instruction of `idesc`", Layout_Group, [LayoutTool], "1,2">;
defm map_name : Value<"map", "<name>",
    "The tensor map that `box`, `im2col` and `descriptor` use, in a file with several", Layout_Group, [LayoutTool]>;
defm dims : Value<"dims", "<sizes>",
    "The sizes of the tensor of `map` and `box` in elements, innermost dimension first, such as 4096x1024; "
    "replaces the file", Layout_Group, [LayoutTool]>;
defm box : Value<"box", "<sizes>",
    "The sizes of the box of the tensor map, in the order of --dims", Layout_Group, [LayoutTool]>;
defm coords : Value<"coords", "<list>",
    "The tensor coordinates of the instruction, in its order: `--coords=2,-1`; for `spirv` row and column, "
    "for `tpu` N, C, H, W of the element to show",
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
    "The strides of the tensor of `map` and `box` in bytes, from dimension 1 on (default packed); for `tpu` "
    "the strides N, C, H, W in elements, replacing those of the layout",
    Layout_Group, [LayoutTool]>;
defm width : Value<"width", "<columns>",
    "The width of a channel of the matrix layout of `tpu`, whose --shape is NxM",
    Layout_Group, [LayoutTool]>;
defm pack : Value<"pack", "<mode>",
    "The storage mode of `tpu` that packs elements along N", Layout_Group, [LayoutTool], "4N,2N,2IC">;
let Group = Layout_Group in {
def gather4 : Flag<["--"], "gather4">, In<[LayoutTool]>,
    HelpText<"`box` shows an access with .tile::gather4 or .tile::scatter4, whose coordinates are a column "
             "and four rows">;
def store : Flag<["--"], "store">, In<[LayoutTool]>,
    HelpText<"`spirv` shows a store instead of a load">;
def to_tensormap : Flag<["--"], "to-tensormap">, In<[LayoutTool]>,
    HelpText<"Print the tensor map of `map`, or one that is equivalent to `spirv` or `tpu`, as JSON for "
             "`map` and `box`; if there is none, print the reason and exit with 1">;
def ws : Flag<["--"], "ws">, In<[LayoutTool]>, HelpText<"The instruction of `idesc` has .ws">;
def sparse : Flag<["--"], "sparse">, In<[LayoutTool]>, HelpText<"The instruction of `idesc` has .sp">;
}

//===-- What to ask of a litmus test --------------------------------------------------------===//

defm unroll : Value<"unroll", "<n>",
    "Run each loop at most this many extra times (default 2)", Action_Group, [LitmusTool]>;
// ptx-check has an option with a value of this name; for the second prefix see OtherName.
def explain_litmus : Flag<["--", "-"], "explain">, Group<Action_Group>, In<[LitmusTool]>,
    HelpText<"Explain the result in sentences, with the sections of the manual">;
def strengthen : Flag<["--"], "strengthen">, Group<Action_Group>, In<[LitmusTool]>,
    HelpText<"List the weakest changes of semantics, scopes and fences that forbid the allowed outcome">;
def races : Flag<["--"], "races">, Group<Action_Group>, In<[LitmusTool]>,
    HelpText<"List the data races of all executions instead of evaluating the condition; exit with 1 if "
             "there is any">;

def hangs : Flag<["--"], "hangs">, Group<Action_Group>, In<[LitmusTool]>,
    HelpText<"Report whether a thread can wait forever instead of evaluating the condition; exit with 1 if "
             "one can">;

//===-- The launch to execute ---------------------------------------------------------------===//

def Launch_Group : Heading<"1b", "The launch">;
defm entry : Value<"entry", "<name>", "The entry, if the module has several", Launch_Group, [SanitizeTool, RunTool]>;
defm block : Value<"block", "<x,y,z>", "Threads of a CTA (default: .reqntid, .maxntid, or 128)", Launch_Group, [SanitizeTool, RunTool]>;
defm cluster : Value<"cluster", "<x,y,z>", "CTAs of a cluster (default: .reqnctapercluster, or 1)", Launch_Group, [SanitizeTool, RunTool]>;
defm grid : Value<"grid", "<x,y,z>", "CTAs of the grid (default: one cluster)", Launch_Group, [SanitizeTool, RunTool]>;
defm dynamic_shared : Value<"dynamic-shared", "<bytes>",
    "Bytes of dynamic shared memory (default: as many as a CTA can have)", Launch_Group, [SanitizeTool, RunTool]>;
defm arg : Value<"arg", "<name>=<value>",
    "The value of a parameter, named or numbered from 0: a number, or the array that a pointer points to, as `zeros:<shape>`, "
    "`range:<shape>`, `random:<shape>`, `fill:<n>:<shape>` (a shape is `64x32xf32`) or a `.npy` file. Without known size: "
    "`fill:<n>` (words of 32 bits) or `random:<seed>:<bound>`. `<name>+8=5:s32` is the part of a structure at byte 8. The default of ptx-sanitize is an object with unknown contents for "
    "a pointer, and 64 for an integer",
    Launch_Group, [SanitizeTool, RunTool]>;
defm out : Value<"out", "<name>=<file>",
    "Write an array after the execution to a `.npy` file", Output_Group, [RunTool]>;
defm print : Value<"print", "<array>",
    "Print elements of an array after the execution: `C`, `C[3]` or `C[0:8]`", Output_Group, [RunTool]>;
defm print_limit : Value<"print-limit", "<n>", "Print at most this many elements of each array (default: all)", Output_Group, [RunTool]>;
defm against : Value<"against", "<file>",
    "Execute another module with the same arguments, and report arrays that differ", Action_Group, [RunTool]>;
defm trace : Value<"trace", "<what>",
    "Print each executed statement, and the registers that it writes: `all`, or parts such as `cta=0,warp=1,lane=3,line=10-20,reg=%r1`, "
    "`thread=37`, or `to=C[37]` for the threads that write an element", Output_Group, [RunTool]>;
defm trace_limit : Value<"trace-limit", "<n>", "Print at most this many statements (default 1000)", Output_Group, [RunTool]>;
def debug_adapter : Flag<["--"], "debug-adapter">, Group<Action_Group>, In<[RunTool]>,
    HelpText<"Serve the Debug Adapter Protocol on standard input and output, for an editor">;
def unchecked : Flag<["--"], "unchecked">, Group<Action_Group>, In<[RunTool]>,
    HelpText<"Report only accesses outside of arrays; this is faster">;
defm box_bytes : Value<"box-bytes", "<name>=<n>",
    "The bytes of a box of the tensor map in a parameter", Launch_Group, [SanitizeTool]>;
defm launches : Value<"launches", "<file>",
    "Execute the launches of a file of JSON lines, with modules relative to it", Launch_Group, [SanitizeTool]>;
defm import : Value<"import", "<file>",
    "Take the launch from an input of SentryWard, `spverify.kernel-input/v1`", Launch_Group, [SanitizeTool]>;
defm schedules : Value<"schedules", "<n>",
    "Execute each launch in this many orders of warps and copies (default 4)", Action_Group, [SanitizeTool]>;
defm seed : Value<"seed", "<n>", "The number from which orders and random arrays are generated (default 1)", Action_Group, [SanitizeTool, RunTool]>;
defm step_limit : Value<"step-limit", "<n>",
    "End an execution after this many instructions of warps (default 20000000; for each cluster of ptx-run 1000000000)",
    Action_Group, [SanitizeTool, RunTool]>;
defm time_limit : Value<"time-limit", "<seconds>",
    "End the executions of a launch after this time", Action_Group, [SanitizeTool, RunTool]>;

def prove : Flag<["--"], "prove">, Group<Action_Group>, In<[SanitizeTool]>,
  HelpText<"Prove that launches have no fault of synchronization in any schedule, for all values of a number that loops depend on">;
defm certificate : Value<"certificate", "<file>",
    "Write a certificate of the proofs of --prove to this file, for --check-certificate", Action_Group, [SanitizeTool]>;
defm check_certificate : Value<"check-certificate", "<file>",
    "Check a certificate for the module again, by a small checker that shares only the parser with the proof", Action_Group,
    [SanitizeTool]>;
def redundant : Flag<["--"], "redundant">, Group<Action_Group>, In<[SanitizeTool]>,
  HelpText<"With --prove, report fences, barriers and waits without which the proof holds as well, and scopes that are wider "
           "than it requires">;
def strict : Flag<["--"], "strict">, Group<Action_Group>, In<[SanitizeTool, RunTool]>,
    HelpText<"Report also what the manual forbids but hardware tolerates: an mbarrier object that copies "
             "use after a barrier without a fence, lane 0 of tensor memory in all warps, arrivals of one lane for its warp "
             "without `bar.warp.sync`, and copies over bytes that threads wrote without `fence.proxy.async`">;

//===-- What to reduce ----------------------------------------------------------------------===//

// Other tools have options of some of these names; for the second prefix see OtherName.
def reduce_test : Joined<["--", "-"], "test=">, MetaVarName<"<program>">, Group<Action_Group>, In<[ReduceTool]>,
    HelpText<"Keep candidates for which this program exits with 0. Its last argument is the path of the candidate">;
def reduce_test_separate : Separate<["--", "-"], "test">, Alias<reduce_test>, In<[ReduceTool]>;
defm test_arg : Value<"test-arg", "<text>",
    "An argument of the program of --test, before the path. Can be repeated", Action_Group, [ReduceTool]>;
def reduce_check : Joined<["--", "-"], "check=">, MetaVarName<"<test>">, Group<Action_Group>, In<[ReduceTool]>,
    HelpText<"Keep candidates that pass a built-in test: `ptxas-crash` (a fault ends ptxas), `ptxas-rejects=<text>` (with this text "
             "among its messages), `ptx-check=<rule>` (a finding of this rule or group), or `sass-differs` (two ptxas "
             "generate different machine code)">;
def reduce_check_separate : Separate<["--", "-"], "check">, Alias<reduce_check>, In<[ReduceTool]>;
defm ptxas : Value<"ptxas", "<program>", "The ptxas of --check (default: ptxas on PATH)", Action_Group, [ReduceTool]>;
defm other_ptxas : Value<"other-ptxas", "<program>", "The second ptxas of --check=sass-differs", Action_Group, [ReduceTool]>;
defm ptxas_arg : Value<"ptxas-arg", "<text>",
    "An argument of ptxas, such as -O0. Can be repeated. Without -arch, the target of the module is passed",
    Action_Group, [ReduceTool]>;
def any : Flag<["--"], "any">, Group<Action_Group>, In<[ReduceTool]>,
    HelpText<"Also try candidates with errors, which are skipped otherwise, and accept an input with errors">;
defm passes : Value<"passes", "<list>", "Run only these passes", Action_Group, [ReduceTool]>;
defm skip_passes : Value<"skip-passes", "<list>", "Skip these passes", Action_Group, [ReduceTool]>;
def reduce_time_limit : Joined<["--", "-"], "time-limit=">, MetaVarName<"<seconds>">, Group<Action_Group>,
    In<[ReduceTool]>, HelpText<"End after this time with the smallest module so far">;
def reduce_time_limit_separate : Separate<["--", "-"], "time-limit">, Alias<reduce_time_limit>, In<[ReduceTool]>;
defm test_time_limit : Value<"test-time-limit", "<seconds>",
    "End a program that runs longer, and reject its candidate (default 60)", Action_Group, [ReduceTool]>;
defm test_memory_limit : Value<"test-memory-limit", "<MiB>",
    "Limit the address space of each program (default: no limit)", Action_Group, [ReduceTool]>;
def verbose : Flag<["--"], "verbose">, Group<Output_Group>, In<[ReduceTool]>,
    HelpText<"Print the size after each pass that made the module smaller">;
def no_summary : Flag<["--"], "no-summary">, Group<Output_Group>, In<[ReduceTool]>,
    HelpText<"Print no summary line">;
def list_passes : Flag<["--"], "list-passes">, Group<Information_Group>, In<[ReduceTool]>,
    HelpText<"List the passes, in the order in which they run, and exit">;

//===-- What to compare ---------------------------------------------------------------------===//

defm function : Value<"function", "<name>",
    "Compare only the functions with this name, on either side. Can be repeated", Action_Group, [DiffTool]>;
def exit_code : Flag<["--"], "exit-code">, Group<Action_Group>, In<[DiffTool]>,
    HelpText<"Exit with 1 if the modules differ">;
defm form : Value<"form", "<form>",
    "Form of the differences: text (default), side-by-side, html (a page in one file) or json",
    Output_Group, [DiffTool], "text,side-by-side,html,json">;
def summary : Flag<["--"], "summary">, Group<Output_Group>, In<[DiffTool]>,
    HelpText<"Print numbers and names only, not the instructions that differ">;
defm unified : Value<"unified", "<n>",
    "Show this many equal lines around differences (default 3)", Output_Group, [DiffTool]>;
def U : JoinedOrSeparate<["-"], "U">, Alias<unified>, In<[DiffTool]>;
defm columns : Value<"columns", "<n>",
    "The width of side-by-side output (default 140)", Output_Group, [DiffTool]>;
def own_names : Flag<["--"], "own-names">, Group<Output_Group>, In<[DiffTool]>,
    HelpText<"Show lines of the new module with its own names, instead of the corresponding names of the old module">;

//===-- How to read the input ---------------------------------------------------------------===//

let Group = Source_Group in {
def fragment : Flag<["--"], "fragment">, In<ModuleTools>,
    HelpText<"Read a statement list, such as the text of an inline assembly statement, instead of "
             "a module">;
def inline_ : Flag<["--"], "inline">, In<[FmtTool]>,
    HelpText<"Format the templates of asm statements in C++, in all inputs but *.ptx">;
def p : JoinedOrSeparate<["-"], "p">, MetaVarName<"<folder>">, In<[CheckTool]>,
    HelpText<"Check the sources listed in the compile_commands.json of this folder">;
def include_folder : JoinedOrSeparate<["-"], "I">, MetaVarName<"<folder>">, In<[CheckTool]>,
    HelpText<"In C++, use the macros of headers in this folder, or in that of the including file. Can be "
             "repeated">;
def final_ : Flag<["--"], "final">, In<[CheckTool]>,
    HelpText<"Treat the module as complete: errors of code generation, such as an undefined function, are "
             "errors">;
def syntax_only : Flag<["--"], "syntax-only">, In<[CheckTool]>,
    HelpText<"Report only lexical and syntax errors">;
def ptxas_compat : Flag<["--"], "ptxas-compat">, In<[CheckTool]>,
    HelpText<"Follow ptxas where it deviates from the manual">;
}
defm language : Value<"language", "<language>",
    "Read all inputs in this language, whatever their extensions: PTX modules, sources with PTX in "
    "statements or strings, or statement lists", Source_Group, [CheckTool],
    "ptx,cuda,opencl,python,notebook,julia,rust,llvm,mlir,fragment">;
defm include_ : Value<"include", "<pattern>",
    "Search folders for files that match this pattern instead of *.ptx and sources: a file name such as "
    "*.cuh, or, with a slash, a path within the folder. Can be repeated", Source_Group,
    [CheckTool]>;
defm operands : Value<"operands", "<list>",
    "With --fragment: the operand constraints of the asm statement, such as %0:=r,%1:l", Source_Group, [CheckTool]>;
defm target : Value<"target", "<list>",
    "Check for these targets, such as sm_90a,sm_120f, instead of the module's .target. All of them must "
    "support every feature", Source_Group, [CheckTool]>;
defm ptx_version : Value<"ptx-version", "<version>",
    "Check for this PTX version, such as 9.2, instead of the module's .version", Source_Group,
    [CheckTool]>;

defm for_cuda : Value<"for-cuda", "<release>",
    "Require that the tools of this CUDA release, such as 12.4, can read the module; ptx-fmt lowers it to the "
    "version that they read", Source_Group, [CheckTool, FmtTool]>;
defm for_driver : Value<"for-driver", "<version>",
    "Require that this driver, such as 550 or 550.54.14, can load the module; ptx-fmt lowers it to the version "
    "that the driver reads", Source_Group, [CheckTool, FmtTool]>;
defm for_gpu : Value<"for-gpu", "<target>",
    "Require that code for this target, such as sm_90, can be generated from the module", Source_Group, [CheckTool]>;

defm tensor_maps : Value<"tensor-maps", "<file>",
    "Check instructions against the tensor maps of this JSON file, in addition to those of //@tensormap "
    "comments", Source_Group, [CheckTool]>;

defm config : Value<"config", "<file>",
    "Read the configuration from this file instead of the .ptx-check files of the input's folder and its "
    "parents", Source_Group, [CheckTool, FmtTool, LspTool, SanitizeTool]>;
let Group = Source_Group in
def no_config : Flag<["--"], "no-config">, In<[CheckTool, FmtTool, LspTool, SanitizeTool]>,
    HelpText<"Read no configuration">;
let Group = Source_Group in
def no_ignore : Flag<["--"], "no-ignore">, In<[CheckTool, FmtTool, SanitizeTool]>,
    HelpText<"Search folders for all files, including those that .gitignore or the configuration excludes">;
let Group = Source_Group in
def follow_links : Flag<["--"], "follow-links">, In<[CheckTool, FmtTool]>,
    HelpText<"In folders, also read and rewrite files through links that lead out of the folder">;
let Group = Source_Group in
def force_exclude : Flag<["--"], "force-exclude">, In<[CheckTool, FmtTool]>,
    HelpText<"Apply the configuration's exclude list also to files named on the command line. For hooks that "
             "pass all file names">;
defm stdin_filename : Value<"stdin-filename", "<file>",
    "Treat standard input as this file (messages, language, configuration)",
    Source_Group, [CheckTool, FmtTool]>;

let Group = Source_Group in
def j : JoinedOrSeparate<["-"], "j">, MetaVarName<"<n>">, In<[CheckTool, FmtTool, LspTool, SanitizeTool, RunTool, ReduceTool, DiffTool]>,
    HelpText<"Use this many threads; 0 (default) means one for each core. The output does not depend on it">;

//===-- What to report ----------------------------------------------------------------------===//

defm output_format : Value<"output-format", "<format>",
    "Format of the diagnostics. On standard error: text (default) or ptxas (the messages of ptxas). On "
    "standard output: concise (one on each line), jsonl (one JSON object on each line), json, sarif, github "
    "(annotations of GitHub Actions), gitlab (Code Quality) or junit",
    Output_Group, [CheckTool, SanitizeTool, RunTool], OutputFormats>;
defm check_format : OtherName<"format", output_format, [CheckTool]>;
defm output : Value<"output", "<file>",
    "Write the output to this file, atomically; - is standard output",
    Output_Group, [CheckTool, SanitizeTool, ReduceTool, DiffTool]>;
def o : JoinedOrSeparate<["-"], "o">, Alias<output>, In<[CheckTool, ReduceTool, DiffTool]>;
defm error_limit : Value<"error-limit", "<n>",
    "Stop reporting after this many errors in a file; 0 means no limit (default 100)",
    Output_Group, [CheckTool]>;
defm baseline : Value<"baseline", "<file>",
    "Report only findings that are not in this file, written by --write-baseline", Output_Group,
    [CheckTool]>;
defm write_baseline : Value<"write-baseline", "<file>",
    "Write all findings to this file, for --baseline, instead of reporting them", Output_Group,
    [CheckTool]>;
defm diff_base : Value<"diff-base", "<file>",
    "Report only findings on lines that differ from this file, the previous text of the single input; - is "
    "standard input", Output_Group, [CheckTool]>;
defm diff_from : Value<"diff-from", "<file>",
    "Report only findings on lines that this unified diff adds or changes; - is standard input", Output_Group, [CheckTool]>;

let Group = Output_Group in {
def statistics : Flag<["--"], "statistics">, In<[CheckTool]>,
    HelpText<"Print the number of findings of each rule, most frequent first, instead of the findings">;
def exit_zero : Flag<["--"], "exit-zero">, In<[CheckTool]>,
    HelpText<"Exit with 0 even if the input has errors">;
def stats : Flag<["--"], "stats">, In<[CheckTool]>,
    HelpText<"Print the time and throughput of each phase on standard error">;
}
defm format : Value<"format", "<format>",
    "Format of the result: text (default), json, or svg, the figure of a litmus test or of descriptor, "
    "idesc, swizzle, layout, box or im2col", Output_Group, [LayoutTool, LitmusTool], "text,json,svg">;
defm layout_output_format : OtherName<"output-format", format, [LayoutTool, LitmusTool]>;
defm timeline : Value<"timeline", "<file>",
    "Draw an execution of the launch, with its first finding marked, to this SVG file; of several launches, the first one "
    "with a finding", Output_Group, [SanitizeTool]>;
defm color : Value<"color", "<when>",
    "Colour the text output; auto (default) means on a terminal unless NO_COLOR is set, or wherever FORCE_COLOR or "
    "CLICOLOR_FORCE is set",
    Output_Group, [CheckTool, FmtTool, DumpTool, SanitizeTool, DiffTool, RunTool], "auto,always,never">;

// For a tool whose findings are not warnings; for the second prefix see OtherName.
def quiet_launches : Flag<["--", "-"], "quiet">, Group<Output_Group>, In<[SanitizeTool, RunTool]>,
    HelpText<"Print findings, and why a launch is not decided: no launches, no assumptions, no summary line">;

//===-- Warnings ----------------------------------------------------------------------------===//

let Group = Warning_Group in {
def W : Joined<["-"], "W">, MetaVarName<"<name>">, In<[CheckTool]>,
    HelpText<"Turn on a warning by its name, code or group">;
def Wno : Joined<["-"], "Wno-">, MetaVarName<"<name>">, In<[CheckTool]>,
    HelpText<"Turn off a warning">;
def Werror : Flag<["-"], "Werror">, In<[CheckTool]>, HelpText<"Treat all warnings as errors">;
def Werror_name : Joined<["-"], "Werror=">, MetaVarName<"<name>">, In<[CheckTool]>,
    HelpText<"Turn on a warning and make it an error">;
def Wno_error : Flag<["-"], "Wno-error">, In<[CheckTool]>, HelpText<"Undo -Werror">;
def Wno_error_name : Joined<["-"], "Wno-error=">, MetaVarName<"<name>">, In<[CheckTool]>,
    HelpText<"Keep a warning a warning despite -Werror">;
def w : Flag<["-"], "w">, In<[CheckTool]>, HelpText<"Hide warnings and the summary line">;
def quiet : Flag<["--"], "quiet">, Alias<w>, In<[CheckTool]>,
    HelpText<"Show errors only, and no summary line, like -w and -q">;
}

//===-- The language server ------------------------------------------------------------------===//

defm rule_pages : Value<"rule-pages", "<uri>",
    "Link findings to rule pages below this URI: in SARIF, and by ptx-lsp instead of the installed pages",
    Output_Group, [CheckTool, LspTool]>;
// Editors pass it to every server. This server supports no other transport.
def stdio : Flag<["--"], "stdio">, Group<Output_Group>, In<[LspTool]>,
    HelpText<"Communicate through standard input and output; this is the default">;
def log : Flag<["--"], "log">, Group<Output_Group>, In<[LspTool]>,
    HelpText<"Log each message on a line of standard error">;
def check_file : Joined<["--"], "check=">, MetaVarName<"<file>">, Group<Action_Group>, In<[LspTool]>,
    HelpText<"Answer the requests of an editor about this file, print its findings, the number of positions and the time, and exit">;
// For tests of ptxkit: messages separated by lines of dashes, multi-line replies.
def lit_test : Flag<["--"], "lit-test">, In<[LspTool]>;

//===-- Testing -----------------------------------------------------------------------------===//

defm verify_prefix : Value<"verify-prefix", "<name>,...",
    "The prefixes of expectations, instead of `expected`", Verify_Group, [CheckTool, SanitizeTool]>;
defm verify_ignore : Value<"verify-ignore", "<kind>,...",
    "The kinds (error, warning, note) for which no expectation is required", Verify_Group, [CheckTool, SanitizeTool]>;
let Group = Verify_Group in {
def verify : Flag<["--"], "verify">, In<[CheckTool, SanitizeTool]>,
    HelpText<"Compare the diagnostics with the `// expected-error {{text}}` comments of the input; report "
             "only differences">;
def update_expected : Flag<["--"], "update-expected">, In<[CheckTool, SanitizeTool]>,
    HelpText<"Rewrite the `// expected-...` comments of each file so that --verify succeeds">;
def split_input_file : Flag<["--"], "split-input-file">, In<[CheckTool]>,
    HelpText<"Split each file at lines `// -----` and check each part separately">;
}

//===-- Information -------------------------------------------------------------------------===//

defm explain : Value<"explain", "<rule>",
    "Print the page of a rule (name or code), the rules of a group, the text of a T-rule (such as T059), or the "
    "rules for a message of ptxas (its text, or a number such as C7515) or of each line of a log on standard input (-), "
    "and exit",
    Information_Group, [CheckTool]>;
defm describe : Value<"describe", "<word>",
    "Print the syntax, types, rules and targets of an instruction, with some or no modifiers (cvt, cp.async, "
    "ld.global) or given as a statement; or what a special register (%laneid), a directive or a state space "
    "(.maxntid) is, and exit",
    Information_Group, [CheckTool]>;
defm since : Value<"since", "<version>",
    "With --list-instructions: list only instructions that this PTX version or a later one added or extended", Information_Group, [CheckTool]>;
let Group = Information_Group in {
def evidence : Flag<["--"], "evidence">, In<[CheckTool]>,
    HelpText<"With --describe: print the evidence for each form, version and target: the manual's text and "
             "verdicts of ptxas">;
def list_instructions : Flag<["--"], "list-instructions">, In<[CheckTool]>,
    HelpText<"List all instructions, or those whose names begin with one of the words on the command line, and exit">;
def show_config : Flag<["--"], "show-config">, In<[CheckTool, FmtTool, SanitizeTool]>,
    HelpText<"Print the configuration of the input and the origin of each value, and exit">;
def list_rules : Flag<["--"], "list-rules">, In<[CheckTool]>,
    HelpText<"List all rules, as text or in the --output-format json or jsonl, and exit">;
def list_trules : Flag<["--"], "list-trules">, In<[CheckTool]>,
    HelpText<"List the T-rules (tensor rules) with their diagnostics, and exit">;
def help : Flag<["--"], "help">, In<AllTools>, HelpText<"Print this and exit">;
def version : Flag<["--"], "version">, In<AllTools>, HelpText<"Print the versions and exit">;
}
def h : Flag<["-"], "h">, Alias<help>, In<AllTools>;
def V : Flag<["-"], "V">, Alias<version>, In<AllTools>;
def q : Flag<["-"], "q">, Alias<w>, In<[CheckTool]>;

// Arguments after `--` are inputs, even with dashes.
def dash_dash : Option<["--"], "", KIND_REMAINING_ARGS>, In<AllTools>;
