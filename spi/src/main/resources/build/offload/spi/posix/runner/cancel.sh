# Signals what is the attempt's: the group of the command where that process is beyond doubt the recorded one, and whatever
# carries the mark, in whichever session it is. The supervisor and its pipes end by themselves when the command has.
signal_all() { # signal
    if recorded && living && alive "$pid" "$born"; then
        kill -s "$1" -- "-$pid" 2>/dev/null
    fi
    marked "$id"
    for one in $found; do
        if look "$one" && { [ "$1" = KILL ] || [ "$session" != "${supervisor:-none}" ]; }; then
            kill -s "$1" "$one" 2>/dev/null
        fi
    done
}

# Waits until nothing carries the mark any more; fails when the time is up. A look reads the environment of every process, so
# the looks become rarer.
await_gone() { # hundredths of a second
    now
    until=$((now + $1)) wait=0.02
    while marked "$id" && [ -n "$found" ]; do
        now
        [ "$now" -lt "$until" ] || return 1
        nap "$wait"
        case $wait in
            0.02) wait=0.05 ;;
            0.05) wait=0.1 ;;
            *) wait=0.2 ;;
        esac
    done
}

end_preparation() {
    [ -e "$attempt/preparing" ] && read -r other other_born <"$attempt/preparing" && [ -n "$other_born" ] || return 0
    ! alive "$other" "$other_born" || kill -s KILL "$other" 2>/dev/null
}

cancel() { # attempt grace-in-hundredths
    id=$1 attempt=$root/attempts/$1
    # The mark comes before the look at the record, and a start looks for the mark after it has recorded itself.
    message=$(mkdir -p "$attempt" 2>&1 && : >"$attempt/cancelled") || trouble "$message"
    end_preparation
    signal_all TERM
    if [ -n "$found" ] && ! await_gone "$2"; then
        for round in 1 2 3 4 5 6 7 8 9 10; do
            signal_all KILL
            await_gone 30 && break
        done
    fi
    wake
    marked "$id"
    [ -z "$found" ] || report still "$(describe)"
    forget_secrets
    report gone ''
}

describe() {
    printf 'still there:'
    for one in $found; do
        look "$one" && read -r comm <"/proc/$one/comm" && printf ' process %s (%s, state %s)' "$one" "$comm" "$state"
    done
}

sweep() { # attempt
    attempt=$root/attempts/$1
    if [ ! -e "$attempt/exit" ] && recorded && living; then
        fail protocol "the attempt's process $pid still lives, so its folder stays"
    fi
    cd /
    keep_workspace
    remove "$attempt"
    prune_mirrors </dev/null >/dev/null 2>&1 &
    report_kept "$1"
    say 'swept\nend\n'
}

# The record of what is kept stands where that is, so that a sweep whose answer was lost has the same one again.
report_kept() { # attempt
    for record in "$root"/kept/*/attempt; do
        read -r keeper bytes 2>/dev/null <"$record" && [ "$keeper" = "$1" ] || continue
        say 'kept %s\nend\n' "$bytes"
        exit 0
    done
}

discard() { # mirror
    cd /
    for kept in "$root/kept/$1" "$root/kept/$1-sha256"; do
        [ ! -e "$kept" ] || { message=$(mv -T "$kept" "$root/kept/.gone-$$-${kept##*/}" 2>&1) || trouble "$message"; }
    done
    for kept in "$root"/kept/.gone-*; do
        remove "$kept"
    done
    say 'discarded\nend\n'
}

# Sets the workspace of a build that ended by itself aside for the next one of the same checkout, in the state of its tree
# again; a cancelled one leaves no exit code. What is wrong with it costs that, and no more. One is kept for each checkout: for two
# weeks, and what a build asked to keep for as long as the controller does, or three months without one.
keep_workspace() {
    find "$root/warm" -mindepth 1 -maxdepth 1 -mtime +14 -exec rm -rf {} + 2>/dev/null
    find "$root/kept" -mindepth 1 -maxdepth 1 -mtime +90 -exec rm -rf {} + 2>/dev/null
    [ -e "$attempt/exit" ] && [ -d "$attempt/work" ] || return 0
    { read -r tree && read -r name; } <"$attempt/tree" 2>/dev/null || return 0
    id=${attempt##*/}
    marked "$id"
    [ -z "$found" ] || return 0
    mirror=$root/mirrors/$name.git
    if [ -e "$attempt/keep" ]; then
        keep_leftovers && set_aside kept
    else
        take_back_changes && set_aside warm
    fi
    return 0
}

set_aside() { # kept|warm
    mkdir -p "$root/$1" "$attempt/warm" && mv "$attempt/work" "$attempt/index" "$attempt/warm" || return 0
    mv -T "$root/$1/$name" "$attempt/older" 2>/dev/null
    mv -T "$attempt/warm" "$root/$1/$name" 2>/dev/null
}

# Cleans by the patterns of the build that ended, and writes down who left how much.
keep_leftovers() {
    drop_unkept >/dev/null 2>&1 && drop_empty_folders && (umask "$mask" && mirror_git read-tree --reset -u "$tree") >/dev/null 2>&1 &&
        bytes=$(du -sk "$attempt/work" 2>/dev/null) && bytes=${bytes%%[!0-9]*} && [ -n "$bytes" ] && mkdir "$attempt/warm" &&
        printf '%s %s\n' "$id" "$((bytes * 1024))" >"$attempt/warm/attempt"
}

# Git's own folders are found apart, since `clean` passes over them.
take_back_changes() {
    {
        find "$attempt/work" -name .git -prune -exec rm -rf {} + &&
            mirror_git clean -ffdxq &&
            find "$attempt/work" -type d ! -perm "$(stat -c %a "$attempt/work")" -exec chmod "$(stat -c %a "$attempt/work")" {} + &&
            (umask "$mask" && mirror_git read-tree --reset -u "$tree")
    } >/dev/null 2>&1
}
