// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Timeline/TimelineFigure.h"
#include "ptx/Layout/SvgDrawing.h"

#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;
using BarKind = TimelineBar::Kind;
using RowKind = TimelineRow::Kind;

/// The limits of the figure.
static constexpr size_t mostMoments = 96, mostRows = 48, mostTracks = 4, mostArrows = 600,
                        mostLines = 40;
static constexpr double unit = 26, rowHeight = 22, margin = 12, headHeight = 64;
static constexpr unsigned smallFont = 9;

static StringRef fillOf(BarKind kind) {
  switch (kind) {
  case BarKind::Wait:
    return "#d8dee4";
  case BarKind::Phase:
    return "#aceebb";
  case BarKind::Work:
    return "#ffd8a8";
  case BarKind::Arrival:
    return "#6fdd8b";
  case BarKind::Issue:
    return "#f0a34a";
  case BarKind::Fence:
    return "#b6e3ff";
  case BarKind::Init:
    return "#d8b9ff";
  case BarKind::Witness:
    return "#ff8182";
  }
  llvm_unreachable("no other kind of bar");
}

static StringRef nameOfEngine(uint64_t kind) {
  switch (static_cast<AsyncWork::Kind>(kind)) {
  case AsyncWork::Kind::Load:
    return "copies to shared memory";
  case AsyncWork::Kind::Store:
    return "copies from shared memory";
  case AsyncWork::Kind::ThreadCopy:
    return "`cp.async`";
  case AsyncWork::Kind::Wgmma:
    return "products of `wgmma`";
  case AsyncWork::Kind::Mma:
    return "products of `tcgen05`";
  case AsyncWork::Kind::TensorLoad:
    return "loads of tensor memory";
  case AsyncWork::Kind::TensorStore:
    return "stores of tensor memory";
  }
  llvm_unreachable("no other engine");
}

/// `0-3, 5`
static std::string rangesOf(const std::set<uint64_t> &numbers) {
  std::string text;
  for (auto at = numbers.begin(); at != numbers.end();) {
    uint64_t first = *at, last = first;
    while (++at != numbers.end() && *at == last + 1)
      last = *at;
    text += (text.empty() ? "" : ", ") + std::to_string(first);
    if (last != first)
      text += "-" + std::to_string(last);
  }
  return text;
}

namespace {

/// Draws the bars of a recorder.
class Figure {
public:
  Figure(const TimelineRecorder &recorder, const Program &program, StringRef source)
      : recorder(recorder), program(program), source(source) {}

  std::string draw(StringRef title, StringRef finding);

private:
  /// A bar, or several of one row that are alike.
  struct Drawn {
    const TimelineBar *bar;
    size_t count = 1, track = 0;
  };
  /// Rows that are alike.
  struct Group {
    std::vector<TimelineRow> rows;
    std::vector<Drawn> bars;
    size_t tracks = 1;
    bool isMarked = false;
    double y = 0;
  };

  template <class Visit> void forEachBar(Visit visit) const {
    for (const TimelineBar &bar : recorder.firstBars())
      visit(bar);
    for (const TimelineBar &bar : recorder.lastBars())
      visit(bar);
  }
  void chooseMoments();
  void collectRows();
  void chooseRows();
  void placeRows();
  std::optional<size_t> firstColumn(uint32_t moment) const;
  std::optional<size_t> lastColumn(uint32_t moment) const;
  bool isVisible(const TimelineBar &bar) const;
  double left(uint32_t moment) const { return x(firstColumn(moment).value_or(0)); }
  /// A bar that never ends extends beyond the last moment.
  double right(uint32_t moment) const {
    double end = x(lastColumn(moment).value_or(0)) + unit - 2;
    return moment == TimelineBar::open ? end + 4 * unit : end;
  }
  double x(size_t column) const {
    return labelWidth + unit * (static_cast<double>(column) + gapsBefore[column]);
  }
  std::string signatureOf(const TimelineRow &row, llvm::ArrayRef<Drawn> bars) const;
  std::string nameOf(const TimelineRow &row) const;
  std::string nameOf(const Group &group) const;
  std::string textOf(const Group &group, const Drawn &drawn) const;
  std::string labelOf(const TimelineBar &bar) const;
  void drawGroup(const Group &group);
  std::optional<std::pair<size_t, size_t>> arrowColumns(const TimelineBar &from,
                                                        const TimelineBar &to) const;
  void drawArrows();
  void drawMeetings();
  void drawGaps();
  void drawLines();
  uint32_t lineOf(uint32_t pc) const {
    return pc == Operation::none ? 0 : program.operations[pc].line;
  }

