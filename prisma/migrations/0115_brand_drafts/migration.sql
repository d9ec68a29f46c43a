-- Brands are edited in a draft, published from it, and returned to as they were; pictures for them are uploaded (decision 69).
-- CreateTable
CREATE TABLE "brand_drafts" (
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "changes" JSONB NOT NULL,
    "revision" INTEGER NOT NULL,
    "edited_by" TEXT NOT NULL,
    "edited_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "brand_drafts_pkey" PRIMARY KEY ("account_id","environment")
);

-- CreateTable
CREATE TABLE "brand_versions" (
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "fields" JSONB NOT NULL,
    "published_by" TEXT,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "brand_versions_pkey" PRIMARY KEY ("account_id","environment","number")
);

-- CreateTable
CREATE TABLE "pictures" (
    "account_id" INTEGER NOT NULL,
    "hash" CHAR(64) NOT NULL,
    "bytes" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pictures_pkey" PRIMARY KEY ("account_id","hash")
);

-- CreateIndex
CREATE INDEX "pictures_hash_idx" ON "pictures"("hash");

alter table brand_drafts add constraint brand_drafts_environment check (environment in ('test', 'live'));
alter table brand_versions add constraint brand_versions_environment check (environment in ('test', 'live'));
alter table pictures
  add constraint pictures_hash check (hash ~ '^[0-9a-f]{64}$'),
  add constraint pictures_size check (octet_length(bytes) <= 2097152 and width > 0 and height > 0);
