-- wrk: to ADDRESS, with a number of its own in place of JOB, the body BODY with a key of its own in place of KEY, and the token TOKEN.
local threads = 0
function setup(thread)
    threads = threads + 1
    thread:set('number', threads)
end

local body = os.getenv('BODY')
local at = body:find('KEY', 1, true)
local head, tail = body:sub(1, at - 1), body:sub(at + 3)
local run = os.getenv('RUN')
local batch = string.format('%032d', tonumber(os.getenv('BATCH')))
local address = os.getenv('ADDRESS')
local headers = { ['Authorization'] = 'Bearer ' .. os.getenv('TOKEN'), ['Content-Type'] = 'application/json' }
local count = 0

function request()
    count = count + 1
    local job = batch .. string.format('%032d', (number - 1) * 30000 + count)
    return wrk.format('POST', (address:gsub('JOB', job)), headers, head .. run .. '-' .. number .. '-' .. count .. tail)
end
