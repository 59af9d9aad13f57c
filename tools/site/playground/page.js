// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page of the playground. `playground` has the examples, the targets, the versions and the running worker.

const { examples, targets, versions, running: worker } = window.playground;
const place = (id) => document.getElementById(id);
const make = (name, members = {}, ...children) => {
  const element = Object.assign(document.createElement(name), members);
  element.append(...children);
  return element;
};

/** The parts of a message, whose words of PTX are between backticks. */
const coded = (text) => text.split("`").map((part, number) => (number % 2 ? make("code", { textContent: part }) : part));

// The worker. Each call gets a promise of its answer.
const calls = new Map();
let lastCall = 0;
worker.onmessage = ({ data: { id, result, error } }) => {
  const { resolve, reject } = calls.get(id);
  calls.delete(id);
  if (error === undefined) resolve(result);
  else reject(new Error(error));
};
function ask(method, ...values) {
  return new Promise((resolve, reject) => {
    calls.set(++lastCall, { resolve, reject });
    worker.postMessage({ id: lastCall, method, values });
  });
}

// Places in the text.
const uri = "file:///playground";
function positionOf(text, offset) {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, character: before[before.length - 1].length };
}
function offsetAt(text, { line, character }) {
  let begin = 0;
  for (let number = 0; number < line; ++number) begin = text.indexOf("\n", begin) + 1;
  return begin + character;
}
function options() {
  const result = {};
  if (place("target").value) result.target = place("target").value;
  if (place("version").value) result["ptx-version"] = place("version").value;
  if (place("all").checked) result.W = ["all"];
  if (place("language").value !== "ptx") result.language = place("language").value;
  return result;
}

const say = (text) => (place("said").value = text);

/** A new text is checked at once, and not after a pause as one that is typed. */
function replaceText(text) {
  editor.setText(text);
  check();
}

function applyFix(fix) {
  const text = editor.text();
  replaceText(text.slice(0, fix.begin) + fix.replacement + text.slice(fix.end));
  say(`Applied: ${fix.description}`);
}

function findingItem(finding) {
  const item = make(
    "li",
    {},
    make("button", { type: "button", className: "place", textContent: `line ${finding.line}`, onclick: () => editor.select(finding.begin, finding.end) }),
    make("span", { className: finding.severity, textContent: ` ${finding.severity}: ` }),
    ...coded(finding.message),
    " ",
    make("a", { href: `../rules/${finding.name}.html`, textContent: finding.code }),
    ...finding.notes.map((note) => make("span", { className: "notes" }, `line ${note.line}: `, ...coded(note.message))),
  );
  if (finding.name === "not-ptx" && /C or C\+\+/.test(finding.message))
    item.append(" ", make("button", { type: "button", textContent: "Check as CUDA C++", onclick: () => chooseLanguage("cuda") }));
  for (const fix of finding.fixes) item.append(" ", make("button", { type: "button", onclick: () => applyFix(fix) }, ...coded(fix.description || "Fix")));
  return item;
}

