# The folder `run` is made by the first start; the process is recorded by a link that only one supervisor can make.
start() { # attempt
    id=$1 attempt=$root/attempts/$1
    missing setsid mkfifo ln cat mv rm env mkdir timeout
    refuse_cancelled
    if recorded; then
        say 'attached %s:%s:%s\nend\n' "$boot" "$pid" "$born"
        exit 0
    fi
    [ -e "$attempt/tree" ] || fail protocol 'the attempt is not prepared on this host'
    message=$(mkdir "$attempt/run" 2>&1) || [ -d "$attempt/run" ] || trouble "$message"
    # A variable of the same name that came with the environment would be handed on to every program started here.
    unset line
    scrap=$attempt/run/secrets.$$
    while read -r kind line && [ "$kind" != . ]; do
        case $kind in
            secret) keep_secret "${line%% *}" "${line#"${line%% *}"}" ;;
            limit | time | folder | env | argv) printf '%s %s\n' "$kind" "$line" >&7 || trouble "$attempt/run could not be written" ;;
            *) fail protocol "a start has no '$kind'" ;;
        esac
    done 7>"$attempt/run/request.$$"
    [ "$kind" = . ] || fail protocol 'the request broke off'
    (
        theirs
        OFFLOAD_RUN=$id
        export OFFLOAD_RUN
        reach_manager && start_unit
        # Twice: the first makes it a group leader, so that the second forks and returns. An asynchronous command of the
        # shell would do the same and leave interrupts ignored in everything the build starts.
        exec setsid setsid sh "$0" supervise "$id" "request.$$" </dev/null 2>/dev/null
    ) | {
        read -r answer handle || fail protocol 'the supervisor did not come up'
        case $answer in
            started | attached) say '%s %s\nend\n' "$answer" "$handle" ;;
            cancelled) fail cancelled 'the attempt was cancelled' ;;
            *) trouble "the supervisor said: $answer $handle" ;;
        esac
    }
}

# Finds whose systemd holds units that outlive every session: the machine's own for root, else the user's where it lingers.
reach_manager() { # sets `manager` and `runtime`
    [ -d /run/systemd/system ] && command -v systemd-run >/dev/null 2>&1 && command -v xargs >/dev/null 2>&1 || return 1
    user=$(id -u) runtime=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}
    if [ "$user" = 0 ] && [ -S /run/systemd/private ]; then
        manager=--system
    elif [ -S "$runtime/systemd/private" ] && [ -e "/var/lib/systemd/linger/$(id -un)" ]; then
        manager=--user
    else
        return 1
    fi
}

# Has the supervisor run as a unit and hands on what it says. Returns only where certainly no unit was begun: two supervisors
# of one request would remove the secrets under each other. What a build leaves running stays, as it does without systemd.
start_unit() {
    unit=offload-$id-$$ words=$attempt/run/unit.$$ answers=$attempt/run/answer.$$
    (
        umask 077
        mkfifo "$answers" &&
            { env -0 && printf '%s\0' setsid sh "$0" supervise "$id" "request.$$" "$unit"; } >"$words"
    ) 2>/dev/null || return 1
    exec 5<>"$answers"
    XDG_RUNTIME_DIR=$runtime timeout 10 systemd-run "$manager" --quiet --collect --unit="$unit" \
        --property=KillMode=process --property=OOMPolicy=continue --property=TasksMax=infinity \
        -- sh "$0" unit "$id" $$ "$(umask)" </dev/null >/dev/null 2>&1
    case $? in
        0) ;;
        124) printf 'failed systemd did not answer within 10 s\n' >&5 ;;
        *)
            rm -f "$words" "$answers"
            exec 5>&-
            return 1
            ;;
    esac
    {
        OFFLOAD_RUN='' sleep 20
        printf 'failed the unit %s did not come up within 20 s\n' "$unit" >&5
    } </dev/null >/dev/null 2>&1 &
    timer=$!
    read -r answer <&5
    kill -s KILL "$timer" 2>/dev/null
    rm -f "$words" "$answers"
    printf '%s\n' "$answer"
    exit 0
}

