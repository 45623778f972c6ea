# Git for a mirror, deaf to the user's configuration and to variables that name another repository.
mirror_git() (
    unset GIT_DIR GIT_WORK_TREE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_NAMESPACE
    unset GIT_CONFIG GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT GIT_ATTR_SOURCE GIT_CEILING_DIRECTORIES
    GIT_DIR=$mirror GIT_WORK_TREE=$attempt/work GIT_INDEX_FILE=$attempt/index
    GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_ATTR_NOSYSTEM=1 OFFLOAD_RUN=$id
    export GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_CONFIG_NOSYSTEM GIT_CONFIG_GLOBAL GIT_ATTR_NOSYSTEM OFFLOAD_RUN
    # Spares glibc's allocator giving back to the kernel, file by file, what the next file needs again.
    MALLOC_TRIM_THRESHOLD_=268435456 MALLOC_TOP_PAD_=1048576 MALLOC_MMAP_THRESHOLD_=33554432
    export MALLOC_TRIM_THRESHOLD_ MALLOC_TOP_PAD_ MALLOC_MMAP_THRESHOLD_
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

# Sets `folders` to the empty folders as they came, each still encoded.
take_empty_folders() {
    folders=
    while read -r line && [ "$line" != . ]; do
        folders="$folders $line"
    done
}

# Fails, and sets `message`, where something is in a folder's way, as what a build left may be.
make_empty_folders() {
    [ -n "$folders" ] || return 0
    cd "$attempt/work" || fail protocol "$attempt/work could not be entered"
    set --
    for line in $folders; do
        decode "$line"
        ! linked "$value" || {
            message="the empty folder $value leads through a link"
            return 1
        }
        set -- "$@" "./$value"
    done
    message=$(umask "$mask" && mkdir -p -- "$@" 2>&1)
}

# Writes down, each still encoded, what stays in the workspace for the next build, and what it brings back.
take_patterns() {
    for list in keep outputs; do
        while read -r line && [ "$line" != . ]; do
            printf '%s\n' "$line" >>"$attempt/$list" || trouble "$attempt/$list could not be written"
        done
    done
}

# Takes the workspace that the last build of this checkout left, when there is one: a rename, so no two attempts get it.
claim_workspace() {
    { { [ -e "$attempt/keep" ] && claim kept; } || claim warm; } && return 0
    make_workspace
    return 1
}

claim() { # kept|warm
    [ -d "$root/$1/$name" ] && mv -T "$root/$1/$name" "$attempt/warm" 2>/dev/null &&
        { [ ! -d "$attempt/work" ] || rmdir "$attempt/work"; } &&
        mv "$attempt/warm/work" "$attempt/warm/index" "$attempt" 2>/dev/null && remove "$attempt/warm"
}

make_workspace() {
    remove "$attempt/warm"
    remove "$attempt/work"
    rm -f "$attempt/index"
    message=$(umask "$mask" && mkdir "$attempt/work" 2>&1) || trouble "$message"
}

# Few objects become files of their own, so that packs do not pile up build by build; a whole tree becomes a pack. What has come of
# a pack is kept until the whole has, and goes before the rest the next time: the same tree makes the same pack, and what does not
# fit together is told by the digest at its end.
receive_objects() {
    [ ! -s "$mirror/refs/offload/$tree" ] || {
        say 'want nothing\n'
        return 0
    }
    base='' whole=''
    [ ! -s "$mirror/last" ] || read -r base <"$mirror/last"
    if [ -n "$base" ] && [ -s "$mirror/refs/offload/$base" ]; then
        set -- "since $base" unpack-objects -q
    else
        base=all
        drop_unfinished_packs
        whole=$mirror/objects/pack/incoming-$$
        set -- all index-pack --stdin --fix-thin "$whole.pack"
    fi
    claim_pack
    say 'want %s after %s\n' "$1" "$had"
    shift
    message=$({ so_far_and_on | mirror_git "$@"; } 2>&1 >/dev/null) && rm -f "$pack" && return 0
    if [ -n "$whole" ]; then
        rm -f "$whole".*
    else
        rm -f "$mirror"/objects/??/tmp_obj_*
    fi
    case $message in
        *'early EOF'*) ;;
        *) rm -f "$pack" ;;
    esac
    trouble "$message"
}

