-- Refunds of travellers' payments by staff and for what is cancelled, and order numbers that nobody can guess.

-- An order number of a shop, such as K3M2P-Q97HX: a letter first, none that looks like another letter or a digit, 49 bits
-- from the system's generator.
create or replace function new_sale_number() returns text language sql volatile as $$
  select substr('ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(b, 0) % 22, 1)
      || string_agg(case i when 5 then substr(a, 1 + (get_byte(b, i) & 31), 1) || '-' else substr(a, 1 + (get_byte(b, i) & 31), 1) end, '' order by i)
    from (select uuid_send(gen_random_uuid()) as b, '0123456789ABCDEFGHJKMNPQRSTVWXYZ' as a) r
    -- The other bytes of a random UUID are not all random.
    cross join unnest(array[1, 2, 3, 5, 7, 9, 10, 11, 12]) as i
   group by b
$$;

-- AlterTable
ALTER TABLE "actions" ADD COLUMN     "payment_kept" TEXT;

-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "number" TEXT NOT NULL DEFAULT new_sale_number();

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "payment_kept" TEXT;

-- AlterTable
ALTER TABLE "payment_refunds" ADD COLUMN     "cut_at" TIMESTAMPTZ(3),
ADD COLUMN     "decided_by" TEXT,
ADD COLUMN     "reason" TEXT,
ADD COLUMN     "to_cancel" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE INDEX "checkouts_esim_id_idx" ON "checkouts"("esim_id");

-- CreateIndex
CREATE UNIQUE INDEX "checkouts_account_id_environment_number_key" ON "checkouts"("account_id", "environment", "number");

drop function refund_order;

drop type new_action;

-- Opens actions. An eSIM that has one of the kind open already gets none. Live ones are handed to the worker in the
-- same transaction. Returns those that were opened. Locks nothing that exists, but waits for whoever opens the same
-- action.
create type new_action as (
  account_id int, environment text, esim_id bigint, order_id bigint, supplier_code text, action text, status text, package_code text,
  package_name text, data_mb int, duration_days int, unit_cost_usd numeric, amount numeric, currency text, charged boolean,
  request_id text, reference text, at timestamptz, topups_amount numeric, payment_kept text);

-- Books a refund that somebody made at the payment provider and not here, once. What was decided here and not done yet becomes
-- smaller by what is no longer there to be given back, the newest first. Returns false, and writes nothing, when it is on
-- record, when more went back than was paid, and while its purchase may still be bought: a checkout with a refund buys nothing.
-- Locks the checkout, then its open refunds, then the payment.
create or replace function adopt_refund(p_payment_id bigint, p_reference text, p_amount numeric, p_at timestamptz) returns boolean
language plpgsql as $$
declare
  c checkouts;
  r payment_refunds;
  v_over numeric;
  v_cut numeric;
begin
  select * into strict c from checkouts where id = (select checkout_id from payments where id = p_payment_id) for no key update;
  if c.status in ('opened', 'abandoned') or (c.status = 'paid' and c.refund_due = 0)
     or exists (select from payment_refunds where payment_id = p_payment_id and reference = p_reference) then
    return false;
  end if;
  v_over := c.refund_due + p_amount - c.total_amount;
  if v_over > (select coalesce(sum(amount), 0) from payment_refunds where payment_id = p_payment_id and done_at is null) then return false; end if;
  for r in select * from payment_refunds where payment_id = p_payment_id and done_at is null order by id desc for no key update loop
    exit when v_over <= 0;
    v_cut := least(v_over, r.amount);
    update payment_refunds
       set amount = amount - v_cut, cut_at = p_at, last_error = null, done_at = case when v_cut = r.amount then p_at end where id = r.id;
    v_over := v_over - v_cut;
    c.refund_due := c.refund_due - v_cut;
  end loop;
  insert into payment_refunds (payment_id, cause, amount, reference, created_at, done_at)
  values (p_payment_id, 'provider:' || p_reference, p_amount, p_reference, p_at, p_at);
  update checkouts set refund_due = c.refund_due + p_amount, updated_at = p_at where id = c.id;
  update payments set refunded_amount = refunded_amount + p_amount, updated_at = p_at where id = p_payment_id;
  return true;
end $$;

-- Decides that money of a traveller's payment goes back, once per cause, and never more in all than was paid: of what is asked
-- for, what is left is decided. Returns how much that is; zero when nothing is left, or when the cause was decided on before.
-- Sent to the payment provider afterwards. Locks the checkout.
create or replace function decide_refund(
  p_checkout_id bigint, p_cause text, p_amount numeric, p_at timestamptz,
  p_reason text default null, p_decided_by text default null, p_to_cancel text[] default '{}'
) returns numeric language plpgsql as $$
declare
  c checkouts;
  v_payment bigint;
  v_amount numeric;
begin
  select * into strict c from checkouts where id = p_checkout_id for no key update;
  select id into strict v_payment from payments where checkout_id = c.id;
  v_amount := least(p_amount, c.total_amount - c.refund_due);
  if v_amount <= 0 or exists (select from payment_refunds where payment_id = v_payment and cause = p_cause) then return 0; end if;
  insert into payment_refunds (payment_id, cause, amount, created_at, reason, decided_by, to_cancel)
  values (v_payment, p_cause, v_amount, p_at, p_reason, p_decided_by, p_to_cancel);
  update checkouts set refund_due = refund_due + v_amount, updated_at = p_at where id = c.id;
  return v_amount;
end $$;

create or replace function open_actions(p_actions jsonb) returns table (id bigint, esim_id bigint) language sql as $$
  with made as (
    insert into actions (account_id, environment, esim_id, order_id, supplier_code, action, status, package_code, package_name, data_mb,
      duration_days, unit_cost_usd, amount, topups_amount, currency, charged, request_id, reference, payment_kept, created_at, updated_at)
    select a.account_id, a.environment, a.esim_id, a.order_id, a.supplier_code, a.action, a.status, a.package_code, a.package_name, a.data_mb,
           a.duration_days, a.unit_cost_usd, a.amount, coalesce(a.topups_amount, 0), a.currency, a.charged, a.request_id, a.reference, a.payment_kept, a.at, a.at
      from jsonb_populate_recordset(null::new_action, p_actions) a
     order by a.esim_id
    on conflict (esim_id, action) where status in ('queued', 'processing', 'under_review') do nothing
    returning id, esim_id, environment, created_at
  ), jobs as (
    insert into outbox_jobs (job, key, payload, run_at)
    select 'settle-action', 'settle-action:' || id, jsonb_build_object('actionId', id), created_at from made where environment = 'live'
  )
  select id, esim_id from made
$$;

-- Gives back what was charged for a live order and not given back yet: what was not delivered and what was cancelled
-- has been refunded, so that each unit is refunded once. Announces it when there is an event, and opens the cancels
-- that take the eSIMs back. Outcomes: refunded, or why not: unknown, test, refunded_before, not_delivered,
-- being_cancelled; nothing is written then. Locks the wallet, then the order.
create or replace function refund_order(
  p_order_id bigint, p_at timestamptz, p_event_id text default null, p_event_type text default null, p_data text default null,
  p_cancels jsonb default '[]', p_payment_kept text default null,
  out outcome text, out entry_id bigint, out amount numeric, out balance_after numeric
) language plpgsql as $$
declare
  o orders;
begin
  perform from wallets where account_id = (select account_id from orders where id = p_order_id) for no key update;
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
  update orders set status = 'refunded', refunded_amount = total_amount, payment_kept = p_payment_kept, updated_at = p_at where id = o.id;
  perform from open_actions(p_cancels);
  if p_event_id is not null then
    perform announce_events(array[(o.account_id, o.environment, p_event_id, p_event_type, p_data, p_at)::new_event]);
  end if;
  select p.entry_id, p.balance_after into entry_id, balance_after
    from post_entry(o.account_id, 'refund', amount, 'order:' || o.id || ':refunded', 'Order B2B-' || o.id || ': refunded', p_at) p;
end $$;

-- What a traveller bought has ended, or its end has changed: the checkout that bought it is settled at once instead of being
-- asked for again and again. An eSIM that was cancelled settles the purchases of it and of its top-ups. The trigger's argument is
-- the column of `checkouts` that names it. What no checkout bought rings nothing.
create or replace function ring_checkout() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'order_id' then
    insert into outbox_jobs (job, key, payload, run_at)
    select 'settle-checkout', 'settle-checkout:' || id, jsonb_build_object('checkoutId', id), now() from checkouts where order_id = new.id
    on conflict (key) do update set run_at = least(outbox_jobs.run_at, excluded.run_at);
  else
    insert into outbox_jobs (job, key, payload, run_at)
    select 'settle-checkout', 'settle-checkout:' || id, jsonb_build_object('checkoutId', id), now() from checkouts where action_id = new.id
    on conflict (key) do update set run_at = least(outbox_jobs.run_at, excluded.run_at);
    if new.action = 'cancel' and new.status = 'succeeded' then
      insert into outbox_jobs (job, key, payload, run_at)
      select 'settle-checkout', 'settle-checkout:' || id, jsonb_build_object('checkoutId', id), now()
        from checkouts where order_id = new.order_id or esim_id = new.esim_id order by id
      on conflict (key) do update set run_at = least(outbox_jobs.run_at, excluded.run_at);
    end if;
  end if;
  return null;
end $$;

alter table payment_refunds
  drop constraint payment_refunds_amount,
  -- Zero: cut, because nothing was left of the payment.
  add constraint payment_refunds_amount check (amount > 0 or (amount = 0 and cut_at is not null and done_at is not null)),
  -- What staff decide has a reason, and somebody who decided it.
  add constraint payment_refunds_staff check ((cause like 'staff:%') = (reason is not null and decided_by is not null));

-- Cancels whose travellers are looked after: what was settled lately, in its order.
create index actions_cancelled on actions (settled_at) where action = 'cancel' and status = 'succeeded';

-- What was taken back so far is people's: they were asked about each.
update actions a set payment_kept = 'Cancelled before refunds were automatic.'
 where a.action = 'cancel' and a.status = 'succeeded'
   and exists (select from checkouts c where c.order_id = a.order_id or c.esim_id = a.esim_id);
update orders o set payment_kept = 'Refunded before refunds were automatic.'
 where o.status = 'refunded' and exists (select from checkouts c where c.order_id = o.id);

alter table "mails" add column "checkout_id" bigint;
create index "mails_checkout_id_idx" on "mails"("checkout_id");
create index "checkouts_account_id_environment_paid_at_idx" on "checkouts"("account_id", "environment", "paid_at");