# What a unit runs: the supervisor, in the environment of the session that asked for it and not in systemd's.
unit() { # attempt number mask
    attempt=$root/attempts/$1
    umask "$3"
    exec xargs -0 -x -s 1048576 -a "$attempt/run/unit.$2" env -i </dev/null >"$attempt/run/answer.$2" 2>/dev/null
}

# Writes down where the kernel lists the processes of a unit, none of which can leave it unseen.
record_unit() { # unit
    while IFS=: read -r _ hierarchy place; do
        case $hierarchy$place in
            /*/"$1.service" | name=systemd/*/"$1.service")
                for top in /sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/systemd; do
                    [ ! -r "$top$place/cgroup.procs" ] || printf '%s\n' "$top$place/cgroup.procs" >"$attempt/run/members.$name"
                done
                ;;
        esac
    done </proc/self/cgroup
}

# Writes a secret to a file of its name. Only a printf of the shell's own keeps it out of every process's arguments.
keep_secret() { # name blank-and-encoded
    case $1 in
        '' | [.-]* | *[!A-Za-z0-9_.-]*) fail protocol "a secret cannot be called '$1'" ;;
    esac
    [ -n "${2# }" ] || fail protocol "the secret '$1' could not be had, so nothing is started"
    case $(command -v printf) in
        */*) fail capability-missing "the host's sh has no printf of its own, and so no way to write a secret unseen" ;;
    esac
    [ -d "$scrap" ] || mkdir "$scrap" || trouble "$scrap could not be made"
    { printf '%b' "${2# }" >"$scrap/$1"; } 2>/dev/null || trouble "$scrap/$1 could not be written"
}

# Becomes the command: this very process is recorded, then replaced. Output goes through pipes, not straight to the files,
# since a build that opens /dev/stdout again would cut a file short.
become_command() {
    set --
    command_begun='' seconds=0
    while read -r kind line; do
        decode "$line"
        case $kind in
            time) seconds=$value ;;
            folder) enter_folder ;;
            env) set -- "$@" "$value" ;;
            argv)
                if [ -z "$command_begun" ]; then
                    [ ! -d "$secrets" ] || set -- "$@" "OFFLOAD_SECRETS=$secrets"
                    # shellcheck disable=SC2016 # a script of its own, and data only as its arguments
                    set -- "$@" "OFFLOAD_RUN=$id" sh -c 'case $1 in -*) exit 127 ;; esac; exec "$@"' offload
                    command_begun=yes
                fi
                set -- "$@" "$value"
                ;;
        esac
    done <"$attempt/run/$request"
    read -r me _ </proc/self/stat
    look "$me"
    printf '%s %s %s %s %s\n' "$boot" "$me" "$ticks" "$name" "$own_ticks" >"$attempt/run/process.$name" ||
        unable 'No space left for the record of the process'
    if ! ln "$attempt/run/process.$name" "$attempt/run/process" 2>/dev/null; then
        recorded && printf 'attached %s:%s:%s\n' "$boot" "$pid" "$born"
        exit 1
    fi
    if [ -e "$attempt/cancelled" ]; then
        printf 'cancelled\n'
        exit 1
    fi
    printf 'started %s:%s:%s\n' "$boot" "$me" "$ticks"
    theirs
    # The build's time is bounded here as well, for when there is no controller that ends it.
    exec setsid timeout -k 10 "$seconds" env "$@" >"$attempt/run/out.$name" 2>"$attempt/run/err.$name" 4>&-
}

# A folder of the checkout that a snapshot does not hold, since nothing in it is tracked, is made.
enter_folder() {
    cd "$attempt/work" || unable "$attempt/work could not be entered"
    [ -n "$value" ] || return 0
    top=$(pwd -P)
    (umask "$mask" && mkdir -p "./$value") 2>/dev/null && cd "./$value" ||
        unable "the folder $value could not be entered"
    case $(pwd -P)/ in
        "$top"/*) ;;
        *) unable "the folder $value leaves the workspace" ;;
    esac
}

unable() { # reason
    printf 'failed %s\n' "$1"
    exit 1
}

# Waits for the command and writes its exit code beside its output, in a session of its own: what a build does to its own
# process group does not reach it.
supervise() { # attempt request unit?
    id=$1 attempt=$root/attempts/$1 request=$2 name=$$ code=
    secrets=$attempt/run/secrets.${request#request.}
    trap : HUP INT QUIT TERM PIPE ALRM USR1 USR2
    read -r boot </proc/sys/kernel/random/boot_id
    look $$
    own_ticks=$ticks
    [ -z "${3-}" ] || record_unit "$3"
    # Written now and overwritten in place, so that the exit code finds room on a full disk.
    printf '999\n' >"$attempt/run/exit.$name" && : >>"$attempt/stdout" && : >>"$attempt/stderr" &&
        mkfifo "$attempt/run/out.$name" "$attempt/run/err.$name" "$attempt/run/ended.$name" ||
        unable 'No space left for the pipes'
    exec 4<>"$attempt/run/ended.$name"
    read_limit
    {
        keep stdout 'standard output' <"$attempt/run/out.$name"
        printf 'out\n' >&4
    } </dev/null >/dev/null &
    {
        keep stderr 'standard error' <"$attempt/run/err.$name"
        printf 'err\n' >&4
    } </dev/null >/dev/null &
    (become_command)
    code=$?
    rm -rf "$secrets"
    recorded
    [ "$supervisor" != "$name" ] || forget_secrets
    if [ "$supervisor" = "$name" ] && [ ! -e "$attempt/cancelled" ]; then
        await_output
        [ -e "$attempt/cancelled" ] ||
            { printf '%03d\n' "$code" 1<>"$attempt/run/exit.$name" && mv "$attempt/run/exit.$name" "$attempt/exit"; }
    fi
    wake
    # A reader that no command ever wrote to still waits for one.
    : 1<>"$attempt/run/out.$name"
    : 1<>"$attempt/run/err.$name"
    rm -f "$attempt/run/out.$name" "$attempt/run/err.$name" "$attempt/run/ended.$name"
}

# Sets `blocks` to how much of an output is kept, in what this shell's ulimit counts.
read_limit() {
    while read -r kind limit && [ "$kind" != limit ]; do :; done <"$attempt/run/$request"
    case ${BASH_VERSION:+:$SHELLOPTS:} in
        '' | *:posix:*) blocks=$(((limit + 511) / 512)) ;;
        *) blocks=$(((limit + 1023) / 1024)) ;;
    esac
}

# Keeps one output up to its limit, and reads on past it: a build is not held up by what it prints. A disk that is full
# ends the reading as it ends the writing.
keep() { # file words
    # shellcheck disable=SC3045 # any shell that runs this has -f; without -c it has no core files to limit
    (
        ulimit -c 0
        ulimit -f "$blocks"
        exec cat
    ) >>"$attempt/$1" 2>/dev/null && return 0
    [ "$(stat -c %s "$attempt/$1")" -ge "$limit" ] || return 0
    printf 'offload: what %s held after its first %s bytes was not kept (limits.log)\n' "$2" "$limit" >>"$attempt/stderr"
    cat
}

# All output is in the files once both pipes have no writer. What the build left running in the background may hold them
# for ever, so that is waited for no longer than a second.
await_output() {
    {
        OFFLOAD_RUN='' sleep 1
        printf 'late\n' >&4
    } </dev/null >/dev/null 2>&1 &
    timer=$!
    read -r one <&4
    [ "$one" = late ] || read -r one <&4
    # Not TERM: until the fork has undone the traps it would swallow that.
    kill -s KILL "$timer" 2>/dev/null
}
