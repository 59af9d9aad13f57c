// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Output/RuleLinks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

using namespace ptx;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The URI of an absolute path. (RFC 3986)
static std::string fileUri(StringRef file) {
  std::string uri = "file://";
  for (char c : file) {
    if (llvm::isAlnum(c) || StringRef("/-._~").contains(c))
      uri += c;
    else
      uri += "%" + llvm::utohexstr(static_cast<unsigned char>(c), /*LowerCase=*/false, 2);
  }
  return uri;
}

std::string ptx::installedRulePages() {
  static int here; // any address of the program
  llvm::SmallString<256> folder(path::parent_path(fs::getMainExecutable(nullptr, &here)));
  path::append(folder, PTXKIT_RULE_PAGES);
  path::remove_dots(folder, /*remove_dot_dot=*/true);
  return fs::is_directory(folder) ? fileUri(folder) + "/" : "";
}

static StringRef variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

bool ptx::terminalHasLinks() {
  if (StringRef forced = variable("FORCE_HYPERLINK"); !forced.empty())
    return forced != "0";
  static constexpr StringRef programs[] = {"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"};
  static constexpr StringRef terminals[] = {"xterm-kitty", "alacritty", "foot", "xterm-ghostty"};
  static constexpr const char *own[] = {"KITTY_WINDOW_ID", "WT_SESSION", "DOMTERM",
                                        "KONSOLE_VERSION"};
  unsigned vte = 0; // set by GNOME's terminal and others; version 0.50 was the first with links
  return (!variable("VTE_VERSION").getAsInteger(10, vte) && vte >= 5000) ||
         llvm::is_contained(programs, variable("TERM_PROGRAM")) ||
         llvm::is_contained(terminals, variable("TERM")) ||
         llvm::any_of(own, [](const char *name) { return !variable(name).empty(); });
}
