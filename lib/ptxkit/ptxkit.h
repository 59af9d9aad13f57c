/* Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The C interface of ptxkit: what ptxkit/Check.h offers, for languages that cannot link C++.
 *
 * Texts are UTF-8 as far as the source is, and end in a NUL. No function throws or ends the
 * program. Where memory runs out or an argument is invalid, a function that returns a pointer
 * returns NULL. Handles can be used by one thread at a time. docs/library.md says what is stable.
 */
#ifndef PTXKIT_PTXKIT_H
#define PTXKIT_PTXKIT_H

#include <stddef.h>
#include <stdint.h>

/* Raised when a function of this header changes or goes. New functions leave it as it is. */
#define PTXKIT_API_VERSION 1

#if defined(_WIN32)
#define PTXKIT_API
#else
#define PTXKIT_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What to check a source for. */
typedef struct ptxkit_options ptxkit_options;
/* A source that was read and checked. */
typedef struct ptxkit_check ptxkit_check;

/* The PTXKIT_API_VERSION that the library was built with: compare it with yours. */
PTXKIT_API int ptxkit_api_version(void);
/* The version of ptxkit, such as "0.1.0". It stays. */
PTXKIT_API const char *ptxkit_version(void);

/* Options that say what ptx-check does without any; to be destroyed. */
PTXKIT_API ptxkit_options *ptxkit_options_create(void);
PTXKIT_API void ptxkit_options_destroy(ptxkit_options *options);
/* Sets an option by the name of ptx-check, without its dashes. These take "1" or "0":
 * "fragment", "declares-names" (of a fragment: other names are errors), "syntax-only", "lints",
 * "final", "ptxas-compat". These take a number: "error-limit",
 * "j". These take a value as on the command line: "target", "W" and "I", where each adds to those
 * before, "ptx-version", "for-cuda", "for-driver", "for-gpu", "language", "tensor-maps",
 * and, after "fragment", "operands". Those of ptx-sanitize are for ptxkit_check_sanitize_json:
 * "schedules", "seed", "step-limit" and "time-limit" take a number, "strict" and "timeline" "1" or
 * "0"; "print-limit" is that of ptx-run. Returns 0, and changes nothing, if there is no option of
 * this name or if it has no such value, such as a target that does not exist. */
PTXKIT_API int ptxkit_options_set(ptxkit_options *options, const char *name, const char *value);
/* Says that `line` of the source, and those after it up to the next one that is said, were made
 * from `origin_line` of `file`; `column` is 0 if it is unknown. Findings name it, where the source
 * does not. Returns 0 if an argument is invalid. */
PTXKIT_API int ptxkit_options_add_origin(ptxkit_options *options, uint32_t line, const char *file,
                                         uint64_t origin_line, uint64_t column);
/* Why the last ptxkit_options_set returned 0; empty if it did not. It stays until the next one. */
PTXKIT_API const char *ptxkit_options_error(const ptxkit_options *options);

/* Checks the `size` bytes of `text`, which messages call `name`. `options` can be NULL. The result
 * is to be destroyed; what is wrong with the PTX is in its report. Returns NULL if an option makes
 * no sense; then `*error`, unless `error` is NULL, is a text to be freed by ptxkit_free. */
PTXKIT_API ptxkit_check *ptxkit_check_text(const char *text, size_t size, const char *name,
                                           const ptxkit_options *options, char **error);
/* The same of a file, or of standard input for "-". Returns NULL also if it cannot be read. */
PTXKIT_API ptxkit_check *ptxkit_check_file(const char *path, const ptxkit_options *options,
                                           char **error);
PTXKIT_API void ptxkit_check_destroy(ptxkit_check *check);

/* All errors and warnings. */
PTXKIT_API uint64_t ptxkit_check_errors(const ptxkit_check *check);
PTXKIT_API uint64_t ptxkit_check_warnings(const ptxkit_check *check);

/* The text that was read, to whose bytes `begin` and `end` refer; it stays as long as the check.
 * `*size` is its size. */
PTXKIT_API const char *ptxkit_check_source(const ptxkit_check *check, size_t *size);

/* Each of the following returns a text to be freed by ptxkit_free. */

