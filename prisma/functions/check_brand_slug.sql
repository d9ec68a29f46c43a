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

create or replace trigger brands_slug_owner before insert or update of portal_slug on brands for each row execute function check_brand_slug();
