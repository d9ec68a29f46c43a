-- Refunds that staff decide while the order is under way, and that wait for its outcome (decision 95).

-- CreateTable
CREATE TABLE "waiting_refunds" (
    "checkout_id" BIGINT NOT NULL,
    "cause" TEXT NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "stops" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL,
    "decided_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "waiting_refunds_pkey" PRIMARY KEY ("checkout_id"),
    CONSTRAINT "waiting_refunds_amount" CHECK (amount > 0)
);