// The language server gets the changes of the document before a request about it.
let version = 0;
let told;
async function tell() {
  const text = editor.text();
  const language = place("language").value;
  if (told?.text === text && told.language === language) return;
  if (told) await ask("lsp", { method: "textDocument/didClose", params: { textDocument: { uri } } });
  told = { text, language };
  await ask("lsp", { method: "textDocument/didOpen", params: { textDocument: { uri, languageId: language, version: ++version, text } } });
}
async function serverAnswer(method, offset) {
  await tell();
  const params = { textDocument: { uri }, position: positionOf(editor.text(), offset) };
  const messages = await ask("lsp", { id: ++version + 1, method: `textDocument/${method}`, params });
  return messages.find((message) => "result" in message)?.result;
}
async function hover(offset) {
  const found = await serverAnswer("hover", offset);
  return found ? found.contents.value.replaceAll(/```(ptx)?\n?/g, "") : "";
}
async function complete(offset) {
  const found = await serverAnswer("completion", offset);
  const text = editor.text();
  let from = offset;
  const items = (found?.items ?? []).map((item) => {
    if (item.textEdit) from = offsetAt(text, item.textEdit.range.start);
    return { label: item.label, detail: item.detail, apply: item.textEdit?.newText ?? item.insertText ?? item.label };
  });
  if (items.length && from === offset) from -= /[\w.%$:]*$/.exec(text.slice(0, offset))[0].length;
  return { from, options: items };
}

let checks = 0;
let timer;
async function check() {
  clearTimeout(timer);
  const text = editor.text();
  const number = ++checks;
  try {
    const result = await ask("check", text, options());
    if (number !== checks) return;
    const { errors, warnings, findings } = result;
    const count = (value, name) => `${value} ${name}${value === 1 ? "" : "s"}`;
    place("summary").textContent = errors + warnings === 0 ? "No findings." : `${count(errors, "error")}, ${count(warnings, "warning")}`;
    place("findings").replaceChildren(...findings.map((finding) => findingItem(finding)));
    editor.show(
      findings.map((finding) => ({
        begin: finding.begin,
        end: finding.end,
        severity: finding.severity,
        message: `${finding.message} [${finding.code}]`,
        actions: finding.fixes.map((fix) => ({ name: fix.description || "Fix", apply: () => applyFix(fix) })),
      })),
    );
    performance.mark("checked");
    await requirements(text);
  } catch (error) {
    place("summary").textContent = error.message;
    place("findings").replaceChildren();
  }
}
async function requirements(text) {
  const { language } = options();
  const records = await ask("requirements", text, language ? { language } : {});
  const lines = records.map((record) => make("p", { textContent: requirementText(record) }));
  place("requirements").replaceChildren(...lines);
}
function requirementText(record) {
  const parts = [`PTX ${record.version}`];
  if (record.cuda) parts.push(`CUDA ${record.cuda}`);
  if (record.driver) parts.push(`driver ${record.driver}`);
  parts.push(record.targets.map(({ target }) => target).join(", "));
  return parts.join(" · ");
}

function changed() {
  showLaunch();
  clearTimeout(timer);
  timer = setTimeout(check, 150);
}
let moving;
function moved(offset) {
  clearTimeout(moving);
  moving = setTimeout(async () => (place("hover").textContent = (await hover(offset)) || "There are no facts about this word."), 200);
}
const editor = window.makeEditor(place("editor"), { changed, moved, hover, complete });

/** Replaces the text by the answer to a request, and says why if there is none. */
async function change(name, method, ...values) {
  try {
    const result = await ask(method, editor.text(), ...values);
    const text = typeof result === "string" ? result : result.text;
    say(text === editor.text() ? `${name}: nothing to change.` : `${name}: done.`);
    replaceText(text);
  } catch (error) {
    say(`${name}: ${error.message}`);
  }
}
place("fix").onclick = () => change("Safe fixes", "fix", options());
place("format").onclick = () => change("Format", "format");
place("canonical").onclick = () => change("Canonical form", "format", { canonical: true });

// Examples.
let example;
function showExample(number) {
  example = examples[number];
  place("about").replaceChildren(...coded(example.about));
  setLanguage(example.language ?? "ptx");
  showExampleText(example.fault);
}
function showExampleText(text) {
  replaceText(text);
  if (!example.launch) return;
  place("launch").value = example.launch;
  place("launch-form").closest("details").open = true;
  execute();
}
place("corrected").onclick = () => {
  if (example) showExampleText(example.corrected);
  say(example ? "This is the corrected text." : "Choose an example first.");
};
for (const theme of new Set(examples.map((each) => each.theme))) {
  const group = make("optgroup", { label: theme });
  examples.forEach((each, number) => {
    if (each.theme === theme) group.append(make("option", { value: number, textContent: each.title }));
  });
  place("example").append(group);
}
place("example").onchange = () => showExample(Number(place("example").value));
for (const name of targets) place("target").append(make("option", { textContent: name }));
for (const name of versions) place("version").append(make("option", { textContent: name }));
for (const id of ["target", "version", "all"]) place(id).onchange = check;
function setLanguage(name) {
  place("language").value = name;
  editor.setLanguage(name);
}
function chooseLanguage(name) {
  setLanguage(name);
  check();
}
place("language").onchange = () => chooseLanguage(place("language").value);

// A link that holds the text.
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
place("link").onclick = async () => {
  const bytes = await through(new TextEncoder().encode(JSON.stringify({ text: editor.text(), launch: place("launch").value, ...options() })), new CompressionStream("deflate-raw"));
  const letters = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  history.replaceState(null, "", `#${letters}`);
  say("The address of this page now contains the text.");
};
async function readLink() {
  const letters = location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const given = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  setLanguage(given.language ?? "ptx");
  place("target").value = given.target ?? "";
  place("version").value = given["ptx-version"] ?? "";
  place("all").checked = Boolean(given.W);
  if (given.launch) place("launch").value = given.launch;
  replaceText(given.text);
}

/** Shows the result of a launch; nothing, after the text has changed. */
function showLaunch(verdict = "", findings = [], timeline = "") {
  place("verdict").textContent = verdict;
  place("faults").replaceChildren(...findings.map((finding) => findingItem(finding)));
  place("timeline").innerHTML = timeline;
}
async function execute() {
  const text = editor.text();
  const show = (...values) => {
    if (text === editor.text()) showLaunch(...values);
  };
  show("Executing the launch …");
  try {
    const { verdict, notFollowed, findings, timeline } = await ask("sanitize", text, place("launch").value, { timeline: true, "step-limit": 1000000 });
    show(`${verdict}${notFollowed.length ? `; not followed: ${notFollowed.join("; ")}` : ""}`, findings, timeline);
  } catch (error) {
    show(error.message);
  }
}
place("launch-form").onsubmit = (event) => {
  event.preventDefault();
  execute();
};
place("command").onchange = () => (place("word").value = place("command").value === "swizzle" ? "128B" : "0x4000004000010040");
place("layout-form").onsubmit = async (event) => {
  event.preventDefault();
  const command = place("command").value;
  try {
    const result = await ask("layout", command, [place("word").value], command === "descriptor" ? { arch: place("arch").value } : {});
    place("figure").innerHTML = result.figure ?? "";
    place("layout").textContent = result.text;
  } catch (error) {
    place("figure").replaceChildren();
    place("layout").textContent = error.message;
  }
};

if (location.hash.length > 1) readLink().catch(() => showExample(0));
else showExample(0);
