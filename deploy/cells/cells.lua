-- Which cell a request goes to. A key or a seller's code is looked up once, by way of any cell's OPS_PORT, and kept: a cell
-- that is asked by mistake answers 421 and names the right one, so what is kept needs no end. A cell that has no server up can't
-- say so: it may have been emptied and switched off, and who is known to live there is looked up again. While the directory is
-- away, those that are known go on.

-- Listeners of this proxy itself (haproxy.cfg).
local WHERE = "http://127.0.0.1:8405/cells/where?"
local AGAIN = "http://127.0.0.1:8406"
local PATIENCE_MS = 4000

-- Of this many in two halves: the older half is dropped when the newer one is full, but for those that were asked for meanwhile.
-- A name is 70 letters at most: all of them are some 30 MB.
local KEPT_MAX = 200000
local newer, older, count = {}, {}, 0

local function keep(name, cell)
  if newer[name] == nil then
    count = count + 1
    if count > KEPT_MAX / 2 then
      newer, older, count = {}, newer, 1
    end
  end
  newer[name] = cell
end

local function kept(name)
  local cell = newer[name] or older[name]
  if cell ~= nil then keep(name, cell) end
  return cell
end

-- Sets txn.cell where the request names a key or a seller that is known, and txn.lost where nobody could be asked.
core.register_action("find_cell", { "http-req" }, function(txn)
  local name = txn:get_var("txn.asked")
  if name == nil or name == "" then return end
  local cell = kept(name)
  local is_down = cell ~= nil and core.backends[cell] ~= nil and txn.f:nbsrv(cell) == 0
  -- Of other names only cells know, by asking each other.
  local is_listed = string.match(name, "^key=") or string.match(name, "^seller=")
  if is_down and not is_listed then cell = nil end
  if is_listed and (cell == nil or is_down) then
    local answer = core.httpclient():get({ url = WHERE .. name, timeout = PATIENCE_MS })
    if answer and answer.status == 200 then
      cell = string.match(answer.body, "^(%S+)")
      keep(name, cell)
    elseif cell == nil and not (answer and answer.status == 404) then
      txn:set_var("txn.lost", true)
      return
    end
  end
  if cell ~= nil then txn:set_var("txn.cell", cell) end
end)

-- Keeps what is asked until it is answered, where all of it fits the buffer.
core.register_action("remember", { "http-req" }, function(txn)
  local body = txn.f:req_body() or ""
  local length = tonumber(txn.f:req_hdr("content-length") or "0")
  if txn.f:req_hdr("transfer-encoding") ~= nil or length ~= #body then return end
  local headers = {}
  for name, values in pairs(txn.http:req_get_headers()) do
    local list = {}
    for _, value in pairs(values) do list[#list + 1] = value end
    headers[name] = list
  end
  headers["connection"] = nil
  txn:set_priv({ method = txn.f:method(), path = txn.f:pathq(), headers = headers, body = body })
end)

local METHODS = { GET = "get", HEAD = "head", POST = "post", PUT = "put" }

-- The account has moved: from now on its new cell is asked, this request included.
core.register_action("ask_again", { "http-res" }, function(txn)
  local cell = txn.f:res_hdr("holdfast-cell")
  local name = txn:get_var("txn.asked")
  if cell == nil then return end
  if name ~= nil and name ~= "" then keep(name, cell) end
  local asked = txn:get_priv()
  local method = asked and METHODS[asked.method]
  if method == nil then return end
  asked.headers["holdfast-cell"] = { cell }
  local client = core.httpclient()
  local answer = client[method](client, {
    url = AGAIN .. asked.path,
    headers = asked.headers,
    body = asked.body ~= "" and asked.body or nil,
    timeout = 30000,
  })
  if answer == nil or answer.status == nil or answer.status == 0 then return end
  local reply = txn:reply({ status = answer.status, body = answer.body })
  for header, values in pairs(answer.headers or {}) do
    if header ~= "content-length" and header ~= "transfer-encoding" and header ~= "connection" then
      for _, value in pairs(values) do reply:add_header(header, value) end
    end
  end
  txn:done(reply)
end)
