-- What was sent and why it was refused stand in the request log; its lists are read by time.

-- AlterTable
ALTER TABLE "api_requests" ADD COLUMN     "body" TEXT,
ADD COLUMN     "message" TEXT;

-- DropIndex
DROP INDEX "api_requests_account_id_environment_id_idx";

-- CreateIndex
CREATE INDEX "api_requests_account_id_environment_operation_created_at_idx" ON "api_requests"("account_id", "environment", "operation", "created_at");

-- CreateIndex
CREATE INDEX "orders_request_id_idx" ON "orders"("request_id");

-- CreateIndex
CREATE INDEX "actions_request_id_idx" ON "actions"("request_id");

-- Few rows of a large table: what was refused, by its code and altogether, and what was not a GET.
create index api_requests_code on api_requests (account_id, environment, code, created_at) where code is not null;
create index api_requests_refused on api_requests (account_id, environment, created_at) where code is not null;
create index api_requests_changing on api_requests (account_id, environment, created_at) where method <> 'GET';
