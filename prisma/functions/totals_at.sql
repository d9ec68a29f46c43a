-- The books as of a moment with all wallets as one account: the same as `balances_at`, out of as few sums as there are days and accounts of our own, however
-- many resellers there are. The bounds of the day are said by the moment itself, so that the index of times is taken. Reads only, without locks.
create or replace function totals_at(p_at timestamptz) returns table (account text, currency text, amount numeric) language sql stable as $$
  select x.account, x.currency::text, sum(x.amount) from (
    select t.account, t.currency, t.amount from journal_totals t where t.day < (p_at at time zone 'UTC')::date
    union all
    select regexp_replace(l.account, '^wallet:.*$', 'wallet'), l.currency, l.amount from journal_lines l
     where l.at >= date_trunc('day', p_at, 'UTC') and l.at <= p_at
       and l.movement <= (select coalesce(max(until_movement), 0) from journal_summed)
    union all
    select regexp_replace(l.account, '^wallet:.*$', 'wallet'), l.currency, l.amount from journal_lines l
     where l.movement > (select coalesce(max(until_movement), 0) from journal_summed) and l.at <= p_at
  ) x group by x.account, x.currency having sum(x.amount) <> 0
$$;
