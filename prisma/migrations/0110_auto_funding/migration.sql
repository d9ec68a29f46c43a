-- Wallets that are funded from a saved card when little is left. A charge is a funding request like one that is paid on the provider's
-- page: it is written before the provider hears of it, booked by the same cause, and compared by the same reconciliation.
-- AlterTable
ALTER TABLE "funding_requests" ADD COLUMN     "automatic" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "card" TEXT,
ADD COLUMN     "customer" TEXT,
ADD COLUMN     "failure" TEXT,
ADD COLUMN     "sent_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "auto_fundings" (
    "account_id" INTEGER NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "threshold" DECIMAL(18,4),
    "amount" DECIMAL(18,4),
    "monthly_cap" DECIMAL(18,4),
    "customer" TEXT,
    "card" TEXT,
    "card_brand" TEXT,
    "card_digits" TEXT,
    "card_expires" TEXT,
    "setup_session" TEXT,
    "last_request_id" INTEGER,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "retry_at" TIMESTAMPTZ(3),
    "off_reason" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auto_fundings_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "auto_fundings_setup_session_key" ON "auto_fundings"("setup_session");

alter table funding_requests
  add constraint funding_requests_automatic check (not automatic or (method = 'card' and customer is not null and card is not null));
alter table auto_fundings
  add constraint auto_fundings_enabled check (not enabled or (
    card is not null and customer is not null and threshold > 0 and amount > 0 and monthly_cap >= amount and off_reason is null));

-- What was charged in a month.
create index funding_requests_automatic_month on funding_requests (account_id, asked_at) where automatic;