  const TimelineRecorder &recorder;
  const Program &program;
  StringRef source;
  SvgDrawing drawing;
  std::vector<uint32_t> moments;  ///< by column
  std::vector<double> gapsBefore; ///< by column
  size_t omittedMoments = 0, omittedRows = 0;
  std::vector<Group> groups;
  llvm::DenseMap<const TimelineBar *, size_t> groupOf;
  double labelWidth = 0, bottom = 0;
};

} // namespace

/// If there are many moments, the first ones are drawn, and those around the finding, or the last
/// ones.
void Figure::chooseMoments() {
  std::set<uint32_t> all;
  std::optional<uint32_t> marked;
  forEachBar([&](const TimelineBar &bar) {
    all.insert(bar.begin);
    if (bar.end != TimelineBar::open)
      all.insert(bar.end);
    if (bar.isMarked)
      marked = std::max(marked.value_or(0), bar.begin);
  });
  std::vector<uint32_t> sorted(all.begin(), all.end());
  size_t at = marked ? static_cast<size_t>(llvm::lower_bound(sorted, *marked) - sorted.begin())
                     : sorted.size();
  constexpr size_t first = mostMoments / 3, rest = mostMoments - first, behind = rest / 4;
  size_t to = std::min(sorted.size(), at + behind), from = to > rest ? to - rest : 0;
  if (from <= first) {
    from = first;
    to = std::min(sorted.size(), mostMoments);
  }
  double gaps = 0;
  for (size_t i = 0; i != sorted.size(); ++i) {
    if (i >= first && (i < from || i >= to)) {
      ++omittedMoments;
      continue;
    }
    if (i && !moments.empty() && moments.back() != sorted[i - 1])
      gaps += 1;
    moments.push_back(sorted[i]);
    gapsBefore.push_back(gaps);
  }
}

std::optional<size_t> Figure::firstColumn(uint32_t moment) const {
  auto at = llvm::lower_bound(moments, moment);
  return at == moments.end() ? std::nullopt : std::optional<size_t>(at - moments.begin());
}

std::optional<size_t> Figure::lastColumn(uint32_t moment) const {
  auto at = llvm::upper_bound(moments, moment);
  return at == moments.begin() ? std::nullopt : std::optional<size_t>(at - moments.begin() - 1);
}

bool Figure::isVisible(const TimelineBar &bar) const {
  std::optional<size_t> first = firstColumn(bar.begin), last = lastColumn(bar.end);
  return first && last && *first <= *last;
}

/// A text that is equal for rows with the same actions. The objects of different CTAs count as
/// equal.
std::string Figure::signatureOf(const TimelineRow &row, llvm::ArrayRef<Drawn> bars) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << unsigned(row.kind) << ' ' << (row.kind == RowKind::Warp ? 0 : row.number) << ';';
  for (const Drawn &drawn : bars) {
    const TimelineBar &bar = *drawn.bar;
    os << unsigned(bar.kind) << ' ' << bar.pc << ' ' << bar.lanes << ' ' << bar.begin << ' '
       << bar.end << ' ' << unsigned(bar.about.kind) << ' ' << bar.about.number << ' '
       << (bar.about.cta == row.cta ? -1 : int(bar.about.cta)) << ' ' << bar.number << ' '
       << drawn.count << bar.isMarked << ';';
  }
  return text;
}

/// Groups the bars by row, and merges equal bars and equal rows.
void Figure::collectRows() {
  std::map<TimelineRow, std::vector<Drawn>> byRow;
  std::map<std::pair<TimelineRow, const TimelineBar *>, const TimelineBar *> sameAs;
  forEachBar([&](const TimelineBar &bar) {
    std::vector<Drawn> &bars = byRow[bar.row];
    if (!isVisible(bar))
      return;
    for (Drawn &other : llvm::reverse(bars)) {
      if (other.bar->begin + 2 < bar.begin)
        break;
      if (other.bar->kind == bar.kind && other.bar->pc == bar.pc && other.bar->begin == bar.begin &&
          other.bar->end == bar.end && other.bar->about == bar.about &&
          other.bar->isMarked == bar.isMarked) {
        ++other.count;
        sameAs[{bar.row, &bar}] = other.bar;
        return;
      }
    }
    bars.push_back({&bar});
  });
  std::map<std::string, size_t> known;
  for (auto &[row, bars] : byRow) {
    if (bars.empty())
      continue;
    auto [entry, isNew] = known.try_emplace(signatureOf(row, bars), groups.size());
    if (isNew) {
      groups.emplace_back();
      groups.back().bars = bars;
      groups.back().isMarked = llvm::any_of(bars, [](auto &drawn) { return drawn.bar->isMarked; });
    }
    groups[entry->second].rows.push_back(row);
    for (const Drawn &drawn : bars)
      groupOf[drawn.bar] = entry->second;
  }
  for (auto &[key, first] : sameAs)
    if (auto found = groupOf.find(first); found != groupOf.end())
      groupOf[key.second] = found->second;
}

