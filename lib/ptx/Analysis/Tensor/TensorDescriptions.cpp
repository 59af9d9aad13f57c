// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Tensor/TensorDescriptions.h"

#include "ptx/Tensor/Maps/TensorMapRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

std::string KnownTensorMap::origin() const {
  return ("tensor map `" + name + "` is described " +
          (file.empty() ? "here" : "in `" + file + "`"));
}

template <class T>
const T *BodyTensorDescriptions::latest(const History<T> &history, uint32_t where) {
  auto next = llvm::upper_bound(history, where,
                                [](uint32_t at, const auto &entry) { return at < entry.first; });
  return next == history.begin() ? nullptr : &std::prev(next)->second;
}

const KnownTensorMap *BodyTensorDescriptions::map(const DescribedName &name,
                                                  std::optional<int64_t> at, uint32_t where) const {
  auto find = [&](int64_t offset) -> const KnownTensorMap * {
    auto entry = maps.find({name, offset});
    const KnownTensorMap *const *found =
        entry == maps.end() ? nullptr : latest(entry->second, where);
    return found ? *found : nullptr;
  };
  if (at && *at >= 0)
    if (const KnownTensorMap *exact = find(*at))
      return exact;
  if (const KnownTensorMap *any = TensorMapPlace{}.covers(at) ? find(everywhere) : nullptr)
    return any;
  return outer ? outer->map(name, at, where) : nullptr;
}

const KnownTile *BodyTensorDescriptions::tile(const DescribedName &name, uint32_t where) const {
  auto entry = tiles.find(name);
  const KnownTile *found = entry == tiles.end() ? nullptr : latest(entry->second, where);
  return found || !outer ? found : outer->tile(name, where);
}

const DescribedBarrier *BodyTensorDescriptions::barrier(const DescribedName &name,
                                                        std::optional<int64_t> at,
                                                        uint32_t where) const {
  for (int64_t offset : {at.value_or(everywhere), everywhere})
    if (auto entry = barriers.find({name, offset}); entry != barriers.end())
      if (const DescribedBarrier *found = latest(entry->second, where))
        return found;
  return outer ? outer->barrier(name, at, where) : nullptr;
}

namespace ptx {

/// Resolves the names of descriptions.
class DescriptionBinder {
public:
  DescriptionBinder(TensorDescriptions &result, const Module &module, const SemaResult &checked)
      : result(result), module(module), checked(checked) {}

  void bindComments(std::vector<TensorComment> comments);
  void bindFile(const TensorMapSource &source);

private:
  /// The contents of a description, and where it applies.
  struct Target {
    BodyTensorDescriptions *body;
    DescribedName name;
    const Symbol *symbol;
    uint32_t from;
  };

  const CheckedUnit *unitOf(FuncId function) const;
  BodyTensorDescriptions &bodyOf(const CheckedUnit *unit);
  std::optional<Target> find(const CheckedUnit *unit, StringRef name, uint32_t where);
  SymbolRef findNested(const CheckedUnit &unit, StringRef name);
  std::optional<Target> targetOf(const TensorComment &comment, StringRef name);
  void addMap(const Target &target, const TensorMapPlace &place, const KnownTensorMap &map);
  void addTile(const Target &target, const KnownTensorMap *map, const DescribedTile &tile,
               SourceRange blame);
  void bindMap(TensorComment &comment);
  void bindTile(const TensorComment &comment, const DescribedTile &tile);
  void bindKernel(const TensorMapSource &source, const DescribedKernel &kernel,
                  const Function &function);
  const KnownTensorMap *mapOfFile(const TensorMapSource &source, size_t index, SourceRange range);

  TensorDescriptions &result;
  const Module &module;
  const SemaResult &checked;
  /// The maps of comments by function, or none, and name.
  std::map<std::pair<uint32_t, std::string>, const KnownTensorMap *> named;
  /// The maps of the file, null for a map without a binding, and their indices by name.
  std::vector<const KnownTensorMap *> ofFile;
  llvm::StringMap<size_t> fileMaps;
  llvm::DenseMap<const CheckedUnit *, llvm::StringMap<uint32_t>> nestedNames;
};

} // namespace ptx

const CheckedUnit *DescriptionBinder::unitOf(FuncId function) const {
  if (!function)
    return checked.top.get();
  uint32_t body = module.top()[function].body;
  return body < checked.bodies.size() ? checked.bodies[body].get() : nullptr;
}

BodyTensorDescriptions &DescriptionBinder::bodyOf(const CheckedUnit *unit) {
  if (!unit)
    return result.ofModule;
  BodyTensorDescriptions &body = result.bodies[&unit->scope.unit];
  body.outer = &result.ofModule;
  return body;
}

