-- Numbers what changes in the directory in the order in which it is committed, so that who has read up to a number reads on from
-- there and misses nothing. Holds the lock of all such numbers until the transaction ends. A copy of the directory keeps home's numbers.
create or replace function version_cell_name() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('cell-names'));
  select coalesce(max(version), 0) + 1 into new.version from cell_names;
  return new;
end $$;

create or replace trigger cell_names_version before insert or update on cell_names for each row execute function version_cell_name();
