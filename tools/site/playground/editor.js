// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The editor of the playground with CodeMirror: findings are underlined, their fixes are buttons, and the language server completes words and
// explains them. PTX has colours.

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// The kinds of words of PTX, in the order in which they are tried.
const words = [
  [/^\/\/.*/, "lineComment"],
  [/^"(?:[^"\\]|\\.)*"?/, "string"],
  [/^(?:0[fFdD][\da-fA-F]+|\d[\w.]*)/, "number"],
  [/^%[\w$]+/, "variableName"],
  [/^\.[\w:]+/, "typeName"],
];
const ptx = StreamLanguage.define({
  name: "ptx",
  startState: () => ({ comment: false, begins: true }),
  token(stream, state) {
    if (state.comment || stream.match("/*")) {
      state.comment = !stream.match(/^.*?\*\//);
      if (state.comment) stream.skipToEnd();
      return "blockComment";
    }
    if (stream.eatSpace()) return null;
    for (const [word, kind] of words) {
      if (!stream.match(word)) continue;
      if (kind !== "typeName" || !(state.begins || /^\s*$/.test(stream.string.slice(0, stream.start)))) return kind;
      state.begins = false;
      return "keyword"; // a directive
    }
    if (stream.match(/^[A-Za-z_$][\w$]*/)) {
      // The first name of a statement is the instruction, unless it is a label.
      const kind = state.begins && !stream.match(/^\s*:/, false) ? "keyword" : "name";
      state.begins = false;
      return kind;
    }
    const letter = stream.next();
    if (";{}:".includes(letter)) state.begins = true;
    return null;
  },
});
const colours = HighlightStyle.define([
  { tag: tags.keyword, class: "keyword" },
  { tag: tags.typeName, class: "type" },
  { tag: [tags.number, tags.string], class: "constant" },
  { tag: tags.comment, class: "comment" },
]);

window.makeEditor = (parent, { changed, moved, hover, complete }) => {
  const explained = hoverTooltip(async (view, position) => {
    const text = await hover(position);
    if (!text) return null;
    return {
      pos: position,
      create() {
        const dom = document.createElement("pre");
        dom.textContent = text;
        return { dom };
      },
    };
  });
  const completed = autocompletion({
    override: [
      async (context) => {
        const word = context.matchBefore(/[\w.%$:]+/);
        if (!word && !context.explicit) return null;
        const { from, options } = await complete(context.pos);
        return options.length ? { from, options } : null;
      },
    ],
  });
  const language = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        history(),
        lintGutter(),
        language.of(ptx),
        syntaxHighlighting(colours),
        explained,
        completed,
        // Tab leaves the editor, as it leaves other fields.
        keymap.of([...completionKeymap, ...lintKeymap, ...defaultKeymap, ...historyKeymap]),
        EditorView.contentAttributes.of({ "aria-label": "PTX source", spellcheck: "false" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed();
          if (update.selectionSet) moved(update.state.selection.main.head);
        }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    setLanguage: (name) => view.dispatch({ effects: language.reconfigure(name === "ptx" ? ptx : []) }),
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    show(findings) {
      const length = view.state.doc.length;
      const shown = findings.map(({ begin, end, severity, message, actions }) => ({
        from: Math.min(begin, length),
        to: Math.min(end, length),
        severity,
        message,
        actions: actions.map(({ name, apply }) => ({ name, apply })),
      }));
      view.dispatch(setDiagnostics(view.state, shown));
    },
    select(begin, end) {
      view.dispatch({ selection: { anchor: begin, head: end }, scrollIntoView: true });
      view.focus();
    },
  };
};
