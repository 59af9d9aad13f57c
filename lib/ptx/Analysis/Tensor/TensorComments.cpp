// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Tensor/TensorComments.h"

#include "ptx/Isa/Reference/Words.h"
#include "ptx/Support/LocatedJson.h"
#include "ptx/Syntax/Lex/Lexer.h"
#include "ptx/Tensor/Maps/JsonMembers.h"
#include "ptx/Tensor/Maps/TensorMapJson.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;
using llvm::json::Value;

namespace {

using Description = decltype(TensorComment::description);

/// A word that can follow `//@`.
struct Keyword {
  llvm::StringLiteral name;
  llvm::Expected<Description> (*parse)(const Value &);
};

/// The bytes between two adjacent tokens, and their position.
struct CommentGap {
  SourceRange range;
  FuncId function;
  bool inBody;
};

class CommentReader {
public:
  explicit CommentReader(const Module &module) : module(module), source(module.source().text()) {}

  TensorComments run();

private:
  std::optional<CommentGap> gapAt(uint32_t offset) const;
  void readGap(const CommentGap &gap);
  llvm::Error read(SourceRange line, llvm::ArrayRef<Trivia> following, TensorComment &comment);
  llvm::Expected<LocatedJson> parseJson(SourceRange range, llvm::ArrayRef<Trivia> following);

  const Module &module;
  StringRef source;
  TensorComments result;
};

} // namespace

static llvm::Expected<Description> parseMapComment(const Value &value) {
  DescribedTensorMap described;
  if (const llvm::json::Object *object = value.getAsObject()) {
    llvm::json::Object members = *object;
    if (std::optional<StringRef> tile = members.getString("dst")) {
      described.tile = tile->str();
      members.erase("dst");
    }
    llvm::Expected<TensorMap> map = parseTensorMap(std::move(members));
    if (!map)
      return map.takeError();
    described.map = std::move(*map);
  }
  return described;
}

static llvm::Expected<Description> parseTileComment(const Value &value) {
  return parseDescribedTile(value);
}

static constexpr JsonMember<DescribedBarrier> barrierMembers[] = {
    {"count", setNumber<&DescribedBarrier::count>}};

static llvm::Expected<Description> parseBarrierComment(const Value &value) {
  DescribedBarrier barrier;
  if (llvm::Error error =
          setMembers<DescribedBarrier>(barrier, value, barrierMembers, "an mbarrier object"))
    return error;
  return barrier;
}

static constexpr Keyword keywords[] = {
    {"tensormap", parseMapComment}, {"tile", parseTileComment}, {"mbar", parseBarrierComment}};

/// The gap between `tokens` around `offset`; `begin` is the start of the first gap. The gap
/// includes the byte at `offset`.
static std::optional<SourceRange> gapAmong(const TokenList &tokens, uint32_t begin,
                                           uint32_t offset) {
  const Token *next = llvm::upper_bound(
      tokens, offset, [](uint32_t at, const Token &token) { return at < token.offset(); });
  if (next != tokens.begin())
    begin = tokens.range(next - tokens.begin() - 1).end;
  if (next == tokens.end() || offset < begin)
    return std::nullopt;
  return SourceRange{begin, next->offset()};
}

/// The gap that contains the byte `offset`; none if it is in a token.
std::optional<CommentGap> CommentReader::gapAt(uint32_t offset) const {
  const SyntaxUnit &top = module.top();
  const Function *function =
      llvm::upper_bound(top.functions(), offset, [&](uint32_t at, const Function &candidate) {
        return at < top.range(candidate.last).end;
      });
  FuncId id{static_cast<uint32_t>(function - top.functions().begin())};
  if (function != top.functions().end() && function->hasBody() &&
      function->body < module.bodies().size() && offset > top.range(function->open).begin) {
    std::optional<SourceRange> range =
        gapAmong(module.bodies()[function->body].tokens(), top.range(function->open).end, offset);
    return range ? std::optional(CommentGap{*range, id, true}) : std::nullopt;
  }
  std::optional<SourceRange> range = gapAmong(top.tokens(), 0, offset);
  if (!range)
    return std::nullopt;
  bool belongs =
      function != top.functions().end() && top.range(function->first).begin <= range->end;
  return CommentGap{*range, belongs ? id : FuncId{}, module.isFragment()};
}

