-- Counts the use of a checkout's discount code, once: `used` when it is counted, or was before. Otherwise why not: `ended`,
-- `early`, `used_before` by the same address, `used_up`. What has been paid counts whatever was allowed. Locks the code, so that of many at
-- once each sees those before it. Comes after the checkout's own lock.
create or replace function use_discount(p_checkout_id bigint, p_at timestamptz, p_paid boolean default false) returns text language plpgsql as $$
declare
  c checkouts;
  d discount_codes;
begin
  select * into strict c from checkouts where id = p_checkout_id;
  select * into strict d from discount_codes where id = c.discount_code_id for no key update;
  -- One that was paid back whole buys nothing more.
  if c.status = 'refunded' or exists (select from discount_uses where checkout_id = c.id and returned_at is null) then return 'used'; end if;
  if not p_paid then
    if not d.active or p_at >= d.ends_at then return 'ended'; end if;
    if p_at < d.starts_at then return 'early'; end if;
    if d.once_per_person and exists (
      select from discount_uses u join checkouts o on o.id = u.checkout_id
       where u.code_id = d.id and u.returned_at is null and o.email = c.email) then return 'used_before'; end if;
    if d.uses >= d.most_uses then return 'used_up'; end if;
  end if;
  insert into discount_uses (checkout_id, code_id, created_at) values (c.id, d.id, p_at)
  on conflict (checkout_id) do update set returned_at = null;
  update discount_codes set uses = uses + 1 where id = d.id;
  return 'used';
end $$;
