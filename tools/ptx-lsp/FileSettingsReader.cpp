// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FileSettingsReader.h"

#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;

/// What the client says decides; editors that do not know PTX send any name.
static lsp::Language languageOf(StringRef path, StringRef id) {
  using lsp::Language;
  lsp::Language byName = isCppSource(path)    ? Language::Cpp
                         : isLlvmSource(path) ? Language::Llvm
                         : isMlirSource(path) ? Language::Mlir
                                              : Language::Ptx;
  return llvm::StringSwitch<Language>(id)
      .Case("ptx", Language::Ptx)
      .Cases({"c", "cpp", "cuda", "cuda-cpp"}, Language::Cpp)
      .Cases({"llvm", "llvm-ir"}, Language::Llvm)
      .Case("mlir", Language::Mlir)
      .Default(byName);
}

lsp::FileSettings FileSettingsReader::settingsOf(StringRef path, StringRef languageId) {
  lsp::FileSettings settings;
  settings.language = languageOf(path, languageId);
  Configuration::apply(configuration->sectionsFor(path), settings.options);
  settings.isCanonical = configuration->isCanonical(path);
  return settings;
}
