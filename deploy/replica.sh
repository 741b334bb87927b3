#!/bin/sh
# A copy of the database that follows it, for reading (hot standby): made at the first start, followed at every one.
# $PGDATA: its folder; $DATABASE_URL_FILE: the address of the database, with a role that may replicate; the rest is
# handed to postgres.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    pg_basebackup --dbname="$(cat "$DATABASE_URL_FILE")" --pgdata="$PGDATA" --write-recovery-conf --checkpoint=fast
fi
exec postgres "$@"
