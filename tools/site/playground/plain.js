// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The editor of the playground where CodeMirror is not installed: the field for texts of the browser.

window.makeEditor = (parent, { changed, moved }) => {
  const field = document.createElement("textarea");
  field.setAttribute("aria-label", "PTX source");
  field.spellcheck = false;
  parent.append(field);
  field.addEventListener("input", changed);
  field.addEventListener("keyup", () => moved(field.selectionStart));
  field.addEventListener("click", () => moved(field.selectionStart));
  return {
    text: () => field.value,
    setLanguage(name) {},
    setText(text) {
      field.value = text;
      changed();
    },
    show(findings) {},
    select(begin, end) {
      field.focus();
      field.setSelectionRange(begin, end);
    },
  };
};
