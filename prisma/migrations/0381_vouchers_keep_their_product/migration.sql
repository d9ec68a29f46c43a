-- Vouchers get what they were created for (decision 165): a batch keeps the product and the name of its plan as they were. Those of before keep
-- the rule of the time (decision 160).

-- AlterTable
ALTER TABLE "voucher_batches" ADD COLUMN     "package_name" TEXT,
ADD COLUMN     "product_key" TEXT;