/// If there are many rows, keeps those that are involved in the finding, and those with the most
/// bars.
void Figure::chooseRows() {
  if (groups.size() <= mostRows)
    return;
  std::vector<size_t> order(groups.size());
  for (size_t i = 0; i != order.size(); ++i)
    order[i] = i;
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    return std::pair(groups[a].isMarked, groups[a].bars.size()) >
           std::pair(groups[b].isMarked, groups[b].bars.size());
  });
  omittedRows = groups.size() - mostRows;
  for (size_t i : llvm::ArrayRef(order).drop_front(mostRows))
    groups[i].bars.clear();
}

std::string Figure::nameOf(const TimelineRow &row) const {
  switch (row.kind) {
  case RowKind::Warp:
    return "warp " + std::to_string(row.number);
  case RowKind::Engine:
    return nameOfEngine(row.number).str();
  case RowKind::Object:
    return "`" + program.nameOfShared(row.number) + "`";
  case RowKind::Barrier:
    return "barrier " + std::to_string(row.number);
  case RowKind::Cluster:
    return "the barrier of the cluster";
  case RowKind::None:
    return "";
  }
  llvm_unreachable("no other kind of row");
}

std::string Figure::nameOf(const Group &group) const {
  std::set<uint64_t> ctas, warps;
  for (const TimelineRow &row : group.rows) {
    ctas.insert(row.cta);
    warps.insert(row.number);
  }
  std::string name = group.rows.front().kind == RowKind::Warp && warps.size() > 1
                         ? "warps " + rangesOf(warps)
                         : nameOf(group.rows.front());
  bool hasSeveral = llvm::any_of(groups, [](const Group &other) {
    return llvm::any_of(other.rows, [](const TimelineRow &row) { return row.cta != 0; });
  });
  if (hasSeveral)
    name += (ctas.size() > 1 ? ", CTAs " : ", CTA ") + rangesOf(ctas);
  return name;
}

/// Assigns a position to each row, and tracks below each other to bars of a row that overlap.
void Figure::placeRows() {
  double y = headHeight;
  RowKind kind = RowKind::None;
  for (Group &group : groups) {
    if (group.bars.empty())
      continue;
    labelWidth = std::max(labelWidth, 2 * margin + SvgDrawing::widthOf(nameOf(group), 11));
    std::vector<uint32_t> ends;
    llvm::stable_sort(group.bars,
                      [](const Drawn &a, const Drawn &b) { return a.bar->begin < b.bar->begin; });
    for (Drawn &drawn : group.bars) {
      auto free = llvm::find_if(ends, [&](uint32_t end) { return end < drawn.bar->begin; });
      drawn.track = std::min<size_t>(static_cast<size_t>(free - ends.begin()), mostTracks - 1);
      if (free == ends.end() && ends.size() < mostTracks)
        ends.push_back(0);
      ends[drawn.track] = std::max(ends[drawn.track], drawn.bar->end);
    }
    group.tracks = ends.size();
    if (kind != RowKind::None && kind != group.rows.front().kind)
      y += 8;
    kind = group.rows.front().kind;
    group.y = y;
    y += rowHeight * static_cast<double>(group.tracks) + 4;
  }
  bottom = y;
}

/// The text of a bar under the pointer.
std::string Figure::textOf(const Group &group, const Drawn &drawn) const {
  const TimelineBar &bar = *drawn.bar;
  std::string text;
  if (uint32_t line = lineOf(bar.pc))
    text = "line " + std::to_string(line) + ": ";
  std::string about = nameOf(bar.about);
  std::string phase =
      bar.about.kind == RowKind::Object ? ", phase " + std::to_string(bar.number) : "";
  switch (bar.kind) {
  case BarKind::Wait:
    text += about.empty() ? "waits" : "waits for " + about + phase;
    break;
  case BarKind::Arrival:
    text += "arrives at " + about + phase;
    break;
  case BarKind::Init:
    text += "initializes " + about;
    break;
  case BarKind::Phase:
    text += "phase " + std::to_string(bar.number) + " of " + nameOf(group.rows.front());
    break;
  case BarKind::Work:
    text += "under way";
    break;
  case BarKind::Issue:
    text += "starts an asynchronous operation";
    break;
  case BarKind::Fence:
    text += "fence";
    break;
  case BarKind::Witness:
    text += "the access";
    break;
  }
  if (bar.end == TimelineBar::open)
    text += bar.kind == BarKind::Work ? ", not known to be complete" : ", forever";
  if (drawn.count > 1)
    text += ", " + std::to_string(drawn.count) + " times";
  return text;
}

