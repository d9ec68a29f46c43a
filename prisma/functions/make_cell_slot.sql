-- Makes at home the slot that keeps for a cell what it has not taken over yet. A standby of PostgreSQL 17 or newer has it too.
create or replace function make_cell_slot(p_slot text) returns void language plpgsql as $$
begin
  if current_setting('server_version_num')::int >= 170000 then perform pg_create_logical_replication_slot(p_slot, 'pgoutput', failover => true);
  else perform pg_create_logical_replication_slot(p_slot, 'pgoutput');
  end if;
end $$;
