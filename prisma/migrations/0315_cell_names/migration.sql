-- The directory of cells can be followed (each change has a number, in the order of commits), claimed from (claim_cell_name), and is
-- held to: what is written here has a name that is this cell's (require_own_name). A name that is given back is home's again (cell 1):
-- no row is ever deleted, so that whoever follows the numbers sees it. The first slug of a brand can be told beforehand (first_slug).
ALTER TABLE "cell_names" ADD COLUMN "version" BIGINT NOT NULL DEFAULT 0, ADD COLUMN "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
CREATE INDEX "cell_names_version_idx" ON "cell_names"("version");

-- The slug of a brand that its reseller has not named yet: what of the company's name can stand in an address, and the account's
-- code, so that no two are alike.
create or replace function first_slug(p_company text, p_code text) returns text language sql immutable as $$
  select trim(both '-' from left(regexp_replace(lower(p_company), '[^a-z0-9]+', '-', 'g'), 27) || '-' || lower(right(p_code, 8)))
$$;

-- Gives every account a brand from its first day: its company's name, to be made its own later.
create or replace function create_brand() returns trigger language plpgsql as $$
begin
  insert into brands (account_id, environment, name, primary_color, secondary_color, accent_color, support_email, company_legal_name,
                      domain_token, portal_slug, locale, updated_at)
  values (new.id, 'live', new.company_name, '#0F5C63', '#12323A', '#E8A33D', new.email, new.company_name,
          replace(gen_random_uuid()::text, '-', ''), first_slug(new.company_name, new.code), 'en', new.created_at);
  return null;
end $$;

create or replace trigger accounts_brand after insert on accounts for each row execute function create_brand();

-- Of two who take one name at the same moment the second waits for the first one's transaction, and then sees what it wrote.
create or replace function lock_cell_name(p_kind text, p_name text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('cell-name:' || p_kind || ':' || p_name))
$$;

-- What is written into this database has a name that is this cell's in the directory: at home one that no other cell has, elsewhere
-- one that was claimed. Holds the name's lock (lock_cell_name) until the transaction ends. Raises SV005.
create or replace function require_own_name() returns trigger language plpgsql as $$
declare
  v_kind text := tg_argv[0];
  v_name text := to_jsonb(new) ->> tg_argv[1];
  v_owner int;
begin
  perform lock_cell_name(v_kind, v_name);
  select cell into v_owner from cell_names where kind = v_kind and name = v_name;
  if coalesce(v_owner, 1) <> coalesce((select number from this_cell), 1) then
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

-- Numbers what changes in the directory in the order in which it is committed, so that who has read up to a number reads on from
-- there and misses nothing. Holds the lock of all such numbers until the transaction ends. A copy of the directory keeps home's numbers.
create or replace function version_cell_name() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('cell-names'));
  select coalesce(max(version), 0) + 1 into new.version from cell_names;
  return new;
end $$;

create or replace trigger cell_names_version before insert or update on cell_names for each row execute function version_cell_name();

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
