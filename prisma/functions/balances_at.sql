-- The balance of every account of the books as of a moment: the sums of the days before, the movements of its day,
-- and those that are not summed up yet (decision 43). Accounts at zero are missing. Reads only, without locks.
create or replace function balances_at(p_at timestamptz) returns table (account text, currency text, amount numeric) language sql stable as $$
  with summed as (
    select coalesce((select until_movement from journal_summed), 0) as until_movement, (p_at at time zone 'UTC')::date as day
  )
  select x.account, x.currency::text, sum(x.amount) from (
    select s.account, s.currency, s.amount from journal_sums s, summed where s.day < summed.day
    union all
    select l.account, l.currency, l.amount from journal_lines l, summed
     where l.movement <= summed.until_movement and l.at >= summed.day::timestamp at time zone 'UTC' and l.at <= p_at
    union all
    select l.account, l.currency, l.amount from journal_lines l, summed where l.movement > summed.until_movement and l.at <= p_at
  ) x group by x.account, x.currency having sum(x.amount) <> 0
$$;
