-- Mails to travellers from an address of the reseller's own (decision 88).

-- CreateTable
CREATE TABLE "sender_addresses" (
    "account_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "private_key" BYTEA NOT NULL,
    "public_key" TEXT NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "fault" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sender_addresses_pkey" PRIMARY KEY ("account_id")
);
