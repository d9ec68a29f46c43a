-- Books a refund that was made, once: the refund, and the payment it belongs to. Made by the payment provider under p_reference, or
-- without it as p_elsewhere says. Returns false, and writes nothing, when it was booked before. Locks the refund, then the payment.
-- Raises check_violation when more would be refunded than was paid.
create or replace function book_payment_refund(p_refund_id bigint, p_reference text, p_at timestamptz, p_elsewhere text default null)
returns boolean language plpgsql as $$
declare
  r payment_refunds;
begin
  update payment_refunds set done_at = p_at, reference = p_reference, elsewhere = p_elsewhere, returned_at = null, last_error = null
   where id = p_refund_id and done_at is null returning * into r;
  if not found then return false; end if;
  update payments set refunded_amount = refunded_amount + r.amount, updated_at = p_at where id = r.payment_id;
  return true;
end $$;
