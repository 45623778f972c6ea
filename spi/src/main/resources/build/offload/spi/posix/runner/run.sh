# Runs one short command. Both outputs come back over the one stream, and no file is needed, so that a host without room can
# still be looked at: each is cut, spelt in hexadecimal and told line by line, every line in one write.
run() { # seconds whole-seconds
    set -- "$1" "$2"
    limit=$1 whole=$2 late=no
    set --
    while read -r line && [ "$line" != . ]; do
        decode "$line"
        set -- "$@" "$value"
    done
    look $$
    mark=run-$$-$ticks
    if command -v setsid >/dev/null 2>&1; then
        setsid sh "$0" watch "$limit" "$whole" "$mark" $$ </dev/null >/dev/null 2>&1 &
        watcher=$! session_of_its_own=setsid
    else
        watcher='' session_of_its_own=
    fi
    trap 'late=yes' USR1
    {
        {
            run_command "$@" 2>&4 4>&- | spell o >&3
        } 4>&1 | spell e >&3
    } 3>&1
    [ -z "$watcher" ] || kill -s KILL -- "-$watcher" 2>/dev/null
    say 'late %s\nend\n' "$late"
}

run_command() {
    (
        theirs
        exec 3>&-
        # shellcheck disable=SC2164 # the top will do
        cd "${HOME:-/}" 2>/dev/null || cd /
        # shellcheck disable=SC2016,SC2086 # a script of its own; nothing or one word
        exec $session_of_its_own env "OFFLOAD_RUN=$mark" sh -c 'case $1 in -*) exit 127 ;; esac; exec "$@"' offload "$@"
    )
    printf 'x %s\n' $? >&3
}

spell() { # letter
    {
        head -c 65536
        cat >/dev/null
    } | od -An -v -tx1 | while IFS= read -r line; do
        printf '%s%s\n' "$1" "$line"
    done
}

# Ends a command that is over its limit, with everything it started.
watch() { # seconds whole-seconds mark runner
    sleep "$1" 2>/dev/null || sleep "$2"
    kill -s USR1 "$4"
    for round in 1 2 3 4 5 6 7 8 9 10; do
        marked "$3"
        [ -n "$found" ] || break
        # shellcheck disable=SC2086 # a list
        kill -s KILL $found 2>/dev/null
        nap 0.02
    done
}
