// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
// The options of ptx-verify, one record each: the options of `ptxas` 13.5, and its own. The help
// texts describe the behaviour of ptx-verify. `--help`, the table of docs/guide/ptx-verify.md, the
// manual page and the shell completions are generated from this file.

include "ptx/Driver/Options/OptionBase.td"

def Checked_Group : Heading<"1", "What to check">;
def Own_Group : Heading<"2", "Options that ptxas does not have">;
def Undone_Group
    : Heading<"3", "What requires the generated code: a line on standard error says that it is not done">;
def Ignored_Group : Heading<"4", "What is accepted and has no effect, since no code is made">;
def Information_Group : Heading<"5", "Information">;

// An option without a value: `--long`, or `-short`.
multiclass NoValue<string long, string short, string help, OptionGroup group> {
  def NAME : Flag<["--"], long>, HelpText<help>, Group<group>;
  def NAME#_short : Flag<["-"], short>, Alias<!cast<Option>(NAME)>;
}

// An option with a value: `--long=value`, `--long value`, `-short=value`, `-short value`. `values`
// or the name of the value defines the valid values: `<n>` is a number. An option whose value is a
// list, `<...>,...`, adds to the previous ones; for other options, the last one is used.
multiclass LongValue<string long, string metaVar, string help, OptionGroup group, string values> {
  def NAME : Joined<["--"], long#"=">, MetaVarName<metaVar>, HelpText<help>, Group<group> {
    let Values = !if(!empty(values), ?, values);
  }
  def NAME#_separate : Separate<["--"], long>, Alias<!cast<Option>(NAME)>;
}
multiclass Value<string long, string short, string metaVar, string help, OptionGroup group,
                 string values = ""> : LongValue<long, metaVar, help, group, values> {
  def NAME#_short : Joined<["-"], short#"=">, Alias<!cast<Option>(NAME)>;
  def NAME#_short_separate : Separate<["-"], short>, Alias<!cast<Option>(NAME)>;
}
defvar Bool = "true,false";

//===-- What to check -----------------------------------------------------------------------===//

defm gpu_name : Value<"gpu-name", "arch", "<gpu>",
    "The target of the generated code, an upper bound for the module's .target; with compute_ instead of "
    "sm_, errors of code generation are not reported", Checked_Group>;
defm compile_only : NoValue<"compile-only", "c",
    "Accept functions that are declared with .extern and not defined", Checked_Group>;
defm whole_program : NoValue<"extensible-whole-program", "ewp",
    "Accept calls of undefined functions", Checked_Group>;
defm entry : Value<"entry", "e", "<name>,...",
    "Report an error if there is no such entry; the whole module is checked", Checked_Group>;
defm device_debug : NoValue<"device-debug", "g",
    "Report an error if the optimization level is not 0", Checked_Group>;
// The short names of these two require no `=`; the text after `-O` is another argument.
defm opt_level : LongValue<"opt-level", "<n>",
    "Report an error if -g is given and the level is not 0", Checked_Group, "">;
def opt_level_short : Joined<["-"], "O">, Alias<opt_level>;
def opt_level_short_joined : Joined<["-"], "O=">, Alias<opt_level>;
defm machine : LongValue<"machine", "<n>",
    "Report an error unless it is 64 or, before release 12.0, 32", Checked_Group, "">;
def machine_short : JoinedOrSeparate<["-"], "m">, Alias<machine>;
def machine_short_joined : Joined<["-"], "m=">, Alias<machine>;
defm disable_warnings : NoValue<"disable-warnings", "w", "Report no warnings", Checked_Group>;
defm warning_as_error : NoValue<"warning-as-error", "Werror",
    "Treat warnings that ptxas also reports as errors", Checked_Group>;
defm warn_double : NoValue<"warn-on-double-precision-use", "warn-double-usage",
    "Warn about each instruction of type .f64", Checked_Group>;
defm input_as_string : Value<"input-as-string", "ias", "<text>,...",
    "Check this text as a module", Checked_Group>;
