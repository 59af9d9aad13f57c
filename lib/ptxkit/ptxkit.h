/* Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The C interface of ptxkit: the functions of ptxkit/Check.h, for languages that cannot link C++.
 *
 * Texts are UTF-8 as far as the source is, and end in a NUL. No function throws or ends the
 * program. If memory runs out or an argument is invalid, a function that returns a pointer returns
 * NULL. Different threads can use different handles, but not the same one. docs/library.md lists
 * what is stable.
 */
#ifndef PTXKIT_PTXKIT_H
#define PTXKIT_PTXKIT_H

#include <stddef.h>
#include <stdint.h>

/* Incremented if a function of this header changes or is removed, but not for new functions. */
#define PTXKIT_API_VERSION 1

#if defined(_WIN32)
#define PTXKIT_API
#else
#define PTXKIT_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The options of a check. */
typedef struct ptxkit_options ptxkit_options;
/* A source that was read and checked. */
typedef struct ptxkit_check ptxkit_check;

/* The PTXKIT_API_VERSION of the library, to be compared with that of this header. */
PTXKIT_API int ptxkit_api_version(void);
/* The version of ptxkit, such as "0.1.0". The text is never freed. */
PTXKIT_API const char *ptxkit_version(void);

/* The defaults of ptx-check; to be destroyed. */
PTXKIT_API ptxkit_options *ptxkit_options_create(void);
PTXKIT_API void ptxkit_options_destroy(ptxkit_options *options);
/* Sets an option of ptx-check, by its name without dashes. The values of "fragment",
 * "declares-names" (of a fragment: other names are errors), "syntax-only", "lints", "final" and
 * "ptxas-compat" are "1" or "0", those of "error-limit" and "j" numbers. "target", "W", "I",
 * "ptx-version", "for-cuda", "for-driver", "for-gpu", "language", "tensor-maps" and, after
 * "fragment", "operands" have the values of the command line; "target", "W" and "I" can be set
 * several times, and each call adds a value. Options of ptx-sanitize are for
 * ptxkit_check_sanitize_json: "schedules", "seed", "step-limit" and "time-limit" are numbers,
 * "strict" and "timeline" "1" or "0"; "print-limit" is that of ptx-run. Returns 0, and changes
 * nothing, if there is no such option, or if the value is invalid, such as a target that does not
 * exist. */
PTXKIT_API int ptxkit_options_set(ptxkit_options *options, const char *name, const char *value);
/* Sets the origin of `line` of the source, and of the following lines up to the next line with an
 * origin: `origin_line` of `file`, and `column`, or 0 if it is unknown. Findings name the origin,
 * unless a .loc or a line marker of the source names one. Returns 0 if an argument is invalid. */
PTXKIT_API int ptxkit_options_add_origin(ptxkit_options *options, uint32_t line, const char *file,
                                         uint64_t origin_line, uint64_t column);
/* The reason why the last ptxkit_options_set returned 0; empty if it succeeded. The text is valid
 * until the next call of that function. */
PTXKIT_API const char *ptxkit_options_error(const ptxkit_options *options);

/* Checks the `size` bytes of `text`. Messages use `name` as the file name. `options` can be NULL.
 * The result is to be destroyed. Errors in the PTX are in its report. Returns NULL if an option is
 * invalid; then `*error`, unless `error` is NULL, is a text to be freed by ptxkit_free. */
PTXKIT_API ptxkit_check *ptxkit_check_text(const char *text, size_t size, const char *name,
                                           const ptxkit_options *options, char **error);
/* The same for a file, or for standard input if `path` is "-". Also returns NULL if the file cannot
 * be read. */
PTXKIT_API ptxkit_check *ptxkit_check_file(const char *path, const ptxkit_options *options,
                                           char **error);
PTXKIT_API void ptxkit_check_destroy(ptxkit_check *check);

/* The number of errors and warnings, including those beyond the limit. */
PTXKIT_API uint64_t ptxkit_check_errors(const ptxkit_check *check);
PTXKIT_API uint64_t ptxkit_check_warnings(const ptxkit_check *check);

/* The text that was read: `begin` and `end` of places count its bytes. It is valid until the check
 * is destroyed. `*size` becomes its size. */
PTXKIT_API const char *ptxkit_check_source(const ptxkit_check *check, size_t *size);

/* Each of the following returns a text to be freed by ptxkit_free. */

/* The report as text, as ptx-check prints it. */
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
/* A large module in pieces: the same without the symbols and instructions of its functions, and
 * one function by its number, from 0, as an object of "functions". NULL if there is no such
 * function. */
PTXKIT_API char *ptxkit_check_outline_json(const ptxkit_check *check);
PTXKIT_API char *ptxkit_check_function_json(const ptxkit_check *check, uint64_t function);
/* The origin of the byte at `offset` by a .loc, a line marker or ptxkit_options_add_origin, as a
 * JSON object: file, line and, if it is known, column. "null" if there is none. */
PTXKIT_API char *ptxkit_check_origin_json(const ptxkit_check *check, uint64_t offset);
/* The requirements of the source, regardless of its own version and target: the records of
 * ptx-check --requirements --output-format=jsonl, one JSON object on each line. There is one for
 * PTX, and one for each statement of a source in another language. */
PTXKIT_API char *ptxkit_check_requirements_jsonl(const ptxkit_check *check);
/* The control-flow graph of a function, and the registers of its instructions, as one JSON object.
 * `function` is its number in the module; NULL if there is none. */
PTXKIT_API char *ptxkit_check_flow_json(const ptxkit_check *check, uint64_t function);
/* The source in canonical layout; the second function also changes it to canonical spelling. NULL,
 * with a text in `*error` as above, if it has a syntax error. */
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
 * --launches; missing values come from the module, or are assumed. `options` can be NULL.
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

/* Answers a request, a JSON object of `size` bytes, with a JSON object that has a member "result"
 * or "error". The methods do what the functions above do; docs/library.md lists them. */
PTXKIT_API char *ptxkit_request(const char *request, size_t size);

/* Frees a text that a function of this header returned. `text` can be NULL. */
PTXKIT_API void ptxkit_free(char *text);

#ifdef __cplusplus
}
#endif

#endif /* PTXKIT_PTXKIT_H */
