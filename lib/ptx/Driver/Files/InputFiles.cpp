// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Files/InputFiles.h"

#include "ptx/Diagnostics/Writers/FileReference.h"
#include "ptx/Inline/Languages/Languages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

/// Whether a checker should open the target of `path`. Missing files and dangling links are opened,
/// so that the failure is reported. Pipes are not, since they can block forever.
static bool isWorthOpening(const llvm::Twine &path) {
  fs::file_status status;
  return fs::status(path, status) || status.type() == fs::file_type::regular_file;
}

/// Whether `entry` is a folder, but not a link to one.
static bool isFolder(const fs::directory_entry &entry) {
  if (entry.type() != fs::file_type::type_unknown)
    return entry.type() == fs::file_type::directory_file;
  // Some file systems do not return the type with the name.
  llvm::ErrorOr<fs::basic_file_status> status = entry.status();
  return status && status->type() == fs::file_type::directory_file;
}

llvm::Expected<FileSelection> FileSelection::make(FolderFiles files,
                                                  llvm::ArrayRef<std::string> patterns) {
  FileSelection selection(files);
  for (const std::string &text : patterns)
    if (llvm::Error error = selection.patterns.add(text))
      return error;
  return selection;
}

bool FileSelection::takes(StringRef path) const {
  if (!patterns.empty())
    return patterns.matchFile(path);
  if (path.ends_with(".ptx"))
    return true;
  const HostLanguage *language = files == FolderFiles::Modules ? nullptr : hostLanguageOf(path);
  return language && (files == FolderFiles::All || language == &cppLanguage);
}

std::string FileSelection::words() const {
  if (!patterns.empty())
    return "file that fits `" + llvm::join(patterns.texts(), "` or `") + "`";
  if (files == FolderFiles::Modules)
    return "*.ptx file";
  if (files == FolderFiles::ModulesAndCpp)
    return "*.ptx file and no source of C++";
  std::string titles;
  for (const HostLanguage *language : hostLanguages())
    titles += (titles.empty()                       ? ""
               : language == hostLanguages().back() ? " or "
                                                    : ", ") +
              language->title.str();
  return "*.ptx file and no source of " + titles + " (--include with --language reads others)";
}

/// Whether `entry` is a link to anything.
static bool isLink(const fs::directory_entry &entry) {
  return entry.type() == fs::file_type::symlink_file ||
         (entry.type() == fs::file_type::type_unknown && fs::is_symlink_file(entry.path()));
}

namespace {

/// Finds files in and below a folder.
class FolderWalk {
public:
  FolderWalk(StringRef folder, const FileSelection &selection, InputFiles &found)
      : folder(folder), selection(selection), found(found) {
    (void)fs::real_path(folder, realFolder);
  }

  void run();

private:
  void entry(const fs::directory_entry &entry);
  bool leadsAway(StringRef link) const;

  const StringRef folder;
  const FileSelection &selection;
  InputFiles &found;
  llvm::SmallString<256> realFolder;
  std::vector<std::string> pending;
};

} // namespace

/// Folders of files that the kernel makes, some of which never end.
static constexpr StringRef systemFolders[] = {"/proc", "/sys", "/dev"};

/// Whether a link leads out of the folder or, if links are followed, into a system folder.
/// Otherwise another user's folder could cause any file of the user to be read and overwritten.
bool FolderWalk::leadsAway(StringRef link) const {
  llvm::SmallString<256> target;
  if (fs::real_path(link, target))
    return false; // a dangling link, which is reported when it is opened
  if (!selection.followsLinks)
    return pathBelow(target, realFolder).empty();
  return llvm::any_of(systemFolders,
                      [&](StringRef system) { return !pathBelow(target, system).empty(); });
}

void FolderWalk::entry(const fs::directory_entry &entry) {
  StringRef path = entry.path();
  StringRef relative = path.drop_front(folder.size()).ltrim('/');
  bool folderEntry = isFolder(entry);
  if (!folderEntry && !selection.takes(relative))
    return;
  if (folderEntry && realFolder == "/" && llvm::any_of(systemFolders, [&](StringRef system) {
        return pathBelow(system, "/") == relative;
      }))
    return;
  if (selection.excludes && selection.excludes(path, folderEntry))
    return;
  if (folderEntry) {
    pending.push_back(path.str());
  } else if (isLink(entry) && leadsAway(path)) {
    found.notes.push_back(("`" + path + "` is not read: it is a link out of `" + folder + "`" +
                           (selection.followsLinks ? "" : "; --follow-links reads it"))
                              .str());
  } else if (isWorthOpening(path)) {
    found.paths.push_back(path.str());
  }
}

/// Appends the selected files.
void FolderWalk::run() {
  pending.push_back(folder.str());
  while (!pending.empty()) {
    std::string current = std::move(pending.back());
    pending.pop_back();
    std::error_code error;
    fs::directory_iterator next(current, error, /*follow_symlinks=*/false), end;
    for (; !error && next != end; next.increment(error))
      entry(*next);
    if (error)
      found.unusable.push_back(
          {current, "cannot read folder `" + current + "`: " + error.message()});
  }
}

InputFiles ptx::collectInputs(llvm::ArrayRef<StringRef> inputs, const FileSelection &selection) {
  InputFiles found;
  for (StringRef input : inputs) {
    if (input == "-" || !fs::is_directory(input)) {
      found.paths.push_back(input.str());
      continue;
    }
    size_t first = found.paths.size();
    size_t unusable = found.unusable.size();
    size_t notes = found.notes.size();
    FolderWalk(input, selection, found).run();
    llvm::sort(found.paths.begin() + first, found.paths.end());
    llvm::sort(found.notes.begin() + notes, found.notes.end());
    if (found.paths.size() == first && found.unusable.size() == unusable)
      found.unusable.push_back(
          {input.str(), "no " + selection.words() + " in folder `" + input.str() + "`"});
  }
  return found;
}
