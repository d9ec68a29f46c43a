-- Where a shop is found, under the slug that it has or one that it had, is asked of one view instead of two tables.

-- Every slug at which a shop is found, and which nobody else may take: the one that its brand has, and those that it had before.
create or replace view shop_slugs as
  select portal_slug as slug, environment, account_id from brands
  union all
  select slug, environment, account_id from former_slugs;

-- Whether this database uses a name of a kind of the directory (cell_names): a domain once it is proved. By an index each: it is
-- asked while a name is held.
create or replace function uses_name(p_kind text, p_name text) returns boolean language sql stable as $$
  select case p_kind
    when 'key' then exists (select from api_keys where public_id = p_name::char(8))
    when 'slug' then exists (select from shop_slugs where slug = p_name and environment in ('test', 'live'))
    when 'domain' then exists (select from brands where custom_domain = p_name and environment = 'live' and domain_verified_at is not null)
    else exists (select from users where email = p_name)
  end
$$;

-- A slug belongs to one account in both environments, so that a brand can be copied from one to the other, and the last five that
-- a brand had before stay its account's: links that were mailed lead to them, and nobody else's shop may stand there. Holds an
-- advisory lock on the slug until the transaction ends. Raises unique_violation under the name of the constraint
-- `brands_environment_portal_slug_key`.
create or replace function check_brand_slug() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('brand:' || new.portal_slug));
  if exists (select from shop_slugs where slug = new.portal_slug and account_id <> new.account_id) then
    raise exception 'the slug % is taken', new.portal_slug using errcode = 'unique_violation', constraint = 'brands_environment_portal_slug_key';
  end if;
  delete from former_slugs where slug = new.portal_slug and environment = new.environment;
  if tg_op = 'UPDATE' and old.portal_slug <> new.portal_slug then
    insert into former_slugs (slug, environment, account_id, left_at) values (old.portal_slug, old.environment, old.account_id, clock_timestamp());
    delete from former_slugs where account_id = old.account_id and environment = old.environment and slug in (
      select slug from former_slugs where account_id = old.account_id and environment = old.environment order by left_at desc offset 5);
  end if;
  return new;
end $$;

