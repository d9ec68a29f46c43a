-- Books money that went back to a traveller by the payment provider's word and not by ours, once per cause: a refund that somebody
-- made there, or a dispute that was lost. What was decided here and not done yet becomes smaller by what is no longer there to be
-- given back, the newest first. Returns false, and writes nothing, when it is on record, when more went back than was paid, and
-- while its purchase may still be bought: a checkout with a refund buys nothing. Of a dispute what is left of the payment is booked at
-- most: a bank may take back more than was paid, or all of what was given back in part before. One that was won meanwhile
-- (`reinstate_dispute`) and is lost again is booked again. Locks the checkout, then its open refunds, then the payment.
create or replace function adopt_refund(
  p_payment_id bigint, p_reference text, p_amount numeric, p_at timestamptz, p_cause text default null
) returns boolean
language plpgsql as $$
declare
  c checkouts;
  r payment_refunds;
  v_cause text := coalesce(p_cause, 'provider:' || p_reference);
  v_open numeric;
  v_over numeric;
  v_cut numeric;
begin
  select * into strict c from checkouts where id = (select checkout_id from payments where id = p_payment_id) for no key update;
  if c.status in ('opened', 'abandoned') or (c.status = 'paid' and c.refund_due = 0)
     or exists (select from payment_refunds where payment_id = p_payment_id and (reference = p_reference or cause = v_cause) and amount > 0) then
    return false;
  end if;
  v_open := (select coalesce(sum(amount), 0) from payment_refunds where payment_id = p_payment_id and done_at is null);
  if v_cause like 'dispute:%' then p_amount := least(p_amount, c.total_amount - c.refund_due + v_open); end if;
  v_over := c.refund_due + p_amount - c.total_amount;
  if p_amount <= 0 or v_over > v_open then return false; end if;
  for r in select * from payment_refunds where payment_id = p_payment_id and done_at is null order by id desc for no key update loop
    exit when v_over <= 0;
    v_cut := least(v_over, r.amount);
    update payment_refunds
       set amount = amount - v_cut, cut_at = p_at, last_error = null, done_at = case when v_cut = r.amount then p_at end,
           returned_at = case when v_cut < r.amount then returned_at end
     where id = r.id;
    v_over := v_over - v_cut;
    c.refund_due := c.refund_due - v_cut;
  end loop;
  insert into payment_refunds (payment_id, cause, amount, reference, created_at, done_at)
  values (p_payment_id, v_cause, p_amount, p_reference, p_at, p_at)
  on conflict (payment_id, cause) do update set amount = excluded.amount, cut_at = null, done_at = excluded.done_at;
  update checkouts set refund_due = c.refund_due + p_amount, updated_at = p_at where id = c.id;
  update payments set refunded_amount = refunded_amount + p_amount, updated_at = p_at where id = p_payment_id;
  return true;
end $$;
