-- Neovim as an author has it: opens a question, waits for findings, and does what the case asks for.
local case = vim.fn.json_decode(vim.env.QBANK_CASE)
local result = {}

local function settle(ready)
  return vim.wait(case.patience, ready, 20)
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, case.patience) or {}
  for _, answer in pairs(answers) do
    if answer.error then
      result.errors = result.errors or {}
      table.insert(result.errors, answer.error.message)
    end
    return answer.result
  end
end

local function at(part)
  local place = vim.fn.searchpos("\\V" .. part, "w")
  vim.api.nvim_win_set_cursor(0, { place[1], place[2] - 1 })
  return vim.lsp.util.make_position_params()
end

local function findings()
  return vim.tbl_map(function(one)
    return { code = one.code, line = one.lnum + 1, message = one.message }
  end, vim.diagnostic.get(0))
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

local client = vim.lsp.start_client({ name = "qbank", cmd = case.command, root_dir = case.root })
vim.cmd("edit " .. vim.fn.fnameescape(case.file))
vim.lsp.buf_attach_client(0, client)
settle(function() return #vim.diagnostic.get(0) > 0 end)
result.findings = findings()

local hover = ask("textDocument/hover", at(case.claim))
result.hover = hover and hover.contents.value
local target = ask("textDocument/definition", at(case.reference))
result.definition = target and target.uri
result.symbols = #(ask("textDocument/documentSymbol", vim.lsp.util.make_position_params()) or {})
result.words = #((ask("textDocument/completion", at(case.reference)) or {}).items or {})

local params = at(case.wrong)
params.range = { start = params.position, ["end"] = params.position }
params.context = { diagnostics = {} }
local actions = ask("textDocument/codeAction", params) or {}
result.titles = vim.tbl_map(function(action) return action.title end, actions)
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
settle(function()
  return #vim.tbl_filter(function(one) return one.code == case.code end, vim.diagnostic.get(0)) == 0
end)
result.left = findings()

local edits = ask("textDocument/formatting", vim.lsp.util.make_formatting_params())
vim.lsp.util.apply_text_edits(edits or {}, 0, "utf-16")
result.text = text()
vim.cmd("write")

local rename = at(case.id)
rename.newName = case.new_id
local change = ask("textDocument/rename", rename)
if change then
  vim.lsp.util.apply_workspace_edit(change, "utf-16")
  vim.cmd("wall")
end

io.stdout:write(vim.fn.json_encode(result))
vim.lsp.stop_client(client)
vim.cmd("qall!")
