-- What a key may do over MCP beside reading (decision 105): how much in a day, what was shown before it was done, and what was done.

CREATE TABLE "mcp_terms" (
    "key_id" INTEGER NOT NULL,
    "daily_acts" INTEGER NOT NULL,
    "daily_amount" DECIMAL(18,4) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "mcp_terms_pkey" PRIMARY KEY ("key_id"),
    CONSTRAINT "mcp_terms_acts" CHECK ("daily_acts" BETWEEN 1 AND 1000),
    CONSTRAINT "mcp_terms_amount" CHECK ("daily_amount" >= 0)
);

CREATE TABLE "mcp_previews" (
    "id" BIGSERIAL NOT NULL,
    "key_id" INTEGER NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "operation" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "attempt" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    CONSTRAINT "mcp_previews_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mcp_previews_amount" CHECK ("amount" >= 0)
);
CREATE UNIQUE INDEX "mcp_previews_token_hash_key" ON "mcp_previews"("token_hash");
CREATE INDEX "mcp_previews_key_id_idx" ON "mcp_previews"("key_id");
CREATE INDEX "mcp_previews_expires_at_idx" ON "mcp_previews"("expires_at");

CREATE TABLE "mcp_days" (
    "key_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "acts" INTEGER NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    CONSTRAINT "mcp_days_pkey" PRIMARY KEY ("key_id", "day")
);
CREATE INDEX "mcp_days_day_idx" ON "mcp_days"("day");

ALTER TABLE "mcp_terms" ADD CONSTRAINT "mcp_terms_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "mcp_previews" ADD CONSTRAINT "mcp_previews_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "mcp_days" ADD CONSTRAINT "mcp_days_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