/* The report as ptx-check prints it. */
PTXKIT_API char *ptxkit_check_report_text(const ptxkit_check *check);
/* The report as JSON, one object a line: the records of ptx-check --output-format=jsonl. */
PTXKIT_API char *ptxkit_check_report_jsonl(const ptxkit_check *check);
/* The report in a format of ptx-check --output-format, such as "sarif"; with `colors` other than 0
 * "text" and "concise" are coloured. NULL, with a text in `*error` as above, for another format. */
PTXKIT_API char *ptxkit_check_report(const ptxkit_check *check, const char *format, int colors,
                                     char **error);
/* The module as one JSON object: version, targets, symbols, and functions with their symbols and
 * instructions; docs/library.md lists the keys. */
PTXKIT_API char *ptxkit_check_module_json(const ptxkit_check *check);
/* The same without the symbols and instructions of its functions, and one of these by its number,
 * as an object of "functions": a large module can be read piece by piece. NULL if there is no such
 * function. */
PTXKIT_API char *ptxkit_check_outline_json(const ptxkit_check *check);
PTXKIT_API char *ptxkit_check_function_json(const ptxkit_check *check, uint64_t function);
/* What the byte at `offset` was made from, if a .loc, a line marker or ptxkit_options_add_origin
 * says so, as a JSON object: file, line and, if it is known, column. Otherwise "null". */
PTXKIT_API char *ptxkit_check_origin_json(const ptxkit_check *check, uint64_t offset);
/* What the source requires, regardless of its own version and target, as JSON, one object a line:
 * of PTX one, of a source in another language one for each statement: the records of ptx-check
 * --requirements --output-format=jsonl. */
PTXKIT_API char *ptxkit_check_requirements_jsonl(const ptxkit_check *check);
/* The control-flow graph of a function, and the registers of its instructions, as one JSON object.
 * `function` is its number in the module; NULL if there is none. */
PTXKIT_API char *ptxkit_check_flow_json(const ptxkit_check *check, uint64_t function);
/* The source in canonical layout, and in canonical spelling too. NULL, with a text in `*error` as
 * above, if it has a syntax error. */
PTXKIT_API char *ptxkit_check_formatted(const ptxkit_check *check, char **error);
PTXKIT_API char *ptxkit_check_canonical(const ptxkit_check *check, char **error);
/* The module lowered to the version of the option "for-cuda" or "for-driver", with older spellings
 * of the same meaning. NULL, with the first reason in `*error`, if there is no such module. */
PTXKIT_API char *ptxkit_check_lowered(const ptxkit_check *check, char **error);
/* Checks `count` modules as a linker would that gets them in this order: the records of ptx-check
 * --link --output-format=jsonl. NULL, with a text in `*error`, if one has errors. */
PTXKIT_API char *ptxkit_link_jsonl(const ptxkit_check *const *checks, size_t count, char **error);

/* The texts of the `//@launch` comments of the source, as a JSON array. */
PTXKIT_API char *ptxkit_check_launches_json(const ptxkit_check *check);
/* Executes a launch of the module without a GPU, as ptx-sanitize does. `launch` is the text of such
 * a comment, "k block=384 args={n: 4096}", or an object of JSON with the fields of a line of
 * --launches; what it does not tell comes from the module, or is assumed. `options` can be NULL.
 * The result is one JSON object; docs/library.md lists the keys. NULL, with a text in `*error` as
 * above, if the source has errors, is no module, or has no such entry. */
PTXKIT_API char *ptxkit_check_sanitize_json(const ptxkit_check *check, const char *launch,
                                            const ptxkit_options *options, char **error);

/* The facts of the instructions called `mnemonic`, such as "cvt" or "cvt.rn.f16", as one JSON
 * object. NULL, with a text in `*error` as above, if there is none. */
PTXKIT_API char *ptxkit_describe_json(const char *mnemonic, char **error);
/* All instructions as a JSON array: name, section, summary, first version and target. */
PTXKIT_API char *ptxkit_instructions_json(void);
/* All special registers as a JSON array: name, section, summary, type, number of components if
 * there are several, targets with the first version for each. */
PTXKIT_API char *ptxkit_special_registers_json(void);

/* Answers a request, which is a JSON object of `size` bytes, with a JSON object that has a member
 * "result" or "error": what the functions above do, in one call. docs/library.md lists the
 * methods. */
PTXKIT_API char *ptxkit_request(const char *request, size_t size);

/* Frees a text that a function of this header returned; NULL is fine. */
PTXKIT_API void ptxkit_free(char *text);

#ifdef __cplusplus
}
#endif

#endif /* PTXKIT_PTXKIT_H */
