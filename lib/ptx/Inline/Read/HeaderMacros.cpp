// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/HeaderMacros.h"

#include "ptx/Diagnostics/Writers/FileReference.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

//===-- One header ----------------------------------------------------------------------------===//

bool ptx::takeParameters(StringRef source, llvm::ArrayRef<CppToken> &body,
                         Directives::Macro &macro) {
  macro.parameters.emplace();
  for (size_t i = 1; i < body.size(); ++i) {
    StringRef text = body[i].text(source);
    if (body[i].kind == CppKind::RightParen) {
      body = body.drop_front(i + 1);
      return true;
    }
    if (text == "...") {
      // `args...` has a name.
      if (macro.parameters->empty() || body[i - 1].kind == CppKind::Comma)
        macro.parameters->push_back("__VA_ARGS__");
      macro.isVariadic = true;
    } else if (body[i].kind == CppKind::Identifier) {
      macro.parameters->push_back(text);
    } else if (body[i].kind != CppKind::Comma) {
      return false;
    }
  }
  return false;
}

/// The definition whose tokens after the `#` are `line`.
static std::optional<Directives::Macro> readMacro(StringRef source, llvm::ArrayRef<CppToken> line) {
  llvm::ArrayRef<CppToken> body = line.drop_front(2);
  Directives::Macro macro{source, {}, std::nullopt, false, 0, std::nullopt, Platforms::all()};
  bool hasParameters = !body.empty() && body[0].kind == CppKind::LeftParen &&
                       body[0].range.begin == line[1].range.end;
  if (hasParameters && !takeParameters(source, body, macro))
    return std::nullopt;
  macro.tokens = body;
  return macro;
}

/// Calls `use` with the tokens after the `#` of each directive.
template <class Use> static void forDirectives(llvm::ArrayRef<CppToken> tokens, Use use) {
  for (size_t i = 0; i < tokens.size();) {
    size_t end = i + 1;
    while (end != tokens.size() && !tokens[end].startsLine)
      ++end;
    if (tokens[i].kind == CppKind::Hash && tokens[i].startsLine && end > i + 2)
      use(tokens.slice(i + 1, end - i - 1));
    i = end;
  }
}

/// The header that the directive `line` includes; none if it is another directive.
static std::optional<Header::Include> readInclude(StringRef source, llvm::ArrayRef<CppToken> line) {
  StringRef written = source.slice(line[1].range.begin, line.back().range.end);
  if (line[0].text(source) != "include" || !(written.starts_with("\"") || written.starts_with("<")))
    return std::nullopt;
  return Header::Include{written.trim("\"<>").str(), written.starts_with("\"")};
}

Header::Header(std::unique_ptr<SourceBuffer> given) : text(std::move(given)) {
  StringRef source = text->text();
  std::vector<CppToken> all = tokenizeCpp(source);
  llvm::SmallVector<std::pair<size_t, size_t>> lines;
  forDirectives(all, [&](llvm::ArrayRef<CppToken> line) {
    if (std::optional<Include> include = readInclude(source, line))
      includes.push_back(std::move(*include));
    if (line[0].text(source) != "define")
      return;
    lines.push_back({tokens.size(), line.size()});
    llvm::append_range(tokens, line);
  });
  tokens.shrink_to_fit();
  for (auto [first, count] : lines) {
    auto line = llvm::ArrayRef(tokens).slice(first, count);
    definitions.push_back({line[1].text(source), readMacro(source, line)});
  }
}

//===-- Finding headers -----------------------------------------------------------------------===//

HeaderFiles::HeaderFiles() = default;
HeaderFiles::~HeaderFiles() = default;

void HeaderFiles::addProjectFiles(llvm::ArrayRef<std::string> paths) {
  for (const std::string &file : paths)
    project[path::filename(file)].push_back(file);
}

const HeaderFiles::File &HeaderFiles::fileAt(StringRef path) {
  auto [entry, isNew] = files.try_emplace(path);
  File &file = entry->second;
  fs::file_status status;
  llvm::SmallString<256> real;
  if (isNew && !fs::status(path, status) && fs::is_regular_file(status) &&
      !fs::real_path(path, real))
    file = {real.str().str(), status.getSize()};
  return file;
}

/// The header `path`; null if it does not exist or must not be read.
const Header *HeaderFiles::open(StringRef path, const HeaderSearch &search) {
  const File &file = fileAt(path);
  if (file.realPath.empty() ||
      (!search.root.empty() && pathBelow(file.realPath, search.root).empty()))
    return nullptr;
  auto [entry, isNew] = headers.try_emplace(file.realPath);
  if (!isNew || file.size > mostBytes - bytes)
    return entry->second.get();
  if (auto text = SourceBuffer::open(file.realPath)) {
    bytes += (*text)->text().size();
    entry->second = std::make_unique<Header>(std::move(*text));
  } else {
    llvm::consumeError(text.takeError());
  }
  return entry->second.get();
}

