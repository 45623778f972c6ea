# Puts the runner in place under its digest and hands over to it. Read by `sh -s`, so it holds no data but the runner itself.
umask 077
fail() { # kind text
    printf '\noffload-answer 1 identify\nfailed %s %s\n%s\nend\n' "$1" "${#2}" "$2"
    exit 0
}
case $1 in
    at) root=$2 name=$3 digest=$4 ;;
    under) root=$HOME/.offload/$2/$3 name=$4 digest=$5 ;;
esac
LC_ALL=C
case $root in
    /*) ;;
    *) fail protocol "the host user's home '$root' is not an absolute path; give the host a workspace root" ;;
esac
case $root in
    *[!A-Za-z0-9_@%+=:,./-]*)
        fail protocol "the folder '$root' has characters that a workspace root cannot have; give the host another one"
        ;;
esac
message=$(mkdir -p "$root/attempts" "$root/mirrors" 2>&1) || fail protocol "$message"
cat >"$root/.runner.$$" <<'END-OF-RUNNER' || {
@RUNNER@
END-OF-RUNNER
    rm -f "$root/.runner.$$"
    fail disk-full "$root/.runner.$$ could not be written"
}
if command -v sha256sum >/dev/null 2>&1; then
    read -r sum _ <<END-OF-SUM
$(sha256sum <"$root/.runner.$$")
END-OF-SUM
    [ "$sum" = "$digest" ] || fail protocol "the runner arrived as $sum, not as $digest"
fi
mv -f "$root/.runner.$$" "$root/$name" || fail protocol "$root/$name could not be put in place"
exec sh "$root/$name" identify
