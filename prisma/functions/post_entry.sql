-- Posts one ledger entry per cause: the same cause a second time posts nothing and returns the first entry, `posted`
-- false. Locks the wallet. Raises foreign_key_violation for an account without a wallet.
create or replace function post_entry(
  p_account_id int, p_type text, p_amount numeric, p_cause text, p_description text, p_at timestamptz,
  out entry_id bigint, out balance_after numeric, out posted boolean
) language plpgsql as $$
begin
  perform from wallets where account_id = p_account_id for no key update;
  if not found then
    raise exception 'account % has no wallet', p_account_id using errcode = 'foreign_key_violation';
  end if;
  select l.id, l.balance_after, false into entry_id, balance_after, posted
    from ledger_entries l where l.account_id = p_account_id and l.cause = p_cause;
  if found then return; end if;
  select a.id, a.balance_after, true into entry_id, balance_after, posted
    from append_entries(array[(p_account_id, p_type, p_amount, p_cause, p_description, p_at)::new_entry]) a;
end $$;
