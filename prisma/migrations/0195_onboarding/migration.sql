-- Resellers sign up by themselves: a proved address, terms with their versions, a test environment at once, and live once staff
-- approve what they ask for. An account that is closed knows since when, and when what was personal in it was deleted.

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "erased_at" TIMESTAMPTZ(3),
ADD COLUMN     "live_since" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "sign_ups" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "company_name" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_ups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_up_settings" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "open" BOOLEAN NOT NULL DEFAULT false,
    "changed_by" TEXT NOT NULL DEFAULT 'the platform',
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_up_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "terms_versions" (
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "published_by" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "terms_versions_pkey" PRIMARY KEY ("version")
);

-- CreateTable
CREATE TABLE "terms_acceptances" (
    "account_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "accepted_by" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "terms_acceptances_pkey" PRIMARY KEY ("account_id","version")
);

-- CreateTable
CREATE TABLE "go_live_requests" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "about" TEXT NOT NULL,
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "note" TEXT,

    CONSTRAINT "go_live_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_ups_token_hash_key" ON "sign_ups"("token_hash");

-- CreateIndex
CREATE INDEX "sign_ups_email_idx" ON "sign_ups"("email");

-- CreateIndex
CREATE INDEX "go_live_requests_account_id_id_idx" ON "go_live_requests"("account_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "terms_acceptances" ADD CONSTRAINT "terms_acceptances_version_fkey" FOREIGN KEY ("version") REFERENCES "terms_versions"("version") ON DELETE RESTRICT ON UPDATE CASCADE;

create or replace trigger terms_versions_append_only before update or delete on terms_versions
  for each row execute function refuse_change();

create or replace trigger terms_versions_no_truncate before truncate on terms_versions
  for each statement execute function refuse_change();

update accounts set live_since = created_at;
update accounts set closed_at = now() where status = 'closed';
-- Live is closed until staff open it, whatever a statement says.
alter table accounts add constraint accounts_live check (live_since is not null or not live_enabled);
create index accounts_closed on accounts (closed_at) where closed_at is not null;

alter table sign_up_settings add constraint sign_up_settings_one check (id = 1);
insert into sign_up_settings default values;
alter table go_live_requests
  add constraint go_live_requests_status check (status in ('waiting', 'approved', 'declined')),
  add constraint go_live_requests_decided check ((status = 'waiting') = (decided_at is null));
create unique index go_live_requests_waiting on go_live_requests (account_id) where status = 'waiting';
