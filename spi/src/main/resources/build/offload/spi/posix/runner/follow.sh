# Hands on what one output file holds beyond an offset, a mebibyte at a time.
hand_on() { # stream file offset size; sets `offset`
    offset=$3
    while [ "$offset" -lt "$4" ]; do
        count=$(($4 - offset))
        [ "$count" -le 1048576 ] || count=1048576
        say '%s %s %s\n' "$1" "$offset" "$count"
        dd if="$2" bs=65536 skip=$((offset / 65536)) count=$((count / 65536 + 2)) 2>/dev/null |
            tail -c +$((offset % 65536 + 1)) | head -c "$count"
        offset=$((offset + count))
    done
}

hand_on_both() {
    # shellcheck disable=SC2046 # two numbers
    set -- $(stat -c %s "$attempt/stdout" "$attempt/stderr" 2>/dev/null)
    [ $# -eq 2 ] || return 0
    hand_on out "$attempt/stdout" "$out" "$1"
    out=$offset
    hand_on err "$attempt/stderr" "$err" "$2"
    err=$offset
}

# Nothing was started. What might still be on its way is shut out by the mark before that is said.
never_started() { # handle budget
    [ "$1" = - ] || report vanished 'the host has no record of the attempt any more'
    if [ ! -e "$attempt/cancelled" ] && [ -d "$attempt/run" ]; then
        made=$(stat -c %Y "$attempt/run") seen=$(date +%s)
        [ $((seen - made)) -ge 10 ] || [ "$seen" -lt "$made" ] || report running ''
    fi
    message=$(mkdir -p "$attempt" 2>&1 && : >"$attempt/cancelled") || trouble "$message"
    recorded && return 0
    report never 'no process was ever recorded for the attempt, and none can be started under it now'
}

report() { # how evidence
    say '%s %s\n%s\nend\n' "$1" "${#2}" "$2"
    exit 0
}

# Sees how the attempt stands before its output is read, so that what is handed on is all there is when it has ended.
stand() {
    how=running
    if [ -e "$attempt/exit" ]; then
        how=exited
    elif ! living; then
        how=vanished
        [ ! -e "$attempt/exit" ] || how=exited
    fi
}

follow() { # attempt handle stdout-offset stderr-offset budget-in-hundredths
    attempt=$root/attempts/$1 out=$3 err=$4
    recorded || never_started "$2"
    [ "$2" = - ] || [ "$2" = "$boot:$pid:$born" ] || fail protocol "the attempt runs as $boot:$pid:$born, not as $2"
    now
    until=$((now + $5)) beat=$((now + 500)) ticker=
    waker=$attempt/run/wake.$$
    if [ "$5" -gt 0 ] && mkfifo "$waker" 2>/dev/null; then
        trap 'rm -f "$waker"' EXIT
        exec 3<>"$waker"
    else
        waker=
    fi
    while stand && hand_on_both && [ "$how" = running ]; do
        now
        [ "$now" -lt "$until" ] || break
        if [ "$now" -ge "$beat" ]; then
            say 'beat\n'
            beat=$((now + 500))
        fi
        pause
    done
    [ -z "$ticker" ] || kill -s KILL "$ticker" 2>/dev/null
    case $how in
        exited)
            read -r code <"$attempt/exit"
            report exited "$code"
            ;;
        vanished)
            forget_secrets
            if [ -e "$attempt/cancelled" ]; then
                report vanished 'the attempt was cancelled'
            elif [ "$boot" != "$present" ]; then
                report vanished "the host was booted since: it was $boot and is $present"
            fi
            report vanished "process $pid is gone and left no exit code"
            ;;
        running) report running '' ;;
    esac
}

# Returns when the supervisor says that the command ended, or after a tenth of a second.
pause() {
    if [ -z "$waker" ]; then
        nap 0.05
        return 0
    fi
    if [ -z "$ticker" ]; then
        {
            while nap 0.1 && kill -0 $$; do
                printf 't\n' >&3
            done
        } </dev/null >/dev/null 2>&1 &
        ticker=$!
    fi
    read -r _ <&3
}
