-- The storefront: retail prices, payments, checkouts, links.

-- AlterTable
ALTER TABLE "brands" ADD COLUMN     "domain_checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "domain_fault" TEXT,
ADD COLUMN     "domain_proved_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "environment" TEXT,
ADD COLUMN     "from_name" TEXT,
ADD COLUMN     "html" BYTEA,
ADD COLUMN     "kept" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "pictures" BYTEA,
ADD COLUMN     "reply_to" TEXT;

-- CreateTable
CREATE TABLE "retail_rules" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "country_code" CHAR(2),
    "package_id" INTEGER,
    "markup_percent" DECIMAL(9,4) NOT NULL,
    "ending" TEXT NOT NULL DEFAULT 'none',
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retail_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_settings" (
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "secret_key" BYTEA NOT NULL,
    "webhook_secret" BYTEA,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_settings_pkey" PRIMARY KEY ("account_id","environment")
);

-- CreateTable
CREATE TABLE "payments" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "checkout_id" BIGINT NOT NULL,
    "provider" TEXT NOT NULL,
    "reference" TEXT,
    "money_reference" TEXT,
    "url" TEXT,
    "amount" DECIMAL(18,4) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "refunded_amount" DECIMAL(18,4) NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_refunds" (
    "id" BIGSERIAL NOT NULL,
    "payment_id" BIGINT NOT NULL,
    "cause" TEXT NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "reference" TEXT,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_refunds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_notices" (
    "provider" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "notice_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_notices_pkey" PRIMARY KEY ("provider","account_id","notice_id")
);

