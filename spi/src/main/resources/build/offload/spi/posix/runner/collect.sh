# Names what lies under the declared places, each kind of thing apart, as records that end in NUL, and an empty one after
# the last. The caller knows which of them a declaration covers, and asks for those. No link is followed on the way.
list_kind() { # files|links|others
    for plan in $plans; do
        depth=${plan%%:*}
        decode "${plan#*:}"
        case $value in
            .) place=. parent= ;;
            */*) place=./$value parent=${value%/*} ;;
            *) place=./$value parent= ;;
        esac
        if linked "$parent"; then
            [ "$1" != links ] || printf 'd./%s\000' "$link"
        elif [ -e "$place" ] || [ -L "$place" ]; then
            case $1 in
                files) look_under -type f -print0 ;;
                links) look_under -type l -exec sh -c '
                    for link; do
                        if [ -d "$link" ]; then printf "d%s\000" "$link"; else printf "l%s\000" "$link"; fi
                    done' sh {} + ;;
                # A folder that may not be read hides what it holds: it ends in a slash.
                others) look_under \( ! -type f ! -type l ! -type d -print0 \) -o -type d -exec sh -c '
                    for folder; do
                        [ -r "$folder" ] && [ -x "$folder" ] || printf "%s/\000" "$folder"
                    done' sh {} + ;;
            esac
        fi
    done
    printf '\000'
}

look_under() { # find's tests
    case $depth in
        -) find "$place" -name .git -prune -o "$@" 2>/dev/null ;;
        *) find "$place" -maxdepth "$depth" -name .git -prune -o "$@" 2>/dev/null ;;
    esac
}

list_places() {
    plans=
    while read -r depth line && [ "$depth" != . ]; do
        plans="$plans $depth:$line"
    done
    say 'listing\n'
    if [ ! -L "$attempt/work" ] && cd "$attempt/work" 2>/dev/null; then
        list_kind files
        list_kind links
        list_kind others
    else
        printf '\000\000\000'
    fi
}

# Keeps the paths asked for in the order asked; what cannot be read by now is named by its index instead. The first is apart, too,
# where a part of it has been sent before.
take_selection() {
    index=0
    while read -r line && [ "$line" != . ]; do
        decode "$line"
        if [ -f "./$value" ] && [ ! -L "./$value" ] && [ -r "./$value" ]; then
            printf './%s\000' "$value" >&7 || trouble "$attempt/selected could not be written"
            if [ "$offset" != 0 ]; then
                [ "$index" = 0 ] && printf './%s\000' "$value" >"$attempt/first" || printf './%s\000' "$value" >&8
            fi
        else
            say 'unreadable %s\n' "$index"
        fi
        index=$((index + 1))
    done 7>"$attempt/selected" 8>"$attempt/rest"
    [ "$line" = . ] || exit 1
}

# Reads a list of what was selected with a program. What was put in a file's place since then may never open, or never end; the reading is
# ended for it, so that the answer breaks off, and the next collection finds and names what is there.
read_selection() { # list program…
    [ -s "$1" ] || return 0
    list=$1
    shift
    setsid xargs -0 "$@" <"$list" 2>/dev/null &
    reader=$!
    guard_reading </dev/null >/dev/null 2>&1 &
    guard=$!
    wait "$reader" 2>/dev/null
    kill -s KILL "$guard" 2>/dev/null
}

guard_reading() {
    pause=1
    while nap "$pause" && kill -0 "$reader"; do
        [ "$pause" -ge 8 ] || pause=$((pause * 2))
        # shellcheck disable=SC2016 # a script of its own, and data only as its arguments
        xargs -0 sh -c 'for one; do [ -f "$one" ] && [ ! -L "$one" ] || exit 255; done' sh <"$list" ||
            kill -s KILL -- "-$reader"
    done
}

collect() { # attempt bytes-of-the-first-that-were-sent
    attempt=$root/attempts/$1 offset=$2
    missing find xargs sha256sum stat cat tail setsid
    [ -e "$attempt/tree" ] || fail protocol 'the attempt is not prepared on this host'
    read -r laid <"$attempt/tree"
    say 'tree %s\n' "$laid"
    : >"$attempt/first" && : >"$attempt/selected" || trouble "$attempt/selected could not be written"
    list_places
    take_selection
    say 'manifest\n'
    [ ! -s "$attempt/selected" ] || xargs -0 stat -c '%s %a' <"$attempt/selected" 2>/dev/null
    say 'sums\n'
    read_selection "$attempt/selected" sha256sum
    say 'contents\n'
    if [ "$offset" = 0 ]; then
        read_selection "$attempt/selected" cat
    else
        read_selection "$attempt/first" tail -c "+$((offset + 1))"
        read_selection "$attempt/rest" cat
    fi
    say '\nend\n'
}
