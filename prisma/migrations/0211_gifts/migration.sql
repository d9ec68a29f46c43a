-- Purchases for somebody else (decision 123): for whom, with which words, and when they are told.

CREATE TABLE "gifts" (
    "checkout_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "send_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    CONSTRAINT "gifts_pkey" PRIMARY KEY ("checkout_id"),
    CONSTRAINT "gifts_sent" CHECK (sent_at IS NULL OR send_at IS NOT NULL),
    CONSTRAINT "gifts_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "gifts_email_idx" ON "gifts"("email");
-- What is still to be sent: few, and soon over.
CREATE INDEX gifts_due ON gifts (send_at) WHERE sent_at IS NULL;

ALTER TABLE store_links DROP CONSTRAINT store_links_kind;
ALTER TABLE store_links
  ADD CONSTRAINT store_links_kind CHECK (
    CASE kind
      WHEN 'purchase' THEN checkout_id IS NOT NULL
      WHEN 'gift' THEN checkout_id IS NOT NULL
      WHEN 'person' THEN email IS NOT NULL
      WHEN 'share' THEN esim_id IS NOT NULL AND code_hash IS NOT NULL
      WHEN 'handover' THEN handover_id IS NOT NULL
      ELSE false END);
