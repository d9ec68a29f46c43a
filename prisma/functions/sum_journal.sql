-- Adds the movements since the last time to the sums of their days (decision 43). Those of the last hour are left for
-- the next time: a transaction that is still open may have drawn an earlier number. Returns how many movements were
-- added. An advisory lock lets one caller sum at a time.
create or replace function sum_journal(p_now timestamptz) returns bigint language plpgsql as $$
declare
  v_from bigint;
  v_until bigint;
begin
  perform pg_advisory_xact_lock(hashtext('sum-journal'));
  v_from := coalesce((select until_movement from journal_summed), 0);
  select max(id) into v_until from journal_movements
   where id > v_from and id < all (select m.id from journal_movements m where m.at >= p_now - interval '1 hour' and m.id > v_from order by m.id limit 1);
  if v_until is null then return 0; end if;
  insert into journal_sums as s (account, currency, day, amount)
  select account, currency, (at at time zone 'UTC')::date, sum(amount) from journal_lines where movement > v_from and movement <= v_until group by 1, 2, 3
  on conflict (account, currency, day) do update set amount = s.amount + excluded.amount;
  insert into journal_totals as t (account, currency, day, amount)
  select regexp_replace(account, '^wallet:.*$', 'wallet'), currency, (at at time zone 'UTC')::date, sum(amount) from journal_lines
   where movement > v_from and movement <= v_until group by 1, 2, 3
  on conflict (account, currency, day) do update set amount = t.amount + excluded.amount;
  insert into journal_summed (until_movement) values (v_until) on conflict (id) do update set until_movement = excluded.until_movement;
  return (select count(*) from journal_movements where id > v_from and id <= v_until);
end $$;
