# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tools of ptxkit as a repository: those of an installation, or of an archive that Bazel fetches.

With MODULE.bazel, extensions.bzl makes it. In a WORKSPACE, which Bazel has until 8:

    load("//third_party/rules_ptxkit:repositories.bzl", "ptxkit_tools")
    ptxkit_tools(name = "ptxkit", path = "/opt/ptxkit")
"""

_TOOLS = ["ptx-check", "ptx-fmt", "ptx-run", "ptx-sanitize", "ptx-verify"]

def _link_tools(repository, prefix):
    for tool in _TOOLS:
        repository.symlink(prefix.get_child("bin").get_child(tool), tool)
    repository.file("BUILD.bazel", "exports_files({}, visibility = [\"//visibility:public\"])\n".format(_TOOLS))

def _ptxkit_tools_impl(repository):
    if repository.attr.path:
        return _link_tools(repository, repository.path(repository.attr.path))
    found = repository.which("ptx-check")
    if not found:
        fail("ptx-check is not on PATH; say where ptxkit is, by `ptxkit.installed` or `ptxkit.archive`")
    return _link_tools(repository, found.realpath.dirname.dirname)

ptxkit_tools = repository_rule(
    implementation = _ptxkit_tools_impl,
    attrs = {"path": attr.string(doc = "the folder of an unpacked archive, or the prefix of an installation, such as /usr")},
    doc = "The programs of ptxkit as targets: @ptxkit//:ptx-check and the like.",
    environ = ["PATH"],
    local = True,
)

def _ptxkit_archive_impl(repository):
    repository.download_and_extract(
        url = repository.attr.urls,
        output = "archive",
        sha256 = repository.attr.sha256,
        stripPrefix = repository.attr.strip_prefix,
    )
    _link_tools(repository, repository.path("archive"))

ARCHIVE_ATTRIBUTES = {
    "urls": attr.string_list(mandatory = True, doc = "where the archive is"),
    "sha256": attr.string(mandatory = True, doc = "its checksum"),
    "strip_prefix": attr.string(doc = "the folder that all its files are in, such as ptxkit-0.1.0-linux-x86_64"),
}
ptxkit_archive = repository_rule(
    implementation = _ptxkit_archive_impl,
    attrs = ARCHIVE_ATTRIBUTES,
    doc = "The same, of the archive of a release.",
)
