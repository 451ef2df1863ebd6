-- What Barman needs at the database; run by a superuser, then \password for both.
create role barman login;
create role barman_streaming login replication;
grant execute on function pg_backup_start(text, boolean), pg_backup_stop(boolean) to barman;
grant execute on function pg_switch_wal(), pg_create_restore_point(text) to barman;
grant pg_read_all_settings, pg_read_all_stats, pg_checkpoint to barman;
