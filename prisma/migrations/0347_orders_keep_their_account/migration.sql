-- A mark of whom the supplier took us for when an order was sent: "not found" is said of an account, and ours may be another one since.

-- AlterTable
ALTER TABLE "supplier_orders" ADD COLUMN     "sent_as" TEXT;
