;;; ptx-mode.el --- Major mode for PTX  -*- lexical-binding: t -*-

;; Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
;; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;; Package-Requires: ((emacs "26.1"))
;; Version: 0.1.0
;; Keywords: languages

;;; Commentary:

;; Colours and comments of PTX, NVIDIA's virtual instruction set.  Where Eglot or lsp-mode is there, they start `ptx-lsp', which tells
;; findings, completes, formats and describes instructions.

;;; Code:

(defvar ptx-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?% "_" table)
    (modify-syntax-entry ?$ "_" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?. "." table)
    table)
  "Syntax table of `ptx-mode'.")

(defconst ptx-mode-keywords
  '(("^\\s-*\\([[:alpha:]_$%][[:alnum:]_$]*\\)\\s-*:\\(?:[^:]\\|$\\)" 1 font-lock-constant-face)
    ("\\.\\(?:entry\\|func\\)\\s-+\\(?:([^)]*)\\s-*\\)?\\([[:alpha:]_$][[:alnum:]_$]*\\)" 1 font-lock-function-name-face)
    ;; The opcode begins a statement, or follows its guard.
    ("\\(?:^\\|[;{}]\\)\\s-*\\(?:@!?[%[:alnum:]_$]+\\s-+\\)?\\([[:alpha:]][[:alnum:]]*\\)\\_>\\(?:[.; \t]\\|$\\)" 1 font-lock-keyword-face)
    ("\\.\\(?:\\(?:[busf]\\|bf\\|tf\\|u?e[0-9]m\\)[0-9]+\\(?:f[0-9]+\\)?\\(?:x[0-9]+\\)?\\|pred\\|\\(?:tex\\|sampler\\|surf\\)ref\\)\\_>" . font-lock-type-face)
    ("\\(?:^\\|\\s-\\)\\(\\.[[:alpha:]_]+\\)\\_>" 1 font-lock-preprocessor-face)
    ("\\.[[:alpha:]_][[:alnum:]_]*\\(?:::[[:alnum:]_]+\\)*" . font-lock-builtin-face)
    ("%[[:alpha:]_$][[:alnum:]_$]*" . font-lock-variable-name-face))
  "What `ptx-mode' colours.")

;;;###autoload
(define-derived-mode ptx-mode prog-mode "PTX"
  "Major mode for PTX, NVIDIA's virtual instruction set."
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local font-lock-defaults '(ptx-mode-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.ptx\\'" . ptx-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(ptx-mode "ptx-lsp")))

(defvar lsp-language-id-configuration)
(declare-function lsp-register-client "ext:lsp-mode" (client))
(declare-function make-lsp-client "ext:lsp-mode" (&rest fields))
(declare-function lsp-stdio-connection "ext:lsp-mode" (command))
(declare-function lsp-activate-on "ext:lsp-mode" (&rest languages))
(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(ptx-mode . "ptx"))
  (lsp-register-client (make-lsp-client :new-connection (lsp-stdio-connection '("ptx-lsp")) :activation-fn (lsp-activate-on "ptx")
                                        :server-id 'ptx-lsp)))

(provide 'ptx-mode)
;;; ptx-mode.el ends here
