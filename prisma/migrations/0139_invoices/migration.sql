-- Numbered invoices, credit notes and their reversals (decision 78).

-- CreateTable
CREATE TABLE "invoices" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "series" TEXT NOT NULL,
    "serial" INTEGER NOT NULL,
    "number" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "checkout_id" BIGINT NOT NULL,
    "refund_id" BIGINT,
    "corrects_id" BIGINT,
    "corrects_number" TEXT,
    "sale_number" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "quantity" SMALLINT NOT NULL,
    "retail_price" DECIMAL(18,4) NOT NULL,
    "discount_amount" DECIMAL(18,4) NOT NULL,
    "vat_added" DECIMAL(18,4) NOT NULL,
    "vat_kind" TEXT NOT NULL,
    "vat_country" TEXT NOT NULL,
    "vat_rate" DECIMAL(5,2) NOT NULL,
    "net" DECIMAL(18,4) NOT NULL,
    "vat" DECIMAL(18,4) NOT NULL,
    "gross" DECIMAL(18,4) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "buyer_name" TEXT NOT NULL,
    "buyer_address" TEXT NOT NULL,
    "buyer_vat_id" TEXT NOT NULL,
    "buyer_email" TEXT NOT NULL,
    "seller" JSONB NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invoice_series" (
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "invoice" INTEGER NOT NULL DEFAULT 0,
    "credit" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "invoice_series_pkey" PRIMARY KEY ("account_id","environment")
);

-- CreateIndex
CREATE INDEX "invoices_account_id_environment_id_idx" ON "invoices"("account_id", "environment", "id" DESC);

-- CreateIndex
CREATE INDEX "invoices_checkout_id_idx" ON "invoices"("checkout_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_account_id_environment_series_serial_key" ON "invoices"("account_id", "environment", "series", "serial");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_account_id_environment_number_key" ON "invoices"("account_id", "environment", "number");

alter table invoices
  add constraint invoices_environment check (environment in ('test', 'live')),
  add constraint invoices_kind check (
    case kind when 'invoice' then series = 'invoice' and refund_id is null and corrects_id is null
              when 'credit_note' then series = 'credit' and refund_id is not null and corrects_id is not null
              else kind = 'reversal' and series = 'credit' and refund_id is not null and corrects_id is not null end
    and (corrects_id is null) = (corrects_number is null) and serial > 0),
  add constraint invoices_sum check (net + vat = gross and net >= 0 and vat >= 0 and gross > 0);

-- One invoice for a sale, one reversal for a credit note.
create unique index invoices_of_sale on invoices (checkout_id) where kind = 'invoice';
create unique index invoices_reversed on invoices (corrects_id) where kind = 'reversal';

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
      seller, issued_at)
    values (c.account_id, c.environment, 'invoice', s.invoice, v_invoice.number, 'invoice', c.id, c.number, c.locale, c.package_name, c.quantity,
      c.retail_price, c.discount_amount, c.vat_added, c.vat_kind, c.vat_country, c.vat_rate, c.total_amount - c.vat_amount, c.vat_amount,
      c.total_amount, c.currency, c.buyer_name, c.buyer_address, c.buyer_vat_id, c.email, v_invoice.seller, p_at)
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

-- A sale was delivered, or one of its refunds was made or came back: what it then lacks is written (`keep_invoices`). When the
-- transaction ends, so that the series is locked last of all and for as short as can be.
create or replace function follow_sale() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'checkouts' then
    perform keep_invoices(new.id, new.updated_at);
  else
    perform keep_invoices(p.checkout_id, coalesce(new.done_at, new.returned_at, now())) from payments p where p.id = new.payment_id;
  end if;
  return null;
end $$;

create constraint trigger checkouts_invoices after update of status on checkouts
  deferrable initially deferred for each row when (new.status = 'delivered' and new.vat_kind is not null) execute function follow_sale();
create constraint trigger payment_refunds_made after insert on payment_refunds
  deferrable initially deferred for each row when (new.done_at is not null) execute function follow_sale();
create constraint trigger payment_refunds_moved after update of done_at on payment_refunds
  deferrable initially deferred for each row when ((old.done_at is null) <> (new.done_at is null)) execute function follow_sale();

create or replace trigger invoices_append_only before update or delete on invoices
  for each row execute function refuse_change();
create or replace trigger invoices_no_truncate before truncate on invoices
  for each statement execute function refuse_change();
