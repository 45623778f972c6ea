# The host's side of an attempt, for any POSIX shell on Linux. On the host its name holds its own digest, so that a
# changed script is another file and a running one is never changed underneath.
#
# Commands are `sh ROOT/runner-DIGEST.sh VERB TOKEN…`, tokens of letters, digits and _./:=@%+,- only. Whatever else there
# is (arguments, environment, paths) comes on standard input, a line each, as octal escapes which printf's %b undoes:
# nothing here evaluates data, and nothing here depends on the login shell that was handed the command.
#
# Answers begin with a line that tells them from whatever a login shell printed before, and end with the line `end`.

say() {
    # shellcheck disable=SC2059 # the formats are this script's own
    printf "$@" || exit 1
}

fail() { # kind text
    [ -z "$scrap" ] || rm -rf "$scrap" 2>/dev/null
    say 'failed %s %s\n%s\nend\n' "$1" "${#2}" "$2"
    exit 0
}

# Ends with the failure that a program's message is about; a full disk is often told by what is left alone.
trouble() { # message
    case $1 in
        *'No space left'* | *'uota exceeded'*) fail disk-full "$1" ;;
    esac
    left=$(df -P -k "$root" 2>/dev/null | {
        read -r _
        read -r _ _ _ left _ && printf '%s' "$left"
    })
    case $left in
        '' | *[!0-9]*) ;;
        *) [ "$left" -ge 256 ] || fail disk-full "$1 ($left KiB are left below $root)" ;;
    esac
    fail protocol "$1"
}

missing() { # program…
    for program; do
        command -v "$program" >/dev/null 2>&1 || fail capability-missing "the host has no '$program'"
    done
}

# Sets `value` to what the escapes stand for; the dot keeps trailing newlines from being cut.
decode() { # encoded
    case $1 in
        *\\*)
            value=$(printf '%b.' "$1")
            value=${value%.}
            ;;
        *) value=$1 ;;
    esac
}

# Gives back what the host user's own programs are to see.
theirs() {
    umask "$mask"
    case $had_locale in
        yes) LC_ALL=$locale ;;
        no) unset LC_ALL ;;
    esac
}

now() { # sets `now`, hundredths of a second since boot
    read -r up _ </proc/uptime
    now=${up%.*}${up#*.}
}

nap() { # seconds, with a fraction where the host's sleep takes one
    sleep "$1" 2>/dev/null || sleep 1
}

# Sets `state`, `session` and `ticks` of a process; fails when there is none. Its name may hold anything, newlines too.
look() { # pid
    seen=
    { while IFS= read -r part; do seen="$seen$part "; done <"/proc/$1/stat"; } 2>/dev/null
    case $seen in
        *') '*) ;;
        *) return 1 ;;
    esac
    seen=${seen##*') '}
    # shellcheck disable=SC2086 # splitting is the point
    set -- $seen
    state=$1 session=$4
    shift 19
    ticks=$1
}

alive() { # pid ticks
    look "$1" && [ "$ticks" = "$2" ] && [ "$state" != Z ] && [ "$state" != X ]
}

# Sets `started` and, when an attempt was started: its boot, process and supervisor.
recorded() {
    boot='' pid='' born='' supervisor='' supervisor_born=''
    [ -e "$attempt/run/process" ] && read -r boot pid born supervisor supervisor_born <"$attempt/run/process" &&
        [ -n "$supervisor_born" ]
}

# Whether the recorded process, or the supervisor that is to write its exit code, still lives.
living() {
    read -r present </proc/sys/kernel/random/boot_id
    [ "$boot" = "$present" ] || return 1
    alive "$pid" "$born" || alive "$supervisor" "$supervisor_born"
}

# Sets `found` to the processes that carry the mark, and those of the attempt's unit that have put it off; the first look is a
# search for a substring, so each is looked at again.
marked() { # mark
    found=
    for place in $(grep -lF "OFFLOAD_RUN=$1" /proc/[0-9]*/environ 2>/dev/null); do
        if { tr '\000' '\n' <"$place" | grep -Fxq "OFFLOAD_RUN=$1"; } 2>/dev/null; then
            place=${place#/proc/}
            found="$found ${place%/environ}"
        fi
    done
    [ -n "$attempt" ] || return 0
    for list in "$attempt"/run/members.*; do
        { read -r place <"$list" && members=$(cat "$place"); } 2>/dev/null || continue
        for member in $members; do
            case " $found " in
                *" $member "*) continue ;;
            esac
            ! look "$member" || [ "$state" = Z ] || [ "$state" = X ] || found="$found $member"
        done
    done
}

wake() {
    for follower in "$attempt"/run/wake.*; do
        [ -p "$follower" ] && printf 'x\n' 1<>"$follower"
    done
}

# Removes a folder of ours, folders that its build made unwritable included.
remove() { # folder
    [ -e "$1" ] || [ -L "$1" ] || return 0
    rm -rf "$1" 2>/dev/null
    [ -e "$1" ] || return 0
    find "$1" -type d ! -perm -700 -exec chmod u+rwx {} \; 2>/dev/null
    message=$(rm -rf "$1" 2>&1) || trouble "$message"
}

# Removes what the command was given to read, by whomever of those who tried to start it.
forget_secrets() {
    rm -rf "$attempt"/run/secrets.*
}

# Whether a path below the present folder passes through a link.
linked() { # relative path; sets `link`
    link='' rest=$1
    while [ -n "$rest" ]; do
        link=${link:+$link/}${rest%%/*}
        [ ! -L "$link" ] || return 0
        case $rest in
            */*) rest=${rest#*/} ;;
            *) rest='' ;;
        esac
    done
    return 1
}

identify() {
    read -r boot </proc/sys/kernel/random/boot_id
    machine=
    for place in /etc/machine-id /var/lib/dbus/machine-id; do
        [ -n "$machine" ] || ! [ -r "$place" ] || read -r machine <"$place"
    done
    say 'machine %s\nboot %s\nroot %s\nend\n' "${machine:-boot-$boot}" "$boot" "$root"
}
