-- Subscribes the cell to what home publishes, by a slot that home has made for it: first everything that is there, then each change.
-- Where that fails the log has no address of home's in it, whose password would be there too: what is said is without its context.
create or replace function follow_home(p_home text, p_slot text) returns void language plpgsql as $$
begin
  execute format('create subscription shared connection %L publication shared with (create_slot = false, slot_name = %I%s)',
    p_home, p_slot, case when current_setting('server_version_num')::int >= 170000 then ', failover = true' end);
exception when others then
  raise exception '%', sqlerrm using errcode = sqlstate;
end $$;
