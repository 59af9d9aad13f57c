-- Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- What sessions of Neovim have in common.

local function say(...)
  io.stdout:write(table.concat({ ... }, " "), "\n")
end

local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then
    say("timed out:", what)
    vim.cmd("cquit 1")
  end
end

--- Runs `body` and ends Neovim, with 1 if there was an error.
local function run(body)
  local ok, message = pcall(body)
  if not ok then
    say("error:", tostring(message))
  end
  vim.cmd(ok and "qall!" or "cquit 1")
end

return { say = say, wait = wait, run = run }
