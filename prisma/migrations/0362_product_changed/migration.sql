-- When a package became another product than it was (its supplier gave its number to other data, days or countries): what was sold before
-- that is not what is sold under it now.

-- AlterTable
ALTER TABLE "packages" ADD COLUMN     "product_changed_at" TIMESTAMPTZ(3);
