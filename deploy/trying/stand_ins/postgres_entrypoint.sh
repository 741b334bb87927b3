#!/bin/sh
# What the deployment relies on in the entrypoint of the official image: an empty folder becomes a cluster with the user,
# the password and the database of the environment; then the files of /docker-entrypoint-initdb.d are run beside a server
# that only this machine reaches: one that may be executed is executed, any other is read into this shell, with
# whatever it sets and with its own name as the first argument.
set -eu

run_file() {
    if [ -x "$1" ]; then "$1"; else . "$1"; fi
}

make_cluster() {
    user=${POSTGRES_USER:-postgres}
    password_file=${POSTGRES_PASSWORD_FILE:?the password of a new cluster}
    # shellcheck disable=SC2086
    initdb --pgdata="$PGDATA" --username="$user" --pwfile="$password_file" --auth-host=scram-sha-256 --auth-local=trust ${POSTGRES_INITDB_ARGS:-}
    echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
    pg_ctl --pgdata="$PGDATA" --options="-c listen_addresses=''" --wait start
    createdb --username="$user" --no-password --maintenance-db=postgres "${POSTGRES_DB:-$user}"
    for file in /docker-entrypoint-initdb.d/*.sh; do
        echo "running $file"
        run_file "$file"
    done
    pg_ctl --pgdata="$PGDATA" --mode=fast --wait stop
}

if [ "$1" = postgres ]; then
    mkdir -p "$PGDATA" && chmod 700 "$PGDATA"
    [ -s "$PGDATA/PG_VERSION" ] || make_cluster
    set -- "$@" -c listen_addresses='*'
fi
exec "$@"
