-- VAT: what a shop charges, and what of a payment it is (decision 78).

-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "buyer_address" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "buyer_name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "buyer_vat_id" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "vat_added" DECIMAL(18,4) NOT NULL DEFAULT 0,
ADD COLUMN     "vat_amount" DECIMAL(18,4) NOT NULL DEFAULT 0,
ADD COLUMN     "vat_country" TEXT,
ADD COLUMN     "vat_kind" TEXT,
ADD COLUMN     "vat_places" SMALLINT NOT NULL DEFAULT 2,
ADD COLUMN     "vat_rate" DECIMAL(5,2);

-- CreateTable
CREATE TABLE "vat_settings" (
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL,
    "mode" TEXT NOT NULL,
    "rates" JSONB NOT NULL,
    "invoice_prefix" TEXT NOT NULL,
    "credit_prefix" TEXT NOT NULL,
    "confirmed_by" TEXT NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vat_settings_pkey" PRIMARY KEY ("account_id","environment")
);

alter table vat_settings
  add constraint vat_settings_environment check (environment in ('test', 'live')),
  add constraint vat_settings_mode check (mode in ('included', 'on_top')),
  -- A number is a prefix and its place in the series: no two series share one, and none can be taken for a part of the place.
  add constraint vat_settings_prefixes check (
    invoice_prefix ~ '^([A-Za-z0-9/_-]{0,11}[A-Za-z/_-])$' and credit_prefix ~ '^([A-Za-z0-9/_-]{0,11}[A-Za-z/_-])$' and invoice_prefix <> credit_prefix);

alter table checkouts
  drop constraint checkouts_total,
  add constraint checkouts_total check (
    total_amount = retail_price * quantity - discount_amount + vat_added and quantity between 1 and 50 and unit_price * quantity >= total_amount
    and case when voucher_id is null then total_amount > 0
             else total_amount = 0 and retail_price = 0 and quantity = 1 and kind = 'order' and status not in ('opened', 'abandoned') end),
  add constraint checkouts_vat check (
    vat_amount between 0 and total_amount and
    case when vat_kind is null then vat_country is null and vat_rate is null and vat_amount = 0 and vat_added = 0
         when vat_country is null or vat_rate is null or vat_rate not between 0 and 100 then false
         when vat_kind = 'included' then vat_added = 0
         when vat_kind = 'on_top' then vat_added = vat_amount
         else vat_kind = 'reverse' and vat_rate = 0 and vat_amount = 0 and vat_added <= 0 and buyer_vat_id <> '' end);
