#!/bin/bash
# Does of the published image of PostgreSQL what compose.yaml relies on: a cluster made at the first start, with the password from a file
# and the scripts of /docker-entrypoint-initdb.d run on it, and then the server, as a user without rights.
set -euo pipefail
PATH=/usr/local/pgsql/bin:$PATH
PGDATA=${PGDATA:-/var/lib/postgresql/18/docker}
if [ "$(id -u)" = 0 ]; then
  POSTGRES_PASSWORD="$(cat "$POSTGRES_PASSWORD_FILE")"
  export POSTGRES_PASSWORD PGDATA
  mkdir -p "$PGDATA" /var/run/postgresql
  chown -R postgres:postgres /var/lib/postgresql /var/run/postgresql
  exec setpriv --reuid postgres --regid postgres --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb -D "$PGDATA" -U "${POSTGRES_USER:-postgres}" --encoding=UTF8 --auth-local=trust --auth-host=scram-sha-256 --pwfile=<(echo "$POSTGRES_PASSWORD")
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses='' -c unix_socket_directories=/var/run/postgresql" -w start
  export PGHOST=/var/run/postgresql PGUSER="${POSTGRES_USER:-postgres}" PGDATABASE=postgres
  shopt -s nullglob
  for script in /docker-entrypoint-initdb.d/*.sh; do . "$script"; done
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
[ "$1" != postgres ] || set -- "$@" -c unix_socket_directories=/var/run/postgresql -c 'listen_addresses=*'
exec "$@"
