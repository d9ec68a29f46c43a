-- Pages of a shop in its reseller's own words: legal texts and whatever else it tells travellers (decision 86).

-- CreateTable
CREATE TABLE "shop_pages" (
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_shown" BOOLEAN NOT NULL,
    "revision" INTEGER NOT NULL,
    "edited_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shop_pages_pkey" PRIMARY KEY ("account_id","environment","name")
);

-- CreateTable
CREATE TABLE "shop_page_texts" (
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "shop_page_texts_pkey" PRIMARY KEY ("account_id","environment","name","language")
);

-- AddForeignKey
ALTER TABLE "shop_page_texts" ADD CONSTRAINT "shop_page_texts_account_id_environment_name_fkey" FOREIGN KEY ("account_id", "environment", "name") REFERENCES "shop_pages"("account_id", "environment", "name") ON DELETE CASCADE ON UPDATE CASCADE;

alter table shop_pages
  add constraint shop_pages_environment check (environment in ('test', 'live')),
  add constraint shop_pages_name check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(name) <= 40);
