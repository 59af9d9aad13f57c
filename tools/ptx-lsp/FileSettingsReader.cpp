// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FileSettingsReader.h"

using namespace ptx;
using llvm::StringRef;

/// The client's language identifier takes precedence, except for editors without PTX, which send
/// any name.
static const HostLanguage *hostOf(StringRef path, StringRef id) {
  if (id == "ptx")
    return nullptr;
  const HostLanguage *named = hostLanguageNamed(id);
  return named ? named : hostLanguageOf(path);
}

lsp::FileSettings FileSettingsReader::settingsOf(StringRef path, StringRef languageId) {
  lsp::FileSettings settings;
  settings.host = hostOf(path, languageId);
  Configuration::apply(configuration->sectionsFor(path), settings.options);
  settings.isCanonical = configuration->isCanonical(path);
  settings.headers = {headers, &headers->files()};
  settings.search = headers->searchFor(path);
  return settings;
}

void FileSettingsReader::reload() {
  configuration.emplace(line);
  // No path of the command line can be missing.
  headers = llvm::cantFail(SourceHeaders::make(line));
}

StringRef FileSettingsReader::watchedFiles() const {
  return "**/{.ptx-check,compile_commands.json,*.h,*.hh,*.hpp,*.hxx,*.cuh,*.inc,*.inl}";
}
