-- CreateTable
CREATE TABLE "balance_alerts" (
    "account_id" INTEGER NOT NULL,
    "threshold" DECIMAL(18,4) NOT NULL,
    "recipients" TEXT[],
    "below_since" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "balance_alerts_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "funding_requests" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "reference" TEXT NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "funding_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "funding_requests_reference_key" ON "funding_requests"("reference");

-- CreateIndex
CREATE INDEX "funding_requests_account_id_id_idx" ON "funding_requests"("account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "ledger_entries_account_id_created_at_idx" ON "ledger_entries"("account_id", "created_at");

-- Deposits, refunds and corrections among a million purchases.
create index ledger_entries_not_debit on ledger_entries (account_id, type, id desc) where type <> 'debit';

-- ---------------------------------------------------------------- what must hold whoever writes

alter table balance_alerts
  add constraint balance_alerts_threshold check (threshold > 0),
  add constraint balance_alerts_recipients check (cardinality(recipients) between 1 and 10);
alter table funding_requests add constraint funding_requests_amount check (amount > 0);
