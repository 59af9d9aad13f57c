// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-hash-sensitivity COUNT INPUT...
//
// Replaces one token of a source by another, at random, until COUNT of the results have parsed
// without errors, and compares the hashes of the trees: each has to differ from the original's. The
// sources are those that ptxas accepts among the inputs, which are what `readVerdicts` takes. Exit
// code 1 if a hash stayed the same, 2 if an input cannot be read.

#include "Properties.h"
#include "Verdicts.h"

#include "ptx/Syntax/Tree/AstHash.h"

#include "llvm/Support/raw_ostream.h"

#include <map>
#include <random>

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

namespace {

/// Larger files only take longer.
constexpr size_t largestSource = 64 << 10;

constexpr TokenKind spelledKinds[] = {
#define PTX_SPELLING(name, text) TokenKind::name,
#include "ptx/Syntax/TokenKinds.inc"
};

struct Source {
  std::unique_ptr<SourceBuffer> buffer;
  llvm::SmallVector<Token, 0> tokens;
  uint64_t hash;
};

class Replacer {
public:
  explicit Replacer(std::vector<Source> sources) : sources(std::move(sources)) {}

  /// One replacement. Returns false if the result does not parse, or is not what was meant: next to
  /// its neighbours the new text may form other tokens.
  bool tryOne() {
    const Source &source = pick(sources);
    TokenList tokens(source.buffer->text(), source.tokens);
    uint32_t index = choose(tokens);
    std::string replacement = substitute(tokens, index);
    if (replacement == tokens.text(index))
      return false;
    SourceRange range = tokens.range(index);
    std::string text = source.buffer->text().str();
    text.replace(range.begin, range.size(), replacement);
    auto changed = SourceBuffer::fromString(std::move(text), source.buffer->name().str());
    std::unique_ptr<Module> module = parseComplete(*changed);
    if (!module)
      return false;
    llvm::SmallVector<Token, 0> after = allTokens(*changed);
    if (after.size() != tokens.size() ||
        TokenList(changed->text(), after).text(index) != replacement)
      return false;
    ++kinds[tokenKindName(tokens.kind(index)).str()];
    if (hashSyntax(*module) == source.hash) {
      ++unchanged;
      llvm::outs() << source.buffer->name() << ": `" << tokens.text(index) << "` on line "
                   << source.buffer->lineColumn(range.begin).line << " replaced by `" << replacement
                   << "` leaves the hash as it was\n";
    }
    return true;
  }

  unsigned unchanged = 0;
  std::map<std::string, unsigned> kinds; ///< of the tokens that were replaced

private:
  uint32_t below(size_t limit) { return static_cast<uint32_t>(random() % limit); }
  const Source &pick(const std::vector<Source> &from) { return from[below(from.size())]; }

  /// Half of the time any token, else one of a kind of which there are fewer: most are names.
  uint32_t choose(const TokenList &tokens) {
    uint32_t index = below(tokens.size());
    if (random() % 2)
      return index;
    std::map<TokenKind, std::vector<uint32_t>> byKind;
    for (uint32_t i = 0; i != tokens.size(); ++i)
      byKind[tokens.kind(i)].push_back(i);
    const std::vector<uint32_t> &some = std::next(byKind.begin(), below(byKind.size()))->second;
    return some[below(some.size())];
  }

  /// Another text for a token. A token of the same kind, or the text with one character
  /// changed, is likelier to parse than any other token.
  std::string substitute(const TokenList &tokens, uint32_t index) {
    std::string text = tokens.text(index).str();
    switch (random() % 5) {
    case 0:
      text[below(text.size())] = "0123456789abcdefxyzU_.$%"[below(24)];
      return text;
    case 1: { // any token of another source
      const Source &other = pick(sources);
      return TokenList(other.buffer->text(), other.tokens).text(below(other.tokens.size())).str();
    }
    case 2: // a keyword, an operator or a bracket
      return tokenSpelling(spelledKinds[below(std::size(spelledKinds))]).str();
    default: // the next token of the same kind, from anywhere in the file
      for (uint32_t i = below(tokens.size()), left = tokens.size(); left != 0; --left, ++i)
        if (tokens.kind(i % tokens.size()) == tokens.kind(index))
          return tokens.text(i % tokens.size()).str();
      return text;
    }
  }

  std::vector<Source> sources;
  std::mt19937_64 random{20250101};
};

} // namespace

int main(int argc, char **argv) {
  unsigned count;
  if (argc < 3 || StringRef(argv[1]).getAsInteger(10, count)) {
    llvm::errs() << "usage: ptx-hash-sensitivity COUNT INPUT...\n";
    return 2;
  }
  std::vector<Source> sources;
  for (int i = 2; i != argc; ++i) {
    llvm::Expected<std::vector<Verdict>> verdicts = readVerdicts(argv[i]);
    if (!verdicts) {
      llvm::errs() << "ptx-hash-sensitivity: " << llvm::toString(verdicts.takeError()) << '\n';
      return 2;
    }
    for (const Verdict &verdict : *verdicts) {
      if (!verdict.accepted)
        continue;
      std::unique_ptr<SourceBuffer> buffer = llvm::cantFail(verdict.source());
      if (buffer->text().size() > largestSource)
        continue;
      if (std::unique_ptr<Module> module = parseComplete(*buffer)) {
        llvm::SmallVector<Token, 0> tokens = allTokens(*buffer);
        sources.push_back({std::move(buffer), std::move(tokens), hashSyntax(*module)});
      }
    }
  }
  if (sources.empty()) {
    llvm::errs() << "ptx-hash-sensitivity: no source parses\n";
    return 2;
  }
  Replacer replacer(std::move(sources));
  unsigned parsed = 0, tried = 0;
  for (; parsed != count; ++tried)
    parsed += replacer.tryOne();
  llvm::outs() << tried << " replacements tried, " << parsed << " parse, the hash is unchanged in "
               << replacer.unchanged << "\nreplaced:";
  for (const auto &[kind, number] : replacer.kinds)
    llvm::outs() << ' ' << kind << ' ' << number;
  llvm::outs() << '\n';
  return replacer.unchanged ? 1 : 0;
}
