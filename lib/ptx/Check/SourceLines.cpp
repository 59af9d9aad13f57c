// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/SourceLines.h"

#include "ptx/Diagnostics/Writers/Printable.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

SourceLines::SourceLines(const Module &module, llvm::ArrayRef<DebugFacts> bodies)
    : module(module), bodies(bodies) {
  const SyntaxUnit &top = module.top();
  for (const Directive &directive : top.directives()) {
    if (directive.kind != DirectiveKind::File || directive.operands.count < 2)
      continue;
    llvm::ArrayRef<ExprId> parts = top.list(directive.operands);
    StringRef name = top.text(top[parts[1]].token);
    uint64_t index = top[parts[0]].integerValue();
    if (index <= UINT32_MAX) // other indices are errors, and no `.loc` refers to them
      files.try_emplace(index, name.drop_front().drop_back());
  }
  findMarkers();
}

/// A `#` at the start of a line starts a line marker: anything else is a syntax error.
void SourceLines::findMarkers() {
  StringRef text = module.source().text();
  uint32_t end = 0;
  for (size_t at = text.find('#'); at != StringRef::npos; at = text.find('#', end)) {
    end = static_cast<uint32_t>(std::min(text.find('\n', at), text.size()));
    StringRef before = text.take_front(at).rtrim(" \t");
    if (!before.empty() && !before.ends_with("\n"))
      continue;
    auto [number, rest] = text.slice(at + 1, end).split('"');
    number = number.trim(" \t");
    number.consume_front("line");
    Marker marker{{static_cast<uint32_t>(at), end}, 0, rest.split('"').first};
    if (!rest.empty() && !number.trim(" \t").getAsInteger(10, marker.line))
      markers.push_back(marker);
  }
}

std::optional<SourceLines::Found> SourceLines::byLoc(uint32_t position) const {
  const auto *next = llvm::partition_point(
      bodies, [&](const DebugFacts &facts) { return facts.body.begin <= position; });
  if (next == bodies.begin())
    return std::nullopt;
  const auto *body = std::prev(next);
  if (body->body.end < position)
    return std::nullopt;
  auto after = llvm::partition_point(
      body->locations, [&](const SourceLocation &loc) { return loc.range.begin <= position; });
  if (after == body->locations.begin())
    return std::nullopt;
  const SourceLocation &loc = after[-1];
  auto [file, line, column] = loc.location;
  // No source line belongs to a `.loc` itself.
  if (!files.contains(file) || position < loc.end)
    return std::nullopt;
  return Found{{files.lookup(file).str(), line, column}, loc.range};
}

std::optional<SourceLines::Found> SourceLines::byMarker(uint32_t position) const {
  const auto after = llvm::partition_point(
      markers, [&](const Marker &marker) { return marker.range.end <= position; });
  if (after == markers.begin())
    return std::nullopt;
  const Marker &marker = after[-1];
  const SourceBuffer &source = module.source();
  uint64_t below = source.lineColumn(position).line - source.lineColumn(marker.range.begin).line;
  return Found{{marker.file.str(), marker.line + below - 1, 0}, marker.range};
}

std::optional<SourceLines::Found> SourceLines::of(uint32_t position) const {
  std::optional<Found> found = byLoc(position);
  return found ? found : byMarker(position);
}

/// Names come from the input: long names are cut, and line breaks are replaced.
static std::string textOf(const Origin &origin) {
  std::string text = "from `";
  appendArgument(text, origin.file);
  text += "`:" + std::to_string(origin.line);
  if (origin.column)
    text += ":" + std::to_string(origin.column);
  return text;
}

static void add(Diagnostic &d, const Origin &origin, SourceRange said) {
  d.note(said, textOf(origin)).origin = origin;
}

/// The notes at other source lines than the diagnostic, such as the other access of a race.
static void completeNotes(const SourceLines &lines, const std::optional<SourceLines::Found> &found,
                          std::vector<Note> &notes) {
  std::string own = found ? textOf(found->origin) : "";
  for (Note &note : notes)
    if (std::optional<SourceLines::Found> other = lines.of(note.range.begin))
      if (std::string text = textOf(other->origin); text != own)
        note.message += ", " + text;
}

void ptx::addSourceLines(const Module &module, llvm::ArrayRef<DebugFacts> bodies, Report &report) {
  if (report.diagnostics.empty())
    return;
  SourceLines lines(module, bodies);
  if (lines.empty())
    return;
  for (Diagnostic &d : report.diagnostics) {
    std::optional<SourceLines::Found> found = lines.of(d.range.begin);
    completeNotes(lines, found, d.notes);
    if (found)
      add(d, found->origin, found->said);
  }
}

const Origin *ptx::originOf(uint32_t line, llvm::ArrayRef<LineOrigin> map) {
  const LineOrigin *after =
      llvm::partition_point(map, [&](const LineOrigin &each) { return each.line <= line; });
  return after == map.begin() ? nullptr : &after[-1].origin;
}

void ptx::addSourceLines(const SourceBuffer &source, llvm::ArrayRef<LineOrigin> map,
                         Report &report) {
  for (Diagnostic &d : report.diagnostics)
    if (const Origin *origin = originOf(source.lineColumn(d.range.begin).line, map);
        origin && !d.origin)
      add(d, *origin, d.range);
}
