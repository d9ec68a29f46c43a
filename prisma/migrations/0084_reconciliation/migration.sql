-- The records of suppliers and of the payment provider against ours: each run with what it compared, and each difference once,
-- with what became of it.

-- CreateTable
CREATE TABLE "reconciliation_runs" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "range_from" TIMESTAMPTZ(3) NOT NULL,
    "range_to" TIMESTAMPTZ(3) NOT NULL,
    "sources" JSONB NOT NULL DEFAULT '[]',
    "asked_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "reconciliation_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reconciliation_differences" (
    "id" BIGSERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "finding" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "reference" TEXT,
    "their_reference" TEXT,
    "account_id" INTEGER,
    "order_id" BIGINT,
    "action_id" BIGINT,
    "checkout_id" BIGINT,
    "amount" DECIMAL(18,4) NOT NULL DEFAULT 0,
    "currency" CHAR(3) NOT NULL DEFAULT 'USD',
    "text" TEXT NOT NULL,
    "step" TEXT NOT NULL DEFAULT '',
    "note" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "found_run" INTEGER NOT NULL,
    "seen_run" INTEGER NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reconciliation_differences_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "reconciliation_differences_key_key" ON "reconciliation_differences"("key");

-- CreateIndex
CREATE INDEX "reconciliation_differences_checkout_id_idx" ON "reconciliation_differences"("checkout_id");

alter table reconciliation_runs
  add constraint reconciliation_runs_kind check (kind in ('suppliers', 'payments')),
  add constraint reconciliation_runs_status check (status in ('running', 'done', 'incomplete')),
  add constraint reconciliation_runs_range check (range_from <= range_to);
alter table reconciliation_differences
  add constraint reconciliation_differences_kind check (kind in ('suppliers', 'payments')),
  add constraint reconciliation_differences_what check (what in ('order', 'top-up', 'eSIM', 'refund', 'charge', 'dispute')),
  add constraint reconciliation_differences_finding check (finding in ('theirs_only', 'ours_only', 'amount_differs', 'ended_there', 'not_refunded')),
  add constraint reconciliation_differences_outcome check (outcome in ('pending', 'waiting', 'review', 'adopted', 'refunded', 'returned', 'settled', 'kept'));

-- What is open, and what a run looks for by a supplier's number.
create index reconciliation_differences_open on reconciliation_differences (id) where outcome in ('pending', 'waiting', 'review');
create index supplier_orders_stray_reference on supplier_orders (supplier_code, stray_reference) where stray_reference is not null;
create index payments_money_reference on payments (account_id, money_reference) where money_reference is not null;
create index payments_paid on payments (account_id, paid_at) where paid_at is not null;
create index payment_refunds_reference on payment_refunds (reference) where reference is not null;
