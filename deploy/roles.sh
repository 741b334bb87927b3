#!/bin/sh
# The role of the site: it reads and writes rows, and neither makes nor changes tables; migrate, which does, is their
# owner. Run by the container of the database when it is new; safe to repeat. $1: the database's address.
set -eu
database=${1:-postgres:///guandan?user=guandan}
password=$(cat "${2:-/run/secrets/site_password}")
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$password" "$database" <<'SQL'
SELECT 'CREATE ROLE guandan_site LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'guandan_site') \gexec
ALTER ROLE guandan_site PASSWORD :'password';
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO guandan_site;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO guandan_site;
ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO guandan_site;
ALTER DEFAULT PRIVILEGES GRANT USAGE, SELECT ON SEQUENCES TO guandan_site;
SQL
