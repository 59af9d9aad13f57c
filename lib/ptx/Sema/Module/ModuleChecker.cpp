// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Module/ModuleChecker.h"

#include "ptx/Sema/Debug/IntermediateSources.h"
#include "ptx/Sema/Declarations/DeclarationCheck.h"
#include "ptx/Sema/Declarations/Initializers.h"
#include "ptx/Sema/Instructions/NewerVersion.h"
#include "ptx/Sema/Module/Aliases.h"
#include "ptx/Sema/Module/EntryDirectives.h"
#include "ptx/Sema/Module/FunctionHeaders.h"
#include "ptx/Sema/Module/HeaderChecks.h"
#include "ptx/Sema/Module/Pragmas.h"
#include "ptx/Sema/Module/Redeclarations.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// The platform of the check; without targets if the module names no known one.
static Platform platformOf(const Module &module, const ModuleHeader &header,
                           const SemaOptions &options) {
  Platform platform;
  platform.mapF64ToF32 = header.mapF64ToF32;
  platform.independentTextures = header.independentTextures;
  platform.wideAddresses = header.wideAddresses || options.wideAddresses;
  platform.versionIsDeclared = !options.version && !module.isFragment();
  platform.version = options.version  ? *options.version
                     : header.version ? *header.version
                                      : newestVersion;
  // The version of a statement list is the newest that its consumer supports.
  if (module.isFragment() && !options.version && options.consumer)
    platform.version = std::min(newestVersion, options.consumer.release->version);
  PtxVersion newest =
      header.version ? std::max(*header.version, platform.version) : platform.version;
  if (newest > newestVersion)
    platform.newer = newest;
  platform.consumer = options.consumer;
  platform.gpu = options.gpu;
  platform.targetIsDeclared = options.targets.empty();
  platform.targets = options.targets;
  if (options.targets.empty() && header.target)
    platform.targets = {*header.target};
  return platform;
}

SemaOptions ptx::recordingUses(SemaOptions options) {
  options.recordsUses = true;
  options.version.reset();
  options.targets.clear();
  options.consumer = {};
  options.gpu.reset();
  return options;
}

ModuleChecker::ModuleChecker(const Module &module, const SemaOptions &options,
                             DiagnosticList &diagnostics)
    : module(module), top(module.top()), options(options), diagnostics(diagnostics) {
  collect();
  checkDeclarations();
  const SemaResult::Tables &tables = *result.tables;
  debug.emplace(top, tables.symbols, tables.platform, *gates, diagnostics);
}

std::unique_ptr<MnemonicTable> ModuleChecker::mnemonicsOf(const WordTable &words) const {
  return std::make_unique<MnemonicTable>(words, result.tables->platform);
}

/// Reads the header and the names of the module.
void ModuleChecker::collect() {
  ModuleHeader header = readHeader(module);
  Platform platform = platformOf(module, header, options);
  bool hasVersion = options.version || header.version || module.isFragment();
  bool isVersionGiven = options.version || (module.isFragment() && options.consumer);
  bool hasPlatform = hasVersion && (!platform.targets.empty() || isVersionGiven);
  result.tables = std::make_shared<SemaResult::Tables>(header, std::move(platform), SymbolTable());
  SemaResult::Tables &tables = *result.tables;
  platformGates.emplace(tables.platform, hasPlatform && !options.recordsUses);
  gates.emplace(*platformGates, options.recordsUses);
  tables.metadata = metadataSectionOf(top);
  context.emplace(ModuleContext{module, tables.symbols, tables.platform, tables.metadata, options});
}

/// For `--requirements`, records that `ptxas` does not accept `.tex` in later versions. The check
/// of the declaration reports it.
static void recordTextureSpace(const SyntaxUnit &unit, const Variable &variable,
                               GateReport &gates) {
  if (spaceOf(unit, variable.space) != StateSpace::Tex)
    return;
  FeatureGates way = {{.feature = ".tex", .version = {1, 5}, .closes = true}};
  auto ways = [&] { return llvm::SmallVector<FeatureGates, 1>(1, way); };
  gates.use(llvm::ArrayRef<GateFailure>(), nullptr, ways, unit.range(variable.space));
}

