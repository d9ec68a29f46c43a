-- Of two who take one name at the same moment the second waits for the first one's transaction, and then sees what it wrote.
create or replace function lock_cell_name(p_kind text, p_name text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('cell-name:' || p_kind || ':' || p_name))
$$;
