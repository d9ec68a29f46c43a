-- Several plans in one purchase (decision 90).

-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "lines" SMALLINT NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "lines" JSONB;

-- CreateTable
CREATE TABLE "checkout_lines" (
    "checkout_id" BIGINT NOT NULL,
    "place" SMALLINT NOT NULL,
    "package_id" INTEGER NOT NULL,
    "package_name" TEXT NOT NULL,
    "quantity" SMALLINT NOT NULL,
    "retail_price" DECIMAL(18,4) NOT NULL,
    "discount_amount" DECIMAL(18,4) NOT NULL,
    "vat_amount" DECIMAL(18,4) NOT NULL,
    "vat_added" DECIMAL(18,4) NOT NULL,
    "unit_price" DECIMAL(18,4) NOT NULL,
    "total_amount" DECIMAL(18,4) NOT NULL,
    "unit_cap" DECIMAL(18,4) NOT NULL,
    "order_id" BIGINT,
    "refusal" TEXT,
    "refund_due" DECIMAL(18,4) NOT NULL DEFAULT 0,

    CONSTRAINT "checkout_lines_pkey" PRIMARY KEY ("checkout_id","place")
);

-- CreateIndex
CREATE UNIQUE INDEX "checkout_lines_order_id_key" ON "checkout_lines"("order_id");

-- AddForeignKey
ALTER TABLE "checkout_lines" ADD CONSTRAINT "checkout_lines_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table checkouts
  add constraint checkouts_lines check (
    lines between 1 and 5 and (lines = 1 or (kind = 'order' and quantity = 1 and order_id is null and voucher_id is null)));
alter table checkout_lines
  add constraint checkout_lines_place check (place between 1 and 5 and quantity between 1 and 50),
  add constraint checkout_lines_total check (
    total_amount = retail_price * quantity - discount_amount + vat_added and total_amount >= 0 and unit_price * quantity >= total_amount
    and discount_amount >= 0 and vat_amount between 0 and total_amount),
  add constraint checkout_lines_refund check (refund_due between 0 and total_amount),
  add constraint checkout_lines_outcome check (order_id is null or refusal is null);

-- The plans of every purchase of eSIMs, whether it is of one plan, in its own row, or of several: what each was sold for and which order it
-- became.
create or replace view sale_lines as
  select id as checkout_id, 1::smallint as place, package_id, package_name, quantity, retail_price, unit_price, total_amount, unit_cap, order_id,
         null::text as refusal, refund_due
    from checkouts where kind = 'order' and lines = 1
  union all
  select checkout_id, place, package_id, package_name, quantity, retail_price, unit_price, total_amount, unit_cap, order_id, refusal, refund_due
    from checkout_lines;

-- What a traveller bought has ended, or its end has changed: the checkout that bought it is settled at once instead of being
-- asked for again and again. An eSIM that was cancelled settles the purchases of it and of its top-ups. The trigger's argument is
-- the column of `checkouts` that names it. What no checkout bought rings nothing.
create or replace function ring_checkout() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'order_id' then
    insert into outbox_jobs (job, key, payload, run_at)
    select 'settle-checkout', 'settle-checkout:' || checkout_id, jsonb_build_object('checkoutId', checkout_id), now() from sale_lines where order_id = new.id
    on conflict (key) do update set run_at = least(outbox_jobs.run_at, excluded.run_at);
  else
    insert into outbox_jobs (job, key, payload, run_at)
    select 'settle-checkout', 'settle-checkout:' || id, jsonb_build_object('checkoutId', id), now() from checkouts where action_id = new.id
    on conflict (key) do update set run_at = least(outbox_jobs.run_at, excluded.run_at);
    if new.action = 'cancel' and new.status = 'succeeded' then
      insert into outbox_jobs (job, key, payload, run_at)
      select 'settle-checkout', 'settle-checkout:' || id, jsonb_build_object('checkoutId', id), now()
        from (select checkout_id as id from sale_lines where order_id = new.order_id
              union select id from checkouts where esim_id = new.esim_id) bought order by id
      on conflict (key) do update set run_at = least(outbox_jobs.run_at, excluded.run_at);
    end if;
  end if;
  return null;
end $$;

-- Decides that money of a traveller's payment goes back, once per cause, and never more in all than was paid: of what is asked
-- for, what is left is decided. Returns how much that is; zero when nothing is left, or when the cause was decided on before.
-- Sent to the payment provider afterwards. Of a cancelled eSIM in a purchase of several plans no more goes back than is left of its
-- plan. Locks the checkout.
create or replace function decide_refund(
  p_checkout_id bigint, p_cause text, p_amount numeric, p_at timestamptz,
  p_reason text default null, p_decided_by text default null, p_to_cancel text[] default '{}'
) returns numeric language plpgsql as $$
declare
  c checkouts;
  v_payment bigint;
  v_amount numeric;
  l checkout_lines;
begin
  select * into strict c from checkouts where id = p_checkout_id for no key update;
  select id into strict v_payment from payments where checkout_id = c.id;
  v_amount := least(p_amount, c.total_amount - c.refund_due);
  if c.lines > 1 and p_cause like 'esim:%' then
    select * into strict l from checkout_lines
     where checkout_id = c.id and order_id = (select order_id from esims where id = substr(p_cause, 6)::bigint);
    v_amount := least(v_amount, l.total_amount - l.refund_due);
  end if;
  if v_amount <= 0 or exists (select from payment_refunds where payment_id = v_payment and cause = p_cause) then return 0; end if;
  insert into payment_refunds (payment_id, cause, amount, created_at, reason, decided_by, to_cancel)
  values (v_payment, p_cause, v_amount, p_at, p_reason, p_decided_by, p_to_cancel);
  update checkout_lines set refund_due = refund_due + v_amount where checkout_id = l.checkout_id and place = l.place;
  update checkouts set refund_due = refund_due + v_amount, updated_at = p_at where id = c.id;
  return v_amount;
end $$;

-- Writes what a sale with VAT still lacks: its invoice once it is delivered, a credit note for each refund that was made, and a
-- reversal for each credit note whose refund came back. Writes nothing when nothing is lacking, so that it can be called again at any
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
      left join invoices k on k.refund_id = r.id and k.kind = 'credit_note' and not exists (select from invoices x where x.corrects_id = k.id)
     where p.checkout_id = c.id and ((r.done_at is null) = (k.id is not null)) and r.amount > 0
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
