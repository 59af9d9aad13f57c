# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The extension for MODULE.bazel that makes the repository @ptxkit."""

load(":repositories.bzl", "ARCHIVE_ATTRIBUTES", "ptxkit_archive", "ptxkit_tools")

def _ptxkit_impl(context):
    # What the root module says goes before what its dependencies say, which come after it.
    for module in context.modules:
        for tag in module.tags.archive:
            return ptxkit_archive(name = "ptxkit", urls = tag.urls, sha256 = tag.sha256, strip_prefix = tag.strip_prefix)
        for tag in module.tags.installed:
            return ptxkit_tools(name = "ptxkit", path = tag.path)
    return ptxkit_tools(name = "ptxkit")

ptxkit = module_extension(
    implementation = _ptxkit_impl,
    tag_classes = {
        "archive": tag_class(attrs = ARCHIVE_ATTRIBUTES),
        "installed": tag_class(attrs = {"path": attr.string(mandatory = True)}),
    },
    doc = "The repository @ptxkit, with the tools. Without a tag, those on PATH.",
)
