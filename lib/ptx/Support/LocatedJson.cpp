// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/LocatedJson.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;
using llvm::json::Value;

char TextError::ID;

void TextError::log(llvm::raw_ostream &os) const { os << text; }

namespace ptx {

/// Reads one text. LLVM converts the scalars. This class parses the structure, since LLVM's parser
/// records no locations, limits no depth, and accepts no relaxed syntax.
class LocatedJsonParser {
public:
  LocatedJsonParser(StringRef text, JsonDialect dialect) : text(text), dialect(dialect) {}

  llvm::Expected<LocatedJson> run() {
    if (llvm::Error error = value(json.root, 0, 0, {}, ""))
      return error;
    skipBlanks();
    if (dialect == JsonDialect::Strict && at < text.size())
      return fail(here(), "unexpected text after the value");
    return std::move(json);
  }

private:
  llvm::Error fail(SourceRange range, const Twine &message) {
    return llvm::make_error<TextError>(range, message.str());
  }
  /// The next character, or the end of the text.
  SourceRange here() const { return {at, at + (at < text.size() ? 1u : 0u)}; }
  char next() const { return at < text.size() ? text[at] : '\0'; }
  bool isRelaxed() const { return dialect == JsonDialect::Relaxed; }
  void skipBlanks() { at += text.substr(at).take_while(isBlank).size(); }
  static bool isBlank(char c) { return StringRef(" \t\r\n").contains(c); }
  static bool isWord(char c) {
    return !isBlank(c) && !StringRef("{}[],:\"'").contains(c) && c != '\0';
  }

  llvm::Error value(Value &out, unsigned depth, uint32_t parent, SourceRange name, StringRef key);
  llvm::Error object(Value &out, unsigned depth, uint32_t self);
  llvm::Error array(Value &out, unsigned depth, uint32_t self);
  llvm::Error separator(char close, bool &done);
  llvm::Error name(std::string &out);
  llvm::Error quoted(Value &out);
  llvm::Error word(Value &out);

  StringRef text;
  JsonDialect dialect;
  uint32_t at = 0;
  LocatedJson json;
};

} // namespace ptx

llvm::Error LocatedJsonParser::value(Value &out, unsigned depth, uint32_t parent, SourceRange name,
                                     StringRef key) {
  skipBlanks();
  if (depth == LocatedJson::maxDepth)
    return fail(here(), "brackets nest too deeply");
  uint32_t self = json.nodes.size();
  json.nodes.push_back({{name, here()}, parent, key.str()});
  llvm::Error error = next() == '{'   ? object(out, depth, self)
                      : next() == '[' ? array(out, depth, self)
                      : next() == '"' ? quoted(out)
                                      : word(out);
  json.nodes[self].value.end = at;
  return error;
}

/// Reads the token after an entry: a comma, or the end of the value.
llvm::Error LocatedJsonParser::separator(char close, bool &done) {
  skipBlanks();
  bool comma = next() == ',';
  if (comma) {
    ++at;
    skipBlanks();
  }
  done = next() == close;
  if (done && comma && !isRelaxed())
    return fail(here(), "expected another entry after `,`");
  if (done)
    ++at;
  else if (!comma)
    return fail(here(), "expected `,` or `" + Twine(close) + "`");
  return llvm::Error::success();
}

llvm::Error LocatedJsonParser::object(Value &out, unsigned depth, uint32_t self) {
  llvm::json::Object members;
  ++at;
  skipBlanks();
  bool done = next() == '}';
  at += done;
  while (!done) {
    skipBlanks();
    SourceRange place = here();
    std::string key;
    if (llvm::Error error = name(key))
      return error;
    place.end = at;
    if (members.get(key))
      return fail(place, "`" + key + "` is given twice");
    skipBlanks();
    if (next() != ':')
      return fail(here(), "expected `:` after `" + key + "`");
    ++at;
    Value &member = members[key] = nullptr;
    if (llvm::Error error = value(member, depth + 1, self, place, key))
      return error;
    if (llvm::Error error = separator('}', done))
      return error;
  }
  out = std::move(members);
  return llvm::Error::success();
}

llvm::Error LocatedJsonParser::array(Value &out, unsigned depth, uint32_t self) {
  llvm::json::Array elements;
  ++at;
  skipBlanks();
  bool done = next() == ']';
  at += done;
  while (!done) {
    Value element = nullptr;
    if (llvm::Error error = value(element, depth + 1, self, {}, std::to_string(elements.size())))
      return error;
    elements.push_back(std::move(element));
    if (llvm::Error error = separator(']', done))
      return error;
  }
  out = std::move(elements);
  return llvm::Error::success();
}

llvm::Error LocatedJsonParser::name(std::string &out) {
  Value value = nullptr;
  if (next() == '"') {
    if (llvm::Error error = quoted(value))
      return error;
    out = value.getAsString()->str();
    return llvm::Error::success();
  }
  StringRef bare = text.substr(at).take_while(isWord);
  if (bare.empty() || !isRelaxed() || !llvm::json::isUTF8(bare))
    return fail(here(), isRelaxed() ? "expected a name" : "expected a name in double quotes");
  out = bare.str();
  at += bare.size();
  return llvm::Error::success();
}

llvm::Error LocatedJsonParser::quoted(Value &out) {
  uint32_t begin = at;
  uint32_t end = begin + 1;
  while (end < text.size() && text[end] != '"' && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  if (end >= text.size() || text[end] != '"')
    return fail(here(), "no closing `\"`");
  at = end + 1;
  llvm::Expected<Value> string = llvm::json::parse(text.slice(begin, at));
  if (!string) {
    llvm::consumeError(string.takeError());
    return fail({begin, at}, "a string that JSON does not allow");
  }
  out = std::move(*string);
  return llvm::Error::success();
}

llvm::Error LocatedJsonParser::word(Value &out) {
  StringRef bare = text.substr(at).take_while(isWord);
  SourceRange place = {at, static_cast<uint32_t>(at + bare.size())};
  if (bare.empty())
    return fail(here(), "expected a value");
  at = place.end;
  if (llvm::Expected<Value> literal = llvm::json::parse(bare)) {
    out = std::move(*literal);
    return llvm::Error::success();
  } else {
    llvm::consumeError(literal.takeError());
  }
  if (!isRelaxed() || !llvm::json::isUTF8(bare))
    return fail(place, "expected a value");
  out = bare.str();
  return llvm::Error::success();
}

llvm::Expected<LocatedJson> LocatedJson::parse(StringRef text, JsonDialect dialect) {
  return LocatedJsonParser(text, dialect).run();
}

LocatedJson::Place LocatedJson::find(llvm::ArrayRef<std::string> path) const {
  size_t current = 0;
  for (const std::string &step : path) {
    size_t child = current + 1;
    while (child < nodes.size() && (nodes[child].parent != current || nodes[child].key != step))
      ++child;
    if (child == nodes.size())
      break;
    current = child;
  }
  return nodes[current];
}