/// Parses the value at the start of `range`, the rest of a line. While its end is missing, it
/// continues in the line comments after it; text outside of the comments becomes blanks.
llvm::Expected<LocatedJson> CommentReader::parseJson(SourceRange range,
                                                     llvm::ArrayRef<Trivia> following) {
  constexpr size_t mostLines = 64;
  std::string text = source.slice(range.begin, range.end).str();
  for (const Trivia &next : following.take_front(mostLines)) {
    llvm::Expected<LocatedJson> json = LocatedJson::parse(text, JsonDialect::Relaxed);
    bool isCut = false;
    llvm::Error error =
        llvm::handleErrors(json.takeError(), [&](std::unique_ptr<TextError> wrong) -> llvm::Error {
          isCut = wrong->range.begin == text.size();
          return llvm::Error(std::move(wrong));
        });
    StringRef more = source.slice(next.range.begin, next.range.end);
    if (!error || !isCut || next.kind != TriviaKind::LineComment ||
        more.starts_with(descriptionMark)) {
      if (error)
        return error;
      return json;
    }
    llvm::consumeError(std::move(error));
    text.resize(next.range.begin - range.begin, ' ');
    text += "  ";
    text += more.drop_front(2);
  }
  return LocatedJson::parse(text, JsonDialect::Relaxed);
}

/// Only a remark may follow the braces.
static bool isRemark(StringRef text) {
  StringRef rest = text.ltrim(" \t\r");
  return rest.empty() || (rest.size() < text.size() &&
                          (llvm::isAlpha(rest[0]) || StringRef("#(-/").contains(rest[0])));
}

/// `a=1 b=2` as `{a:1,b:2}`, with all characters except the braces at their positions; empty if
/// `text` has another form.
static std::string bracedPairs(StringRef text) {
  text = text.rtrim(" \t\r");
  if (text.empty() || !llvm::isAlpha(text[0]) || !text.contains('='))
    return {};
  std::string pairs = ("{" + text + "}").str();
  for (char &c : pairs)
    c = c == '=' ? ':' : c == ' ' ? ',' : c;
  return pairs;
}

/// Reads the comment `line`, which begins with `//@` and a keyword. Fails with a `TextError` whose
/// range is relative to the start of the source.
llvm::Error CommentReader::read(SourceRange line, llvm::ArrayRef<Trivia> following,
                                TensorComment &comment) {
  auto fail = [](SourceRange range, const llvm::Twine &text) {
    return llvm::make_error<TextError>(range, text.str());
  };
  StringRef rest = source.slice(comment.keyword.end, line.end);
  uint32_t at = comment.keyword.end + (rest.size() - rest.ltrim(" \t").size());
  rest = source.slice(at, line.end);
  StringRef name = rest.take_until([](char c) { return StringRef(" \t\r{").contains(c); });
  comment.name = {at, static_cast<uint32_t>(at + name.size())};
  StringRef word = source.slice(comment.keyword.begin, comment.keyword.end);
  uint64_t unit = word == "mbar" ? DescribedBarrier::bytes : TensorMapPlace::bytes;
  std::optional<TensorMapPlace> place = parseTensorMapPlace(name, unit);
  if (!place)
    return fail(comment.name, name.empty()
                                  ? "expected the name of what is described"
                                  : "expected a name such as `map`, `map+128` or `map[1]`");
  comment.place = std::move(*place);
  at = comment.name.end;
  at += source.slice(at, line.end).take_while([](char c) { return c == ' ' || c == '\t'; }).size();
  std::string pairs = bracedPairs(source.slice(at, line.end));
  if (pairs.empty() && (at == line.end || source[at] != '{'))
    return fail({at, at + (at < line.end)}, "expected `{` after the name");

  // The missing brace replaces the blank before the pairs.
  at -= !pairs.empty();
  auto moved = [at](SourceRange range) { return SourceRange{range.begin + at, range.end + at}; };
  llvm::Expected<LocatedJson> json = pairs.empty()
                                         ? parseJson({at, line.end}, following)
                                         : LocatedJson::parse(pairs, JsonDialect::Relaxed);
  if (!json)
    return llvm::handleErrors(json.takeError(), [&](const TextError &error) {
      return fail(moved(error.range), error.text);
    });
  comment.braces = moved({0, json->end()});
  comment.braces.end = std::min(comment.braces.end, static_cast<uint32_t>(source.size()));
  StringRef remark = source.slice(comment.braces.end, std::max(line.end, comment.braces.end));
  if (!isRemark(remark))
    return fail({comment.braces.end, line.end}, "unexpected text after `}`");
  for (auto [member, value] : sortedEntries(*json->value().getAsObject()))
    comment.members.emplace_back(member, moved(json->find({member.str()}).value));
  llvm::Expected<Description> description = llvm::find_if(keywords, [&](const Keyword &k) {
                                              return k.name == word;
                                            })->parse(json->value());
  if (!description)
    return llvm::handleErrors(description.takeError(), [&](const DescriptionError &error) {
      LocatedJson::Place part = json->find(error.path);
      return fail(moved(error.atName ? part.name : part.value), error.message());
    });
  comment.description = std::move(*description);
  return llvm::Error::success();
}

