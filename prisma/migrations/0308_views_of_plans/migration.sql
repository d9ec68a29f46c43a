-- Views of a plan's pages and checkouts are counted by plan too (decision 122); what was counted before stays without one.
ALTER TABLE "shop_views" ADD COLUMN "plan_id" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "shop_views" DROP CONSTRAINT "shop_views_pkey",
  ADD CONSTRAINT "shop_views_pkey" PRIMARY KEY ("account_id","environment","day","language","destination","plan_id");

-- Purchases that were begun with a code in a period.
CREATE INDEX "checkouts_account_id_environment_created_at_idx" ON "checkouts"("account_id", "environment", "created_at");