/// The text in a bar.
std::string Figure::labelOf(const TimelineBar &bar) const {
  if (bar.kind == BarKind::Phase)
    return std::to_string(bar.number);
  std::string line = std::to_string(lineOf(bar.pc));
  if (bar.kind != BarKind::Wait || bar.about.kind == RowKind::None)
    return line;
  std::string about = nameOf(bar.about);
  llvm::erase(about, '`');
  if (bar.about.kind == RowKind::Object)
    about += " " + std::to_string(bar.number);
  return line + " " + about;
}

void Figure::drawGroup(const Group &group) {
  bool isMarked = group.isMarked;
  double middle = group.y + rowHeight / 2;
  std::string name = nameOf(group);
  llvm::erase(name, '`');
  drawing.text(labelWidth - margin, middle + 4, name,
               {11, SvgDrawing::Anchor::End, isMarked, isMarked ? "#cf222e" : "#000"});
  for (const Drawn &drawn : group.bars) {
    const TimelineBar &bar = *drawn.bar;
    double from = left(bar.begin), to = right(bar.end);
    SvgDrawing::Box box{from, group.y + rowHeight * static_cast<double>(drawn.track), to - from,
                        rowHeight - 3};
    bool isStuck = bar.end == TimelineBar::open && bar.kind != BarKind::Work;
    std::string label = labelOf(bar);
    if (SvgDrawing::widthOf(label, smallFont) > box.width)
      label = std::to_string(lineOf(bar.pc));
    drawing.beginGroup(textOf(group, drawn));
    drawing.rectangle(box, isStuck ? StringRef(SvgDrawing::illegal) : fillOf(bar.kind),
                      bar.isMarked ? "#cf222e" : "#777", bar.isMarked ? 2.5 : 1);
    drawing.text(box.x + box.width / 2, box.y + box.height / 2 + 3, label,
                 {smallFont, SvgDrawing::Anchor::Middle, false, "#000"});
    drawing.endGroup();
  }
}

/// The columns of the end of `from` and of the part of `to` that waits for it; none if the figure
/// does not have both.
std::optional<std::pair<size_t, size_t>> Figure::arrowColumns(const TimelineBar &from,
                                                              const TimelineBar &to) const {
  std::optional<size_t> last = lastColumn(from.end);
  if (!last || moments[*last] != from.end)
    return std::nullopt;
  uint32_t end = to.kind == BarKind::Work ? to.begin : to.end;
  if (end == TimelineBar::open)
    return std::pair(*last, *last);
  std::optional<size_t> next = firstColumn(end);
  if (!next || moments[*next] != end)
    return std::nullopt;
  return std::pair(*last, *next);
}

/// Draws an arrow from each end to an end in another row that it precedes.
void Figure::drawArrows() {
  std::set<std::tuple<double, double, double, double>> drawn;
  auto placeOf = [&](const TimelineBar &bar) -> const Group * {
    auto found = groupOf.find(&bar);
    const Group *group = found == groupOf.end() ? nullptr : &groups[found->second];
    return group && !group->bars.empty() && isVisible(bar) ? group : nullptr;
  };
  forEachBar([&](const TimelineBar &bar) {
    const Group *to = placeOf(bar);
    if (!to || drawn.size() >= mostArrows)
      return;
    bool isIssue = bar.kind == BarKind::Work;
    for (uint32_t id : bar.after) {
      const TimelineBar *other = recorder.find(id);
      const Group *from = other ? placeOf(*other) : nullptr;
      if (!from || from == to)
        continue;
      std::optional<std::pair<size_t, size_t>> columns = arrowColumns(*other, bar);
      if (!columns)
        continue;
      bool isDown = from->y < to->y;
      double y1 = from->y + (isDown ? rowHeight * static_cast<double>(from->tracks) - 3 : 0);
      double y2 = to->y + (isDown ? 0 : rowHeight * static_cast<double>(to->tracks) - 3);
      double x1 = x(columns->first) + unit / 2, x2 = x(columns->second) + unit / 2;
      if (drawn.insert({x1, y1, x2, y2}).second)
        drawing.arrow(x1, y1, x2, y2, bar.isMarked ? "#cf222e" : isIssue ? "#bc6c00" : "#3b6e8f");
    }
  });
}

