// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The settings of editors. The server and the editor extensions share this table, so it does not
// depend on LLVM's library for the protocol.

#ifndef PTX_LSP_CLIENTSETTINGS_H
#define PTX_LSP_CLIENTSETTINGS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace ptx::lsp {

/// The settings that a client can pass at startup and change later.
struct ClientSettings {
  /// The URI of the rules' pages. Overrides the location that the server was given.
  std::optional<std::string> rulePages = std::nullopt;
  /// Whether the inlay hints of each kind are shown.
  bool hintTypes = false;
  bool hintTargets = false;
};

/// The description of a setting. The member is either a flag, `false` by default, or a string.
struct ClientSettingInfo {
  /// The path of keys, joined by dots.
  llvm::StringLiteral name;
  bool ClientSettings::*flag;
  std::optional<std::string> ClientSettings::*text;
  /// The description in Markdown.
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
