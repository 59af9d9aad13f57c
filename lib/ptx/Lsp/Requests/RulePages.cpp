// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/RulePages.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/Path.h"

using namespace ptx;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string lsp::installedRulePages() {
  static int here; // any address of the program
  llvm::SmallString<256> folder(path::parent_path(fs::getMainExecutable(nullptr, &here)));
  path::append(folder, PTXKIT_RULE_PAGES);
  path::remove_dots(folder, /*remove_dot_dot=*/true);
  if (!fs::is_directory(folder))
    return "";
  llvm::Expected<llvm::lsp::URIForFile> uri = llvm::lsp::URIForFile::fromFile(folder);
  if (!uri) {
    llvm::consumeError(uri.takeError());
    return "";
  }
  return (uri->uri() + "/").str();
}
