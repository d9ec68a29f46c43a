-- The books as of a moment with all wallets as one account: the same as `balances_at`, out of as few sums as there are days and accounts of our own, however
-- many resellers there are. Reads only, without locks.
create or replace function totals_at(p_at timestamptz) returns table (account text, currency text, amount numeric) language sql stable as $$
  with summed as (
    select coalesce((select until_movement from journal_summed), 0) as until_movement, (p_at at time zone 'UTC')::date as day
  )
  select x.account, x.currency::text, sum(x.amount) from (
    select t.account, t.currency, t.amount from journal_totals t, summed where t.day < summed.day
    union all
    select regexp_replace(l.account, '^wallet:.*$', 'wallet'), l.currency, l.amount from journal_lines l, summed
     where l.movement <= summed.until_movement and l.at >= summed.day::timestamp at time zone 'UTC' and l.at <= p_at
    union all
    select regexp_replace(l.account, '^wallet:.*$', 'wallet'), l.currency, l.amount from journal_lines l, summed
     where l.movement > summed.until_movement and l.at <= p_at
  ) x group by x.account, x.currency having sum(x.amount) <> 0
$$;