/// Draws a line where the threads that wait at the same barrier continue.
void Figure::drawMeetings() {
  std::map<std::tuple<RowKind, uint32_t, uint64_t, uint32_t>, std::array<double, 3>> meetings;
  for (const Group &group : groups)
    for (const Drawn &drawn : group.bars) {
      const TimelineBar &bar = *drawn.bar;
      if (bar.about.kind != RowKind::Barrier && bar.about.kind != RowKind::Cluster)
        continue;
      double low = group.y + rowHeight * static_cast<double>(group.tracks) - 3;
      auto [entry, isNew] = meetings.try_emplace(
          {bar.about.kind, bar.about.kind == RowKind::Cluster ? 0 : bar.about.cta, bar.about.number,
           bar.number},
          std::array<double, 3>{-1, group.y, low});
      auto &[at, first, last] = entry->second;
      if (bar.kind == BarKind::Wait && bar.end != TimelineBar::open)
        at = right(bar.end);
      first = std::min(first, group.y);
      last = std::max(last, low);
    }
  for (const auto &[key, place] : meetings)
    if (auto [at, first, last] = place; at >= 0)
      drawing.line(at, first, at, last, 2);
}

void Figure::drawGaps() {
  for (size_t i = 1; i < gapsBefore.size(); ++i)
    if (gapsBefore[i] != gapsBefore[i - 1])
      drawing.rectangle({x(i) - unit, headHeight - 8, unit - 2, bottom - headHeight + 8},
                        SvgDrawing::outside, "none");
}

/// The instructions that the figure names by their lines.
void Figure::drawLines() {
  std::map<uint32_t, uint32_t> lines;
  for (const Group &group : groups)
    for (const Drawn &drawn : group.bars)
      if (uint32_t line = lineOf(drawn.bar->pc))
        lines.try_emplace(line, drawn.bar->pc);
  size_t shown = 0;
  for (auto [line, pc] : lines) {
    if (++shown > mostLines) {
      drawing.paragraph(std::to_string(lines.size() - mostLines) + " more lines", "#555");
      return;
    }
    SourceRange range = program.operations[pc].range;
    std::string text = source.slice(range.begin, range.end).str();
    for (char &c : text)
      c = llvm::isPrint(c) ? c : ' ';
    constexpr size_t mostText = 160;
    drawing.paragraph(std::to_string(line) + ": " + text.substr(0, mostText), "#333");
  }
}

std::string Figure::draw(StringRef title, StringRef finding) {
  chooseMoments();
  collectRows();
  chooseRows();
  placeRows();
  auto shorten = [](StringRef text) {
    constexpr size_t most = 180;
    return text.size() <= most ? text.str() : text.take_front(most).str() + " ...";
  };
  drawing.text(margin, 22, shorten(title), {13, SvgDrawing::Anchor::Start, true, "#000"});
  drawing.text(margin, 42, finding.empty() ? "no finding" : shorten(finding),
               {12, SvgDrawing::Anchor::Start, false, finding.empty() ? "#555" : "#cf222e"});
  drawGaps();
  for (const Group &group : groups)
    if (!group.bars.empty())
      drawGroup(group);
  drawMeetings();
  drawArrows();
  drawing.space(8);
  std::vector<SvgDrawing::Legend> legend;
  for (auto [kind, text] :
       {std::pair(BarKind::Wait, "wait"), std::pair(BarKind::Phase, "phase of an mbarrier object"),
        std::pair(BarKind::Work, "copy or product under way"),
        std::pair(BarKind::Arrival, "arrival"),
        std::pair(BarKind::Issue, "start of a copy or product"), std::pair(BarKind::Fence, "fence"),
        std::pair(BarKind::Init, "initialization"),
        std::pair(BarKind::Witness, "access of the finding")})
    legend.push_back({fillOf(kind), text});
  legend.push_back({SvgDrawing::illegal, "waits forever"});
  if (omittedMoments)
    legend.push_back({SvgDrawing::outside, std::to_string(omittedMoments) + " moments left out"});
  drawing.legend(legend);
  drawing.space(6);
  drawing.paragraph(
      "Numbers are lines of the module. A moment comes after all that causality order "
      "puts before it, and as soon as that allows; it is not a measure of time.",
      "#555");
  if (omittedRows)
    drawing.paragraph(std::to_string(omittedRows) + " more rows are left out.", "#555");
  drawLines();
  std::string text;
  llvm::raw_string_ostream os(text);
  drawing.print(os);
  return text;
}

std::string execution::drawTimeline(const TimelineRecorder &recorder, const Program &program,
                                    StringRef source, StringRef title, StringRef finding) {
  return Figure(recorder, program, source).draw(title, finding);
}
