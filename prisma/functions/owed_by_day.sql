-- What an account owes, by the day (UTC) on which it was charged: money that came in pays the oldest charge first, so
-- what is owed are the newest charges that add up to it (decision 66). What was charged before the first day counts
-- as the first day's. Reads one entry per day and the amounts above zero since the first, by index; without locks.
create or replace function owed_by_day(p_account_id int, p_from date, p_to date) returns table (day date, amount numeric) language sql stable as $$
  with ends as (
    -- The last entry of each day, and of the last day the last of all. Entries that waited for each other may stand in
    -- another order than their times.
    select d::date as day, max(case when d::date = p_to then w.sequence else coalesce(e.sequence, 0) end) over (order by d) as sequence
      from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') d join wallets w on w.account_id = p_account_id
      left join lateral (
        select l.sequence from ledger_entries l
         where l.account_id = p_account_id and l.created_at < (d + interval '1 day') at time zone 'UTC'
         order by l.created_at desc, l.sequence desc limit 1) e on true
  ), spans as (
    select e.day, e.sequence, lead(e.sequence) over (order by e.day) as until from ends e
  ), owed as (
    select s.day, greatest(0, -coalesce(l.balance_after, 0) - sum(coalesce(p.amount, 0)) over (order by s.day desc)) as until_day
      from spans s left join ledger_entries l on l.account_id = p_account_id and l.sequence = s.sequence
      left join lateral (
        select sum(c.amount) as amount from ledger_entries c
         where c.account_id = p_account_id and c.amount > 0 and c.sequence > s.sequence and c.sequence <= s.until) p on true
  ), charged as (
    select o.day, o.until_day - lag(o.until_day, 1, 0.0) over (order by o.day) as amount from owed o
  )
  select c.day, c.amount from charged c where c.amount > 0
$$;
