#!/bin/sh
# Makes the secrets that machines choose, in secrets/ beside this file. What is there already stays as it is.
# The folder is root's alone; each container is given the files that it needs, and reads them as a user of its own.
set -eu
cd "$(dirname "$0")"
umask 022
mkdir -p secrets
chmod 700 secrets

make() {
  if [ ! -s "secrets/$1" ]; then printf '%s\n' "$2" >"secrets/$1"; fi
}

make secret-key "$(openssl rand -base64 32)"
for role in superuser owner service; do make "$role-password" "$(openssl rand -hex 24)"; done
if [ ! -s secrets/database-key ]; then
  openssl req -x509 -nodes -newkey rsa:3072 -days 7300 -subj /CN=database -addext subjectAltName=DNS:database \
    -keyout secrets/database-key -out secrets/database-certificate 2>/dev/null
  chmod 644 secrets/database-key
fi
at='database/holdfast?sslmode=verify-full&sslrootcert=/run/secrets/database-certificate'
make database-url "postgres://holdfast_service:$(cat secrets/service-password)@$at"
make migration-database-url "postgres://holdfast_owner:$(cat secrets/owner-password)@$at"

if [ ! -s secrets/smtp-url ]; then
  echo 'Now write the address of your mail server into secrets/smtp-url, such as smtps://user:password@mail.example.' >&2
fi
