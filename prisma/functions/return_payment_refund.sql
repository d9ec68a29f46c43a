-- Takes a refund back that the payment provider had taken and could not pay: it is open again, and waits for people to say how the
-- traveller gets the money. It is the one that is booked under the number, or is still open and was sent for the cause. Returns its
-- amount; null, and writes nothing, when there is none, or it was taken back before. Locks the refund, then the payment.
create or replace function return_payment_refund(p_payment_id bigint, p_reference text, p_cause text, p_words text, p_at timestamptz)
returns numeric language plpgsql as $$
declare
  r payment_refunds;
begin
  select * into r from payment_refunds
   where payment_id = p_payment_id and not p_reference = any(returned) and cause not like 'dispute:%'
     and (reference = p_reference or (done_at is null and cause = p_cause)) for no key update;
  if not found then return null; end if;
  update payment_refunds
     set done_at = null, reference = null, returned = returned || p_reference, returned_at = p_at, last_error = p_words where id = r.id;
  if r.done_at is not null then
    update payments set refunded_amount = refunded_amount - r.amount, updated_at = p_at where id = r.payment_id;
  end if;
  return r.amount;
end $$;
