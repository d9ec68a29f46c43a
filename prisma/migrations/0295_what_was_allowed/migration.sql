-- What a traveller has allowed to be bought: under its code something else may be sold one day. Null of those that were allowed before.
-- AlterTable
ALTER TABLE "auto_topups" ADD COLUMN     "data_mb" INTEGER,
ADD COLUMN     "duration_days" INTEGER;
