# Shared by packaging/run and packaging/test: packages, steps with a log, the build. Sourced, not run.
# shellcheck shell=bash

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs="$top/build/logs"

# What the program is built from; README.md says in one line what each is for.
build_packages=(
    g++ cmake ninja-build pkg-config
    qt6-base-dev libqt6opengl6-dev libgl-dev libxkbcommon-dev qt6-charts-dev qt6-httpserver-dev qt6-svg-dev
    qcoro-qt6-dev nlohmann-json3-dev libexpected-dev libssl-dev qtkeychain-qt6-dev
    zlib1g-dev libzstd-dev libsodium-dev librabbitmq-dev
)
# What it needs beside that to run: the SQLite driver, SVG icons, what QtKeychain loads, a font, the system's certificates.
runtime_packages=(libqt6sql6-sqlite libqt6svg6 libsecret-1-0 fonts-dejavu-core ca-certificates)
# What the tests need: a display, a session bus and keychain, real servers (RabbitMQ and another AMQP client, HTTP/2), checkers of the packaging files;
# dpkg-dev and file are what cpack finds the dependencies of the .deb with.
test_packages=(
    xvfb xauth dbus gnome-keyring curl openssl
    rabbitmq-server python3-pika nghttp2-server
    desktop-file-utils appstream dpkg-dev file
)

say() { printf 'holdwatch: %s\n' "$*"; }
die() { printf 'holdwatch: %s\n' "$*" >&2; exit 1; }

# step NAME COMMAND… : runs it quietly; on failure names the step and the log, and shows its end.
step() {
    local name=$1 log
    shift
    mkdir -p "$logs"
    log="$logs/$(printf '%s' "$name" | tr -c 'A-Za-z0-9\n' '-').log"
    if ! "$@" >"$log" 2>&1; then
        tail -n 25 "$log" >&2
        die "step \"$name\" failed; its whole output is in $log"
    fi
}

# missing PACKAGE… : prints those that are not installed. Asks dpkg only; the network is not touched.
missing() {
    command -v dpkg-query >/dev/null || return 0
    local installed package
    installed=$(dpkg-query -W -f='${binary:Package} ${db:Status-Status}\n' 2>/dev/null | sed -n 's/^\([^: ]*\)[^ ]* installed$/\1/p')
    for package in "$@"; do
        grep -qxF -- "$package" <<<"$installed" || printf '%s\n' "$package"
    done
}

# install_missing PACKAGE… : says what it installs, then does it as root or through sudo.
install_missing() {
    local wanted=() as_root=()
    mapfile -t wanted < <(missing "$@")
    [ ${#wanted[@]} -gt 0 ] || return 0
    if ! command -v apt-get >/dev/null; then
        die "these packages are missing and this is no Debian system: ${wanted[*]}"
    fi
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die "not root and no sudo here; ask an administrator to install: ${wanted[*]}"
        as_root=(sudo)
    fi
    say "installing ${wanted[*]}"
    step "update the package lists" "${as_root[@]}" apt-get update
    step "install packages" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${wanted[@]}"
}

# configure PRESET : only when there is nothing to build from yet; ninja itself notices changed CMake files.
configure() {
    [ -f "$top/build/$1/build.ninja" ] && return 0
    say "configuring ($1)"
    (cd "$top" && step "configure $1" cmake --preset "$1")
}

# build PRESET [TARGET…] : silent when nothing changed.
build() {
    local preset=$1
    shift
    [ -f "$top/build/$preset/.built" ] || say "building ($preset); the first time takes several minutes"
    (cd "$top" && step "build $preset" cmake --build --preset "$preset" ${1:+--target "$@"})
    touch "$top/build/$preset/.built"
}
