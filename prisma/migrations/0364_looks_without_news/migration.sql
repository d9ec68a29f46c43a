-- Since when no look at a supplier's eSIMs brings anything, although it may answer: somebody is called for that.

-- AlterTable
ALTER TABLE "suppliers" ADD COLUMN     "looks_silent_since" TIMESTAMPTZ(3);
