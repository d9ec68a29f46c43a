-- Books a deposit or an adjustment together with the fact behind it: who booked it, and on what grounds (decision
-- 40). The same cause a second time books nothing and returns the first entry, `posted` false. Locks the wallet.
-- Raises unique_violation when the payment was booked to another account.
create or replace function book_wallet(
  p_account_id int, p_kind text, p_amount numeric, p_cause text, p_description text, p_grounds text, p_by text, p_at timestamptz,
  out entry_id bigint, out balance_after numeric, out posted boolean
) language plpgsql as $$
begin
  select e.entry_id, e.balance_after, e.posted into entry_id, balance_after, posted
    from post_entry(p_account_id, p_kind, p_amount, p_cause, p_description, p_at) e;
  if posted then
    insert into wallet_bookings (account_id, cause, kind, amount, grounds, booked_by, note, created_at)
    values (p_account_id, p_cause, p_kind, p_amount, p_grounds, p_by, p_description, p_at);
  end if;
end $$;