/// A name that is declared in a block, whose scope has ended by now.
SymbolRef DescriptionBinder::findNested(const CheckedUnit &unit, StringRef name) {
  llvm::StringMap<uint32_t> &names = nestedNames[&unit];
  llvm::ArrayRef<Symbol> symbols = unit.scope.symbols().all();
  if (names.empty())
    for (auto [i, symbol] : llvm::enumerate(symbols))
      names.try_emplace(symbol.numbered ? (symbol.name + "<").str() : symbol.name.str(), i);
  if (auto entry = names.find(name); entry != names.end())
    return SymbolRef::ofBody(entry->second);
  StringRef stem = name.rtrim("0123456789");
  uint32_t number;
  auto entry = names.find((stem + "<").str());
  if (entry != names.end() && !name.substr(stem.size()).getAsInteger(10, number) &&
      number < symbols[entry->second].count)
    return SymbolRef::ofBody(entry->second);
  return {};
}

/// The symbol that `name` refers to at `where` in `unit`, or outside of functions if `unit` is
/// null.
std::optional<DescriptionBinder::Target> DescriptionBinder::find(const CheckedUnit *unit,
                                                                 StringRef name, uint32_t where) {
  SymbolRef ref;
  const Symbol *symbol = nullptr;
  if (!unit) {
    if (std::optional<uint32_t> index = checked.tables->symbols.find(name)) {
      ref = SymbolRef::ofModule(*index);
      symbol = &checked.tables->symbols[*index];
    }
  } else {
    ref = unit->scope.find(name, where);
    symbol = unit->scope.symbol(ref);
    if (!symbol) {
      ref = findNested(*unit, name);
      if (ref)
        symbol = unit->scope.symbol(ref);
    }
  }
  if (!symbol || symbol->kind != SymbolKind::Variable)
    return std::nullopt;
  DescribedName described = DescribedName::of(ref, symbol->isRegister() ? name : "");
  return Target{&bodyOf(unit), described, symbol, 0};
}

/// The symbol that `name` in `comment` refers to. Undeclared names are recorded.
std::optional<DescriptionBinder::Target> DescriptionBinder::targetOf(const TensorComment &comment,
                                                                     StringRef name) {
  const CheckedUnit *unit = unitOf(comment.function);
  uint32_t where = comment.inBody ? comment.keyword.begin : UINT32_MAX;
  // The comment may precede a module-level variable as well as a function.
  std::optional<Target> target = find(unit, name, where);
  if (!target)
    result.undeclaredNames.push_back({comment.name, ("`" + name + "`").str()});
  else
    target->from = comment.inBody ? comment.keyword.begin : 0;
  return target;
}

/// The offset of a location, as the key of its description.
static int64_t keyOf(const TensorMapPlace &place) {
  return place.offset ? static_cast<int64_t>(*place.offset) : BodyTensorDescriptions::everywhere;
}

void DescriptionBinder::addMap(const Target &target, const TensorMapPlace &place,
                               const KnownTensorMap &map) {
  target.body->maps[{target.name, keyOf(place)}].emplace_back(target.from, &map);
}

/// Binds a tile to a variable, which is divided into the stages of a ring buffer.
void DescriptionBinder::addTile(const Target &target, const KnownTensorMap *map,
                                const DescribedTile &tile, SourceRange blame) {
  KnownTile known{map, tile.stageBytes, tile.base};
  uint64_t bytes = target.symbol->isDefinedHere() ? target.symbol->bytes : 0;
  if (tile.stages && *tile.stages && bytes && !known.stageBytes && bytes % *tile.stages == 0)
    known.stageBytes = bytes / *tile.stages;
  uint64_t told = llvm::SaturatingMultiply(tile.stages.value_or(1), tile.stageBytes.value_or(0));
  if (bytes && told > bytes)
    result.contradictions.push_back({blame, ("the size of `" + target.symbol->name + "`").str(),
                                     std::to_string(bytes) + " bytes",
                                     std::to_string(told) + " bytes of stages"});
  target.body->tiles[target.name].emplace_back(target.from, known);
}

void DescriptionBinder::bindMap(TensorComment &comment) {
  DescribedTensorMap &described = std::get<DescribedTensorMap>(comment.description);
  std::optional<Target> target = targetOf(comment, comment.place.name);
  if (!target)
    return;
  std::string name = module.source().text(comment.name).str();
  Violations violations = checkTensorMap(described.map);
  KnownTensorMap &map = result.knownMaps.emplace_back(
      KnownTensorMap{name, std::move(described.map), std::move(violations), comment.braces,
                     std::move(comment.members), /*file=*/""});
  named[{comment.function.index, name}] = &map;
  addMap(*target, comment.place, map);
}

void DescriptionBinder::bindTile(const TensorComment &comment, const DescribedTile &tile) {
  const KnownTensorMap *map = nullptr;
  for (FuncId scope : {comment.function, FuncId{}})
    if (auto entry = named.find({scope.index, tile.map}); !map && entry != named.end())
      map = entry->second;
  if (auto entry = fileMaps.find(tile.map); !map && entry != fileMaps.end())
    map = ofFile[entry->second];
  if (!map && !tile.map.empty()) {
    auto member = llvm::find_if(comment.members, [](const auto &m) { return m.first == "map"; });
    result.undeclaredNames.push_back({member->second, "tensor map `" + tile.map + "`"});
  }
  if (std::optional<Target> target = targetOf(comment, comment.place.name))
    addTile(*target, map, tile, comment.name);
}

