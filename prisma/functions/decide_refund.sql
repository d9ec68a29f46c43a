-- Decides that money of a traveller's payment goes back, once per cause, and never more in all than was paid: of what is asked
-- for, what is left is decided. Returns how much that is; zero when nothing is left, or when the cause was decided on before. What
-- was asked for is kept (`wanted`): there may be more again once a dispute is won that was lost.
-- Sent to the payment provider afterwards. Of a cancelled eSIM in a purchase of several plans no more goes back than is left of its
-- plan. Locks the checkout.
create or replace function decide_refund(
  p_checkout_id bigint, p_cause text, p_amount numeric, p_at timestamptz,
  p_reason text default null, p_decided_by text default null, p_to_cancel text[] default '{}'
) returns numeric language plpgsql as $$
declare
  c checkouts;
  v_payment bigint;
  v_wanted numeric := p_amount;
  v_amount numeric;
  l checkout_lines;
begin
  select * into strict c from checkouts where id = p_checkout_id for no key update;
  select id into strict v_payment from payments where checkout_id = c.id;
  if c.lines > 1 and p_cause like 'esim:%' then
    select * into strict l from checkout_lines
     where checkout_id = c.id and order_id = (select order_id from esims where id = substr(p_cause, 6)::bigint);
    v_wanted := least(p_amount, l.total_amount - l.refund_due);
  end if;
  v_amount := least(v_wanted, c.total_amount - c.refund_due);
  if v_amount <= 0 or exists (select from payment_refunds where payment_id = v_payment and cause = p_cause) then return 0; end if;
  insert into payment_refunds (payment_id, cause, amount, wanted, created_at, reason, decided_by, to_cancel)
  values (v_payment, p_cause, v_amount, v_wanted, p_at, p_reason, p_decided_by, p_to_cancel);
  update checkout_lines set refund_due = refund_due + v_amount where checkout_id = l.checkout_id and place = l.place;
  update checkouts set refund_due = refund_due + v_amount, updated_at = p_at where id = c.id;
  return v_amount;
end $$;
