# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of PTX by Bazel.

In a BUILD file:

    load("@rules_ptxkit//:ptxkit.bzl", "ptx_check", "ptx_check_test", "ptx_run_test", "ptx_sanitize_test")
    ptx_check_test(name = "check", srcs = glob(["*.ptx", "*.cu"]), targets = ["sm_90a"], warnings = ["all"])
    ptx_sanitize_test(name = "launches", srcs = glob(["*.ptx"]))
    ptx_run_test(name = "sums", src = "sum.ptx", options = ["--print=out[0:4]"], expected = "sum.txt")

MODULE.bazel beside this file says how a project gets the rules and the tools.
"""

def _program(name):
    return attr.label(default = "@ptxkit//:" + name, allow_single_file = True, executable = True, cfg = "exec", doc = "the program")

_ATTRIBUTES = {
    "srcs": attr.label_list(mandatory = True, allow_files = True, doc = "modules, and sources with PTX in asm statements"),
    "targets": attr.string_list(doc = "as --target of ptx-check"),
    "warnings": attr.string_list(doc = "what follows -W, such as all, no-unused-label or error"),
    "options": attr.string_list(doc = "other options of ptx-check"),
    "config": attr.label(allow_single_file = True, doc = "the configuration; without it, there is none"),
    "data": attr.label_list(allow_files = True, doc = "files that options name"),
    "ptx_check": _program("ptx-check"),
}

_LAUNCH_ATTRIBUTES = {
    "srcs": attr.label_list(mandatory = True, allow_files = [".ptx"], doc = "modules with //@launch comments, or those that launches names"),
    "launches": attr.label(allow_single_file = True, doc = "launches as JSON lines, with modules relative to it; without it, the comments count"),
    "options": attr.string_list(doc = "other options of ptx-sanitize"),
    "data": attr.label_list(allow_files = True, doc = "files that options or launches name, such as the contents of arrays"),
    "allow_undecided": attr.bool(doc = "whether a launch of which not all was followed passes"),
    "ptx_sanitize": _program("ptx-sanitize"),
}

_RUN_ATTRIBUTES = {
    "src": attr.label(mandatory = True, allow_single_file = [".ptx"], doc = "a module; without a launch among the options, one with //@launch comments"),
    "options": attr.string_list(doc = "options of ptx-run: the launch, its arguments, and what to print"),
    "expected": attr.label(allow_single_file = True, doc = "what the execution must print; without it, any result passes that is computed without a fault"),
    "data": attr.label_list(allow_files = True, doc = "files that options name, such as arrays"),
    "ptx_run": _program("ptx-run"),
}

def _options(ctx, config):
    """The options for all sources. What a check depends on is what the rule names, so no configuration is searched for."""
    options = ["-j1", "--config=" + config if config else "--no-config"]
    if ctx.attr.targets:
        options.append("--target=" + ",".join(ctx.attr.targets))
    return options + ["-W" + warning for warning in ctx.attr.warnings] + ctx.attr.options

def _ptx_check_impl(ctx):
    options = _options(ctx, ctx.file.config.path if ctx.file.config else "")
    shared = ctx.files.data + ([ctx.file.config] if ctx.file.config else [])
    stamps = []
    for number, source in enumerate(ctx.files.srcs):
        stamp = ctx.actions.declare_file("{}.checked/{}-{}".format(ctx.label.name, number, source.basename))
        ctx.actions.run_shell(
            command = "stamp=$1; shift; \"$@\" && : > \"$stamp\"",
            arguments = [stamp.path, ctx.executable.ptx_check.path] + options + [source.path],
            inputs = [source] + shared,
            tools = [ctx.executable.ptx_check],
            outputs = [stamp],
            mnemonic = "PtxCheck",
            progress_message = "Checking " + source.short_path,
        )
        stamps.append(stamp)
    return [DefaultInfo(files = depset(stamps))]

ptx_check = rule(
    implementation = _ptx_check_impl,
    attrs = _ATTRIBUTES,
    doc = "Checks each source when it is built, and again only when it has changed; an error ends the build.",
)

def _quoted(words):
    return " ".join(["'" + word.replace("'", "'\\''") + "'" for word in words])

def _test(ctx, tool, words, files, before = "exec ", after = ""):
    """A test that runs a tool with these words, and what it needs."""
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(script, "#!/bin/sh\n" + before + _quoted([tool.short_path] + words) + "\n" + after, is_executable = True)
    return [DefaultInfo(executable = script, runfiles = ctx.runfiles(files = [tool] + files))]

def _ptx_check_test_impl(ctx):
    options = _options(ctx, ctx.file.config.short_path if ctx.file.config else "")
    files = ctx.files.srcs + ctx.files.data + ([ctx.file.config] if ctx.file.config else [])
    return _test(ctx, ctx.executable.ptx_check, options + [source.short_path for source in ctx.files.srcs], files)

ptx_check_test = rule(
    implementation = _ptx_check_test_impl,
    attrs = _ATTRIBUTES,
    test = True,
    doc = "Checks all sources as a test.",
)

def _ptx_sanitize_test_impl(ctx):
    words = ["-j1"] + ctx.attr.options
    if ctx.file.launches:
        words.append("--launches=" + ctx.file.launches.short_path)
    else:
        words += [source.short_path for source in ctx.files.srcs]
    files = ctx.files.srcs + ctx.files.data + ([ctx.file.launches] if ctx.file.launches else [])
    if not ctx.attr.allow_undecided:
        return _test(ctx, ctx.executable.ptx_sanitize, words, files)
    return _test(ctx, ctx.executable.ptx_sanitize, words, files, before = "", after = "code=$?\n[ $code = 4 ] || exit $code\n")

ptx_sanitize_test = rule(
    implementation = _ptx_sanitize_test_impl,
    attrs = _LAUNCH_ATTRIBUTES,
    test = True,
    doc = "Executes launches of modules as a test, without a GPU.",
)

def _ptx_run_test_impl(ctx):
    words = ctx.attr.options + [ctx.file.src.short_path]
    files = [ctx.file.src] + ctx.files.data
    if not ctx.file.expected:
        return _test(ctx, ctx.executable.ptx_run, words, files)

    # A second execution tells why the first one was not computed.
    reason = "[ $code != 4 ] || " + _quoted([ctx.executable.ptx_run.short_path] + words)
    after = "code=$?\n[ $code = 0 ] || { cat \"$printed\"; " + reason + "; exit $code; }\n"
    after += "diff -u " + _quoted([ctx.file.expected.short_path]) + " \"$printed\"\n"
    before = "printed=$TEST_TMPDIR/printed\n> \"$printed\" "
    return _test(ctx, ctx.executable.ptx_run, ["--quiet"] + words, files + [ctx.file.expected], before = before, after = after)

ptx_run_test = rule(
    implementation = _ptx_run_test_impl,
    attrs = _RUN_ATTRIBUTES,
    test = True,
    doc = "Executes a kernel with data as a test, without a GPU, and compares what it prints.",
)
