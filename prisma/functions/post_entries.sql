-- Writes the movement of the books for every ledger entry that moves money. Balances are sums of movements: no row is
-- shared by all who buy. In step with `booked_movements`.
create or replace function post_entries() returns trigger language plpgsql as $$
begin
  insert into journal_movements (debit, credit, currency, amount, cause, at)
  select case when e.amount < 0 then wallet else contra end, case when e.amount < 0 then contra else wallet end, e.currency, abs(e.amount), e.cause,
         e.created_at
    from made e
   cross join lateral (select 'wallet:' || (select a.code from accounts a where a.id = e.account_id) as wallet,
           case e.type when 'debit' then 'deferred:' || e.currency
                       else contra_account(e.account_id, e.type, e.cause, e.currency) end as contra) x
   where e.amount <> 0;
  return null;
end $$;

create or replace trigger ledger_entries_journal after insert on ledger_entries referencing new table as made
  for each statement execute function post_entries();
