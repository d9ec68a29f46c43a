-- A sale was delivered, or one of its refunds was made, came back, or was no refund in the end: what it then lacks is written (`keep_invoices`). When the
-- transaction ends, so that the series is locked last of all and for as short as can be.
create or replace function follow_sale() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'checkouts' then
    perform keep_invoices(new.id, new.updated_at);
  else
    perform keep_invoices(p.checkout_id, coalesce(case when new.amount = 0 then new.cut_at end, new.done_at, new.returned_at, now())) from payments p where p.id = new.payment_id;
  end if;
  return null;
end $$;

create constraint trigger checkouts_invoices after update of status on checkouts
  deferrable initially deferred for each row when (new.status = 'delivered' and new.vat_kind is not null) execute function follow_sale();
create constraint trigger payment_refunds_made after insert on payment_refunds
  deferrable initially deferred for each row when (new.done_at is not null) execute function follow_sale();
create constraint trigger payment_refunds_moved after update of done_at, amount on payment_refunds
  deferrable initially deferred for each row
  when ((old.done_at is not null and old.amount > 0) <> (new.done_at is not null and new.amount > 0)) execute function follow_sale();
