# What an executor needs of a host, told line by line. Arguments: the workspace root. Nothing stays behind.
LC_ALL=C
export LC_ALL
root=$1

tool() { # name version-command…
    if command -v "$1" >/dev/null 2>&1; then
        name=$1
        shift
        printf 'tool %s yes %s\n' "$name" "$("$@" 2>/dev/null | head -n 1)"
    else
        printf 'tool %s no \n' "$1"
    fi
}

# Really writes a file, since neither permissions nor mount options nor free space alone say whether that works.
place() { # name folder
    file=$2/.offload-probe.$$
    if message=$(cp /proc/version "$file" 2>&1 && rm -- "$file" 2>&1); then
        printf 'place %s yes %s\n' "$1" "$2"
    else
        rm -f -- "$file" 2>/dev/null
        printf 'place %s no %s: %s\n' "$1" "$2" "$(printf '%s' "$message" | tr '\n' ' ')"
    fi
}

tool sh true
tool git git --version
tool setsid setsid --version
tool sha256sum true
place workspace "$root"
place temp "${TMPDIR:-/tmp}"
printf 'space %s\n' "$(stat -f -c '%a %S %d %c' "$root" 2>/dev/null)"
read -r load _ </proc/loadavg
printf 'load %s %s\n' "$load" "$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)"
if [ -d /run/systemd/system ]; then
    tool systemctl systemctl --version
else
    printf 'tool systemctl no \n'
fi
