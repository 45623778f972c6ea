main() { # verb token…
    # What the environment happens to hold under these names is not ours.
    root=${0%/*} verb=$1 scrap='' found='' attempt=''
    shift
    mask=$(umask)
    umask 077
    had_locale=no
    if [ "${LC_ALL+set}" = set ]; then
        had_locale=yes locale=$LC_ALL
    fi
    LC_ALL=C
    export LC_ALL
    case $verb in
        supervise | unit | watch) "$verb" "$@" ;;
        identify | prepare | start | follow | collect | cancel | sweep | discard | run)
            say '\noffload-answer 1 %s\n' "$verb"
            "$verb" "$@"
            ;;
        *) fail protocol "this runner does not know '$verb'" ;;
    esac
}

main "$@"
exit 0