so_far_and_on() {
    [ "$had" = 0 ] || cat "$pack"
    exec tee -a "$pack"
}

# A pack without its index whose receiver is gone was never finished.
drop_unfinished_packs() {
    for left in "$mirror"/objects/pack/incoming-*.pack; do
        receiver=${left##*/incoming-}
        [ ! -e "$left" ] || [ -e "${left%.pack}.idx" ] || look "${receiver%.pack}" || rm -f "$left"
    done
}

# Sets `pack` to where this preparation writes down what comes, and `had` to how much of it came to one that is no more. Its
# name says who receives, so that no two preparations write the same.
claim_pack() {
    look $$
    pack=$mirror/incoming.$tree.$base.$$.$ticks had=0
    for left in "$mirror/incoming.$tree.$base".*; do
        born=${left##*.} receiver=${left%.*}
        [ -s "$left" ] && ! alive "${receiver##*.}" "$born" && mv "$left" "$pack" 2>/dev/null || continue
        had=$(stat -c %s "$pack")
        return 0
    done
}

# A workspace that was used before costs only what changed since; where that does not work out, it is made anew.
lay_out() {
    if claim_workspace && reset_workspace && drop_leftovers && mirror_git diff-files --quiet && make_empty_folders; then
        return 0
    fi
    make_workspace
    make_empty_folders || trouble "$message"
    lay_out_all
}

# Takes away what is neither tracked nor kept, and what the declared outputs cover: only what this build makes is collected.
drop_leftovers() {
    [ -e "$attempt/keep" ] || return 0
    {
        drop_unkept && { [ ! -e "$attempt/outputs" ] || drop covered "$attempt/outputs"; } && drop_empty_folders
    } >/dev/null 2>&1
}

# What is no file and no link is never kept, and neither are repositories: git does not look into those.
drop_unkept() {
    find "$attempt/work" -type d ! -perm -700 -exec chmod u+rwx {} \;
    mode=$(stat -c %a "$attempt/work") && find "$attempt/work" -type d ! -perm "$mode" -exec chmod "$mode" {} + &&
        find "$attempt/work" -name .git -prune -exec rm -rf {} + &&
        find "$attempt/work" ! -type f ! -type l ! -type d -exec rm -f {} + &&
        drop uncovered "$attempt/keep"
}

drop() { # covered|uncovered patterns
    untracked "$1" "$2" >"$attempt/dropped" && (cd "$attempt/work" && xargs -0 rm -f --) <"$attempt/dropped" &&
        rm -f "$attempt/dropped"
}

# Names the untracked files that the patterns cover, or those that they do not, as records that end in NUL. By the last pattern,
# those before it are about files alone.
untracked() { # covered|uncovered patterns
    patterns=$2
    case $1 in
        covered) set -- -i ;;
        *) set -- ;;
    esac
    while read -r line; do
        decode "$line"
        set -- "$@" -x "$value"
    done <"$patterns"
    [ "$1" = -i ] || set -- "$@" -x '!*/'
    mirror_git ls-files -o -z "$@"
}

drop_empty_folders() {
    find "$attempt/work" -mindepth 1 -depth -type d -exec rmdir {} + 2>/dev/null
    return 0
}

# Writes every tracked file that is not as the tree has it, and takes away those that it has no more; a hundred and more of
# them side by side, where the host's git is one that can.
reset_workspace() {
    message=$(
        umask "$mask"
        mirror_git -c checkout.workers=4 read-tree --reset -u "$tree" 2>&1
    )
}

# Fails as `broken` where the mirror is at fault, so that the caller can have it made anew.
lay_out_all() {
    reset_workspace || {
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
        64) name=$2-sha256 ;;
        *) name=$2 ;;
    esac
    mirror=$root/mirrors/$name.git
    missing git mkdir mv rm df find chmod xargs cat tee stat
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
    take_empty_folders
    take_patterns
    receive_objects
    lay_out
    refuse_cancelled
    printf '%s\n' "$tree" >"$mirror/refs/offload/$tree" && printf '%s\n' "$tree" >"$mirror/last" &&
        printf '%s\n%s\n' "$tree" "$name" >"$attempt/tree.part" && mv "$attempt/tree.part" "$attempt/tree" ||
        trouble "$attempt/tree could not be written"
    rm -f "$attempt/preparing"
    say 'laid %s\nend\n' "$tree"
}
