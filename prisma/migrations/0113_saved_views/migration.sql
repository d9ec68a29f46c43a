-- Filters, order and columns of a list that somebody keeps under a name, in one account and environment.
-- CreateTable
CREATE TABLE "saved_views" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "saved_views_account_id_environment_list_shared_idx" ON "saved_views"("account_id", "environment", "list", "shared");

-- CreateIndex
CREATE UNIQUE INDEX "saved_views_account_id_environment_user_id_list_name_key" ON "saved_views"("account_id", "environment", "user_id", "list", "name");

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A list opens with one of them.
create unique index saved_views_one_default on saved_views (account_id, environment, user_id, list) where is_default;
