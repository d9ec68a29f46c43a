-- At home: gives a name to a cell unless home or another cell has it, and says whose it is then. To claim again what one has makes
-- the claim young again. Holds the name's lock (lock_cell_name) until the transaction ends, as whoever takes it at home does.
create or replace function claim_cell_name(p_kind text, p_name text, p_cell smallint, p_at timestamptz) returns smallint language plpgsql as $$
begin
  perform lock_cell_name(p_kind, p_name);
  if (case p_kind
       when 'key' then exists (select from api_keys where public_id = p_name::char(8))
       when 'slug' then exists (select from brands where portal_slug = p_name)
       when 'domain' then exists (select from brands where custom_domain = p_name and environment = 'live' and domain_verified_at is not null)
       else exists (select from users where email = p_name)
     end) then
    return 1;
  end if;
  insert into cell_names (kind, name, cell, claimed_at) values (p_kind, p_name, p_cell, p_at)
  on conflict (kind, name) do update set cell = p_cell, claimed_at = p_at where cell_names.cell in (1, p_cell);
  return (select cell from cell_names where kind = p_kind and name = p_name);
end $$;
