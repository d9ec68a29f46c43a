-- What was sent and answered stands beside the request log, whose rows stay narrow; requests are found by their idempotency
-- key and address.

-- AlterTable
ALTER TABLE "api_requests" ADD COLUMN     "idempotency_key" TEXT;

-- CreateTable
CREATE TABLE "api_exchanges" (
    "id" BIGINT NOT NULL,
    "headers" TEXT NOT NULL,
    "answer" TEXT NOT NULL,

    CONSTRAINT "api_exchanges_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "api_requests_account_id_environment_ip_created_at_idx" ON "api_requests"("account_id", "environment", "ip", "created_at");

-- Most requests have none.
create index api_requests_idempotency on api_requests (account_id, environment, idempotency_key, created_at)
 where idempotency_key is not null;
