#!/bin/sh
# Installs shengji from this folder into PREFIX: the pages built, the rules compiled, all packages as
# requirements.lock pins them. What it needs besides Python and the network it fetches for itself, and
# throws away. Both the image (Containerfile) and a machine without containers are made so:
#
#   sudo deploy/build.sh /opt/shengji
set -eu

prefix=${1:?'usage: deploy/build.sh PREFIX'}
python=${PYTHON:-python3}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The packages are checked by their hashes once; both environments are made of these.
"$python" -m venv "$work/tools"
"$work/tools/bin/pip" wheel --quiet --require-hashes --wheel-dir "$work/packages" -r requirements.lock
"$work/tools/bin/pip" install --quiet --no-index "$work"/packages/*.whl
"$work/tools/bin/pip" wheel --quiet --no-deps --no-build-isolation --wheel-dir "$work" .

"$python" -m venv --clear "$prefix"
"$prefix/bin/pip" install --quiet --no-index --find-links "$work/packages" "$(echo "$work"/shengji-*.whl)[site]"

# The compiled rules belong to the times of their sources, and a layer of an image keeps whole seconds
# only: without this they would be compiled again at every start.
ours=$("$prefix/bin/python" -c 'import shengji; print(*shengji.__path__)')
find "$ours" -name '*.py' -exec touch -d '2026-01-01 00:00:00 UTC' {} +
"$prefix/bin/python" -m compileall -q "$ours"
NUMBA_CACHE_DIR="$prefix/kernels" "$prefix/bin/shengji" warm
install -m 755 deploy/start.sh "$prefix/bin/shengji-start"
