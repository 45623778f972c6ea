# Once a day, beside whatever else there is to do: lets go of trees that were sent two weeks ago or longer and that no attempt
# is laid out from, with the objects that only they need. Mirrors from which nothing was laid out for a month go as a whole, so do
# attempts that no controller touched for three, and what came of packs that nobody went on with for a day.
prune_mirrors() {
    [ -z "$(find "$root/pruned" -mtime -1 2>/dev/null)" ] || return 0
    : >"$root/pruned" && mkdir "$root/pruning" 2>/dev/null || {
        find "$root/pruning" -maxdepth 0 -mmin +600 -exec rmdir {} + 2>/dev/null
        return 0
    }
    drop_forgotten
    find "$root"/mirrors/*.git -maxdepth 1 -name 'incoming.*' -mtime +0 -exec rm -f {} + 2>/dev/null
    for mirror in "$root"/mirrors/*.git; do
        # What a preparation has received is not referred to before its end.
        ! preparing || break
        [ -s "$mirror/last" ] || continue
        held
        if [ -n "$(find "$mirror/last" -mtime +30)" ]; then
            [ -n "$trees" ] || { mv "$mirror" "$root/mirrors/gone.$$" && remove "$root/mirrors/gone.$$"; }
        else
            prune_mirror
        fi
    done
    rmdir "$root/pruning"
}

# Whose host was taken out of the fleet while they were on it is swept by nobody.
drop_forgotten() {
    for forgotten in $(find "$root/attempts" -mindepth 1 -maxdepth 1 -mtime +90); do
        attempt=$forgotten
        { recorded && living; } || remove "$attempt"
    done
    attempt=
}

preparing() {
    set -- "$root"/attempts/*/preparing
    [ -e "$1" ]
}

# Sets `trees` to those that attempts are laid out from.
held() {
    trees=''
    for record in "$root"/attempts/*/tree; do
        { read -r tree && read -r name; } <"$record" 2>/dev/null && [ "$name.git" = "${mirror##*/}" ] &&
            trees="$trees $tree "
    done
    return 0
}

prune_mirror() {
    read -r tree <"$mirror/last" && trees="$trees $tree "
    dropped=no
    for reference in $(find "$mirror/refs/offload" -type f -mtime +14 2>/dev/null); do
        case $trees in
            *" ${reference##*/} "*) ;;
            *) rm -f "$reference" && dropped=yes ;;
        esac
    done
    id=pruning attempt=$mirror
    [ "$dropped" = no ] || repack
}

# What is needed of the received packs is in another one afterwards; git itself takes away only packs that bear its own names.
repack() {
    received=$(find "$mirror/objects/pack" -name 'incoming-*.pack')
    mirror_git repack -adq || return 0
    for pack in $received; do
        rm -f "${pack%.pack}.idx" "${pack%.pack}".*
    done
    mirror_git prune --expire=1.day.ago
}
