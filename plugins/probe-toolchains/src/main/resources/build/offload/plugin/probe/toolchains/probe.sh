# Asks every tool for its version, all at once, each bounded in time: one that hangs takes nobody with it.
# Arguments: the seconds that each may take. Every answer is one write, so answers do not mix.
limit=$1

ask() { # name program argument…
    name=$1
    shift
    if ! command -v "$1" >/dev/null 2>&1; then
        printf 'missing %s\n' "$name"
        return
    fi
    told=$(
        setsid "$@" </dev/null 2>&1 &
        tool=$!
        # shellcheck disable=SC2016 # a script of its own, and data only as its arguments
        setsid sh -c 'sleep "$1"; kill -s KILL -- "-$2"' sh "$limit" "$tool" </dev/null >/dev/null 2>&1 &
        timer=$!
        wait "$tool" 2>/dev/null
        code=$?
        kill -s KILL -- "-$timer" 2>/dev/null
        printf '\nexit %s\n' "$code"
    )
    printf 'tool %s\n%s\nend\n' "$name" "$(printf '%s' "$told" | tail -c 1500)"
}

python=python
command -v python3 >/dev/null 2>&1 && python=python3

ask java java -version &
ask mvn mvn --version &
ask git git --version &
ask make make --version &
ask gcc gcc -dumpfullversion -dumpversion &
ask node node --version &
ask npm npm --version &
ask python "$python" --version &
wait
