-- Whether an automatic top-up may be charged with this for an occasion now, under its row until the end of the transaction that opens the
-- purchase: `claimed`; `ended` when it does not live; `changed` when it costs more than was agreed to; `used_up` when it was bought as often as
-- was allowed, or the sum would pass what its traveller pays at most (decision 145). Purchases that are under way count, and for the sum
-- what was paid back counts too. A stop waits for the row, and so does whoever claims another occasion.
create or replace function claim_auto_topup(p_id bigint, p_occasion text, p_amount numeric) returns text language plpgsql as $$
declare
  v auto_topups;
  v_used int;
  v_charged numeric;
begin
  select * into v from auto_topups u where u.id = p_id and u.status = 'active' for no key update;
  if not found then return 'ended'; end if;
  if p_amount > v.max_price then return 'changed'; end if;
  -- A statement of its own, after the lock: it sees what whoever held the row has written.
  select count(*) filter (where c.status <> 'refunded'), coalesce(sum(c.total_amount), 0) into v_used, v_charged
    from checkouts c where c.auto_topup_id = p_id and c.auto_occasion <> p_occasion and c.status <> 'abandoned';
  if v_used >= v.max_times or v_charged + p_amount > v.max_total then return 'used_up'; end if;
  return 'claimed';
end $$;
