// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Sema.h"
#include "ptx/Sema/BodyChecker.h"
#include "ptx/Sema/Declarations.h"

using namespace ptx;

/// The version of a statement list, which declares none.
static constexpr PtxVersion newestVersion{9, 2};

/// What the module is checked for; without targets if it says none that is known.
static Platform platformOf(const Module &module, const ModuleHeader &header,
                           const SemaOptions &options) {
  Platform platform;
  platform.mapF64ToF32 = header.mapF64ToF32;
  platform.independentTextures = header.independentTextures;
  platform.versionIsDeclared = !options.version && !module.isFragment();
  platform.version = options.version  ? *options.version
                     : header.version ? *header.version
                                      : newestVersion;
  platform.targetIsDeclared = options.targets.empty();
  platform.targets = options.targets;
  if (options.targets.empty() && header.target)
    platform.targets = {*header.target};
  return platform;
}

SemaResult::SemaResult(const Module &module, Platform platform)
    : tables(std::make_unique<Tables>(module.words(), std::move(platform))),
      top(module.top().instructions().size()) {
  for (const SyntaxUnit &body : module.bodies())
    bodies.emplace_back(body.instructions().size());
}

SemaResult ptx::checkModule(const Module &module, const SemaOptions &options,
                            DiagnosticList &diagnostics) {
  ModuleHeader header = readHeader(module);
  SemaResult result(module, platformOf(module, header, options));
  const Platform &platform = result.tables->platform;
  bool hasVersion = options.version || header.version || module.isFragment();
  bool hasPlatform = hasVersion && (!platform.targets.empty() || options.version);

  SymbolTable symbols = collectModuleSymbols(module);
  ModuleContext context{module, symbols, platform, hasPlatform};
  GateReport gates(platform);
  MnemonicTable &mnemonics = result.tables->mnemonics;
  const SyntaxUnit &top = module.top();
  if (module.isFragment())
    BodyChecker(context, top, 0, mnemonics, gates, diagnostics, result.top).run();
  for (const Function &function : top.functions()) {
    if (!function.hasBody() || function.body >= module.bodies().size())
      continue;
    bool isEntry = top.tokens().kind(function.keyword.index) == TokenKind::Entry;
    llvm::StringRef entry = isEntry ? top.text(function.name) : llvm::StringRef();
    diagnostics.setEntry(entry);
    gates.setEntry(entry);
    // A function can refer to itself.
    uint32_t position = top.range(function.name).end;
    BodyChecker body(context, module.bodies()[function.body], position, mnemonics, gates,
                     diagnostics, result.bodies[function.body]);
    body.declareParametersOf(top, function);
    body.run();
  }
  diagnostics.setEntry({});
  if (hasPlatform)
    gates.emit(header, diagnostics);
  return result;
}
