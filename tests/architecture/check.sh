#!/usr/bin/env bash
# Holds the direction of dependencies that the linker alone can't see. Usage: check.sh SOURCE_DIR
# Prints each offence as file:line and ends with 1 if there was one.
set -u
cd "$1" || exit 2
offences=$(mktemp)
trap 'rm -f "$offences"' EXIT

because() { awk -v why="$1" '{ print $0 "   <- " why }' >>"$offences"; }

# forbid WHERE… -- REGEX -- WHY : no line of these folders may match.
forbid() {
    local where=() regex why
    while [ "$1" != -- ]; do where+=("$1"); shift; done
    shift; regex=$1; why=$3
    grep -rnE --include='*.h' --include='*.cpp' -- "$regex" "${where[@]}" 2>/dev/null | because "$why"
}

# only FOLDER REGEX : its quoted includes may come from these places and no others.
only() {
    grep -rnE --include='*.h' --include='*.cpp' '^#include "' "$1" 2>/dev/null |
        grep -vE ":#include \"($2|[A-Za-z0-9_]+\.moc\")" |
        because "$1 may include only $2"
}

# allowed_in REGEX WHY FOLDER… : an angle include that belongs to these folders alone.
allowed_in() {
    local regex=$1 why=$2 keep
    shift 2
    keep=$(printf '|%s' "$@")
    grep -rnE --include='*.h' --include='*.cpp' "^#include <($regex)" app ui models |
        grep -vE "^(${keep#|})" | because "$why"
}

only models 'models/'
only ui 'models/|ui/'
only app/json 'models/|app/json/'
only app/net 'models/|app/net/'
only app/amqp 'models/|app/net/|app/amqp/'
only app/decode 'models/|app/decode/'
only app/printing 'models/|app/printing/'
only app/signing 'models/|app/json/|app/signing/'
only app/providers/api 'models/|app/providers/api/'
for provider in app/providers/*/; do
    name=$(basename "$provider")
    [ "$name" = api ] || only "app/providers/$name" "models/|app/net/|app/amqp/|app/json/|app/providers/api/|app/providers/$name/"
done
only app/storage 'models/|app/json/|app/signing/|app/storage/'
only app/secrets 'models/|app/storage/|app/secrets/'
only app/practice 'models/|app/practice/'
only app/operations 'models/|app/net/|app/json/|app/printing/|app/signing/|app/providers/api/|app/secrets/|app/storage/|app/operations/'

allowed_in 'nlohmann' 'JSON library outside its layers' app/json/ app/providers/ app/practice/ app/storage/ app/operations/ app/bootstrap/
allowed_in 'QNetwork|QHttpMultiPart' 'network access outside app/net' app/net/
allowed_in 'QSql' 'SQL outside app/storage and app/practice' app/storage/ app/practice/
allowed_in 'QHttpServer' 'Qt HTTP Server belongs in one file' app/practice/PracticeServer
allowed_in '[^>]*keychain|libsecret' 'keychain outside app/secrets' app/secrets/
forbid app/bootstrap app/operations app/storage app/net app/providers app/practice app/json app/main.cpp models ui -- 'QKeychain' -- 'keychain outside app/secrets'
allowed_in 'amqp' 'librabbitmq outside app/amqp' app/amqp/
allowed_in 'zlib|zstd' 'decompression outside app/decode' app/decode/
allowed_in 'sodium' 'signatures outside app/signing' app/signing/
allowed_in 'QtCharts|QChart|QValueAxis|QLineSeries|QAreaSeries|QScatterSeries' 'Qt Charts outside ui/charts' ui/charts/

forbid app ui models -- 'ignoreSslErrors|setInsecureFallback|processEvents\(' -- 'never'
forbid app ui models -- 'QFuture<[^;]*>::then|\.then\(' -- 'aborts debug builds when the context dies first: use QCoro::connect'
forbid app -- 'co_await [^;]*\{' -- 'g++ 12 destroys an aggregate written inside co_await twice: name it first'
forbid app -- 'co_(await|return)[^;]*\?.*co_await' -- 'g++ 12 breaks a conditional expression with co_await in it'
forbid tests/unit tests/golden tests/contract tests/gui tests/e2e tests/support -- 'qSleep|QThread::(m|u)?sleep|sleep_for|usleep\(' -- 'a test waits for an event, not for a time'

# A category that --log does not know could never be turned up.
grep -rnoE --include='*.cpp' 'Q_LOGGING_CATEGORY\([A-Za-z]+, "holdwatch\.[a-z]+"' app ui models 2>/dev/null | while IFS= read -r found; do
    category=${found##*holdwatch.}
    grep -q "(\"$category)" app/bootstrap/LogLevels.cpp 2>/dev/null || echo "$found" | because 'category unknown to app/bootstrap/LogLevels.cpp'
done

find app ui models tests \( -name '*.cpp' -o -name '*.h' \) -print0 | xargs -0 -r awk '
    FNR == 1 { if (name != "") report(); name = FILENAME; licensed = 0 }
    FNR <= 2 && /SPDX-License-Identifier/ { licensed = 1 }
    { lines = FNR }
    END { if (name != "") report() }
    function report() {
        if (!licensed) print name ":1: no SPDX line"
        if (lines > 500) print name ":" lines ": longer than 500 lines"
    }' >>"$offences"

if [ -s "$offences" ]; then
    cat "$offences"
    exit 1
fi
echo "the layers hold"