const Header *HeaderFiles::find(StringRef name, bool isQuoted, StringRef folder,
                                const HeaderSearch &search) {
  std::lock_guard lock(mutex);
  auto openIn = [&](StringRef in) {
    llvm::SmallString<256> file(in);
    path::append(file, name);
    return open(file, search);
  };
  if (const Header *beside = isQuoted ? openIn(folder) : nullptr)
    return beside;
  for (const std::string &in : search.folders)
    if (const Header *found = openIn(in))
      return found;
  auto sameName = project.find(path::filename(name));
  if (sameName == project.end())
    return nullptr;
  std::string ending = "/" + name.str();
  const std::string *only = nullptr;
  for (const std::string &file : sameName->second) {
    if (!StringRef(file).ends_with(ending))
      continue;
    if (only)
      return nullptr;
    only = &file;
  }
  return only ? open(*only, search) : nullptr;
}

/// The files in `folder`, up to a maximum number.
llvm::ArrayRef<const Header *> HeaderFiles::filesIn(StringRef folder, const HeaderSearch &search) {
  constexpr size_t most = 256, longest = 1 << 20;
  auto [entry, isNew] = folders.try_emplace(folder);
  std::vector<const Header *> &found = entry->second;
  if (!isNew)
    return found;
  std::vector<std::string> paths;
  std::error_code error;
  fs::directory_iterator next(folder.empty() ? "." : folder, error), end;
  for (; !error && next != end && paths.size() <= most; next.increment(error))
    if (fs::file_status status; !fs::status(next->path(), status) && fs::is_regular_file(status) &&
                                status.getSize() <= longest)
      paths.push_back(next->path());
  if (paths.size() > most)
    return found;
  llvm::sort(paths);
  for (const std::string &file : paths)
    if (const Header *header = open(file, search))
      found.push_back(header);
  return found;
}

llvm::SmallVector<const Header *> HeaderFiles::includersOf(StringRef file,
                                                           const HeaderSearch &search) {
  std::lock_guard lock(mutex);
  StringRef name = path::filename(file);
  llvm::SmallVector<const Header *> found;
  for (const Header *header : filesIn(path::parent_path(file), search))
    if (llvm::any_of(header->includes, [&](const Header::Include &included) {
          return path::filename(included.name) == name;
        }))
      found.push_back(header);
  return found;
}

const Header *HeaderFiles::ofText(StringRef definitions) {
  std::lock_guard lock(mutex);
  std::unique_ptr<Header> &header = texts[definitions];
  if (!header)
    header = std::make_unique<Header>(SourceBuffer::fromString(definitions.str(), ""));
  return header.get();
}

//===-- The headers of a source ---------------------------------------------------------------===//

const Directives::Macro *HeaderMacros::find(StringRef name) const {
  auto found = macros.find(name);
  return found == macros.end() || !found->second ? nullptr : &*found->second;
}

StringRef HeaderMacros::pathOf(const Directives::Macro &macro) const {
  for (const Header *header : known)
    if (header->text->text().data() == macro.source.data())
      return header->text->name();
  return "";
}

/// Whether two definitions are equal; a definition can be repeated.
static bool isSame(const Directives::Macro &a, const Directives::Macro &b) {
  return a.parameters == b.parameters &&
         llvm::equal(a.tokens, b.tokens, [&](const CppToken &left, const CppToken &right) {
           return left.text(a.source) == right.text(b.source);
         });
}

void HeaderMacros::define(const Header &header) {
  for (const Header::Definition &definition : header.definitions) {
    auto [entry, isNew] = macros.try_emplace(definition.name, definition.macro);
    std::optional<Directives::Macro> &macro = entry->second;
    if (!isNew && macro && !(definition.macro && isSame(*macro, *definition.macro)))
      macro.reset();
  }
}

void HeaderMacros::include(const Header::Include &included, StringRef folder, unsigned depth) {
  if (const Header *header = files.find(included.name, included.isQuoted, folder, search))
    add(*header, depth);
}

/// Adds the macros of `header`, and of the headers that it includes.
void HeaderMacros::add(const Header &header, unsigned depth) {
  if (known.size() == mostHeaders || depth == deepest ||
      header.text->text().size() > mostBytes - bytes || !known.insert(&header).second)
    return;
  bytes += header.text->text().size();
  define(header);
  StringRef folder = path::parent_path(header.text->name());
  for (const Header::Include &next : header.includes)
    include(next, folder, depth + 1);
}

bool HeaderMacros::readIncluders(StringRef file) {
  llvm::SmallVector<const Header *> includers = files.includersOf(file, search);
  for (const Header *header : includers)
    add(*header, 0);
  return !includers.empty();
}

void HeaderMacros::read(StringRef source, llvm::ArrayRef<CppToken> tokens, StringRef file) {
  if (!search.definitions.empty())
    define(*files.ofText(search.definitions));
  StringRef folder = path::parent_path(file);
  forDirectives(tokens, [&](llvm::ArrayRef<CppToken> line) {
    if (std::optional<Header::Include> included = readInclude(source, line))
      include(*included, folder, 0);
  });
}
