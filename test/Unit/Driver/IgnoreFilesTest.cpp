// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Project/IgnoreFiles.h"

#include "gtest/gtest.h"

#include <fnmatch.h>
#include <string>

using namespace ptx;

/// What is between slashes is a pattern of fnmatch.
TEST(IgnorePattern, OfOneNameMatchesAsFnmatchDoes) {
  const char *patterns[] = {"*.gen",   "a*b*c",        "?b",      "[ab]c",  "[!a]b", "[]a]b",
                            "[a-c]*d", "[[:alpha:]]?", "[[:=a]b", "[a",     "\\*",   "a\\b",
                            "a\\",     "**",           "*a*a*b",  "[\\]]b", "[^a]b", "[",
                            "[[::]*",  "[[::]]b",      "[![::]b"};
  const char *names[] = {"x.gen", "abc", "axbxc", "ab", "bb",  "]b",   "b", "cd",
                         "acd",   "zz",  "=b",    ":b", "[b",  "[a",   "*", "a",
                         "aab",   "^b",  "[",     "ac", "a\\", "[::]b"};
  for (const char *pattern : patterns)
    for (const char *name : names)
      EXPECT_EQ(IgnorePattern(pattern).matches(name, false), fnmatch(pattern, name, 0) == 0)
          << pattern << ' ' << name;
}

TEST(IgnorePattern, StarsBetweenSlashesAreAnyFolders) {
  IgnorePattern pattern("**/a/**/b");
  EXPECT_TRUE(pattern.matches("a/b", false));
  EXPECT_TRUE(pattern.matches("x/a/y/z/b", false));
  EXPECT_FALSE(pattern.matches("x/y/b", false));
  EXPECT_FALSE(pattern.matches("a/b/c", false));
  IgnorePattern inside("a/**");
  EXPECT_TRUE(inside.matches("a/x", false));
  EXPECT_FALSE(inside.matches("a", true)) << "what is in the folder, not the folder";
}

TEST(IgnorePattern, ManyStarsTakeNoTime) {
  std::string pattern, name(200, 'a');
  for (int i = 0; i != 60; ++i)
    pattern += "*a";
  EXPECT_FALSE(IgnorePattern(pattern + "b").matches(name, false));
  std::string folders, path;
  for (int i = 0; i != 60; ++i)
    path += "a/";
  for (int i = 0; i != 12; ++i)
    folders += "**/a/";
  EXPECT_FALSE(IgnorePattern(folders + "b").matches(path + "k.ptx", false));
}
