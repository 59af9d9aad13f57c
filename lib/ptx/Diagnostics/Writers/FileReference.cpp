// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/FileReference.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using llvm::StringRef;
namespace path = llvm::sys::path;

std::string ptx::absolutePath(StringRef name, StringRef folder) {
  llvm::SmallString<256> whole(path::is_absolute(name) ? "" : folder);
  path::append(whole, name);
  path::remove_dots(whole, /*remove_dot_dot=*/true);
  return whole.str().str();
}

StringRef ptx::pathBelow(StringRef whole, StringRef folder) {
  if (whole.consume_front(folder) && (folder.ends_with("/") || whole.consume_front("/")))
    return whole;
  return "";
}

std::string ptx::referencePath(StringRef name, StringRef folder) {
  std::string whole = absolutePath(name, folder);
  StringRef below = pathBelow(whole, folder);
  return below.empty() ? whole : below.str();
}

std::string ptx::referenceUri(StringRef name, StringRef folder) {
  std::string plain = referencePath(name, folder);
  std::string uri = path::is_absolute(plain) ? "file://" : "";
  for (char c : plain) {
    // A colon could be read as the end of a scheme.
    if (llvm::isAlnum(c) || StringRef("-._~/").contains(c))
      uri += c;
    else
      uri += "%" + llvm::toHex(StringRef(&c, 1));
  }
  return uri;
}

std::string ptx::workingFolder() {
  llvm::SmallString<256> folder;
  return llvm::sys::fs::current_path(folder) ? "/" : folder.str().str();
}