/// Checks the declarations outside of bodies, and declares their names. (Manual 5)
void ModuleChecker::checkDeclarations() {
  DeclarationChecker checker(top, diagnostics, *gates);
  if (!module.isFragment()) {
    for (const Stmt &stmt : top.statements()) {
      if (stmt.kind == StmtKind::Function) {
        if (const Function &function = top[FuncId{stmt.index}]; !isCheckedWithBody(top, function))
          broken.insert(checker.checkHeader({top, function}));
      } else if (VarId id{stmt.index}; stmt.kind == StmtKind::Variable) {
        if (!checker.check(top[id], DeclarationPlace::Module))
          broken.insert(id);
        if (options.ptxasCompat)
          recordTextureSpace(top, top[id], *gates);
      }
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
  auto &[diagnostics, gates] = findings;
  llvm::BitVector isParameter(static_cast<unsigned>(top.variables().size()));
  for (const Function &function : top.functions()) {
    for (IdRange<VarId> ids : {function.results, function.parameters})
      isParameter.set(ids.first, ids.first + ids.count);
    if (!isCheckedWithBody(top, function))
      checkFunctionHeader({top, function}, diagnostics, gates);
  }
  // Includes the parameters of a header with an error, which belong to no function.
  if (!module.isFragment())
    for (auto [i, variable] : llvm::enumerate(top.variables()))
      if (!isParameter[static_cast<unsigned>(i)])
        checkNeeds(top, variable, /*isRead=*/true, diagnostics, gates);
  checkLinkage(symbols, gates);
  checkAliases(module, symbols, diagnostics, gates);
  // The declarations of a fragment are in scopes of a body.
  if (!module.isFragment())
    checkRedeclarations(symbols, top.lostBraces(), diagnostics);
}

BodyFindings ModuleChecker::noFindings() const {
  return {{{}, GateReport(*platformGates, options.recordsUses)}, {}};
}

std::unique_ptr<BodyFindings> ModuleChecker::checkAroundBodies() const {
  auto found = std::make_unique<BodyFindings>(noFindings());
  auto &[diagnostics, gates] = found->findings;
  const SemaResult::Tables &tables = *result.tables;
  checkHeader(module, tables.header, tables.platform, gates, diagnostics);
  checkEntryDirectives(top, tables.platform, gates, diagnostics);
  checkPragmas(module, tables.platform, gates, diagnostics);
  checkLanguages(top, diagnostics);
  checkMetadataSections(top, gates, diagnostics);
  checkFunctions(found->findings);
  checkInitializers(found->findings);
  return found;
}

std::unique_ptr<CheckedUnit> ModuleChecker::checkBody(const FunctionHeader *header,
                                                      const SyntaxUnit &body,
                                                      MnemonicTable &mnemonics,
                                                      std::unique_ptr<BodyFindings> &found) const {
  // A function can refer to itself.
  uint32_t position = header ? top.range(header->function.name).end : 0;
  auto checked = std::make_unique<CheckedUnit>(body, result.tables->symbols, position, constants());
  BodyFindings all = noFindings();
  auto &[diagnostics, gates] = all.findings;
  VariableSet own;
  if (header) {
    const Function &function = header->function;
    if (isCheckedWithBody(top, function)) {
      own = DeclarationChecker(top, diagnostics, gates).checkHeader(*header);
      checkFunctionHeader(*header, diagnostics, gates);
    }
    llvm::StringRef entry = top.entryName(function);
    diagnostics.setEntry(entry);
    gates.setEntry(entry);
    checkBodyPragmas(body, header->isEntry(), result.tables->platform, gates, diagnostics);
    checkDirectiveGates(body, gates);
    checkIntermediateLocations(body, diagnostics);
    all.debug = debug->factsOf(body, gates);
    all.debug.entry = entry;
  }
  BodyChecker checker(*context, *checked, mnemonics, all.findings);
  if (header)
    checker.declareParametersOf(*header, isCheckedWithBody(top, header->function) ? own : broken);
  checker.run();
  // Most bodies have no findings, and there can be very many.
  if (!all.isEmpty())
    found = std::make_unique<BodyFindings>(std::move(all));
  return checked;
}

void ModuleChecker::add(std::unique_ptr<BodyFindings> found) {
  if (!found)
    return;
  diagnostics.append(std::move(found->findings.diagnostics));
  gates->append(std::move(found->findings.gates));
  if (!found->debug.empty())
    result.debug.push_back(std::move(found->debug));
}

SemaResult ModuleChecker::finish(bool isComplete) {
  debug->finish(result.debug, isComplete, diagnostics);
  if (result.tables->platform.newer)
    allowForNewer(*result.tables->platform.newer, top.tokens().buffer(), diagnostics);
  gates->emit(result.tables->header, diagnostics);
  result.uses = gates->takeUses();
  result.uses.mapF64ToF32 = result.tables->platform.mapF64ToF32;
  SemaResult finished = std::move(result);
  result.tables = finished.tables;
  return finished;
}
