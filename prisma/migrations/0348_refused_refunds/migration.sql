-- A payment provider keeps its answer under the key that it was asked with, also a refusal: how often a refund was refused is kept, so that the next
-- try has another key (decision 169).

-- AlterTable
ALTER TABLE "payment_refunds" ADD COLUMN     "refusals" INTEGER NOT NULL DEFAULT 0;
