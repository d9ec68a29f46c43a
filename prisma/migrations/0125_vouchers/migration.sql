-- Vouchers of shops: batches of codes, and the checkouts that they were redeemed by (decision 73).
-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "voucher_id" BIGINT;

-- CreateTable
CREATE TABLE "voucher_batches" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "package_id" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "seed" BYTEA NOT NULL,
    "unit_cap" DECIMAL(18,4) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "blocked_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "voucher_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vouchers" (
    "id" BIGSERIAL NOT NULL,
    "batch_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "checkout_id" BIGINT,
    "redeemed_at" TIMESTAMPTZ(3),
    "blocked_at" TIMESTAMPTZ(3),

    CONSTRAINT "vouchers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "voucher_batches_account_id_environment_id_idx" ON "voucher_batches"("account_id", "environment", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "vouchers_code_hash_key" ON "vouchers"("code_hash");

-- CreateIndex
CREATE UNIQUE INDEX "vouchers_checkout_id_key" ON "vouchers"("checkout_id");

-- CreateIndex
CREATE UNIQUE INDEX "vouchers_batch_id_number_key" ON "vouchers"("batch_id", "number");

alter table checkouts
  drop constraint checkouts_total,
  add constraint checkouts_total check (
    total_amount = retail_price * quantity - discount_amount and quantity between 1 and 50 and unit_price * quantity >= total_amount
    and case when voucher_id is null then total_amount > 0
             else total_amount = 0 and retail_price = 0 and quantity = 1 and kind = 'order' and status not in ('opened', 'abandoned') end);
alter table voucher_batches
  add constraint voucher_batches_environment check (environment in ('test', 'live')),
  add constraint voucher_batches_size check (size between 1 and 10000 and unit_cap > 0 and expires_at > created_at),
  add constraint voucher_batches_name check (length(name) between 1 and 80);
alter table vouchers
  add constraint vouchers_hash check (octet_length(code_hash) = 32),
  add constraint vouchers_redeemed check ((checkout_id is null) = (redeemed_at is null));
