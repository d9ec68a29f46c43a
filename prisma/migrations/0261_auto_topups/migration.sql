-- Top-ups that a traveller has allowed, bought by themselves and charged to a card that was saved at the provider (decision 145).

-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "auto_occasion" TEXT,
ADD COLUMN     "auto_topup_id" BIGINT;

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "card" TEXT,
ADD COLUMN     "customer" TEXT,
ADD COLUMN     "failure" TEXT,
ADD COLUMN     "sent_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "auto_topups" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "esim_id" BIGINT NOT NULL,
    "checkout_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'saving',
    "email" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "topup_code" TEXT NOT NULL,
    "package_name" TEXT NOT NULL,
    "trigger_kind" TEXT NOT NULL,
    "trigger_at" SMALLINT NOT NULL,
    "max_times" SMALLINT NOT NULL,
    "max_price" DECIMAL(18,4) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "country" TEXT,
    "provider" TEXT NOT NULL,
    "setup_session" TEXT,
    "customer" TEXT,
    "card" TEXT,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auto_topups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auto_topup_settings" (
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auto_topup_settings_pkey" PRIMARY KEY ("account_id","environment")
);

-- CreateIndex
CREATE UNIQUE INDEX "auto_topups_setup_session_key" ON "auto_topups"("setup_session");

-- CreateIndex
CREATE INDEX "auto_topups_esim_id_id_idx" ON "auto_topups"("esim_id", "id" DESC);

-- CreateIndex
CREATE INDEX "auto_topups_account_id_environment_idx" ON "auto_topups"("account_id", "environment");

-- CreateIndex
CREATE UNIQUE INDEX "checkouts_auto_topup_id_auto_occasion_key" ON "checkouts"("auto_topup_id", "auto_occasion");

alter table auto_topup_settings
  add constraint auto_topup_settings_environment check (environment in ('test', 'live'));
alter table auto_topups
  add constraint auto_topups_environment check (environment in ('test', 'live')),
  add constraint auto_topups_status check (status in ('saving', 'active', 'given_up', 'stopped', 'withdrawn', 'used_up', 'declined', 'changed', 'undelivered', 'over')),
  add constraint auto_topups_trigger check ((trigger_kind = 'data' and trigger_at in (80, 90)) or (trigger_kind = 'end' and trigger_at in (1, 3))),
  add constraint auto_topups_limit check (max_times between 1 and 10 and max_price > 0),
  add constraint auto_topups_provider check (provider = 'stripe' or (provider = 'test' and environment = 'test')),
  add constraint auto_topups_card check (status in ('saving', 'given_up') or customer is not null),
  add constraint auto_topups_active check (status <> 'active' or card is not null);
alter table checkouts
  add constraint checkouts_auto check (num_nonnulls(auto_topup_id, auto_occasion) <> 1 and (auto_topup_id is null or kind = 'topup'));
alter table payments
  add constraint payments_card check (num_nonnulls(customer, card) <> 1 and (sent_at is null or card is not null));

-- One per eSIM at a time, and those of which something may come.
create unique index auto_topups_one on auto_topups (esim_id) where status in ('saving', 'active');
create index auto_topups_open on auto_topups (id) where status in ('saving', 'active') or card is not null;

-- Refuses every move of an automatic top-up that is not in the table below, with check_violation, whoever writes: one that has ended is
-- never charged for again. The code's table is AUTO_TOPUP_MOVES; a test compares the two.
create or replace function check_auto_topup_move() returns trigger language plpgsql as $$
begin
  if not (old.status, new.status) in (
    ('saving', 'active'), ('saving', 'given_up'),
    ('active', 'stopped'), ('active', 'withdrawn'), ('active', 'used_up'), ('active', 'declined'),
    ('active', 'changed'), ('active', 'undelivered'), ('active', 'over')
  ) then
    raise exception 'automatic top-up % may not move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger auto_topups_moves before update of status on auto_topups
  for each row when (old.status is distinct from new.status) execute function check_auto_topup_move();