-- CreateTable
CREATE TABLE "checkouts" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'opened',
    "attempt" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "package_id" INTEGER NOT NULL,
    "package_name" TEXT NOT NULL,
    "esim_id" BIGINT,
    "topup_code" TEXT,
    "quantity" SMALLINT NOT NULL,
    "unit_price" DECIMAL(18,4) NOT NULL,
    "total_amount" DECIMAL(18,4) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "unit_cap" DECIMAL(18,4) NOT NULL,
    "order_id" BIGINT,
    "action_id" BIGINT,
    "refund_reason" TEXT,
    "refund_due" DECIMAL(18,4) NOT NULL DEFAULT 0,
    "looks" INTEGER NOT NULL DEFAULT 0,
    "busy_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "checkouts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "checkout_moves" (
    "id" BIGSERIAL NOT NULL,
    "checkout_id" BIGINT NOT NULL,
    "previous_status" TEXT NOT NULL,
    "current_status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "checkout_moves_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "store_links" (
    "token_hash" BYTEA NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "checkout_id" BIGINT,
    "email" TEXT,
    "esim_id" BIGINT,
    "code_hash" BYTEA,
    "failures" SMALLINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "store_links_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "esim_notices" (
    "esim_id" BIGINT NOT NULL,
    "notice" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "esim_notices_pkey" PRIMARY KEY ("esim_id","notice")
);

-- CreateIndex
CREATE UNIQUE INDEX "retail_rules_target_key" ON "retail_rules"("account_id", "country_code", "package_id");

-- CreateIndex
CREATE UNIQUE INDEX "payments_checkout_id_key" ON "payments"("checkout_id");

-- CreateIndex
CREATE UNIQUE INDEX "payments_provider_account_id_reference_key" ON "payments"("provider", "account_id", "reference");

-- CreateIndex
CREATE UNIQUE INDEX "payment_refunds_payment_id_cause_key" ON "payment_refunds"("payment_id", "cause");

-- CreateIndex
CREATE INDEX "payment_notices_created_at_idx" ON "payment_notices"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "checkouts_order_id_key" ON "checkouts"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "checkouts_action_id_key" ON "checkouts"("action_id");

-- CreateIndex
CREATE INDEX "checkouts_account_id_environment_id_idx" ON "checkouts"("account_id", "environment", "id" DESC);

-- CreateIndex
CREATE INDEX "checkouts_account_id_environment_email_id_idx" ON "checkouts"("account_id", "environment", "email", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "checkouts_account_id_environment_attempt_key" ON "checkouts"("account_id", "environment", "attempt");

-- CreateIndex
CREATE INDEX "checkout_moves_checkout_id_id_idx" ON "checkout_moves"("checkout_id", "id");

-- CreateIndex
CREATE INDEX "store_links_expires_at_idx" ON "store_links"("expires_at");

-- CreateIndex
CREATE INDEX "mails_account_id_environment_id_idx" ON "mails"("account_id", "environment", "id" DESC);

-- ---------------------------------------------------------------- constraints

drop index retail_rules_target_key;
create unique index retail_rules_target_key on retail_rules (account_id, country_code, package_id) nulls not distinct;
alter table retail_rules
  add constraint retail_rules_target check (country_code is null or package_id is null),
  add constraint retail_rules_markup check (markup_percent between -90 and 1000),
  add constraint retail_rules_ending check (ending in ('none', '.00', '.49', '.90', '.95', '.99'));

alter table payment_settings
  add constraint payment_settings_environment check (environment in ('test', 'live')),
  add constraint payment_settings_provider check (provider in ('stripe'));

alter table payments
  add constraint payments_status check (status in ('open', 'paid', 'expired')),
  -- The built-in test payment page never stands for real money.
  add constraint payments_provider check (provider = 'stripe' or (provider = 'test' and environment = 'test')),
  add constraint payments_amount check (amount > 0 and refunded_amount between 0 and amount),
  add constraint payments_refund check (refunded_amount = 0 or status = 'paid'),
  add constraint payments_paid check ((status = 'paid') = (paid_at is not null));

alter table payment_refunds
  add constraint payment_refunds_amount check (amount > 0);

alter table checkouts
  add constraint checkouts_environment check (environment in ('test', 'live')),
  add constraint checkouts_kind check ((kind = 'order' and esim_id is null) or (kind = 'topup' and esim_id is not null and topup_code is not null)),
  add constraint checkouts_status check (status in ('opened', 'paid', 'ordered', 'delivered', 'refunded', 'abandoned')),
  add constraint checkouts_total check (total_amount = unit_price * quantity and quantity between 1 and 50),
  add constraint checkouts_refund check (refund_due between 0 and total_amount),
  add constraint checkouts_paid check (status in ('opened', 'abandoned') or paid_at is not null);

alter table store_links
  add constraint store_links_kind check (
    case kind when 'purchase' then checkout_id is not null when 'person' then email is not null when 'share' then esim_id is not null and code_hash is not null else false end);

-- What the sweeper looks for: few rows of a large table.
create index checkouts_open on checkouts (updated_at) where status in ('opened', 'paid', 'ordered');
create index payment_refunds_open on payment_refunds (id) where done_at is null;

-- ---------------------------------------------------------------- state moves

create function check_checkout_move() returns trigger language plpgsql as $$
begin
  if not (old.status, new.status) in (
    ('opened', 'paid'), ('opened', 'abandoned'),
    -- Money that arrives after all is taken, and ordered for or given back.
    ('abandoned', 'paid'),
    ('paid', 'ordered'), ('paid', 'refunded'),
    ('ordered', 'delivered'), ('ordered', 'refunded')
  ) then
    raise exception 'checkout % may not move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if new.status = 'ordered' and new.refund_due > 0 then
    raise exception 'checkout % is being refunded and buys nothing more', old.id using errcode = 'check_violation';
  end if;
  insert into checkout_moves (checkout_id, previous_status, current_status, created_at)
  values (new.id, old.status, new.status, new.updated_at);
  return new;
end $$;

create trigger checkouts_moves before update of status on checkouts
  for each row when (old.status is distinct from new.status) execute function check_checkout_move();

-- Books a refund that the provider made, once: the refund, and the payment that it belongs to.
create function book_payment_refund(p_refund_id bigint, p_reference text, p_at timestamptz) returns boolean language plpgsql as $$
declare
  r payment_refunds;
begin
  update payment_refunds set done_at = p_at, reference = p_reference, last_error = null
   where id = p_refund_id and done_at is null returning * into r;
  if not found then return false; end if;
  update payments set refunded_amount = refunded_amount + r.amount, updated_at = p_at where id = r.payment_id;
  return true;
end $$;

-- ---------------------------------------------------------------- brands

-- A domain that is new to a brand has to be proved anew.
create function forget_domain_proof() returns trigger language plpgsql as $$
begin
  new.domain_verified_at := null;
  new.domain_proved_at := null;
  new.domain_checked_at := null;
  new.domain_fault := null;
  return new;
end $$;

create trigger brands_domain_change before update of custom_domain on brands
  for each row when (old.custom_domain is distinct from new.custom_domain) execute function forget_domain_proof();
