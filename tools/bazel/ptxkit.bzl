# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of PTX by Bazel, with the tools of an installed ptxkit.

In WORKSPACE:

    load("//third_party:ptxkit.bzl", "ptxkit_tools")
    ptxkit_tools(name = "ptxkit", path = "/opt/ptxkit")

In a BUILD file:

    load("//third_party:ptxkit.bzl", "ptx_check", "ptx_check_test")
    ptx_check_test(name = "check", srcs = glob(["*.ptx", "*.cu"]), targets = ["sm_90a"], warnings = ["all"])
"""

_TOOLS = ["ptx-check", "ptx-fmt", "ptx-verify"]

def _ptxkit_tools_impl(repository):
    bin = repository.path(repository.attr.path).get_child("bin")
    for tool in _TOOLS:
        repository.symlink(bin.get_child(tool), tool)
    repository.file("BUILD.bazel", "exports_files({}, visibility = [\"//visibility:public\"])\n".format(_TOOLS))

ptxkit_tools = repository_rule(
    implementation = _ptxkit_tools_impl,
    attrs = {"path": attr.string(mandatory = True, doc = "the folder of an unpacked archive, or the prefix of an installation, such as /usr")},
    doc = "The programs of ptxkit as targets: @ptxkit//:ptx-check and the like.",
    local = True,
)

_ATTRIBUTES = {
    "srcs": attr.label_list(mandatory = True, allow_files = True, doc = "modules, and sources with PTX in asm statements"),
    "targets": attr.string_list(doc = "as --target of ptx-check"),
    "warnings": attr.string_list(doc = "what follows -W, such as all, no-unused-label or error"),
    "options": attr.string_list(doc = "other options of ptx-check"),
    "config": attr.label(allow_single_file = True, doc = "the configuration; without it, there is none"),
    "data": attr.label_list(allow_files = True, doc = "files that options name"),
    "ptx_check": attr.label(
        default = "@ptxkit//:ptx-check",
        allow_single_file = True,
        executable = True,
        cfg = "exec",
        doc = "the program",
    ),
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

def _ptx_check_test_impl(ctx):
    options = _options(ctx, ctx.file.config.short_path if ctx.file.config else "")
    words = [ctx.executable.ptx_check.short_path] + options + [source.short_path for source in ctx.files.srcs]
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    quoted = ["'" + word.replace("'", "'\\''") + "'" for word in words]
    ctx.actions.write(script, "#!/bin/sh\nexec " + " ".join(quoted) + "\n", is_executable = True)
    files = [ctx.executable.ptx_check] + ctx.files.srcs + ctx.files.data + ([ctx.file.config] if ctx.file.config else [])
    return [DefaultInfo(executable = script, runfiles = ctx.runfiles(files = files))]

ptx_check_test = rule(
    implementation = _ptx_check_test_impl,
    attrs = _ATTRIBUTES,
    test = True,
    doc = "Checks all sources as a test.",
)
