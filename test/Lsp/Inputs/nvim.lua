-- Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- A session of Neovim 0.7 or newer with ptx-lsp. `ptxkit_guide` is the page with the configuration, `ptxkit_file` a module.

local session = dofile(debug.getinfo(1, "S").source:match("@(.*/)") .. "nvim-session.lua")
local say, wait = session.say, session.wait

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000) or {}
  for _, answer in pairs(answers) do
    return answer.result
  end
end

local function run()
  -- The configuration that the guide shows.
  for block in table.concat(vim.fn.readfile(ptxkit_guide), "\n"):gmatch("```lua\n(.-)```") do
    assert(loadstring(block))()
  end
  vim.cmd("edit " .. ptxkit_file)
  wait("a client", function() return #vim.tbl_keys(vim.lsp.buf_get_clients(0)) > 0 end)
  wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
  for _, finding in ipairs(vim.diagnostic.get(0)) do
    say("diagnostic:", finding.lnum + 1 .. ":" .. finding.col + 1, finding.message)
  end

  vim.api.nvim_win_set_cursor(0, { 7, 10 })
  local hover = ask("textDocument/hover", vim.lsp.util.make_position_params())
  say("hover:", (hover.contents.value:gsub("\n", " ")))

  local actions = ask("textDocument/codeAction", vim.tbl_extend("force", vim.lsp.util.make_given_range_params({ 8, 0 }, { 8, 30 }),
    { context = { diagnostics = {}, only = { "source.fixAll" } } }))
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  say("fixed:", vim.api.nvim_buf_get_lines(0, 7, 8, true)[1])
  wait("no findings", function() return #vim.diagnostic.get(0) == 0 end)

  vim.lsp.buf.rename("%sum")
  wait("the new name", function() return vim.api.nvim_buf_get_lines(0, 7, 8, true)[1]:find("%%sum") end)
  say("renamed:", vim.api.nvim_buf_get_lines(0, 6, 7, true)[1], vim.api.nvim_buf_get_lines(0, 7, 8, true)[1])

  vim.lsp.util.apply_text_edits(ask("textDocument/formatting", vim.lsp.util.make_formatting_params()),
    vim.api.nvim_get_current_buf(), "utf-16")
  -- A blank line has been put after the header.
  say("formatted:", vim.api.nvim_buf_get_lines(0, 8, 9, true)[1])

  vim.api.nvim_buf_set_lines(0, 9, 9, true, { "    cvt.rn." })
  vim.api.nvim_win_set_cursor(0, { 10, 10 })
  local position = vim.lsp.util.make_position_params()
  position.position.character = 11
  local items = ask("textDocument/completion", position).items
  local labels = {}
  for _, item in ipairs(items) do
    table.insert(labels, item.label)
  end
  say("completion:", table.concat(labels, " "))
end

session.run(run)
