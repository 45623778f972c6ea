-- wrk: each request is one transaction, "if the key was never made, put 256 bytes under it". Keys travel as base64; digits in groups
-- of four are base64 already.
local threads = 0
function setup(thread)
    threads = threads + 1
    thread:set('number', threads)
end

local run = string.format('%016d', tonumber(os.getenv('RUN')))
local value = string.rep('dnZ2', 86)
local count = 0

function request()
    count = count + 1
    local key = 'YmVuY2gv' .. run .. string.format('%04d%012d', number, count)
    return wrk.format('POST', '/v3/kv/txn', { ['Content-Type'] = 'application/json' },
        '{"compare":[{"target":"CREATE","result":"EQUAL","key":"' .. key .. '","create_revision":"0"}],'
        .. '"success":[{"requestPut":{"key":"' .. key .. '","value":"' .. value .. '"}}]}')
end
