-- wrk: the body BODY with a key of its own in place of KEY, and the token TOKEN.
local threads = 0
function setup(thread)
    threads = threads + 1
    thread:set('number', threads)
end

local body = os.getenv('BODY')
local at = body:find('KEY', 1, true)
local head, tail = body:sub(1, at - 1), body:sub(at + 3)
local run = os.getenv('RUN')
local headers = { ['Authorization'] = 'Bearer ' .. os.getenv('TOKEN'), ['Content-Type'] = 'application/json' }
local count = 0

function request()
    count = count + 1
    return wrk.format('POST', nil, headers, head .. run .. '-' .. number .. '-' .. count .. tail)
end
