-- Refunds that the payment provider took and could not pay in the end, and disputes (decision 77).

-- AlterTable
ALTER TABLE "payment_refunds" ADD COLUMN     "elsewhere" TEXT,
ADD COLUMN     "returned" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "returned_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "payment_disputes" (
    "id" BIGSERIAL NOT NULL,
    "payment_id" BIGINT NOT NULL,
    "reference" TEXT NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "reason" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "is_inquiry" BOOLEAN NOT NULL,
    "respond_by" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_disputes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_disputes_payment_id_reference_key" ON "payment_disputes"("payment_id", "reference");

drop function book_payment_refund;

drop function adopt_refund;

-- Books money that went back to a traveller by the payment provider's word and not by ours, once per cause: a refund that somebody
-- made there, or a dispute that was lost. What was decided here and not done yet becomes smaller by what is no longer there to be
-- given back, the newest first. Returns false, and writes nothing, when it is on record, when more went back than was paid, and
-- while its purchase may still be bought: a checkout with a refund buys nothing. Locks the checkout, then its open refunds, then the
-- payment.
create or replace function adopt_refund(
  p_payment_id bigint, p_reference text, p_amount numeric, p_at timestamptz, p_cause text default null
) returns boolean
language plpgsql as $$
declare
  c checkouts;
  r payment_refunds;
  v_cause text := coalesce(p_cause, 'provider:' || p_reference);
  v_over numeric;
  v_cut numeric;
begin
  select * into strict c from checkouts where id = (select checkout_id from payments where id = p_payment_id) for no key update;
  if c.status in ('opened', 'abandoned') or (c.status = 'paid' and c.refund_due = 0)
     or exists (select from payment_refunds where payment_id = p_payment_id and (reference = p_reference or cause = v_cause)) then
    return false;
  end if;
  v_over := c.refund_due + p_amount - c.total_amount;
  if v_over > (select coalesce(sum(amount), 0) from payment_refunds where payment_id = p_payment_id and done_at is null) then return false; end if;
  for r in select * from payment_refunds where payment_id = p_payment_id and done_at is null order by id desc for no key update loop
    exit when v_over <= 0;
    v_cut := least(v_over, r.amount);
    update payment_refunds
       set amount = amount - v_cut, cut_at = p_at, last_error = null, done_at = case when v_cut = r.amount then p_at end,
           returned_at = case when v_cut < r.amount then returned_at end
     where id = r.id;
    v_over := v_over - v_cut;
    c.refund_due := c.refund_due - v_cut;
  end loop;
  insert into payment_refunds (payment_id, cause, amount, reference, created_at, done_at)
  values (p_payment_id, v_cause, p_amount, p_reference, p_at, p_at);
  update checkouts set refund_due = c.refund_due + p_amount, updated_at = p_at where id = c.id;
  update payments set refunded_amount = refunded_amount + p_amount, updated_at = p_at where id = p_payment_id;
  return true;
end $$;

-- Books a refund that was made, once: the refund, and the payment it belongs to. Made by the payment provider under p_reference, or
-- without it as p_elsewhere says. Returns false, and writes nothing, when it was booked before. Locks the refund, then the payment.
-- Raises check_violation when more would be refunded than was paid.
create or replace function book_payment_refund(p_refund_id bigint, p_reference text, p_at timestamptz, p_elsewhere text default null)
returns boolean language plpgsql as $$
declare
  r payment_refunds;
begin
  update payment_refunds set done_at = p_at, reference = p_reference, elsewhere = p_elsewhere, returned_at = null, last_error = null
   where id = p_refund_id and done_at is null returning * into r;
  if not found then return false; end if;
  update payments set refunded_amount = refunded_amount + r.amount, updated_at = p_at where id = r.payment_id;
  return true;
end $$;

-- Takes a refund back that the payment provider had taken and could not pay: it is open again, and waits for people to say how the
-- traveller gets the money. It is the one that is booked under the number, or is still open and was sent for the cause. Returns its
-- amount; null, and writes nothing, when there is none, or it was taken back before. Locks the refund, then the payment.
create or replace function return_payment_refund(p_payment_id bigint, p_reference text, p_cause text, p_words text, p_at timestamptz)
returns numeric language plpgsql as $$
declare
  r payment_refunds;
begin
  select * into r from payment_refunds
   where payment_id = p_payment_id and not p_reference = any(returned) and cause not like 'dispute:%'
     and (reference = p_reference or (done_at is null and cause = p_cause)) for no key update;
  if not found then return null; end if;
  update payment_refunds
     set done_at = null, reference = null, returned = returned || p_reference, returned_at = p_at, last_error = p_words where id = r.id;
  if r.done_at is not null then
    update payments set refunded_amount = refunded_amount - r.amount, updated_at = p_at where id = r.payment_id;
  end if;
  return r.amount;
end $$;

alter table payment_refunds
  add constraint payment_refunds_returned check (returned_at is null or done_at is null),
  add constraint payment_refunds_elsewhere check (elsewhere is null or (done_at is not null and reference is null and elsewhere <> ''));

alter table payment_disputes
  add constraint payment_disputes_amount check (amount > 0),
  add constraint payment_disputes_status check (status in ('open', 'won', 'lost') and (status = 'open') = (closed_at is null));

-- What waits for somebody: few rows.
create index payment_disputes_open on payment_disputes (payment_id) where status = 'open';
create index payment_refunds_came_back on payment_refunds (payment_id) where returned_at is not null;
