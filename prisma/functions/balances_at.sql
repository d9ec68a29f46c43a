-- The balance of every account of the books as of a moment: the sums of the days before, the movements of its day,
-- and those that are not summed up yet (decision 43). Accounts at zero are missing. Reads only, without locks.
create or replace function balances_at(p_at timestamptz) returns table (account text, currency text, amount numeric) language sql stable as $$
  select x.account, x.currency::text, sum(x.amount) from (
    select s.account, s.currency, s.amount from journal_sums s where s.day < (p_at at time zone 'UTC')::date
    union all
    select l.account, l.currency, l.amount from journal_lines l
     where l.at >= date_trunc('day', p_at, 'UTC') and l.at <= p_at
       and l.movement <= (select coalesce(max(until_movement), 0) from journal_summed)
    union all
    select l.account, l.currency, l.amount from journal_lines l
     where l.movement > (select coalesce(max(until_movement), 0) from journal_summed) and l.at <= p_at
  ) x group by x.account, x.currency having sum(x.amount) <> 0
$$;
