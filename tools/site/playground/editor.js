// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The editor of the playground with CodeMirror: findings are underlined, their fixes are buttons, and the language server completes words and
// explains them.

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";

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
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        history(),
        lintGutter(),
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
