#!/bin/bash
# Runs once, when the database is made: two roles, of which the one that serves owns nothing, and TLS between containers.
set -euo pipefail

install -m 600 /run/secrets/database-key "$PGDATA/server.key"
install -m 600 /run/secrets/database-certificate "$PGDATA/server.crt"

psql -v ON_ERROR_STOP=1 --quiet --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\set owner `cat /run/secrets/owner-password`
\set service `cat /run/secrets/service-password`
create role holdfast_owner login password :'owner';
create role holdfast_service login password :'service';
create database holdfast owner holdfast_owner;
alter system set ssl = on;
-- Refused rows bear addresses and phones: they stay out of the log.
alter system set log_error_verbosity = 'terse';
SQL
