-- A dispute that was lost can be won after all: what was booked for it is taken back, and what had become smaller by it is owed again.
-- What was asked for is kept beside what was decided, since there may be more to give back later.

-- AlterTable
ALTER TABLE "payment_refunds" ADD COLUMN     "wanted" DECIMAL(18,4);

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

-- Writes what a sale with VAT still lacks: its invoice once it is delivered, a credit note for each refund that was made, and a
-- reversal for each credit note whose refund came back, or whose dispute was won after all. Writes nothing when nothing is lacking, so that it can be called again at any
-- time. Of a credit note as much is VAT as makes it the right share of all that went back: whole refunds have the whole VAT. Locks
-- the account's series, after everything else, and until the transaction ends: numbers have no gaps and no doubles.
create or replace function keep_invoices(p_checkout_id bigint, p_at timestamptz) returns void language plpgsql as $$
declare
  c checkouts;
  s invoice_series;
  v_invoice invoices;
  v invoices;
  n record;
  v_gross numeric;
  v_vat numeric;
begin
  select * into strict c from checkouts where id = p_checkout_id;
  if c.vat_kind is null or c.status <> 'delivered' then return; end if;
  insert into invoice_series (account_id, environment) values (c.account_id, c.environment) on conflict do nothing;
  select * into strict s from invoice_series where account_id = c.account_id and environment = c.environment for no key update;
  select * into v_invoice from invoices where checkout_id = c.id and kind = 'invoice';
  if not found then
    s.invoice := s.invoice + 1;
    select case c.environment when 'test' then 'TEST-' else '' end || x.invoice_prefix || lpad(s.invoice::text, 6, '0') into strict v_invoice.number
      from vat_settings x where x.account_id = c.account_id and x.environment in ('live', c.environment) order by x.environment = c.environment desc limit 1;
    select to_jsonb(x) - '{account_id,environment,updated_at}'::text[] into strict v_invoice.seller
      from sellers x where x.account_id = c.account_id and x.environment in ('live', c.environment) order by x.environment = c.environment desc limit 1;
    insert into invoices (account_id, environment, series, serial, number, kind, checkout_id, sale_number, locale, item, quantity, retail_price,
      discount_amount, vat_added, vat_kind, vat_country, vat_rate, net, vat, gross, currency, buyer_name, buyer_address, buyer_vat_id, buyer_email,
      seller, issued_at, lines)
    values (c.account_id, c.environment, 'invoice', s.invoice, v_invoice.number, 'invoice', c.id, c.number, c.locale, c.package_name, c.quantity,
      c.retail_price, c.discount_amount, c.vat_added, c.vat_kind, c.vat_country, c.vat_rate, c.total_amount - c.vat_amount, c.vat_amount,
      c.total_amount, c.currency, c.buyer_name, c.buyer_address, c.buyer_vat_id, c.email, v_invoice.seller, p_at,
      (select jsonb_agg(jsonb_build_object('item', l.package_name, 'quantity', l.quantity, 'retailPrice', l.retail_price::text) order by l.place)
         from checkout_lines l where l.checkout_id = c.id))
    returning * into v_invoice;
  end if;
  for n in
    select r.id as refund_id, r.amount, r.done_at, k.id as note_id
      from payments p join payment_refunds r on r.payment_id = p.id
      left join invoices k on k.checkout_id = c.id and k.refund_id = r.id and k.kind = 'credit_note'
       and not exists (select from invoices x where x.checkout_id = c.id and x.corrects_id = k.id)
     where p.checkout_id = c.id and (r.done_at is not null and r.amount > 0) <> (k.id is not null)
     -- What came back first: then as much can go back again.
     order by k.id is null, r.id
  loop
    s.credit := s.credit + 1;
    select coalesce(sum(case kind when 'credit_note' then gross else -gross end), 0), coalesce(sum(case kind when 'credit_note' then vat else -vat end), 0)
      into v_gross, v_vat from invoices where checkout_id = c.id and kind <> 'invoice';
    if n.note_id is null then
      v := v_invoice;
      v.kind := 'credit_note';
      v.gross := n.amount;
      v.vat := least(greatest(round(v_invoice.vat * (v_gross + n.amount) / v_invoice.gross, c.vat_places) - v_vat, 0), n.amount);
      v.net := v.gross - v.vat;
      v.corrects_id := v_invoice.id;
      v.corrects_number := v_invoice.number;
    else
      select * into strict v from invoices where id = n.note_id;
      v.kind := 'reversal';
      v.corrects_id := v.id;
      v.corrects_number := v.number;
    end if;
    v.id := nextval(pg_get_serial_sequence('invoices', 'id'));
    v.series := 'credit';
    v.serial := s.credit;
    v.refund_id := n.refund_id;
    v.issued_at := p_at;
    select case c.environment when 'test' then 'TEST-' else '' end || x.credit_prefix || lpad(s.credit::text, 6, '0') into strict v.number
      from vat_settings x where x.account_id = c.account_id and x.environment in ('live', c.environment) order by x.environment = c.environment desc limit 1;
    insert into invoices select v.*;
  end loop;
  update invoice_series set invoice = s.invoice, credit = s.credit where account_id = c.account_id and environment = c.environment;
end $$;

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

drop trigger payment_refunds_moved on payment_refunds;

create constraint trigger payment_refunds_moved after update of done_at, amount on payment_refunds
  deferrable initially deferred for each row
  when ((old.done_at is not null and old.amount > 0) <> (new.done_at is not null and new.amount > 0)) execute function follow_sale();
