-- Opens a top-up once per idempotency key and charges it. Locks the wallet; what moves no money takes an advisory
-- lock instead, so that it waits for no other order. In the answer `"action_id":0` and `"ledger_reference":"LED-0"`
-- stand for ids that are known only here. What puts another eSIM in the place of this one takes the same lock on it
-- (`open-replacement.ts`), so that it is either replaced or topped up. Outcomes: opened, replayed, key_conflict, busy, over,
-- replaced, insufficient; nothing is written but for `opened`. Raises no_data_found for an account without a wallet.
create or replace function request_topup(
  p_topup jsonb, p_operation text, p_key text, p_fingerprint text, p_response text,
  out outcome text, out response text, out action_id bigint, out balance numeric, out available numeric, out credit_enabled boolean,
  out credit_status text
) language plpgsql as $$
declare
  t new_action := jsonb_populate_record(null::new_action, p_topup);
  w wallets;
  k idempotency_keys;
begin
  if t.charged then perform from wallets where account_id = t.account_id for no key update;
  else perform pg_advisory_xact_lock(hashtextextended('topup:' || t.account_id || ':' || t.environment, 0)); end if;
  perform pg_advisory_xact_lock(hashtextextended('esim:' || t.esim_id, 0));
  select * into strict w from wallets where account_id = t.account_id;
  select * into k from idempotency_keys x where x.account_id = t.account_id and x.environment = t.environment and x.operation = p_operation
     and x.key = p_key and x.created_at > t.at - interval '24 hours';
  balance := w.balance;
  available := greatest(0, w.balance + usable_credit(w));
  credit_enabled := w.credit_enabled;
  credit_status := w.credit_status;
  response := k.response;
  outcome := case
    when k.fingerprint = decode(p_fingerprint, 'hex') then 'replayed'
    when k.fingerprint is not null then 'key_conflict'
    when exists (select from esims e where e.id = t.esim_id and e.status in ('cancelled', 'expired')) then 'over'
    when exists (select from replacements x where x.esim_id = t.esim_id and x.status <> 'refused') then 'replaced'
    when t.charged and t.amount > available then 'insufficient'
  end;
  if outcome is not null then return; end if;
  select o.id into action_id from open_actions(jsonb_build_array(p_topup)) o;
  if action_id is null then
    outcome := 'busy';
    return;
  end if;
  response := replace(p_response, '"action_id":0', '"action_id":' || action_id);
  if t.charged then
    select replace(response, '"ledger_reference":"LED-0"', '"ledger_reference":"LED-' || l.id || '"') into response
      from append_entries(array[(t.account_id, 'debit', -t.amount, 'action:' || action_id, 'Top-up ' || t.package_name, t.at)::new_entry]) l;
  end if;
  insert into idempotency_keys as i (account_id, environment, operation, key, fingerprint, response, created_at)
  values (t.account_id, t.environment, p_operation, p_key, decode(p_fingerprint, 'hex'), response, t.at)
  on conflict on constraint idempotency_keys_pkey
    do update set fingerprint = excluded.fingerprint, response = excluded.response, created_at = excluded.created_at;
  outcome := 'opened';
end $$;
