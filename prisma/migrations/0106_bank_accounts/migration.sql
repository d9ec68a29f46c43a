-- Where resellers transfer money to, one account for each currency. Whoever changes it gets what they transfer: like prices and
-- rates it takes an approval of two.
-- CreateTable
CREATE TABLE "bank_accounts" (
    "currency" CHAR(3) NOT NULL,
    "holder" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "bic" TEXT,
    "note" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bank_accounts_pkey" PRIMARY KEY ("currency")
);

alter table decisions
  drop constraint decisions_kind,
  add constraint decisions_kind check (kind in ('deposit', 'adjustment', 'refund', 'review', 'credit', 'price', 'membership', 'rate', 'bank'));
