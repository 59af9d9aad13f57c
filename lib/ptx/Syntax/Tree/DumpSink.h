// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_TREE_DUMPSINK_H
#define PTX_SYNTAX_TREE_DUMPSINK_H

#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace ptx {

/// Receives a syntax tree as a sequence of events and writes it in some format. Within a node, the
/// fields come before the children.
class DumpSink {
public:
  virtual ~DumpSink() = default;

  /// Starts a node. `role` is its role in its parent; a statement has none.
  virtual void beginNode(llvm::StringRef role, llvm::StringRef kind, SourceRange range) = 0;
  virtual void endNode() = 0;

  /// Fields of the current node.
  virtual void field(llvm::StringRef name, llvm::StringRef value) = 0;
  virtual void number(llvm::StringRef name, uint64_t value) = 0;
  virtual void flag(llvm::StringRef name, bool value) = 0;
  virtual void words(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> values) = 0;

  /// A list of children, `name` in the plural.
  virtual void beginList(llvm::StringRef name) = 0;
  virtual void endList() = 0;

  /// An omitted child, instead of a node.
  virtual void noNode(llvm::StringRef role) = 0;
};

/// Writes the format of `dumpAst`.
class TextDumpSink final : public DumpSink {
public:
  TextDumpSink(llvm::raw_ostream &os, const SourceBuffer &source) : os(os), source(source) {}

  void beginNode(llvm::StringRef role, llvm::StringRef kind, SourceRange range) override;
  void endNode() override;
  void field(llvm::StringRef name, llvm::StringRef value) override;
  void number(llvm::StringRef name, uint64_t value) override;
  void flag(llvm::StringRef name, bool value) override;
  void words(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> values) override;
  void beginList(llvm::StringRef) override {}
  void endList() override {}
  void noNode(llvm::StringRef role) override;

private:
  void beginLine(llvm::StringRef role);

  llvm::raw_ostream &os;
  const SourceBuffer &source;
  uint64_t depth = 0;
};

/// Writes the format of `dumpAstAsJson`.
class JsonDumpSink final : public DumpSink {
public:
  JsonDumpSink(llvm::raw_ostream &os, const SourceBuffer &source) : os(os), source(source) {}

  void beginNode(llvm::StringRef role, llvm::StringRef kind, SourceRange range) override;
  void endNode() override;
  void field(llvm::StringRef name, llvm::StringRef value) override;
  void number(llvm::StringRef name, uint64_t value) override;
  void flag(llvm::StringRef name, bool value) override;
  void words(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> values) override;
  void beginList(llvm::StringRef name) override;
  void endList() override;
  void noNode(llvm::StringRef role) override;

private:
  void key(llvm::StringRef name);
  void beginValue(llvm::StringRef role);

  llvm::raw_ostream &os;
  const SourceBuffer &source;
  /// Whether each open element is a list rather than a node.
  llvm::SmallVector<bool, 0> isList;
  bool listIsEmpty = false;
};

} // namespace ptx

#endif // PTX_SYNTAX_TREE_DUMPSINK_H
