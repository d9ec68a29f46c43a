-- Since when a supplier offers no top-ups for a package that had them: eSIMs that were sold before that can be topped up as they were sold.

-- AlterTable
ALTER TABLE "packages" ADD COLUMN     "topups_ended_at" TIMESTAMPTZ(3);
