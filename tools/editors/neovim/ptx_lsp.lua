-- Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- lsp/ptx_lsp.lua of nvim-lspconfig, for Neovim 0.11 and newer: vim.lsp.enable("ptx_lsp")

---@brief
---
--- `ptx-lsp`, the language server of ptxkit for PTX and for the PTX in CUDA C++. The file type `ptx` is not built in:
---
--- ```lua
--- vim.filetype.add({ extension = { ptx = "ptx" } })
--- ```
---@type vim.lsp.Config
return {
  cmd = { "ptx-lsp" },
  filetypes = { "ptx", "cuda" },
  root_markers = { ".ptx-check", ".git" },
}
