// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_CHECK_H
#define PTXKIT_CHECK_H

#include "ptxkit/Diagnostic.h"
#include "ptxkit/Expected.h"
#include "ptxkit/Options.h"
#include "ptxkit/Requirements.h"
#include "ptxkit/Sanitize.h"
#include "ptxkit/Tree.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ptxkit {

/// How a report is coloured.
enum class Colors : uint8_t { Off, On };

/// A text to which fixes were applied, and their number.
struct FixedText {
  std::string text;
  uint64_t applied = 0;
};

/// A checked source: its syntax tree, the results of the analyses, and the report.
///
///     ptxkit::Expected<ptxkit::Check> check = ptxkit::Check::file("kernel.ptx");
///     if (!check)
///       return fail(check.error());
///     for (const ptxkit::Diagnostic &d : check->diagnostics())
///       std::cout << d.message << '\n';
///
/// A source with errors also has a tree, without the parts that could not be parsed. A `Check` can
/// be moved but not copied. Different threads can use different objects, but not the same one.
class Check {
public:
  /// Reads and checks a file, or standard input for `-`. Fails if the file cannot be read, if it
  /// has 4 GiB or more, or if an option is invalid. Errors in the PTX are not failures.
  static Expected<Check> file(const std::string &path, const Options &options = {});
  /// Checks `text`. Messages use `name` as the file name.
  static Expected<Check> text(std::string text, std::string name, const Options &options = {});

  Check(Check &&) noexcept;
  Check &operator=(Check &&) noexcept;
  ~Check();

  /// The diagnostics in source order.
  const std::vector<Diagnostic> &diagnostics() const;
  /// The number of errors and warnings, including those beyond the limit.
  uint64_t errors() const;
  uint64_t warnings() const;
  /// The report as `ptx-check` prints it, with the lines of the source.
  std::string reportText() const;
  /// The report as JSON, one object on each line: the records of `ptx-check --output-format=jsonl`.
  std::string reportJsonl() const;

  /// The report in a format of `--output-format`, such as `sarif`; `text` and `concise` can be
  /// coloured. Fails if there is no such format.
  Expected<std::string> report(std::string_view format, Colors colors = Colors::Off) const;

  /// The requirements of the module or statement list, regardless of its own `.version` and
  /// `.target` and of those in the options. Statements with errors add none.
  Requirements requirements() const;
  /// The statements with PTX, of a source in another language, that have no error, with their
  /// requirements; empty for PTX.
  std::vector<AsmStatement> statements() const;
  /// The requirements of the module, or of each statement in another language, as JSON with one
  /// object on each line: the records of `ptx-check --requirements --output-format=jsonl`.
  std::string requirementsJsonl() const;

  /// The PTX version, such as `9.2`, and the targets for which the source was checked; empty if it
  /// is in another language, or if only its syntax was checked.
  std::string version() const;
  std::vector<std::string_view> targets() const;
  /// The functions in the order of the source.
  std::vector<Function> functions() const;
  /// The declarations outside of functions, in source order.
  std::vector<Symbol> symbols() const;

  /// The directives outside of functions, and the comments anywhere, in source order; empty if the
  /// source is in another language.
  std::vector<Directive> directives() const;
  std::vector<Comment> comments() const;

  /// The origin of the byte at `offset`, if a `.loc` before it in its function, a line marker or
  /// `Options::origins` gives it.
  std::optional<Origin> origin(uint32_t offset) const;

  /// The text that was read, and the line and column of a byte of it.
  std::string_view source() const;
  Position position(uint32_t offset) const;

  /// The source in canonical layout. Fails if it has a syntax error, or is in another language.
  Expected<std::string> formatted() const;
  /// The source in canonical layout and spelling. Fails as `formatted` does.
  Expected<std::string> canonical() const;

  /// The source with the safe fixes of all findings, or of those of some rules or groups, as
  /// `ptx-check --fix` applies them; `unsafeToo`: also fixes that may change the meaning. Fails if
  /// there is no such rule.
  Expected<FixedText> fixed(bool unsafeToo = false,
                            const std::vector<std::string> &rules = {}) const;

  /// The module lowered to the version that `Options::forCuda` or `Options::forDriver` supports,
  /// with older spellings of the same meaning; the source itself if it is supported. Fails, with
  /// the first reason, if no lowered module has the same meaning, or if the options have neither.
  Expected<std::string> lowered() const;

  /// Checks modules as a linker would that gets them in this order, as `ptx-check --link` does:
  /// the findings about each of them. Fails if one is no module, or has an error.
  static Expected<std::vector<std::vector<Diagnostic>>>
  link(const std::vector<const Check *> &modules);
  /// The same as JSON with one object on each line: the records of `ptx-check --link
  /// --output-format=jsonl` for these findings.
  static Expected<std::string> linkJsonl(const std::vector<const Check *> &modules);

  /// The texts of the `//@launch` comments, for `sanitize`.
  std::vector<std::string> launches() const;
  /// Executes a launch of the module without a GPU, as `ptx-sanitize` does. `launch` is the text of
  /// such a comment, `k block=384 args={n: 4096}`, or an object of JSON with the fields of
  /// `--launches`; missing fields come from the module, or are assumed. Fails if the source has
  /// errors, is no module, or has no such entry.
  Expected<LaunchResult> sanitize(const std::string &launch,
                                  const SanitizeOptions &options = {}) const;
  /// The same as one JSON object: the record of the launch of `ptx-sanitize --output-format=jsonl`,
  /// `findings`, and `timeline` if the options request it.
  Expected<std::string> sanitizeJson(const std::string &launch,
                                     const SanitizeOptions &options = {}) const;
  /// Executes a launch with all its data, as `ptx-run` does, and returns one JSON object: the
  /// record of the launch, `findings`, `values` with the elements of arrays that `print` names,
  /// such as `C[0:8]`, and `printed`, the output of `vprintf`. Of `options`, the limits of steps,
  /// of time and of elements, and the strictness count. A cluster takes 1 GiB of memory at most, in
  /// addition to the arrays of the launch.
  Expected<std::string> runJson(const std::string &launch,
                                const std::vector<std::string> &print = {},
                                const SanitizeOptions &options = {}) const;

private:
  explicit Check(std::unique_ptr<detail::State> state);

  std::unique_ptr<detail::State> state;
};

} // namespace ptxkit

#endif // PTXKIT_CHECK_H
