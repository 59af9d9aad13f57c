-- Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- What a session of Neovim 0.10 or newer shows of a file besides its text: highlighting by semantic tokens, inlay hints, code lenses.
-- `ptxkit_file` is the file, `ptxkit_type` its language.

local session = dofile(debug.getinfo(1, "S").source:match("@(.*/)") .. "nvim-session.lua")
local say, wait = session.say, session.wait

--- The semantic tokens of a line, each with the text that it is of.
local function tokens(line)
  local text = vim.api.nvim_buf_get_lines(0, line, line + 1, true)[1]
  local found = {}
  for column = 0, #text - 1 do
    for _, token in ipairs(vim.lsp.semantic_tokens.get_at_pos(0, line, column) or {}) do
      if token.start_col == column then
        table.insert(found, text:sub(column + 1, token.end_col) .. "=" .. token.type)
      end
    end
  end
  return table.concat(found, " ")
end

local function run()
  say("inlay hints:", tostring(vim.lsp.inlay_hint ~= nil))
  vim.cmd("edit " .. ptxkit_file)
  vim.bo.filetype = ptxkit_type
  vim.lsp.start({ name = "ptx-lsp", cmd = { "ptx-lsp" }, init_options = { inlayHints = { types = true, targets = true } } })
  wait("a client", function() return #vim.lsp.get_clients({ bufnr = 0 }) > 0 end)
  local last = vim.api.nvim_buf_line_count(0) - 1
  wait("semantic tokens", function()
    for line = 0, last do
      if tokens(line) ~= "" then return true end
    end
  end)
  for line = 0, last do
    local found = tokens(line)
    if found ~= "" then
      say("tokens", line + 1 .. ":", found)
    end
  end
  if ptxkit_type ~= "ptx" then return end -- only modules have what follows
  vim.lsp.inlay_hint.enable(true, { bufnr = 0 })
  wait("hints", function() return #vim.lsp.inlay_hint.get({ bufnr = 0 }) > 0 end)
  for _, hint in ipairs(vim.lsp.inlay_hint.get({ bufnr = 0 })) do
    local position = hint.inlay_hint.position
    say("hint", position.line + 1 .. ":" .. position.character + 1, hint.inlay_hint.label)
  end
  vim.lsp.codelens.refresh({ bufnr = 0 })
  wait("lenses", function() return #vim.lsp.codelens.get(0) > 0 end)
  for _, lens in ipairs(vim.lsp.codelens.get(0)) do
    say("lens", lens.range.start.line + 1 .. ":", lens.command.title)
  end
end

session.run(run)
