-- Takes back what was booked for a dispute that was lost (`adopt_refund`), because it was won after all: the payment provider has the
-- money again, and the traveller has not. What had been decided, and became smaller or could not be decided for want of money, is
-- decided again, up to the sum that is back, as a refund of its own; what waited for people because nothing more could be sent of the payment
-- is sent. Returns false, and writes nothing, when nothing is booked for it. Locks the checkout, then its refunds, then the payment.
create or replace function reinstate_dispute(p_payment_id bigint, p_reference text, p_at timestamptz) returns boolean language plpgsql as $$
declare
  c checkouts;
  d payment_refunds;
  r payment_refunds;
  v_back numeric := 0;
  v_one numeric;
begin
  select * into strict c from checkouts where id = (select checkout_id from payments where id = p_payment_id) for no key update;
  select * into d from payment_refunds where payment_id = p_payment_id and cause = 'dispute:' || p_reference and amount > 0 for no key update;
  if not found then return false; end if;
  update payment_refunds set amount = 0, cut_at = p_at where id = d.id;
  for r in select * from payment_refunds where payment_id = p_payment_id and wanted > amount order by id for no key update loop
    v_one := least(r.wanted - r.amount, d.amount - v_back);
    update payment_refunds set wanted = wanted - v_one where id = r.id;
    v_back := v_back + v_one;
  end loop;
  if v_back > 0 then
    insert into payment_refunds (payment_id, cause, amount, created_at)
    values (p_payment_id, 'won:' || p_reference || ':' || (select count(*) + 1 from payment_refunds where payment_id = p_payment_id and cause like 'won:%'),
      v_back, p_at);
  end if;
  update payment_refunds set returned_at = null, last_error = null
   where payment_id = p_payment_id and done_at is null and returned_at is not null and returned = '{}';
  update checkouts set refund_due = refund_due - d.amount + v_back, updated_at = p_at where id = c.id;
  update payments set refunded_amount = refunded_amount - d.amount, updated_at = p_at where id = p_payment_id;
  return true;
end $$;
