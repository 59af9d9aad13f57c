// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Project/DiffReader.h"

#include "llvm/ADT/StringExtras.h"

#include <optional>

using namespace ptx;
using llvm::StringRef;

static constexpr StringRef noFile = "/dev/null";

/// The path in quotes. Git quotes paths with special characters: `"b/\303\244.ptx"`.
static std::string unquoted(StringRef text) {
  std::string path;
  while (!text.empty() && text[0] != '"') {
    char c = text[0];
    text = text.drop_front();
    if (c != '\\' || text.empty()) {
      path += c;
      continue;
    }
    StringRef octal = text.take_while([](char d) { return d >= '0' && d <= '7'; }).take_front(3);
    if (unsigned value; !octal.empty() && !octal.getAsInteger(8, value)) {
      path += static_cast<char>(value);
      text = text.drop_front(octal.size());
      continue;
    }
    constexpr StringRef letters = "abtnvfr", meanings = "\a\b\t\n\v\f\r";
    size_t letter = letters.find(text[0]);
    path += letter == StringRef::npos ? text[0] : meanings[letter];
    text = text.drop_front();
  }
  return path;
}

/// The path in a line `+++ path`, which can end in a time.
static std::string pathIn(StringRef line) {
  line = line.drop_front(4).rtrim("\r");
  if (line.consume_front("\""))
    return unquoted(line);
  return line.split('\t').first.str();
}

/// Whether `path` starts with one letter like Git's prefixes: `a/`, `b/`, `i/`, `w/`.
static bool hasPrefix(StringRef path) {
  return path.size() > 2 && llvm::isAlpha(path[0]) && path[1] == '/';
}

/// The path of the file after the change. Git's prefixes of the old and the new file are different.
static StringRef withoutPrefix(StringRef oldPath, StringRef newPath) {
  bool isPrefixed =
      hasPrefix(newPath) && (oldPath == noFile || (hasPrefix(oldPath) && oldPath[0] != newPath[0]));
  return isPrefixed ? newPath.drop_front(2) : newPath;
}

namespace {

/// Reads a diff line by line.
class DiffReader {
public:
  explicit DiffReader(StringRef text) : rest(text) {}

  llvm::Expected<std::vector<FileDiff>> run();

private:
  bool next();
  llvm::Error fail(const llvm::Twine &text) const {
    return llvm::createStringError("line " + llvm::Twine(number) + " " + text);
  }
  llvm::Error readHunk(std::vector<DiffChange> &changes);

  StringRef rest, line;
  uint32_t number = 0;
};

} // namespace

bool DiffReader::next() {
  if (rest.empty())
    return false;
  std::tie(line, rest) = rest.split('\n');
  ++number;
  return true;
}

/// Reads one of the two ranges of a hunk, "3,5" or "3", and removes it from `text`.
static bool takeRange(StringRef &text, uint32_t &first, uint32_t &count) {
  count = 1;
  return !text.consumeInteger(10, first) &&
         (!text.consume_front(",") || !text.consumeInteger(10, count)) && (first || !count);
}

/// Reads the hunk that starts with `line`.
llvm::Error DiffReader::readHunk(std::vector<DiffChange> &changes) {
  StringRef head = line;
  uint32_t oldFirst, oldCount, newFirst, newCount;
  if (!head.consume_front("@@ -") || !takeRange(head, oldFirst, oldCount) ||
      !head.consume_front(" +") || !takeRange(head, newFirst, newCount) || !head.starts_with(" @@"))
    return fail("does not begin a hunk of a unified diff");
  // An empty range is named by the previous line. From here on, lines are counted from 0.
  uint32_t oldLine = oldFirst - (oldCount ? 1 : 0), newLine = newFirst - (newCount ? 1 : 0);
  std::optional<DiffChange> change;
  auto endChange = [&] {
    if (change)
      changes.push_back(*change);
    change.reset();
  };
  while (oldCount != 0 || newCount != 0) {
    if (!next())
      return fail("ends in the middle of a hunk");
    char sign = line.empty() || line == "\r" ? ' ' : line[0]; // some mailers remove trailing blanks
    if (sign == '\\')
      continue;
    bool isOld = sign == ' ' || sign == '-', isNew = sign == ' ' || sign == '+';
    if ((!isOld && !isNew) || (isOld && oldCount == 0) || (isNew && newCount == 0))
      return fail("does not belong to the hunk that it is in");
    if (sign == ' ')
      endChange();
    else if (!change)
      change = DiffChange{oldLine, oldLine, newLine, newLine};
    oldLine += isOld, oldCount -= isOld;
    newLine += isNew, newCount -= isNew;
    if (change)
      change->oldEnd = oldLine, change->newEnd = newLine;
  }
  endChange();
  return llvm::Error::success();
}

llvm::Expected<std::vector<FileDiff>> DiffReader::run() {
  std::vector<FileDiff> files;
  std::string oldPath = noFile.str();
  bool isDiff = rest.trim().empty(), hasFile = false;
  while (next()) {
    if (line.starts_with("diff --git ")) {
      isDiff = true;
      hasFile = false;
    } else if (line.starts_with("--- ")) {
      oldPath = pathIn(line);
      hasFile = false;
    } else if (line.starts_with("+++ ")) {
      std::string path = pathIn(line);
      isDiff = hasFile = true;
      files.push_back({withoutPrefix(oldPath, path).str(), {}});
    } else if (line.starts_with("@@@")) {
      return fail("is of the combined diff of a merge; give the diff of two versions");
    } else if (hasFile && line.starts_with("@@ ")) {
      if (llvm::Error error = readHunk(files.back().changes))
        return error;
    }
  }
  if (!isDiff)
    return llvm::createStringError(
        "it is not a unified diff, as `git diff` and `diff -u` write it");
  llvm::erase_if(files, [](const FileDiff &file) { return file.path == noFile; });
  return files;
}

llvm::Expected<std::vector<FileDiff>> ptx::readUnifiedDiff(StringRef text) {
  return DiffReader(text).run();
}
