-- Changes the credit line and leaves a ledger entry of amount 0 that says so. Null arguments leave a field as it is;
-- a change of nothing leaves no entry. Returns the entry's id. Locks the wallet. Raises no_data_found for an account
-- without a wallet.
create or replace function set_credit(
  p_account_id int, p_enabled boolean, p_limit numeric, p_status text, p_hold_reason text, p_cause text, p_at timestamptz,
  out entry_id bigint
) language plpgsql as $$
declare
  w wallets;
  v_before text;
  v_after text;
begin
  select * into strict w from wallets where account_id = p_account_id for no key update;
  v_before := credit_line(w);
  w.credit_enabled := coalesce(p_enabled, w.credit_enabled);
  w.credit_limit := coalesce(p_limit, w.credit_limit);
  w.credit_status := case when not w.credit_enabled then 'none'
                          else coalesce(p_status, case when w.credit_status = 'none' then 'active' else w.credit_status end) end;
  w.hold_reason := case when w.credit_status = 'blocked' then coalesce(p_hold_reason, w.hold_reason) end;
  v_after := credit_line(w);
  update wallets
     set credit_enabled = w.credit_enabled, credit_limit = w.credit_limit, credit_status = w.credit_status, hold_reason = w.hold_reason
   where account_id = p_account_id;
  if v_before <> v_after then
    select a.id into entry_id from append_entries(array[
      (p_account_id, 'credit_adjustment', 0, p_cause, 'Credit line: ' || v_before || ' → ' || v_after, p_at)::new_entry]) a;
  end if;
end $$;
