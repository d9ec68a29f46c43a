-- Discount codes of shops: what they take off, their uses, and the discount in the checkout that has one (decision 72).
-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "discount_amount" DECIMAL(18,4) NOT NULL DEFAULT 0,
ADD COLUMN     "discount_code_id" INTEGER,
ADD COLUMN     "retail_price" DECIMAL(18,4);
-- What was bought before had no codes.
update checkouts set retail_price = unit_price;
alter table checkouts alter column retail_price set not null;

-- CreateTable
CREATE TABLE "discount_codes" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "percent_off" DECIMAL(5,2),
    "amount_off" DECIMAL(18,4),
    "package_ids" INTEGER[],
    "destinations" TEXT[],
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "most_uses" INTEGER,
    "once_per_person" BOOLEAN NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "below_cost" BOOLEAN NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "discount_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "discount_uses" (
    "checkout_id" BIGINT NOT NULL,
    "code_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "returned_at" TIMESTAMPTZ(3),

    CONSTRAINT "discount_uses_pkey" PRIMARY KEY ("checkout_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "discount_codes_account_id_environment_code_key" ON "discount_codes"("account_id", "environment", "code");

-- CreateIndex
CREATE INDEX "discount_uses_code_id_idx" ON "discount_uses"("code_id");

-- CreateIndex
CREATE INDEX "checkouts_discount_code_id_idx" ON "checkouts"("discount_code_id");

-- Gives back the use of a checkout's discount code, once. Returns whether there was one. Locks the code. Comes after the
-- checkout's own lock.
create or replace function return_discount(p_checkout_id bigint, p_at timestamptz) returns boolean language plpgsql as $$
declare
  v_code int;
begin
  select d.id into v_code from discount_uses u join discount_codes d on d.id = u.code_id where u.checkout_id = p_checkout_id for no key update of d;
  update discount_uses set returned_at = p_at where checkout_id = p_checkout_id and returned_at is null;
  if not found then return false; end if;
  update discount_codes set uses = uses - 1 where id = v_code;
  return true;
end $$;

-- Counts the use of a checkout's discount code, once: `used` when it is counted, or was before. Otherwise why not: `ended`,
-- `early`, `used_before` by the same address, `used_up`. What has been paid counts whatever was allowed. Locks the code, so that of many at
-- once each sees those before it. Comes after the checkout's own lock.
create or replace function use_discount(p_checkout_id bigint, p_at timestamptz, p_paid boolean default false) returns text language plpgsql as $$
declare
  c checkouts;
  d discount_codes;
begin
  select * into strict c from checkouts where id = p_checkout_id;
  select * into strict d from discount_codes where id = c.discount_code_id for no key update;
  -- One that was paid back whole buys nothing more.
  if c.status = 'refunded' or exists (select from discount_uses where checkout_id = c.id and returned_at is null) then return 'used'; end if;
  if not p_paid then
    if not d.active or p_at >= d.ends_at then return 'ended'; end if;
    if p_at < d.starts_at then return 'early'; end if;
    if d.once_per_person and exists (
      select from discount_uses u join checkouts o on o.id = u.checkout_id
       where u.code_id = d.id and u.returned_at is null and o.email = c.email) then return 'used_before'; end if;
    if d.uses >= d.most_uses then return 'used_up'; end if;
  end if;
  insert into discount_uses (checkout_id, code_id, created_at) values (c.id, d.id, p_at)
  on conflict (checkout_id) do update set returned_at = null;
  update discount_codes set uses = uses + 1 where id = d.id;
  return 'used';
end $$;

alter table checkouts
  drop constraint checkouts_total,
  add constraint checkouts_total check (
    total_amount = retail_price * quantity - discount_amount and total_amount > 0 and quantity between 1 and 50
    and unit_price * quantity >= total_amount),
  add constraint checkouts_discount check (
    (discount_code_id is null) = (discount_amount = 0) and discount_amount >= 0 and (discount_code_id is null or kind = 'order'));
alter table discount_codes
  add constraint discount_codes_environment check (environment in ('test', 'live')),
  add constraint discount_codes_code check (code ~ '^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$'),
  add constraint discount_codes_off check (
    (percent_off is null) <> (amount_off is null) and coalesce(percent_off, 1) between 1 and 99 and coalesce(amount_off, 1) > 0),
  add constraint discount_codes_period check (starts_at < ends_at),
  add constraint discount_codes_uses check (uses >= 0 and most_uses > 0);
