#!/bin/sh
# Takes a backup (pg_dump --format=custom) from its input and puts it in the place of everything in the database, in one
# transaction: all of it, or nothing is changed and the status says so. The database is emptied first, or what a later
# version has added would stay beside what comes back. $1: the database's address, else that of the container.
set -eu
database=${1:-postgres:///guandan?user=guandan}
folder=$(mktemp --directory)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/backup"
{
    echo 'SET client_min_messages TO warning;'
    echo 'DROP SCHEMA public CASCADE;'
    echo 'CREATE SCHEMA public AUTHORIZATION pg_database_owner;'
    echo 'GRANT USAGE ON SCHEMA public TO PUBLIC;'
} > "$folder/script"
pg_restore --no-owner --no-acl --file="$folder/restored" "$folder/backup"
cat "$folder/restored" >> "$folder/script"
psql --quiet --no-psqlrc --output=/dev/null --set=ON_ERROR_STOP=1 --single-transaction --file="$folder/script" "$database"
