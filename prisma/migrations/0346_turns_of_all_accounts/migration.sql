-- What costs accounts nothing has a share of a supplier's rate for all of them together, beside each one's own: whether an action has had its turn of it.

-- AlterTable
ALTER TABLE "actions" ADD COLUMN     "has_turn" BOOLEAN NOT NULL DEFAULT false;
