-- CreateTable
CREATE TABLE "known_devices" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("id")
);

-- AlterTable: sessions that are open were opened by nobody knows what, and confirm anew.
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN "second_factor_at" TIMESTAMPTZ(3),
ADD COLUMN "device_id" BIGINT;

-- CreateIndex
CREATE UNIQUE INDEX "known_devices_token_hash_key" ON "known_devices"("token_hash");

-- CreateIndex
CREATE INDEX "known_devices_user_id_last_used_at_idx" ON "known_devices"("user_id", "last_used_at" DESC);

-- CreateIndex
CREATE INDEX "known_devices_last_used_at_idx" ON "known_devices"("last_used_at");

-- CreateIndex
CREATE INDEX "sessions_device_id_idx" ON "sessions"("device_id");

-- CreateIndex
CREATE INDEX "sign_in_failures_last_at_idx" ON "sign_in_failures"("last_at");

-- AddForeignKey
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "known_devices"("id") ON DELETE SET NULL ON UPDATE CASCADE;
