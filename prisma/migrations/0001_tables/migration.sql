-- CreateTable
CREATE TABLE "accounts" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "company_name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "plan" TEXT NOT NULL DEFAULT 'starter',
    "rate_minute" INTEGER,
    "rate_day" INTEGER,
    "test_enabled" BOOLEAN NOT NULL DEFAULT true,
    "live_enabled" BOOLEAN NOT NULL DEFAULT true,
    "payment_terms_days" INTEGER NOT NULL DEFAULT 0,
    "failover" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wallets" (
    "account_id" INTEGER NOT NULL,
    "balance" DECIMAL(18,4) NOT NULL DEFAULT 0,
    "credit_enabled" BOOLEAN NOT NULL DEFAULT false,
    "credit_limit" DECIMAL(18,4) NOT NULL DEFAULT 0,
    "credit_status" TEXT NOT NULL DEFAULT 'none',
    "hold_reason" TEXT,
    "sequence" BIGINT NOT NULL DEFAULT 0,
    "head_hash" BYTEA NOT NULL,

    CONSTRAINT "wallets_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "balance_before" DECIMAL(18,4) NOT NULL,
    "balance_after" DECIMAL(18,4) NOT NULL,
    "credit_usable" DECIMAL(18,4) NOT NULL,
    "cause" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "public_id" CHAR(8) NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "signing_secret" BYTEA,
    "allowed_ips" TEXT[],
    "rate_minute" INTEGER,
    "rate_day" INTEGER,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signed_requests" (
    "key_id" INTEGER NOT NULL,
    "request_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signed_requests_pkey" PRIMARY KEY ("key_id","request_id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "response" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("account_id","environment","operation","key")
);

