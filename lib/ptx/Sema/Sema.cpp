// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Sema.h"
#include "ptx/Sema/Aliases.h"
#include "ptx/Sema/BodyChecker.h"
#include "ptx/Sema/DebugDirectives.h"
#include "ptx/Sema/DeclarationCheck.h"
#include "ptx/Sema/EntryDirectives.h"
#include "ptx/Sema/FunctionHeaders.h"
#include "ptx/Sema/HeaderChecks.h"
#include "ptx/Sema/Initializers.h"
#include "ptx/Sema/NewerVersion.h"
#include "ptx/Sema/Pragmas.h"
#include "ptx/Sema/Redeclarations.h"

using namespace ptx;

/// What the module is checked for; without targets if it says none that is known.
static Platform platformOf(const Module &module, const ModuleHeader &header,
                           const SemaOptions &options) {
  Platform platform;
  platform.mapF64ToF32 = header.mapF64ToF32;
  platform.independentTextures = header.independentTextures;
  platform.wideAddresses = header.wideAddresses;
  platform.versionIsDeclared = !options.version && !module.isFragment();
  platform.version = options.version  ? *options.version
                     : header.version ? *header.version
                                      : newestVersion;
  PtxVersion newest =
      header.version ? std::max(*header.version, platform.version) : platform.version;
  if (newest > newestVersion)
    platform.newer = newest;
  platform.targetIsDeclared = options.targets.empty();
  platform.targets = options.targets;
  if (options.targets.empty() && header.target)
    platform.targets = {*header.target};
  return platform;
}

namespace {

/// Checks one module, step by step.
class ModuleChecker {
public:
  ModuleChecker(const Module &module, const SemaOptions &options, Workers &workers,
                DiagnosticList &diagnostics)
      : module(module), top(module.top()), options(options), workers(workers),
        diagnostics(diagnostics) {}

  SemaResult run();

private:
  void collect();
  void checkDeclarations();
  void checkFunctions(Findings &findings) const;
  void checkInitializers(Findings &findings) const;
  void checkAroundBodies(Findings &findings) const;
  void checkBody(const Function *function, CheckedUnit &checked, MnemonicTable &mnemonics,
                 Findings &findings) const;
  void checkParts();

  ConstantRules constants() const {
    return options.ptxasCompat ? ConstantRules::Ptxas : ConstantRules::Manual;
  }

  const Module &module;
  const SyntaxUnit &top;
  const SemaOptions &options;
  Workers &workers;
  DiagnosticList &diagnostics;
  SemaResult result;
  VariableSet broken;
  std::optional<PlatformGates> platformGates;
  std::optional<ModuleContext> context;
  std::optional<GateReport> gates;
};

} // namespace

/// Reads the header and the names of the module.
void ModuleChecker::collect() {
  ModuleHeader header = readHeader(module);
  Platform platform = platformOf(module, header, options);
  bool hasVersion = options.version || header.version || module.isFragment();
  bool hasPlatform = hasVersion && (!platform.targets.empty() || options.version);
  result.tables =
      std::make_unique<SemaResult::Tables>(std::move(header), std::move(platform), SymbolTable());
  SemaResult::Tables &tables = *result.tables;
  for (unsigned i = 0; i != workers.count(); ++i)
    tables.mnemonics.push_back(std::make_unique<MnemonicTable>(module.words(), tables.platform));
  platformGates.emplace(tables.platform, hasPlatform && !options.recordsNeeds);
  gates.emplace(*platformGates, options.recordsNeeds);
  context.emplace(ModuleContext{module, tables.symbols, tables.platform, broken});
}

/// Checks what is declared outside of bodies, and declares it. (Manual 5)
void ModuleChecker::checkDeclarations() {
  DeclarationChecker checker(top, diagnostics, *gates);
  if (!module.isFragment()) {
    for (const Stmt &stmt : top.statements()) {
      if (stmt.kind == StmtKind::Function)
        broken.insert(checker.checkHeader(top[FuncId{stmt.index}]));
      else if (VarId id{stmt.index};
               stmt.kind == StmtKind::Variable && !checker.check(top[id], DeclarationPlace::Module))
        broken.insert(id);
    }
  }
  result.tables->symbols = collectModuleSymbols(module, broken);
}

