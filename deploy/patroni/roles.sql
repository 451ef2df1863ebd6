-- The two roles of docs/runbooks/operate.md and their database, and what connections need behind PgBouncer (docs/runbooks/pooler.md).
\getenv owner_password HOLDFAST_OWNER_PASSWORD
\getenv service_password HOLDFAST_SERVICE_PASSWORD
create role holdfast_owner login password :'owner_password';
create role holdfast_service login password :'service_password';
create database holdfast owner holdfast_owner;
alter role holdfast_service in database holdfast set statement_timeout = '5s';
alter role holdfast_service in database holdfast set lock_timeout = '3s';
alter role holdfast_service in database holdfast set idle_in_transaction_session_timeout = '5s';
alter role holdfast_service in database holdfast set plan_cache_mode = 'force_generic_plan';
alter role holdfast_service in database holdfast set jit = 'off';
