-- CreateTable
CREATE TABLE "sales_sums" (
    "by" TEXT NOT NULL,
    "grain" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "since" DATE NOT NULL,
    "orders" INTEGER NOT NULL,
    "units" INTEGER NOT NULL,
    "charged" DECIMAL(18,4) NOT NULL,
    "refunded" DECIMAL(18,4) NOT NULL,
    "cost" DECIMAL(18,4) NOT NULL,
    "delivered" INTEGER NOT NULL,
    "delivery_seconds" DOUBLE PRECISION NOT NULL,
    "slowest_seconds" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "sales_sums_pkey" PRIMARY KEY ("by","grain","since","key")
);

-- CreateTable
CREATE TABLE "sales_summed" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sales_summed_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "supplier_credentials" (
    "supplier_code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "value" BYTEA NOT NULL,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "supplier_credentials_pkey" PRIMARY KEY ("supplier_code","name")
);

-- CreateIndex
CREATE INDEX "actions_created_at_idx" ON "actions" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "ledger_entries_created_at_idx" ON "ledger_entries" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "order_moves_created_at_idx" ON "order_moves" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "supplier_orders_created_at_idx" ON "supplier_orders" USING BRIN ("created_at");

alter table sales_sums
  add constraint sales_sums_by check (by in ('supplier', 'country', 'account')),
  add constraint sales_sums_grain check (grain in ('day', 'month'));
alter table sales_summed add constraint sales_summed_one_row check (id = 1);

-- What an operator types begins the name of who did something, or of what it was done to.
create index audit_entries_actor_begins on audit_entries (lower(split_part(actor, ':', 2)) text_pattern_ops);
create index audit_entries_subject_begins on audit_entries (lower(subject) text_pattern_ops);
create index audit_entries_area on audit_entries (split_part(act, '.', 1), id desc);
