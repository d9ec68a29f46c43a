-- eSIMs of shops that do not connect are replaced, where their reseller has switched that on (decision 119). Travellers can stop the mails
-- about an eSIM, and are written to when it does not connect (decision 120).

-- CreateTable
CREATE TABLE "guarantees" (
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "monthly" INTEGER NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "guarantees_pkey" PRIMARY KEY ("account_id","environment")
);

-- CreateTable
CREATE TABLE "replacements" (
    "id" BIGSERIAL NOT NULL,
    "esim_id" BIGINT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "checkout_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'asked',
    "has_bars" BOOLEAN NOT NULL,
    "judged_at" TIMESTAMPTZ(3),
    "order_id" BIGINT,
    "reason" TEXT,
    "busy_until" TIMESTAMPTZ(3),
    "looks" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "replacements_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "replacements_esim_id_key" ON "replacements"("esim_id");

-- CreateIndex
CREATE UNIQUE INDEX "replacements_order_id_key" ON "replacements"("order_id");

-- CreateIndex
CREATE INDEX "replacements_account_id_environment_created_at_idx" ON "replacements"("account_id", "environment", "created_at");

-- CreateIndex
CREATE INDEX "replacements_checkout_id_idx" ON "replacements"("checkout_id");

alter table guarantees
  add constraint guarantees_environment check (environment in ('test', 'live')),
  add constraint guarantees_monthly check (monthly between 1 and 1000);
alter table replacements
  add constraint replacements_environment check (environment in ('test', 'live')),
  add constraint replacements_status check (status in ('asked', 'cancelling', 'ordering', 'ordered', 'replaced', 'refused')),
  add constraint replacements_judged check (status in ('asked', 'cancelling', 'refused') or judged_at is not null),
  add constraint replacements_order check (case status when 'refused' then true else (status in ('ordered', 'replaced')) = (order_id is not null) end),
  add constraint replacements_reason check ((reason is not null) = (status = 'refused'));

create index replacements_open on replacements (updated_at) where status in ('asked', 'cancelling', 'ordering', 'ordered');
-- Installed and not in use: few at a time, of whom travellers are asked whether they connect.
create index esims_silent on esims (installed_at) where status = 'installed';

-- Refuses every move of a replacement that is not in the table below, with check_violation, whoever writes: another eSIM is ordered only after
-- the first one's supplier was asked, and its cancel was. The code's table is REPLACEMENT_MOVES; a test compares the two.
create or replace function check_replacement_move() returns trigger language plpgsql as $$
begin
  if not (old.status, new.status) in (
    ('asked', 'cancelling'), ('asked', 'refused'),
    ('cancelling', 'ordering'), ('cancelling', 'refused'),
    ('ordering', 'ordered'), ('ordering', 'refused'),
    ('ordered', 'replaced'), ('ordered', 'refused')
  ) then
    raise exception 'replacement % may not move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger replacements_moves before update of status on replacements
  for each row when (old.status is distinct from new.status) execute function check_replacement_move();
