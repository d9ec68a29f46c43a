-- Who sells in a shop: what an imprint and an invoice say (decision 78).

-- CreateTable
CREATE TABLE "sellers" (
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "legal_name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "postal_code" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "vat_id" TEXT NOT NULL,
    "tax_number" TEXT NOT NULL,
    "tax_exemption" TEXT NOT NULL,
    "register_name" TEXT NOT NULL,
    "register_number" TEXT NOT NULL,
    "representative" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "withdrawal_note" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sellers_pkey" PRIMARY KEY ("account_id","environment")
);

alter table sellers
  add constraint sellers_environment check (environment in ('test', 'live')),
  add constraint sellers_country check (country ~ '^([A-Z]{2})?$');
