// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The settings of editors. The server and the extensions of editors share this table, so it needs
// no LLVM library of the protocol.

#ifndef PTX_LSP_CLIENTSETTINGS_H
#define PTX_LSP_CLIENTSETTINGS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace ptx::lsp {

/// What a client can set when it starts the server and change later.
struct ClientSettings {
  /// Where the pages of the rules are, if not where the server was told: a URI.
  std::optional<std::string> rulePages = std::nullopt;
  /// Which inlay hints are shown.
  bool hintTypes = false;
  bool hintTargets = false;
};

/// A row for each setting: either a member is a flag, `false` unless set, or it is a text.
struct ClientSettingInfo {
  /// The keys that lead to it, joined by dots.
  llvm::StringLiteral name;
  bool ClientSettings::*flag;
  std::optional<std::string> ClientSettings::*text;
  /// What it does, in Markdown.
  llvm::StringLiteral summary;
};

inline constexpr ClientSettingInfo clientSettingTable[] = {
    {"rulePages", nullptr, &ClientSettings::rulePages,
     "The URI below which the pages of the rules are, in place of those installed with the "
     "server."},
    {"inlayHints.types", &ClientSettings::hintTypes, nullptr,
     "Show the types of written registers."},
    {"inlayHints.targets", &ClientSettings::hintTargets, nullptr,
     "Show the versions and targets that instructions require."},
};

} // namespace ptx::lsp

#endif // PTX_LSP_CLIENTSETTINGS_H
