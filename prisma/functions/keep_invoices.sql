-- Writes what a sale with VAT still lacks: its invoice once it is delivered, a credit note for each refund that was made, and a
-- reversal for each credit note whose refund came back, or whose dispute was won after all. Writes nothing when nothing is lacking, so that it can be called again at any
-- time. Of a credit note as much is VAT as makes it the right share of all that went back: whole refunds have the whole VAT. Locks
-- the account's series, after everything else, and until the transaction ends: numbers have no gaps and no doubles. A paper is dated when it
-- happened, and not before the one with the number ahead of it, or the one that it corrects: who waited for the series over midnight has the
-- later day. Neighbours' times are at most an hour apart; what a wrong clock dated beyond that holds up no other.
create or replace function keep_invoices(p_checkout_id bigint, p_at timestamptz) returns void language plpgsql as $$
declare
  c checkouts;
  s invoice_series;
  v_invoice invoices;
  v invoices;
  n record;
  v_gross numeric;
  v_vat numeric;
  v_at timestamptz;
  v_corrected_at timestamptz;
begin
  select * into strict c from checkouts where id = p_checkout_id;
  if c.vat_kind is null or c.status <> 'delivered' then return; end if;
  insert into invoice_series (account_id, environment) values (c.account_id, c.environment) on conflict do nothing;
  select * into strict s from invoice_series where account_id = c.account_id and environment = c.environment for no key update;
  select * into v_invoice from invoices where checkout_id = c.id and kind = 'invoice';
  if not found then
    s.invoice := s.invoice + 1;
    v_at := greatest(p_at, (select x.issued_at from invoices x where x.account_id = c.account_id and x.environment = c.environment
      and x.series = 'invoice' and x.serial = s.invoice - 1 and x.issued_at < p_at + interval '1 hour'));
    select case c.environment when 'test' then 'TEST-' else '' end || x.invoice_prefix || lpad(s.invoice::text, 6, '0') into strict v_invoice.number
      from vat_settings x where x.account_id = c.account_id and x.environment in ('live', c.environment) order by x.environment = c.environment desc limit 1;
    select to_jsonb(x) - '{account_id,environment,updated_at}'::text[] into strict v_invoice.seller
      from sellers x where x.account_id = c.account_id and x.environment in ('live', c.environment) order by x.environment = c.environment desc limit 1;
    insert into invoices (account_id, environment, series, serial, number, kind, checkout_id, sale_number, locale, item, quantity, retail_price,
      discount_amount, vat_added, vat_kind, vat_country, vat_rate, net, vat, gross, currency, buyer_name, buyer_address, buyer_vat_id, buyer_email,
      seller, issued_at, lines)
    values (c.account_id, c.environment, 'invoice', s.invoice, v_invoice.number, 'invoice', c.id, c.number, c.locale, c.package_name, c.quantity,
      c.retail_price, c.discount_amount, c.vat_added, c.vat_kind, c.vat_country, c.vat_rate, c.total_amount - c.vat_amount, c.vat_amount,
      c.total_amount, c.currency, c.buyer_name, c.buyer_address, c.buyer_vat_id, c.email, v_invoice.seller, v_at,
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
      v_corrected_at := v_invoice.issued_at;
    else
      select * into strict v from invoices where id = n.note_id;
      v.kind := 'reversal';
      v.corrects_id := v.id;
      v.corrects_number := v.number;
      v_corrected_at := v.issued_at;
    end if;
    v.id := nextval(pg_get_serial_sequence('invoices', 'id'));
    v.series := 'credit';
    v.serial := s.credit;
    v.refund_id := n.refund_id;
    v.issued_at := greatest(p_at, v_corrected_at, (select x.issued_at from invoices x where x.account_id = c.account_id and x.environment = c.environment
      and x.series = 'credit' and x.serial = s.credit - 1 and x.issued_at < p_at + interval '1 hour'));
    select case c.environment when 'test' then 'TEST-' else '' end || x.credit_prefix || lpad(s.credit::text, 6, '0') into strict v.number
      from vat_settings x where x.account_id = c.account_id and x.environment in ('live', c.environment) order by x.environment = c.environment desc limit 1;
    insert into invoices select v.*;
  end loop;
  update invoice_series set invoice = s.invoice, credit = s.credit where account_id = c.account_id and environment = c.environment;
end $$;
