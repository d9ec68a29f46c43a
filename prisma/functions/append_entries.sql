-- The one writer of ledger rows and balances. Posts the entries in the order given, each chained to the last one of
-- its account by its hash, and moves the wallets to the result. The caller holds the WALLETS' ROW LOCKS: without them
-- two chains would fork. Returns the rows. Raises unique_violation for a cause that the account has already, and
-- check_violation for what the ledger's constraints refuse.
create type new_entry as (account_id int, type text, amount numeric, cause text, description text, at timestamptz);

create or replace function append_entries(p_entries new_entry[]) returns setof ledger_entries
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  return query
  with summed as (
    select nextval('ledger_entries_id_seq') as id, n.account_id, w.sequence + row_number() over account as sequence, n.type, n.amount,
           a.currency, w.balance + sum(n.amount) over account - n.amount as balance_before, w.balance + sum(n.amount) over account as balance_after,
           usable_credit(w) as credit_usable, n.cause, n.description, n.at::timestamptz(3) as created_at, w.head_hash, n.ordinality
      from unnest(p_entries) with ordinality n join wallets w on w.account_id = n.account_id join accounts a on a.id = n.account_id
    window account as (partition by n.account_id order by n.ordinality)
  ), chained as (
    select *, ledger_chain(head_hash, ledger_fields(id, account_id, sequence, type, amount, currency, balance_before, balance_after,
             credit_usable, cause, description, created_at)) over (partition by account_id order by ordinality) as hash
      from summed
  ), saved as (
    update wallets w set balance = c.balance_after, sequence = c.sequence, head_hash = c.hash
      from (select distinct on (account_id) * from chained order by account_id, ordinality desc) c where w.account_id = c.account_id
  )
  insert into ledger_entries
  select id, account_id, sequence, type, amount, currency, balance_before, balance_after, credit_usable, cause, description, created_at, hash
    from chained order by ordinality
  returning *;
end $$;
