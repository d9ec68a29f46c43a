-- Slugs and domains in the directory say for which account they were claimed, and one has few at a time: who changed an address again
-- and again kept each of them from everybody for a day (claim_cell_name). Whoever is of before claims as before, for no account.
ALTER TABLE "cell_names" ADD COLUMN "holder" INTEGER;
CREATE INDEX "cell_names_holder_idx" ON "cell_names"("holder");

drop function claim_cell_name(text, text, smallint, timestamptz);
-- At home: gives a name to a cell unless home or another cell has it, and says whose it is then. To claim again what one has makes
-- the claim young again. Null when the account that it is for has eight others in the directory, those that it gave up within a day
-- included. Holds the name's lock (lock_cell_name) until the transaction ends, as whoever takes it at home does.
create or replace function claim_cell_name(p_kind text, p_name text, p_cell smallint, p_at timestamptz, p_holder int default null) returns smallint language plpgsql as $$
begin
  perform lock_cell_name(p_kind, p_name);
  if uses_name(p_kind, p_name) then
    return 1;
  end if;
  perform pg_advisory_xact_lock(hashtext('cell-names-of:' || p_holder));
  if (select count(*) from cell_names where holder = p_holder and cell <> 1 and (kind, name) <> (p_kind, p_name)) >= 8 then
    return null;
  end if;
  insert into cell_names (kind, name, cell, claimed_at, holder) values (p_kind, p_name, p_cell, p_at, p_holder)
  on conflict (kind, name) do update set cell = p_cell, claimed_at = p_at, holder = coalesce(p_holder, cell_names.holder)
   where cell_names.cell in (1, p_cell);
  return (select cell from cell_names where kind = p_kind and name = p_name);
end $$;
