-- Page views of shops as sums (decision 122): by day, language and destination.

CREATE TABLE "shop_views" (
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "language" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "visits" INTEGER NOT NULL,
    "pages" INTEGER NOT NULL,
    "plans" INTEGER NOT NULL,
    "checkouts" INTEGER NOT NULL,
    CONSTRAINT "shop_views_pkey" PRIMARY KEY ("account_id","environment","day","language","destination")
);
CREATE INDEX "shop_views_day_idx" ON "shop_views"("day");
