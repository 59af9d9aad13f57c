-- Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- The tree-sitter grammar of PTX for the branch `main` of nvim-treesitter, after which `:TSInstall ptx` makes the parser.

vim.filetype.add({ extension = { ptx = "ptx" } })
vim.api.nvim_create_autocmd("User", {
  pattern = "TSUpdate",
  callback = function()
    require("nvim-treesitter.parsers").ptx = {
      install_info = { path = "/usr/share/ptxkit/editors/tree-sitter", generate = true, queries = "queries" },
    }
  end,
})
vim.api.nvim_create_autocmd("FileType", {
  pattern = "ptx",
  callback = function()
    vim.treesitter.start()
  end,
})