/// The suggestion for a word that is similar to a keyword; empty for other words.
static std::string misspelling(StringRef word) {
  llvm::SmallVector<StringRef, 3> known;
  for (const Keyword &keyword : keywords)
    known.push_back(keyword.name);
  return word.size() < 3 ? "" : suggestNames(word, known);
}

void CommentReader::readGap(const CommentGap &gap) {
  llvm::SmallVector<Trivia> trivia;
  collectTrivia(source, gap.range, trivia);
  for (size_t i = 0; i != trivia.size(); ++i) {
    StringRef text = source.slice(trivia[i].range.begin, trivia[i].range.end);
    if (trivia[i].kind != TriviaKind::LineComment || !text.consume_front(descriptionMark))
      continue;
    StringRef word = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    TensorComment comment;
    comment.keyword.begin = trivia[i].range.begin + 3;
    comment.keyword.end = comment.keyword.begin + static_cast<uint32_t>(word.size());
    comment.function = gap.function;
    comment.inBody = gap.inBody;
    if (llvm::none_of(keywords, [&](const Keyword &k) { return k.name == word; })) {
      // Anything else is an ordinary comment, for example an instruction that is commented out.
      if (std::string hint = misspelling(word); !hint.empty())
        result.problems.push_back({comment.keyword, ("unknown word `" + word + "`" + hint).str()});
      continue;
    }
    llvm::Error error = read(trivia[i].range, llvm::ArrayRef(trivia).drop_front(i + 1), comment);
    if (!error)
      result.comments.push_back(std::move(comment));
    llvm::handleAllErrors(std::move(error), [&](const TextError &wrong) {
      result.problems.push_back({wrong.range, wrong.text});
    });
  }
}

/// The position of the `@` of the next `//@`, at `from` or after it.
static size_t findMark(StringRef source, size_t from) {
  // Searching for `@` is faster: it is rarer than `/`.
  size_t at = source.find(descriptionMark.back(), from);
  while (at != StringRef::npos && !source.take_front(at + 1).ends_with(descriptionMark))
    at = source.find(descriptionMark.back(), at + 1);
  return at;
}

bool ptx::hasTensorComments(const SourceBuffer &source) {
  return source.survey().mayHaveDescriptions && findMark(source.text(), 0) != StringRef::npos;
}

TensorComments CommentReader::run() {
  for (size_t at = findMark(source, 0); at != StringRef::npos; at = findMark(source, at + 1)) {
    std::optional<CommentGap> gap = gapAt(at);
    if (!gap)
      continue;
    readGap(*gap);
    at = std::max<size_t>(at, gap->range.end - 1);
  }
  return std::move(result);
}

TensorComments ptx::readTensorComments(const Module &module) { return CommentReader(module).run(); }
