-- Every deposit and every adjustment has a fact of its own: who booked it, and on what grounds.

-- CreateTable
CREATE TABLE "wallet_bookings" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "cause" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "grounds" TEXT NOT NULL,
    "booked_by" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_bookings_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "wallet_bookings_account_id_cause_key" ON "wallet_bookings"("account_id", "cause");

alter table wallet_bookings
  add constraint wallet_bookings_kind check (kind in ('deposit', 'adjustment')),
  -- `command`: booked with svc. `decision`: asked for and decided by operators. `card`: a payment that the provider took.
  -- `earlier`: booked before there were bookings.
  add constraint wallet_bookings_grounds check (grounds in ('command', 'decision', 'card', 'earlier'));

-- A payment is booked once, whoever it was taken for.
create unique index wallet_bookings_payment on wallet_bookings (cause) where kind = 'deposit' and grounds <> 'earlier';

-- What a version before this one has booked, which had no place for its grounds.
insert into wallet_bookings (account_id, cause, kind, amount, grounds, booked_by, note, created_at)
select account_id, cause, type, amount, 'earlier', '', description, created_at from ledger_entries where type in ('deposit', 'adjustment') order by id;

-- Books a deposit or an adjustment together with its fact. The same cause a second time books nothing and returns the first entry,
-- `posted` false.
create function book_wallet(
  p_account_id int, p_kind text, p_amount numeric, p_cause text, p_description text, p_grounds text, p_by text, p_at timestamptz,
  out entry_id bigint, out balance_after numeric, out posted boolean
) language plpgsql as $$
begin
  select e.entry_id, e.balance_after, e.posted into entry_id, balance_after, posted
    from post_entry(p_account_id, p_kind, p_amount, p_cause, p_description, p_at) e;
  if posted then
    insert into wallet_bookings (account_id, cause, kind, amount, grounds, booked_by, note, created_at)
    values (p_account_id, p_cause, p_kind, p_amount, p_grounds, p_by, p_description, p_at);
  end if;
end $$;