/// (Manual 5.4.4)
void ModuleChecker::checkInitializers(Findings &findings) const {
  if (module.isFragment())
    return;
  const SymbolTable &symbols = result.tables->symbols;
  auto find = [&](llvm::StringRef name, uint32_t before) -> const Symbol * {
    std::optional<uint32_t> index = symbols.find(name, before);
    return index ? &symbols[*index] : nullptr;
  };
  InitializerChecker checker(top, constants(), find, findings.diagnostics, findings.gates);
  for (const Stmt &stmt : top.statements())
    if (stmt.kind == StmtKind::Variable)
      checker.check(top[VarId{stmt.index}]);
}

/// Checks functions and names that are declared more than once. (Manual 11.2, 11.6)
void ModuleChecker::checkFunctions(Findings &findings) const {
  const SymbolTable &symbols = result.tables->symbols;
  for (const Function &function : top.functions())
    checkFunctionHeader(top, function, findings.diagnostics, findings.gates);
  checkLinkage(symbols, findings.gates);
  checkAliases(module, symbols, findings.diagnostics, findings.gates);
  // What a fragment declares is in scopes of a body.
  if (module.isComplete() && !module.isFragment())
    checkRedeclarations(symbols, findings.diagnostics);
}

/// All that no body takes part in.
void ModuleChecker::checkAroundBodies(Findings &findings) const {
  const SemaResult::Tables &tables = *result.tables;
  checkHeader(module, tables.header, tables.platform, findings.gates, findings.diagnostics);
  checkEntryDirectives(module, tables.platform, findings.gates, findings.diagnostics);
  checkPragmas(module, tables.platform, findings.gates, findings.diagnostics);
  checkDebugDirectives(module, tables.symbols, tables.platform, findings.gates,
                       findings.diagnostics);
  checkFunctions(findings);
  checkInitializers(findings);
}

void ModuleChecker::checkBody(const Function *function, CheckedUnit &checked,
                              MnemonicTable &mnemonics, Findings &findings) const {
  if (function) {
    findings.diagnostics.setEntry(top.entryName(*function));
    findings.gates.setEntry(top.entryName(*function));
  }
  BodyChecker body(*context, checked, mnemonics, findings);
  if (function)
    body.declareParametersOf(top, *function);
  body.run();
}

/// Checks the bodies and what is around them; the workers share both.
void ModuleChecker::checkParts() {
  struct Job {
    const Function *function; ///< none of a fragment
    const SyntaxUnit *body;
    std::unique_ptr<CheckedUnit> *checked;
  };
  std::vector<Job> jobs;
  if (module.isFragment())
    jobs.push_back({nullptr, &top, &result.top});
  result.bodies.resize(module.bodies().size());
  for (const Function &function : top.functions())
    if (const SyntaxUnit *body = module.bodyOf(function))
      jobs.push_back({&function, body, &result.bodies[function.body]});
  // The first are those from around the bodies. Most bodies have none, and there can be very many.
  std::vector<std::unique_ptr<Findings>> findings(jobs.size() + 1);
  auto check = [&](const Job &job, unsigned worker, Findings &found) {
    // A function can refer to itself.
    uint32_t position = job.function ? top.range(job.function->name).end : 0;
    *job.checked =
        std::make_unique<CheckedUnit>(*job.body, result.tables->symbols, position, constants());
    checkBody(job.function, **job.checked, *result.tables->mnemonics[worker], found);
  };
  workers.forEach(findings.size(), [&](size_t i, unsigned worker) {
    auto found =
        std::make_unique<Findings>(Findings{{}, GateReport(*platformGates, options.recordsNeeds)});
    if (i == 0)
      checkAroundBodies(*found);
    else
      check(jobs[i - 1], worker, *found);
    if (!found->isEmpty())
      findings[i] = std::move(found);
  });
  for (std::unique_ptr<Findings> &found : findings) {
    if (!found)
      continue;
    diagnostics.append(std::move(found->diagnostics));
    gates->append(std::move(found->gates));
  }
}

SemaResult ModuleChecker::run() {
  collect();
  checkDeclarations();
  checkParts();
  if (result.tables->platform.newer)
    allowForNewer(*result.tables->platform.newer, diagnostics);
  gates->emit(result.tables->header, diagnostics);
  result.needs = gates->takeNeeds();
  result.needs.mapF64ToF32 = result.tables->platform.mapF64ToF32;
  return std::move(result);
}

SemaResult ptx::checkModule(const Module &module, const SemaOptions &options,
                            DiagnosticList &diagnostics, Workers *workers) {
  Workers none(1);
  return ModuleChecker(module, options, workers ? *workers : none, diagnostics).run();
}
