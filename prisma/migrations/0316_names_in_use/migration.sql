-- What has its name already is changed whatever the directory says: a home that was restored has forgotten names until its cells claim
-- them anew, and nothing of their brands could be changed until then (require_own_name).
-- Whether this database uses a name of a kind of the directory (cell_names): a domain once it is proved. By an index each: it is
-- asked while a name is held.
create or replace function uses_name(p_kind text, p_name text) returns boolean language sql stable as $$
  select case p_kind
    when 'key' then exists (select from api_keys where public_id = p_name::char(8))
    when 'slug' then exists (select from brands where portal_slug = p_name and environment in ('test', 'live'))
    when 'domain' then exists (select from brands where custom_domain = p_name and environment = 'live' and domain_verified_at is not null)
    else exists (select from users where email = p_name)
  end
$$;

-- What is written into this database has a name that is this cell's in the directory: at home one that no other cell has, elsewhere
-- one that was claimed. What has its name already keeps it, whatever a directory says that forgot. Holds the name's lock (lock_cell_name)
-- until the transaction ends. Raises SV005.
create or replace function require_own_name() returns trigger language plpgsql as $$
declare
  v_kind text := tg_argv[0];
  v_name text := to_jsonb(new) ->> tg_argv[1];
  v_owner int;
begin
  perform lock_cell_name(v_kind, v_name);
  select cell into v_owner from cell_names where kind = v_kind and name = v_name;
  if coalesce(v_owner, 1) <> coalesce((select number from this_cell), 1) and not uses_name(v_kind, v_name) then
    raise exception 'the % % belongs to another cell', v_kind, v_name using errcode = 'SV005';
  end if;
  return new;
end $$;

-- At home: gives a name to a cell unless home or another cell has it, and says whose it is then. To claim again what one has makes
-- the claim young again. Holds the name's lock (lock_cell_name) until the transaction ends, as whoever takes it at home does.
create or replace function claim_cell_name(p_kind text, p_name text, p_cell smallint, p_at timestamptz) returns smallint language plpgsql as $$
begin
  perform lock_cell_name(p_kind, p_name);
  if uses_name(p_kind, p_name) then
    return 1;
  end if;
  insert into cell_names (kind, name, cell, claimed_at) values (p_kind, p_name, p_cell, p_at)
  on conflict (kind, name) do update set cell = p_cell, claimed_at = p_at where cell_names.cell in (1, p_cell);
  return (select cell from cell_names where kind = p_kind and name = p_name);
end $$;
