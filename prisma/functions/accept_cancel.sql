-- Books that a supplier has cancelled an eSIM by itself, as an accepted cancel: of the action that is open, or of one
-- opened for it (decision 36). Returns the action; null when the eSIM was over already. Locks wallet, order, action,
-- eSIM in that order. Raises no_data_found for an unknown eSIM, and what `settle_actions` raises.
create or replace function accept_cancel(p_esim_id bigint, p_settlement jsonb, p_request_id text, p_reference text, p_at timestamptz)
returns bigint language plpgsql as $$
declare
  e esims;
  v_action bigint;
begin
  select * into strict e from esims where id = p_esim_id;
  perform from wallets where account_id = e.account_id for no key update;
  perform from orders where id = e.order_id for no key update;
  select a.id into v_action from actions a
   where a.esim_id = e.id and a.action = 'cancel' and a.status in ('queued', 'processing', 'under_review') for no key update;
  if not found then
    insert into actions (account_id, environment, esim_id, order_id, supplier_code, action, status, amount, currency, charged, request_id, reference,
      unsent, created_at, updated_at)
    select e.account_id, e.environment, e.id, o.id, e.supplier_code, 'cancel', 'processing', o.unit_price, o.currency, false, p_request_id, p_reference,
           false, p_at, p_at
      from orders o where o.id = e.order_id
    returning id into v_action;
    -- It is cancelled already: see price_cancel.
    if v_action is null then return null; end if;
  end if;
  perform settle_actions(jsonb_build_array(p_settlement || jsonb_build_object('action_id', v_action)));
  return v_action;
end $$;
