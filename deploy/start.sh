#!/bin/sh
# Runs shengji with the rules that build.sh has compiled, from an installation that cannot be written to:
# Numba reads them only where it can write, so they are copied there first, to NUMBA_CACHE_DIR. Nobody
# else may write to that folder, since it holds what is run.
set -eu

home=$(dirname "$(dirname "$(readlink -f "$0")")")
if [ ! -d "$NUMBA_CACHE_DIR" ]; then
    cp -R "$home/kernels" "$NUMBA_CACHE_DIR.part"
    mv "$NUMBA_CACHE_DIR.part" "$NUMBA_CACHE_DIR"
fi
exec "$home/bin/shengji" "$@"
