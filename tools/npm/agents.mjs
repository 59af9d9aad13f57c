// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an agent asks of ptxkit: the same questions and answers as those of `ptxkit.agents` in Python, by the module for WebAssembly.
// `tools.json`, which is made of that file, has the arguments, their defaults, and the limits.

/** The lines of a text, as Python splits it. */
const linesOf = (text) => text.split(/\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/);

/** The options of `check` for a language. */
const languageOptions = (language) => (language === "fragment" ? { fragment: true } : { language });

/** The tools with a module and the content of `tools.json`; each takes an object with all arguments. A mistake of the caller is an `Error`. */
export function toolsOf(ptxkit, { limits, languages, layouts, layoutOptions, hints }) {
  const limited = (text) => {
    if (new TextEncoder().encode(text).length > limits.bytes)
      throw new Error(`the text is larger than ${limits.bytes} bytes; pass the function that the question is about`);
    return text;
  };
  const oneLine = (text) => {
    if (/[\n\0]/.test(text) || text.length > 4096) throw new Error("expected one line of at most 4,096 characters");
    return text;
  };
  const one = (kind, all, name) => {
    if (!all.includes(name)) throw new Error(`there is no ${kind} '${name}'; there are ${all.join(", ")}`);
    return name;
  };
  const optionsOf = ({ language, targets = [], ptx_version = "", all_warnings = false }) => ({
    name: "<stdin>",
    "error-limit": 0,
    ...languageOptions(one("language", languages, language)),
    ...(targets.length ? { target: oneLine(targets.join(",")) } : {}),
    ...(ptx_version ? { "ptx-version": oneLine(ptx_version) } : {}),
    ...(all_warnings ? { W: "all" } : {}),
  });

  /** What to do now, if there are findings. */
  const nextOf = (findings) => {
    const kinds = findings.flatMap(({ fixes }) => fixes.map(({ safe }) => safe));
    const first = `\`explain\` has an example of ${findings[0].code} and its mend.`;
    const safe = kinds.filter(Boolean).length;
    if (safe) return `\`fix\` mends ${safe} of these; ${first}`;
    return kinds.length ? `\`fix\` with \`unsafe\` mends some of these, and can change what was meant; ${first}` : first;
  };
  const reportOf = (text, found, errors, warnings, most, nothing = hints.checked) => {
    const lines = linesOf(text);
    const findings = found.slice(0, Math.max(most, 1)).map(({ line, column, severity, code, name, message, notes, fixes }) => ({
      line, column, severity, code, rule: name, message,
      source: (lines[line - 1] ?? "").trim(),
      notes: notes.map((note) => `line ${note.line}: ${note.message}`),
      fixes: fixes.map((fix) => ({
        line: fix.line, column: fix.column, end_line: fix.endLine, end_column: fix.endColumn,
        replacement: fix.replacement, description: fix.description, safe: fix.safe,
      })),
    }));
    return { errors, warnings, findings, left_out: found.length - findings.length, next: findings.length ? nextOf(findings) : nothing };
  };
  const checked = (text, options, most) => {
    const { findings, errors, warnings } = ptxkit.check(text, options);
    return reportOf(text, findings, errors, warnings, most);
  };

  /** What the declarations of a module mean for where it can be loaded; empty if it declares the lowest version. */
  const nextOfNeeds = (text, { targets }) => {
    const declared = (name) => new RegExp(`^\\s*\\.${name}\\s+([\\w.]+)`, "m").exec(text)?.[1];
    const [version, target] = [declared("version"), declared("target")];
    if (!version || !target || [undefined, version].includes(targets[target])) return "";
    return (
      `The module declares PTX ${version} and ${target}; for this target, PTX ${targets[target]} suffices. A driver that reads only versions ` +
      "below the declared one, or a GPU that the target does not include, rejects the module."
    );
  };

  const factsOf = ({ name, section, summary, version, target, forms, modifiers, operands, rules, needs }) => {
    const rows = (given) => given.map(({ label, text }) => (label ? `${label}: ${text}` : text));
    const isLong = forms.length > limits.forms;
    return {
      name, section, summary, version, target,
      syntax: forms.map(({ syntax }) => syntax),
      operands: isLong ? [] : [...rows(modifiers), ...rows(operands)],
      rules: isLong ? [] : rows(rules),
      needs: isLong ? [] : rows(needs),
    };
  };

  return {
    check({ text, most_findings, ...others }) {
      return checked(limited(text), optionsOf(others), most_findings);
    },

    explain({ rule }) {
      return { text: ptxkit.explain(oneLine(rule)) };
    },

    describe({ word, evidence }) {
      if (/^\s*[%.]/.test(oneLine(word))) return { instructions: [], others: [], text: ptxkit.describeText(word) };
      const { instructions, others } = ptxkit.describe(word);
      // The text of many forms is long, and repeats what the objects have.
      return { instructions: instructions.map(factsOf), others: others.map(({ name }) => name), text: evidence ? ptxkit.describeText(word, { evidence }) : "" };
    },

    requirements({ text, language }) {
      const options = optionsOf({ language });
      // Nothing is certain about a module with errors, except those about its version and target, from PTX4001 on.
      const isWrong = language === "ptx" && ptxkit.check(limited(text), options).findings.some(
        ({ severity, code }) => severity === "error" && !code.startsWith("PTX4"));
      const needs = isWrong ? [] : ptxkit.requirements(limited(text), options).filter((one) => "reasons" in one).map((one) => ({
        line: one.line ?? 1, version: one.version, cuda: one.cuda, driver: one.driver,
        targets: Object.fromEntries(one.targets.map(({ target, versions }) => [target, versions[0].first])),
        reasons: one.reasons.map((reason) => `line ${reason.line}: ${reason.message}`),
      }));
      return { requirements: needs, next: needs.length ? nextOfNeeds(text, needs[0]) : "No module was understood: `check` reports its errors." };
    },

    fix({ text, language, unsafe, rules }) {
      const options = optionsOf({ language });
      const fixed = ptxkit.fix(limited(text), { ...options, unsafe, rules: rules.map(oneLine) }).text;
      const changed = fixed !== text;
      return { changed, text: changed ? fixed : "", remaining: checked(fixed, options, limits.findings) };
    },

    layout({ command, value, options }) {
      if (!/^[\w,]*$/.test(value)) throw new Error(`'${value}' is neither a number, a mode nor a pair of numbers`);
      for (const [name, given] of Object.entries(options ?? {})) {
        one("option", layoutOptions, name);
        oneLine(given);
      }
      const { legal, report, text } = ptxkit.layout(one("command", layouts, command), value ? [value] : [], options ?? {});
      return { legal, result: report, text };
    },

    run({ text, launch, show, strict }) {
      limited(text);
      // With escapes, a shape would not be found.
      if (oneLine(launch).includes("\\")) throw new Error("a launch contains no backslashes");
      const shapes = launch.match(/(?<=:)[0-9]+(?:x[0-9]+)*(?=x[a-z])/g) ?? [];
      const elements = shapes.reduce((sum, shape) => sum + shape.split("x").reduce((count, size) => count * Number(size), 1), 0);
      if (elements > limits.elements)
        throw new Error(`the arrays of a launch have at most ${limits.elements} elements, and ${shapes.join(", ")} are more; a smaller launch shows the same`);
      if (show.length > limits.parts) throw new Error(`\`show\` names at most ${limits.parts} parts of arrays`);
      const found = ptxkit.check(text, { name: "<stdin>", lints: false, "error-limit": 0 });
      const report = (findings, errors) => reportOf(text, findings, errors, findings.length - errors, limits.findings, hints.computed);
      if (found.errors)
        return { launch: "", verdict: "", not_followed: [], values: [], printed: "", report: report(found.findings, found.errors) };
      let done;
      try {
        done = ptxkit.run(text, launch, show.map(oneLine), { strict, "step-limit": limits.steps, "time-limit": limits.seconds / 2, "print-limit": limits.shown });
      } catch (error) {
        throw new Error(error.message + hints.exampleOfRun);
      }
      const errors = done.findings.filter(({ severity }) => severity === "error").length;
      const printed = done.printed.length > limits.printed ? done.printed.slice(0, limits.printed) + " ..." : done.printed;
      return {
        launch: done.launch, verdict: done.verdict, not_followed: done.notFollowed, values: done.values, printed,
        report: report(done.findings, errors),
      };
    },

    sanitize({ text, launch, schedules, strict }) {
      limited(text);
      // The answer does not contain the lints of the text.
      const found = ptxkit.check(text, { name: "<stdin>", lints: false, "error-limit": 0 });
      if (found.errors) return { launches: [], report: reportOf(text, found.findings, found.errors, found.warnings, limits.findings) };
      const comments = launch ? [oneLine(launch)] : ptxkit.launches(text);
      const options = { schedules, strict, "time-limit": limits.seconds / 2 };
      const execute = (each) => {
        try {
          return ptxkit.sanitize(text, each, options);
        } catch (error) {
          throw new Error(launch ? error.message + hints.example : error.message);
        }
      };
      const executed = (comments.length ? comments : [""]).map(execute);
      const findings = executed.flatMap((each) => each.findings).sort((a, b) => a.line - b.line || a.column - b.column);
      const errors = findings.filter(({ severity }) => severity === "error").length;
      return {
        launches: executed.map((each) => ({ launch: each.launch, verdict: each.verdict, assumed: each.assumed, not_followed: each.notFollowed })),
        report: reportOf(text, findings, errors, findings.length - errors, limits.findings, hints.executed),
      };
    },
  };
}
