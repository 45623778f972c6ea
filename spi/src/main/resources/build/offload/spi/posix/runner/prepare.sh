# Git for a mirror, deaf to the user's configuration and to variables that name another repository.
mirror_git() (
    unset GIT_DIR GIT_WORK_TREE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_NAMESPACE
    unset GIT_CONFIG GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT GIT_ATTR_SOURCE GIT_CEILING_DIRECTORIES
    GIT_DIR=$mirror GIT_WORK_TREE=$attempt/work GIT_INDEX_FILE=$attempt/index
    GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_ATTR_NOSYSTEM=1 OFFLOAD_RUN=$id
    export GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_CONFIG_NOSYSTEM GIT_CONFIG_GLOBAL GIT_ATTR_NOSYSTEM OFFLOAD_RUN
    exec git "$@"
)

# Every file of a mirror is the same whoever makes it, so making it side by side does no harm; HEAD comes last.
ensure_mirror() {
    [ ! -e "$mirror/HEAD" ] || return 0
    message=$(mkdir -p "$mirror/objects/info" "$mirror/objects/pack" "$mirror/refs/offload" "$mirror/info" 2>&1) ||
        trouble "$message"
    case ${#tree} in
        64) format='[core]
	repositoryformatversion = 1
[extensions]
	objectformat = sha256' ;;
        *) format='[core]
	repositoryformatversion = 0' ;;
    esac
    printf '%s\n[core]
	bare = false
	fileMode = true
	symlinks = true
	autocrlf = false
	safecrlf = false
	ignoreCase = false
	precomposeUnicode = false
	protectNTFS = false
	protectHFS = false
	logAllRefUpdates = false
	compression = 0
	looseCompression = 0
	fsync = none
[pack]
	compression = 0
	window = 0
[gc]
	auto = 0
' "$format" >"$mirror/config.$$" &&
        mv -f "$mirror/config.$$" "$mirror/config" &&
        printf '* -text -eol -ident -filter -working-tree-encoding\n' >"$mirror/info/attributes" &&
        printf 'ref: refs/heads/none\n' >"$mirror/HEAD.$$" &&
        mv -f "$mirror/HEAD.$$" "$mirror/HEAD" || trouble "the mirror $mirror could not be made"
}

# A preparation whose caller gave up may still be at work, or wait for ever on a connection that is no more.
end_other_preparation() {
    [ -e "$attempt/preparing" ] && read -r other other_born <"$attempt/preparing" && [ -n "$other_born" ] || return 0
    while alive "$other" "$other_born"; do
        kill -s KILL "$other" 2>/dev/null
        marked "$id"
        # shellcheck disable=SC2086 # a list
        [ -z "$found" ] || kill -s KILL $found 2>/dev/null
        nap 0.01
    done
}

prepared() {
    [ -e "$attempt/tree" ] || return 1
    read -r laid <"$attempt/tree"
    [ "$laid" = "$tree" ] || fail protocol "the attempt was prepared from the tree $laid, not from $tree"
    say 'laid %s\nend\n' "$laid"
    exit 0
}

refuse_cancelled() {
    [ ! -e "$attempt/cancelled" ] || fail cancelled 'the attempt was cancelled'
}

# Comes before anything is laid out, so no path of these passes through a link.
make_empty_folders() {
    cd "$attempt/work" || fail protocol "$attempt/work could not be entered"
    while read -r line && [ "$line" != . ]; do
        decode "$line"
        set -- "$@" "./$value"
    done
    [ $# -gt 0 ] || return 0
    message=$(umask "$mask" && mkdir -p -- "$@" 2>&1) || trouble "$message"
}

# Few objects become files of their own, so that packs do not pile up build by build; a whole tree becomes a pack.
receive_objects() {
    [ ! -s "$mirror/refs/offload/$tree" ] || {
        say 'want nothing\n'
        return 0
    }
    base=
    [ ! -s "$mirror/last" ] || read -r base <"$mirror/last"
    if [ -n "$base" ] && [ -s "$mirror/refs/offload/$base" ]; then
        say 'want since %s\n' "$base"
        message=$(mirror_git unpack-objects -q 2>&1) || {
            rm -f "$mirror"/objects/??/tmp_obj_*
            trouble "$message"
        }
    else
        say 'want all\n'
        drop_unfinished_packs
        pack=$mirror/objects/pack/incoming-$$.pack
        message=$(mirror_git index-pack --stdin --fix-thin "$pack" 2>&1 >/dev/null) || {
            rm -f "$pack" "${pack%.pack}".*
            trouble "$message"
        }
    fi
}

# A pack without its index whose receiver is gone was never finished.
drop_unfinished_packs() {
    for pack in "$mirror"/objects/pack/incoming-*.pack; do
        receiver=${pack##*/incoming-}
        [ ! -e "$pack" ] || [ -e "${pack%.pack}.idx" ] || look "${receiver%.pack}" || rm -f "$pack"
    done
}

# Fails as `broken` where the mirror is at fault, so that the caller can have it made anew.
lay_out() {
    message=$(
        umask "$mask"
        mirror_git read-tree --reset -u "$tree" 2>&1
    ) || {
        refuse_cancelled
        case $message in
            *'unable to read'* | *'bad object'* | *orrupt* | *'not a tree'* | *'not a valid'* | *'failed to unpack'* | *'unable to unpack'* | *'inflate'*)
                fail broken "$message"
                ;;
        esac
        trouble "$message"
    }
    made=$(mirror_git write-tree 2>/dev/null)
    [ "$made" = "$tree" ] || fail broken "laid out is $made, not $tree"
    mirror_git diff-files --quiet || fail broken "the files laid out are not those of $tree"
}

prepare() { # attempt mirror tree fresh|keep
    id=$1 attempt=$root/attempts/$1 tree=$3
    case ${#tree} in
        64) mirror=$root/mirrors/$2-sha256.git ;;
        *) mirror=$root/mirrors/$2.git ;;
    esac
    missing git mkdir mv rm df find chmod
    refuse_cancelled
    ! prepared || exit 0
    end_other_preparation
    ! prepared || exit 0
    remove "$attempt"
    message=$(mkdir -p "$attempt" "$root/mirrors" && umask "$mask" && mkdir "$attempt/work" 2>&1) || trouble "$message"
    scrap=$attempt/work
    look $$
    printf '%s %s\n' "$$" "$ticks" >"$attempt/preparing" || trouble "$attempt/preparing could not be written"
    if [ "$4" = fresh ] && [ -e "$mirror" ]; then
        mv "$mirror" "$root/mirrors/broken.$$" && remove "$root/mirrors/broken.$$"
    fi
    ensure_mirror
    make_empty_folders
    receive_objects
    lay_out
    refuse_cancelled
    printf '%s\n' "$tree" >"$mirror/refs/offload/$tree" && printf '%s\n' "$tree" >"$mirror/last" &&
        printf '%s\n' "$tree" >"$attempt/tree.part" && mv "$attempt/tree.part" "$attempt/tree" ||
        trouble "$attempt/tree could not be written"
    rm -f "$attempt/preparing"
    say 'laid %s\nend\n' "$tree"
}