defm options_file : Value<"options-file", "optf", "<file>,...",
    "Read options from this file", Checked_Group>;
defm output_file : Value<"output-file", "o", "<file>",
    "Write this file if there is no error: an empty one, or as given by --emit", Checked_Group>;

//===-- Options that ptxas does not have ----------------------------------------------------===//

defm release : LongValue<"release", "<release>",
    "Support the versions and targets of this CUDA release, such as 11.8. The default is the environment "
    "variable PTX_VERIFY_RELEASE, then the release in the program's name, such as ptx-verify-11.8, then "
    "the newest", Own_Group, "">;
defm emit : LongValue<"emit", "<what>",
    "Content of --output-file: empty (default), or the module in canonical form",
    Own_Group, "empty,canonical">;
defm message_format : LongValue<"message-format", "<format>",
    "Format of the messages: ptxas (default), or another format of ptx-check",
    Own_Group, OutputFormats>;

//===-- What is not done --------------------------------------------------------------------===//

defm verbose : NoValue<"verbose", "v", "Statistics of the code", Undone_Group>;
defm verbose_2 : NoValue<"verbose2", "v2", "Statistics of the code, and the names of modules", Undone_Group>;
defm warn_local : NoValue<"warn-on-local-memory-usage", "warn-lmem-usage",
    "Warnings about local memory", Undone_Group>;
defm warn_spills : NoValue<"warn-on-spills", "warn-spills", "Warnings about spilled registers",
    Undone_Group>;

//===-- What has no effect ------------------------------------------------------------------===//

defm fast_compile : Value<"Ofast-compile", "Ofc", "<level>", "Less optimization", Ignored_Group,
    "0,min,mid,max">;
defm expensive : Value<"allow-expensive-optimizations", "allow-expensive-optimizations", "<bool>",
    "More optimization", Ignored_Group, Bool>;
defm controls : Value<"apply-controls", "apply-controls", "<file>",
    "Options of parts of the compiler; the file is not read", Ignored_Group>;
defm tools_patch : NoValue<"compile-as-tools-patch", "astoolspatch", "Code for tools", Ignored_Group>;
defm annotations : NoValue<"compiler-annotations", "annotate", "Notes in the output", Ignored_Group>;
defm load_cache : Value<"def-load-cache", "dlcm", "<modifier>", "The default cache of loads",
    Ignored_Group, "ca,cg,cs,lu,cv">;
defm store_cache : Value<"def-store-cache", "dscm", "<modifier>", "The default cache of stores",
    Ignored_Group, "wb,cg,cs,wt">;
defm function_registers : Value<"device-function-maxrregcount", "func-maxrregcount", "<count>",
    "Registers of functions", Ignored_Group>;
defm stack_protector : Value<"device-stack-protector", "device-stack-protector", "<bool>",
    "Protection of the stack", Ignored_Group, Bool>;
defm optimizer_constants : NoValue<"disable-optimizer-constants", "disable-optimizer-consts",
    "Constants of the optimizer", Ignored_Group>;
defm keep_blocks : NoValue<"dont-merge-basicblocks", "no-bb-merge", "Basic blocks", Ignored_Group>;
defm cloned_functions : Value<"enable-func-clone-sc", "enable-func-clone-sc", "<bool>",
    "Copies of functions for each entry", Ignored_Group, Bool>;
defm fmad : Value<"fmad", "fmad", "<bool>", "Contraction of multiplications and additions",
    Ignored_Group, Bool>;
defm force_load_cache : Value<"force-load-cache", "flcm", "<modifier>", "The cache of loads",
    Ignored_Group, "ca,cg,cs,lu,cv">;
defm force_store_cache : Value<"force-store-cache", "fscm", "<modifier>", "The cache of stores",
    Ignored_Group, "wb,cg,cs,wt">;
defm tensor_checks : NoValue<"g-tensor-memory-access-check", "g-tmem-access-check",
    "Checks of tensor memory in the code", Ignored_Group>;
