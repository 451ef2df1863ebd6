#!/bin/sh
# Patroni calls this once, with the way to the new primary. The passwords come from Patroni's own environment.
exec psql -X -q -v ON_ERROR_STOP=1 -f "$(dirname "$0")/roles.sql" "$1"