-- CreateTable
CREATE TABLE "api_requests" (
    "id" BIGSERIAL NOT NULL,
    "request_id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "key_id" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "operation" TEXT,
    "status" SMALLINT NOT NULL,
    "code" TEXT,
    "duration_ms" REAL NOT NULL,
    "ip" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "actor" TEXT NOT NULL,
    "act" TEXT NOT NULL,
    "account_id" INTEGER,
    "subject" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "suppliers" (
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "open" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppliers_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "packages" (
    "id" SERIAL NOT NULL,
    "package_id" TEXT NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "supplier_package_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "country_code" CHAR(2),
    "region_code" TEXT NOT NULL,
    "coverage" TEXT[],
    "data_mb" INTEGER NOT NULL,
    "unlimited" BOOLEAN NOT NULL,
    "per_day" BOOLEAN NOT NULL,
    "duration_days" INTEGER NOT NULL,
    "validity_days" INTEGER NOT NULL,
    "network_type" TEXT NOT NULL,
    "speed" TEXT NOT NULL,
    "operators" JSONB NOT NULL,
    "hotspot" BOOLEAN,
    "activation" TEXT NOT NULL,
    "product_key" TEXT NOT NULL,
    "is_variant" BOOLEAN NOT NULL DEFAULT false,
    "topup_supported" BOOLEAN NOT NULL,
    "cost_usd" DECIMAL(18,4) NOT NULL,
    "suggested_retail_usd" DECIMAL(18,4),
    "content_hash" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'on_sale',
    "missed_pulls" INTEGER NOT NULL DEFAULT 0,
    "withdrawn_by" TEXT,
    "replaced_by_id" INTEGER,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "packages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catalog_pulls" (
    "id" BIGSERIAL NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "received" INTEGER NOT NULL DEFAULT 0,
    "added" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "withdrawn" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "message" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "catalog_pulls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_rules" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER,
    "supplier_code" TEXT,
    "country_code" CHAR(2),
    "package_id" INTEGER,
    "markup_percent" DECIMAL(9,4) NOT NULL,
    "retail_markup_percent" DECIMAL(9,4) NOT NULL DEFAULT 30,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "price_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fx_rates" (
    "currency" CHAR(3) NOT NULL,
    "rate" DECIMAL(18,8) NOT NULL,
    "source" TEXT NOT NULL,
    "source_date" DATE NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,
    "verified" BOOLEAN NOT NULL,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fx_rates_pkey" PRIMARY KEY ("currency")
);

-- CreateTable
CREATE TABLE "data_versions" (
    "name" TEXT NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "data_versions_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "client_reference" TEXT,
    "status" TEXT NOT NULL,
    "package_id" INTEGER NOT NULL,
    "package_name" TEXT NOT NULL,
    "requested_quantity" SMALLINT NOT NULL,
    "delivered_quantity" SMALLINT NOT NULL DEFAULT 0,
    "unit_price" DECIMAL(18,4) NOT NULL,
    "total_amount" DECIMAL(18,4) NOT NULL,
    "refunded_amount" DECIMAL(18,4) NOT NULL DEFAULT 0,
    "currency" CHAR(3) NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "unit_cost_usd" DECIMAL(18,4) NOT NULL,
    "unit_base_usd" DECIMAL(18,4) NOT NULL,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_moves" (
    "id" BIGSERIAL NOT NULL,
    "order_id" BIGINT NOT NULL,
    "previous_status" TEXT NOT NULL,
    "current_status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_moves_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "supplier_orders" (
    "id" BIGSERIAL NOT NULL,
    "order_id" BIGINT NOT NULL,
    "part" SMALLINT NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "supplier_package_id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "quantity" SMALLINT NOT NULL,
    "unit_cost_usd" DECIMAL(18,4) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'intended',
    "supplier_reference" TEXT,
    "rejected_code" TEXT,
    "sends" SMALLINT NOT NULL DEFAULT 0,
    "checks" SMALLINT NOT NULL DEFAULT 0,
    "not_found_at" TIMESTAMPTZ(3),
    "short_at" TIMESTAMPTZ(3),
    "short_quantity" SMALLINT,
    "profiles" JSONB,
    "busy_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "supplier_orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "supplier_calls" (
    "id" BIGSERIAL NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "order_id" BIGINT,
    "reference" TEXT,
    "outcome" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "response" TEXT NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "supplier_calls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "supplier_notices" (
    "id" BIGSERIAL NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "supplier_notices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "esims" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "supplier_order_id" BIGINT,
    "supplier_code" TEXT NOT NULL,
    "supplier_esim_id" TEXT NOT NULL,
    "supplier_reference" TEXT NOT NULL,
    "iccid" TEXT NOT NULL,
    "imsi" TEXT,
    "activation_code" TEXT NOT NULL,
    "smdp_address" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "resume_status" TEXT,
    "installation_status" TEXT NOT NULL DEFAULT 'not_installed',
    "supplier_status" TEXT NOT NULL DEFAULT '',
    "supplier_smdp_status" TEXT NOT NULL DEFAULT '',
    "total_bytes" BIGINT NOT NULL,
    "used_bytes" BIGINT NOT NULL DEFAULT 0,
    "validity_days" INTEGER NOT NULL,
    "activated_at" TIMESTAMPTZ(3),
    "installed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "eid" TEXT,
    "device_brand" TEXT,
    "device_model" TEXT,
    "network_name" TEXT,
    "apn" TEXT,
    "synced_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "esims_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" BIGSERIAL NOT NULL,
    "event_id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "status" TEXT NOT NULL DEFAULT 'active',
    "secret" BYTEA NOT NULL,
    "failure_count" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "last_success_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" BIGSERIAL NOT NULL,
    "endpoint_id" INTEGER NOT NULL,
    "event_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempt_count" SMALLINT NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "last_http_status" SMALLINT,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "id" BIGSERIAL NOT NULL,
    "delivery_id" BIGINT NOT NULL,
    "number" SMALLINT NOT NULL,
    "headers" JSONB NOT NULL,
    "http_status" SMALLINT,
    "response" TEXT,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_jobs" (
    "id" BIGSERIAL NOT NULL,
    "job" TEXT NOT NULL,
    "key" TEXT,
    "payload" JSONB NOT NULL,
    "run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "worker_pools" (
    "id" TEXT NOT NULL,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_pools_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_code_key" ON "accounts"("code");

-- CreateIndex
CREATE INDEX "ledger_entries_account_id_id_idx" ON "ledger_entries"("account_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_account_id_sequence_key" ON "ledger_entries"("account_id", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_account_id_cause_key" ON "ledger_entries"("account_id", "cause");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_public_id_key" ON "api_keys"("public_id");

-- CreateIndex
CREATE INDEX "api_keys_account_id_environment_idx" ON "api_keys"("account_id", "environment");

-- CreateIndex
CREATE INDEX "signed_requests_expires_at_idx" ON "signed_requests"("expires_at");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "api_requests_account_id_environment_id_idx" ON "api_requests"("account_id", "environment", "id" DESC);

-- CreateIndex
CREATE INDEX "api_requests_request_id_idx" ON "api_requests"("request_id");

-- CreateIndex
CREATE INDEX "audit_entries_account_id_id_idx" ON "audit_entries"("account_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "packages_package_id_key" ON "packages"("package_id");

-- CreateIndex
CREATE INDEX "packages_product_key_id_idx" ON "packages"("product_key", "id");

-- CreateIndex
CREATE UNIQUE INDEX "packages_supplier_code_supplier_package_id_key" ON "packages"("supplier_code", "supplier_package_id");

-- CreateIndex
CREATE INDEX "catalog_pulls_supplier_code_id_idx" ON "catalog_pulls"("supplier_code", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "price_rules_target_key" ON "price_rules"("account_id", "supplier_code", "country_code", "package_id");

-- CreateIndex
CREATE INDEX "orders_account_id_environment_id_idx" ON "orders"("account_id", "environment", "id" DESC);

-- CreateIndex
CREATE INDEX "orders_account_id_environment_status_id_idx" ON "orders"("account_id", "environment", "status", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "orders_account_id_environment_client_reference_key" ON "orders"("account_id", "environment", "client_reference");

-- CreateIndex
CREATE INDEX "order_moves_order_id_id_idx" ON "order_moves"("order_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_orders_reference_key" ON "supplier_orders"("reference");

-- CreateIndex
CREATE INDEX "supplier_orders_supplier_code_supplier_reference_idx" ON "supplier_orders"("supplier_code", "supplier_reference");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_orders_order_id_part_key" ON "supplier_orders"("order_id", "part");

-- CreateIndex
CREATE INDEX "supplier_calls_order_id_id_idx" ON "supplier_calls"("order_id", "id");

-- CreateIndex
CREATE INDEX "supplier_calls_supplier_code_created_at_idx" ON "supplier_calls"("supplier_code", "created_at" DESC);

-- CreateIndex
CREATE INDEX "supplier_notices_created_at_idx" ON "supplier_notices"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_notices_supplier_code_dedupe_key_key" ON "supplier_notices"("supplier_code", "dedupe_key");

-- CreateIndex
CREATE INDEX "esims_order_id_id_idx" ON "esims"("order_id", "id");

-- CreateIndex
CREATE INDEX "esims_account_id_environment_id_idx" ON "esims"("account_id", "environment", "id" DESC);

-- CreateIndex
CREATE INDEX "esims_iccid_idx" ON "esims"("iccid");

-- CreateIndex
CREATE UNIQUE INDEX "esims_supplier_code_supplier_esim_id_key" ON "esims"("supplier_code", "supplier_esim_id");

-- CreateIndex
CREATE UNIQUE INDEX "events_event_id_key" ON "events"("event_id");

-- CreateIndex
CREATE INDEX "events_account_id_environment_id_idx" ON "events"("account_id", "environment", "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_endpoints_account_id_environment_id_idx" ON "webhook_endpoints"("account_id", "environment", "id");

-- CreateIndex
CREATE INDEX "deliveries_endpoint_id_id_idx" ON "deliveries"("endpoint_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_endpoint_id_event_id_key" ON "deliveries"("endpoint_id", "event_id");

-- CreateIndex
CREATE INDEX "delivery_attempts_delivery_id_number_idx" ON "delivery_attempts"("delivery_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_jobs_key_key" ON "outbox_jobs"("key");

-- CreateIndex
CREATE INDEX "outbox_jobs_run_at_id_idx" ON "outbox_jobs"("run_at", "id");

-- AddForeignKey
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_rules" ADD CONSTRAINT "price_rules_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