void DescriptionBinder::bindComments(std::vector<TensorComment> comments) {
  for (TensorComment &comment : comments)
    if (std::holds_alternative<DescribedTensorMap>(comment.description))
      bindMap(comment);
  for (const TensorComment &comment : comments) {
    if (const auto *map = std::get_if<DescribedTensorMap>(&comment.description)) {
      auto entry = named.find({comment.function.index, module.source().text(comment.name).str()});
      if (!map->tile || entry == named.end())
        continue;
      if (std::optional<Target> target = targetOf(comment, *map->tile))
        addTile(*target, entry->second, {}, comment.name);
    } else if (const auto *tile = std::get_if<DescribedTile>(&comment.description)) {
      bindTile(comment, *tile);
    } else if (std::optional<Target> target = targetOf(comment, comment.place.name)) {
      target->body->barriers[{target->name, keyOf(comment.place)}].emplace_back(
          target->from, std::get<DescribedBarrier>(comment.description));
    }
  }
}

/// Map `index` of the file, bound to the declaration at `range`.
const KnownTensorMap *DescriptionBinder::mapOfFile(const TensorMapSource &source, size_t index,
                                                   SourceRange range) {
  const KnownTensorMap *&map = ofFile[index];
  if (!map) {
    const NamedTensorMap &entry = source.file.maps[index];
    map = &result.knownMaps.emplace_back(
        KnownTensorMap{entry.name, entry.map, checkTensorMap(entry.map), range, {}, source.name});
  }
  return map;
}

void DescriptionBinder::bindKernel(const TensorMapSource &source, const DescribedKernel &kernel,
                                   const Function &function) {
  const CheckedUnit *unit = checked.bodies[function.body].get();
  SourceRange blame = module.top().range(function.name);
  auto targetOf = [&](StringRef name, bool isParameter) -> std::optional<Target> {
    uint32_t number;
    std::optional<Target> target;
    if (!isParameter || name.getAsInteger(10, number)) {
      target = find(unit, name, UINT32_MAX);
    } else {
      llvm::SmallVector<StringRef> parameters;
      for (const Symbol &symbol : unit->scope.symbols().all())
        if (symbol.parameter == ParameterKind::Entry)
          parameters.push_back(symbol.name);
      if (number < parameters.size())
        target = find(unit, parameters[number], UINT32_MAX);
    }
    if (!target)
      result.undeclaredNames.push_back(
          {blame, ("`" + name + "` of kernel `" + kernel.name + "`").str()});
    return target;
  };
  bodyOf(unit).cluster = kernel.cluster;
  bodyOf(unit).block = kernel.block;
  for (bool isParameter : {true, false})
    for (const DescribedKernel::Map &map : isParameter ? kernel.parameters : kernel.globals)
      if (std::optional<Target> target = targetOf(map.place.name, isParameter))
        addMap(*target, map.place, *mapOfFile(source, map.map, target->symbol->range));
  for (const DescribedKernel::Tile &tile : kernel.tiles) {
    std::optional<Target> target = targetOf(tile.symbol, /*isParameter=*/false);
    if (!target)
      continue;
    size_t index = fileMaps.lookup(tile.tile.map);
    addTile(*target, mapOfFile(source, index, target->symbol->range), tile.tile,
            target->symbol->range);
  }
}

void DescriptionBinder::bindFile(const TensorMapSource &source) {
  ofFile.assign(source.file.maps.size(), nullptr);
  for (auto [i, map] : llvm::enumerate(source.file.maps))
    fileMaps[map.name] = i;
  const SyntaxUnit &top = module.top();
  llvm::StringMap<const DescribedKernel *> kernels;
  for (const DescribedKernel &kernel : source.file.kernels)
    kernels[kernel.name] = &kernel;
  bool hasOne = kernels.empty();
  for (const Function &function : top.functions()) {
    if (function.body >= checked.bodies.size() || !checked.bodies[function.body])
      continue;
    auto kernel = kernels.find(top.text(function.name));
    if (kernel == kernels.end())
      continue;
    hasOne = true;
    bindKernel(source, *kernel->second, function);
  }
  // A file may describe the kernels of several modules.
  if (hasOne)
    return;
  for (const DescribedKernel &kernel : source.file.kernels)
    result.undeclaredNames.push_back(
        {checked.tables->header.versionRange, "kernel `" + kernel.name + "`"});
}

TensorDescriptions::TensorDescriptions(const Module &module, const SemaResult &checked,
                                       const TensorMapSource *source) {
  if (!module.isComplete() || !checked.tables)
    return;
  TensorComments read = readTensorComments(module);
  brokenComments = std::move(read.problems);
  DescriptionBinder binder(*this, module, checked);
  if (source)
    binder.bindFile(*source);
  binder.bindComments(std::move(read.comments));
}

const BodyTensorDescriptions *TensorDescriptions::of(const SyntaxUnit &unit) const {
  if (auto entry = bodies.find(&unit); entry != bodies.end())
    return &entry->second;
  return ofModule.empty() ? nullptr : &ofModule;
}
