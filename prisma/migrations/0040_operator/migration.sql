-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "visited_account_id" INTEGER,
ADD COLUMN     "visited_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "fx_history" (
    "id" BIGSERIAL NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "rate" DECIMAL(18,8) NOT NULL,
    "source" TEXT NOT NULL,
    "source_date" DATE NOT NULL,
    "verified" BOOLEAN NOT NULL,
    "pinned" BOOLEAN NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fx_history_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fx_held" (
    "currency" CHAR(3) NOT NULL,
    "rate" DECIMAL(18,8) NOT NULL,
    "source" TEXT NOT NULL,
    "source_date" DATE NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,
    "asked_by" TEXT,
    "held_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fx_held_pkey" PRIMARY KEY ("currency")
);

-- CreateTable
CREATE TABLE "decisions" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "bank_reference" TEXT,
    "details" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "decided_note" TEXT,
    "outcome" TEXT,

    CONSTRAINT "decisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_runs" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "checked" INTEGER NOT NULL DEFAULT 0,
    "failures" JSONB NOT NULL DEFAULT '[]',
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "audit_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "announcements" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER,
    "tone" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "announcements_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "fx_history_currency_id_idx" ON "fx_history"("currency", "id" DESC);

-- CreateIndex
CREATE INDEX "decisions_account_id_id_idx" ON "decisions"("account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "orders_created_at_idx" ON "orders" USING BRIN ("created_at");

-- ---------------------------------------------------------------- what must hold whoever writes

alter table decisions
  add constraint decisions_kind check (kind in ('deposit', 'adjustment', 'refund', 'review')),
  add constraint decisions_status check (status in ('waiting', 'done', 'refused')),
  add constraint decisions_decided check ((status = 'waiting') = (decided_at is null)),
  -- The second person is another one.
  add constraint decisions_two_people check (decided_by is null or status = 'refused' or decided_by <> asked_by),
  add constraint decisions_deposit check ((kind = 'deposit') = (bank_reference is not null));
-- A payment is booked once, whichever account it is booked to; one decision about an order or action waits at a time.
create unique index decisions_bank_reference on decisions (bank_reference) where status <> 'refused';
create unique index decisions_waiting_subject on decisions (subject) where status = 'waiting' and kind in ('refund', 'review');
create index decisions_waiting on decisions (id) where status = 'waiting';

alter table audit_runs
  add constraint audit_runs_kind check (kind in ('ledger', 'invariants')),
  add constraint audit_runs_status check (status in ('waiting', 'passed', 'failed', 'broken'));
create unique index audit_runs_waiting on audit_runs (kind) where status = 'waiting';

alter table announcements add constraint announcements_tone check (tone in ('info', 'warning'));

alter table fx_held add constraint fx_held_rate check (rate > 0);

-- What Prisma's schema cannot say: platform staff are on no reseller's team.
create function refuse_operator_membership() returns trigger language plpgsql as $$
begin
  if exists (select from users where id = new.user_id and is_operator) then
    raise exception 'user % is platform staff and cannot be on the team of a reseller', new.user_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger memberships_no_operator before insert on memberships for each row execute function refuse_operator_membership();

-- ---------------------------------------------------------------- exchange rates

create function record_fx_rate() returns trigger language plpgsql as $$
begin
  insert into fx_history (currency, rate, source, source_date, verified, pinned, changed_at)
  values (new.currency, new.rate, new.source, new.source_date, new.verified, new.pinned, new.changed_at);
  return null;
end $$;

create trigger fx_rates_first after insert on fx_rates for each row execute function record_fx_rate();
create trigger fx_rates_history after update on fx_rates for each row
  when ((old.rate, old.source, old.verified, old.pinned) is distinct from (new.rate, new.source, new.verified, new.pinned))
  execute function record_fx_rate();

insert into fx_history (currency, rate, source, source_date, verified, pinned, changed_at)
select currency, rate, source, source_date, verified, pinned, changed_at from fx_rates;

-- ---------------------------------------------------------------- refund of a whole order

-- Gives back what was charged for an order and not given back yet: what was not delivered and what was cancelled has been
-- refunded, so each unit is once. The cause is unique. Outcomes: refunded, or why not.
create function refund_order(
  p_order_id bigint, p_at timestamptz, out outcome text, out entry_id bigint, out amount numeric, out balance_after numeric
) language plpgsql as $$
declare
  o orders;
begin
  select * into o from orders where id = p_order_id for no key update;
  outcome := case
    when o.id is null then 'unknown'
    when o.environment <> 'live' then 'test'
    when o.status = 'refunded' then 'refunded_before'
    when o.status not in ('delivered', 'partially_delivered') then 'not_delivered'
    when exists (select from actions a where a.order_id = o.id and a.action = 'cancel' and a.status in ('queued', 'processing', 'under_review'))
      then 'being_cancelled'
    else 'refunded'
  end;
  if outcome <> 'refunded' then return; end if;
  amount := o.total_amount - o.refunded_amount;
  update orders set status = 'refunded', refunded_amount = total_amount, updated_at = p_at where id = o.id;
  select p.entry_id, p.balance_after into entry_id, balance_after
    from post_entry(o.account_id, 'refund', amount, 'order:' || o.id || ':refunded', 'Order B2B-' || o.id || ': refunded', p_at) p;
end $$;

-- A cancel that was asked for while the order was being refunded takes the eSIM back and pays nothing: its price is paid.
create function price_cancel() returns trigger language plpgsql as $$
begin
  if (select status from orders where id = new.order_id for share) = 'refunded' then new.amount := 0; end if;
  return new;
end $$;

create trigger actions_price_cancel before insert on actions for each row
  when (new.action = 'cancel' and new.environment = 'live') execute function price_cancel();