defm line_info : NoValue<"generate-line-info", "lineinfo", "Line numbers", Ignored_Group>;
defm no_fabric_checks : NoValue<"gno-fabric-access-check", "gno-fabric-access-check",
    "Checks of fabric operations in the code", Ignored_Group>;
defm no_tensor_checks : NoValue<"gno-tensor-memory-access-check", "gno-tmem-access-check",
    "Checks of tensor memory in the code", Ignored_Group>;
defm jobserver : NoValue<"jobserver", "jobserver", "The job server of make", Ignored_Group>;
defm legacy_barriers : NoValue<"legacy-bar-warp-wide-behavior", "legacy-bar-warp-wide-behavior",
    "Barriers of targets before sm_70", Ignored_Group>;
defm visible_errors : NoValue<"make-errors-visible-at-exit", "make-errors-visible-at-exit",
    "Memory faults at the exit", Ignored_Group>;
defm maxntid : Value<"maxntid", "maxntid", "<n>,...", "Threads of a CTA", Ignored_Group>;
defm maxrregcount : Value<"maxrregcount", "maxrregcount", "<count>", "Registers", Ignored_Group>;
defm minnctapersm : Value<"minnctapersm", "minnctapersm", "<n>", "CTAs of a multiprocessor",
    Ignored_Group>;
defm float_atomics : NoValue<"optimize-float-atomics", "opt-fp-atomics", "Atomic operations",
    Ignored_Group>;
defm override_directives : NoValue<"override-directive-values", "override-directive-values",
    "Directives of the module", Ignored_Group>;
defm position_independent : Value<"position-independent-code", "pic", "<bool>",
    "Position-independent code", Ignored_Group, Bool>;
defm relocations : NoValue<"preserve-relocs", "preserve-relocs", "Relocations", Ignored_Group>;
defm register_usage : Value<"register-usage-level", "regUsageLevel", "<n>", "Use of registers",
    Ignored_Group>;
defm return_at_end : NoValue<"return-at-end", "ret-end", "The last return", Ignored_Group>;
defm sanitize : Value<"sanitize", "sanitize", "<tool>", "Instrumentation of the code", Ignored_Group,
    "memcheck,threadsteer">;
defm stack_bounds : NoValue<"sp-bounds-check", "sp-bounds-check", "Checks of the stack", Ignored_Group>;
defm split_compile : Value<"split-compile", "split-compile", "<n>", "Threads of the optimizer",
    Ignored_Group>;
defm no_multicast_advice : NoValue<"suppress-async-bulk-multicast-advisory-warning",
    "suppress-async-bulk-multicast-advisory-warning", "Advice about .multicast::cluster",
    Ignored_Group>;
defm no_debug_info : NoValue<"suppress-debug-info", "suppress-debug-info", "Debug information",
    Ignored_Group>;
defm no_demotion_warning : NoValue<"suppress-double-demote-warning", "suppress-double-demote-warning",
    "A warning about double precision", Ignored_Group>;
defm no_position_warning : NoValue<"suppress-position-independent-code-warning",
    "suppress-position-independent-code-warning", "A warning about --position-independent-code",
    Ignored_Group>;
defm no_sparse_advice : NoValue<"suppress-sparse-mma-advisory-info", "suppress-sparse-mma-advisory-info",
    "Advice about mma.sp", Ignored_Group>;
defm no_stack_warning : NoValue<"suppress-stack-size-warning", "suppress-stack-size-warning",
    "A warning about the size of the stack", Ignored_Group>;

//===-- Information -------------------------------------------------------------------------===//

defm help : NoValue<"help", "h", "Print this and exit", Information_Group>;
defm list_arch : NoValue<"list-arch", "arch-ls",
    "Print the numbers of the targets for which the release generates code, and exit", Information_Group>;
defm list_version : NoValue<"list-version", "version-ls",
    "Print the versions of PTX that the release accepts, and exit", Information_Group>;
defm version : NoValue<"version", "V", "Print the release in the form of ptxas, and exit",
    Information_Group>;
