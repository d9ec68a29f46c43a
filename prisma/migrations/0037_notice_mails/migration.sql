-- Mails for notices, wallets that are funded by card, and suppliers in trouble.

-- AlterTable
ALTER TABLE "funding_requests" ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "method" TEXT NOT NULL DEFAULT 'transfer',
ADD COLUMN     "payment_url" TEXT,
ADD COLUMN     "session" TEXT;

-- AlterTable
ALTER TABLE "notices" ADD COLUMN     "mailed_at" TIMESTAMPTZ(3),
ADD COLUMN     "recipients" TEXT[];

-- AlterTable
ALTER TABLE "suppliers" ADD COLUMN     "disrupted_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "muted_notices" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE UNIQUE INDEX "funding_requests_session_key" ON "funding_requests"("session");

-- ---------------------------------------------------------------- what must hold whoever writes

alter table funding_requests
  add constraint funding_requests_method check (method in ('transfer', 'card')),
  add constraint funding_requests_card check (method = 'card' or (session is null and payment_url is null));

-- What was raised before is not mailed after the fact.
update notices set mailed_at = created_at;

-- What waits for its mails, and what nobody has read: few rows of a table that only grows.
create index notices_unmailed on notices (id) where mailed_at is null and account_id is not null;
create index notices_unread on notices (account_id, id desc) where read_at is null;
-- Card payments whose end is not known yet.
create index funding_requests_open_cards on funding_requests (id) where method = 'card' and withdrawn_at is null;
