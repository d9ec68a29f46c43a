-- What of a brand only its shop shows, and pictures in several sizes (decision 82).

-- AlterTable
ALTER TABLE "brands" ADD COLUMN     "shop" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "pictures" ADD COLUMN     "smaller_of" CHAR(64);

-- CreateIndex
CREATE INDEX "pictures_account_id_smaller_of_idx" ON "pictures"("account_id", "smaller_of");
