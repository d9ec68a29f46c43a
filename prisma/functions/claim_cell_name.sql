-- At home: gives a name to a cell unless home or another cell has it, and says whose it is then. To claim again what one has makes
-- the claim young again. Null when eight others were claimed for the same account within a day: whoever uses those of before,
-- they are no longer kept for it. Holds the name's lock (lock_cell_name) until the transaction ends, as whoever takes it at home does.
create or replace function claim_cell_name(p_kind text, p_name text, p_cell smallint, p_at timestamptz, p_holder int default null) returns smallint language plpgsql as $$
begin
  perform lock_cell_name(p_kind, p_name);
  if uses_name(p_kind, p_name) then
    return 1;
  end if;
  perform pg_advisory_xact_lock(hashtext('cell-names-of:' || p_holder));
  if (select count(*) from cell_names where holder = p_holder and cell <> 1 and claimed_at > p_at - interval '1 day' and (kind, name) <> (p_kind, p_name)) >= 8 then
    -- What its cell has it may go back to, which keeps that for no longer.
    return (select cell from cell_names where kind = p_kind and name = p_name and cell = p_cell);
  end if;
  insert into cell_names (kind, name, cell, claimed_at, holder) values (p_kind, p_name, p_cell, p_at, p_holder)
  on conflict (kind, name) do update set cell = p_cell, claimed_at = p_at, holder = coalesce(p_holder, cell_names.holder)
   where cell_names.cell in (1, p_cell);
  return (select cell from cell_names where kind = p_kind and name = p_name);
end $$;
