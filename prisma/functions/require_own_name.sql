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

create or replace trigger api_keys_own_name before insert or update of public_id on api_keys
  for each row execute function require_own_name('key', 'public_id');
create or replace trigger users_own_name before insert or update of email on users
  for each row execute function require_own_name('person', 'email');
create or replace trigger brands_own_slug before insert or update of portal_slug on brands
  for each row execute function require_own_name('slug', 'portal_slug');
-- By its name the last of the brands' triggers: one before it forgets the proof of a domain that is exchanged.
create or replace trigger brands_verified_name before insert or update of custom_domain, domain_verified_at on brands
  for each row when (new.environment = 'live' and new.domain_verified_at is not null)
  execute function require_own_name('domain', 'custom_domain');
