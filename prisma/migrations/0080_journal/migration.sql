-- The business' own books, by double entry, behind the resellers' ledger. A movement debits one account and credits another with
-- the same amount, so that the books cannot but balance. What is charged and not yet delivered is deferred; delivery makes it
-- revenue.

-- CreateTable
CREATE TABLE "journal_movements" (
    "id" BIGSERIAL NOT NULL,
    "debit" TEXT NOT NULL,
    "credit" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "cause" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "journal_movements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "book_transfers" (
    "id" BIGSERIAL NOT NULL,
    "reference" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "fee" DECIMAL(18,4) NOT NULL,
    "arrived_currency" CHAR(3) NOT NULL,
    "arrived" DECIMAL(18,4) NOT NULL,
    "note" TEXT NOT NULL,
    "booked_by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "book_transfers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "journal_sums" (
    "account" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "day" DATE NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,

    CONSTRAINT "journal_sums_pkey" PRIMARY KEY ("account","currency","day")
);

-- CreateTable
CREATE TABLE "journal_summed" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "until_movement" BIGINT NOT NULL,

    CONSTRAINT "journal_summed_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "journal_movements_at_idx" ON "journal_movements" USING BRIN ("at");

-- CreateIndex
CREATE UNIQUE INDEX "book_transfers_reference_key" ON "book_transfers"("reference");

alter table journal_movements add constraint journal_movements_amount check (amount > 0 and debit <> credit);
alter table journal_summed add constraint journal_summed_one check (id = 1);

create trigger journal_movements_append_only before update or delete on journal_movements
  for each row execute function refuse_change();
create trigger journal_movements_no_truncate before truncate on journal_movements
  for each statement execute function refuse_change();

create trigger book_transfers_append_only before update or delete on book_transfers
  for each row execute function refuse_change();
create trigger book_transfers_no_truncate before truncate on book_transfers
  for each statement execute function refuse_change();

-- What leaves is the fee and what arrives. Wallets, revenue and costs move with their facts, never by hand.
alter table book_transfers
  add constraint book_transfers_accounts check (source <> target and source ~ '^(bank|clearing:[a-z]+|float:[a-z]+|goodwill|write-off|fees)$'
                                                and target ~ '^(bank|clearing:[a-z]+|float:[a-z]+|goodwill|write-off|fees)$'),
  add constraint book_transfers_amounts check (fee >= 0 and amount > fee and arrived > 0
                                               and (currency <> arrived_currency or arrived = amount - fee));

-- The two lines of each movement: debits above zero, credits below.
create view journal_lines as
  select m.id as movement, l.account, m.currency, l.amount, m.cause, m.at
    from journal_movements m cross join lateral (values (m.debit, m.amount), (m.credit, -m.amount)) l(account, amount);

-- Moves an amount; one below zero goes the other way, none moves nothing.
create function post_movement(p_cause text, p_at timestamptz, p_debit text, p_credit text, p_currency text, p_amount numeric) returns void
language sql as $$
  insert into journal_movements (debit, credit, currency, amount, cause, at)
  select case when p_amount > 0 then p_debit else p_credit end, case when p_amount > 0 then p_credit else p_debit end, p_currency,
         abs(p_amount), p_cause, p_at where p_amount <> 0
$$;

-- ---------------------------------------------------------------- wallets

-- Where the money of an entry came from or went to. What no fact explains is in suspense, which the audit finds.
create function contra_account(p_account_id int, p_type text, p_cause text, p_currency text) returns text
language sql stable set enable_seqscan = off as $$
  select coalesce(case
    when p_type = 'debit' then 'deferred:' || p_currency
    when p_type = 'deposit' then case when exists (
      select from funding_requests f where f.reference = substr(p_cause, 9) and f.account_id = p_account_id and f.method = 'card')
      then 'clearing:stripe' else 'bank' end
    when p_type = 'adjustment' then 'goodwill'
    when p_type = 'refund' and p_cause ~ '^order:[1-9][0-9]{0,17}:(failed|shortfall)$' then 'deferred:' || p_currency
    -- Of an order that two suppliers filled: the first of them.
    when p_type = 'refund' and p_cause ~ '^order:[1-9][0-9]{0,17}:refunded$' then (
      select 'refunds:' || coalesce((select e.supplier_code from esims e where e.order_id = o.id order by e.id limit 1), o.supplier_code)
        from orders o where o.id = split_part(p_cause, ':', 2)::bigint)
    when p_type = 'refund' and p_cause ~ '^action:[1-9][0-9]{0,17}:refund$' then (
      select case when a.action = 'topup' and a.status = 'failed' then 'deferred:' || p_currency else 'refunds:' || a.supplier_code end
        from actions a where a.id = split_part(p_cause, ':', 2)::bigint)
  end, 'suspense')
$$;

-- Balances are sums of movements: no row is shared by all who buy.
create function post_entries() returns trigger language plpgsql as $$
begin
  insert into journal_movements (debit, credit, currency, amount, cause, at)
  select case when e.amount < 0 then wallet else contra end, case when e.amount < 0 then contra else wallet end, e.currency, abs(e.amount), e.cause,
         e.created_at
    from made e
   cross join lateral (select 'wallet:' || (select a.code from accounts a where a.id = e.account_id) as wallet,
           case e.type when 'debit' then 'deferred:' || e.currency
                       else contra_account(e.account_id, e.type, e.cause, e.currency) end as contra) x
   where e.amount <> 0;
  return null;
end $$;

create trigger ledger_entries_journal after insert on ledger_entries referencing new table as made
  for each statement execute function post_entries();

-- ---------------------------------------------------------------- deliveries and their cost

-- What is delivered was earned, from whichever supplier it came.
create function post_deliveries() returns trigger language plpgsql as $$
begin
  if not exists (select from made where environment = 'live') then return null; end if;
  insert into journal_movements (debit, credit, currency, amount, cause, at)
  select 'deferred:' || o.currency, 'revenue:' || e.supplier_code, o.currency, o.unit_price * e.units, 'order:' || e.order_id || ':delivered', e.at
    from (select order_id, supplier_code, count(*) as units, max(created_at) as at from made where environment = 'live' group by 1, 2) e
    join orders o on o.id = e.order_id where o.unit_price > 0;
  return null;
end $$;

create trigger esims_journal after insert on esims referencing new table as made
  for each statement execute function post_deliveries();

-- What a supplier keeps for a part of an order: for what was delivered, and for what turned up and belongs to nobody.
create function part_cost(p supplier_orders) returns numeric language sql immutable as $$
  select p.unit_cost_usd * (
    case when p.status = 'delivered' then coalesce(jsonb_array_length(p.profiles), p.quantity) else 0 end
    + case when p.stray in ('waiting', 'kept') then coalesce(jsonb_array_length(p.stray_profiles), 0) else 0 end)
$$;

create function post_part_cost() returns trigger language plpgsql as $$
begin
  perform post_movement('part:' || new.id, case when new.updated_at > old.updated_at then new.updated_at else now() end,
    'cost:' || new.supplier_code, 'float:' || new.supplier_code, 'USD', part_cost(new) - part_cost(old));
  return null;
end $$;

create trigger supplier_orders_journal after update of status, unit_cost_usd, profiles, stray, stray_profiles on supplier_orders
  for each row when (old.status = 'delivered' or new.status = 'delivered' or new.stray is not null) execute function post_part_cost();

-- What a supplier pays back of its price: for an eSIM that it cancelled for us, or by itself in a way that pays, and for the
-- top-ups that it takes back with one.
create function returned_cost(a actions) returns numeric language sql stable as $$
  select coalesce(case
    when a.environment <> 'live' or a.status <> 'succeeded' then 0
    when a.action = 'cancel' and (a.sends > 0 or a.topups_returned) then (
      select p.unit_cost_usd from esims e join supplier_orders p on p.id = e.supplier_order_id where e.id = a.esim_id)
    when a.action = 'topup' and a.refunded_amount > 0 then a.unit_cost_usd
  end, 0)
$$;

create function post_action() returns trigger language plpgsql as $$
declare
  v_revenue text := 'revenue:' || new.supplier_code;
  v_cost text := 'cost:' || new.supplier_code;
  v_float text := 'float:' || new.supplier_code;
begin
  if new.charged and old.status <> 'succeeded' then
    perform post_movement('action:' || new.id || ':done', new.settled_at, 'deferred:' || new.currency, v_revenue, new.currency, new.amount);
    perform post_movement('action:' || new.id || ':done', new.settled_at, v_cost, v_float, 'USD', coalesce(new.unit_cost_usd, 0));
  end if;
  perform post_movement('action:' || new.id || ':returned', coalesce(new.refunded_at, new.settled_at), v_float, v_cost, 'USD',
    returned_cost(new) - returned_cost(old));
  return null;
end $$;

create trigger actions_journal after update on actions
  for each row when (new.environment = 'live' and new.status = 'succeeded' and new.action in ('topup', 'cancel')) execute function post_action();

-- ---------------------------------------------------------------- between the business' own accounts

-- Over two currencies it is a movement in each, through the accounts of the exchange.
create function transfer_movements(t book_transfers) returns table (debit text, credit text, currency text, amount numeric)
language sql immutable as $$
  select * from (values
    ('fees', t.source, t.currency::text, t.fee),
    (case when t.currency = t.arrived_currency then t.target else 'fx:' || t.currency end, t.source, t.currency::text, t.amount - t.fee),
    (t.target, 'fx:' || t.arrived_currency, t.arrived_currency::text, case when t.currency = t.arrived_currency then 0 else t.arrived end)
  ) m(debit, credit, currency, amount) where m.amount > 0
$$;

create function post_transfer() returns trigger language plpgsql as $$
begin
  insert into journal_movements (debit, credit, currency, amount, cause, at)
  select m.debit, m.credit, m.currency, m.amount, 'transfer:' || new.id, new.at from transfer_movements(new) m;
  return null;
end $$;

create trigger book_transfers_journal after insert on book_transfers for each row execute function post_transfer();

-- ---------------------------------------------------------------- what the facts say

-- The movements that the facts amount to, by kind: `entries`, `deliveries`, `costs`. What was booked before there was a
-- journal is written from them, and the audit holds the journal against them.
create function booked_movements(p_kind text)
returns table (cause text, at timestamptz, debit text, credit text, currency text, amount numeric) language sql stable as $$
  select l.cause, l.created_at, 'wallet:' || a.code,
         case l.type when 'debit' then 'deferred:' || l.currency else contra_account(l.account_id, l.type, l.cause, l.currency) end,
         l.currency::text, -l.amount
    from ledger_entries l join accounts a on a.id = l.account_id where p_kind = 'entries' and l.amount <> 0
  union all
  select 'transfer:' || t.id, t.at, m.debit, m.credit, m.currency, m.amount
    from book_transfers t cross join lateral transfer_movements(t) m where p_kind = 'entries'
  union all
  select 'order:' || o.id || ':delivered', e.at, 'deferred:' || o.currency, 'revenue:' || e.supplier_code, o.currency::text, o.unit_price * e.units
    from (select order_id, supplier_code, count(*) as units, max(created_at) as at from esims where environment = 'live' group by 1, 2) e
    join orders o on o.id = e.order_id where p_kind = 'deliveries' and o.unit_price > 0
  union all
  select 'action:' || a.id || ':done', a.settled_at, m.debit, m.credit, m.currency, m.amount
    from actions a
   cross join lateral (values ('deferred:' || a.currency, 'revenue:' || a.supplier_code, a.currency::text, a.amount),
                              ('cost:' || a.supplier_code, 'float:' || a.supplier_code, 'USD', coalesce(a.unit_cost_usd, 0)))
         m(debit, credit, currency, amount)
   where p_kind = 'deliveries' and a.charged and a.status = 'succeeded' and m.amount > 0
  union all
  select 'part:' || p.id, p.updated_at, 'cost:' || p.supplier_code, 'float:' || p.supplier_code, 'USD', part_cost(p)
    from supplier_orders p where p_kind = 'costs' and (p.status = 'delivered' or p.stray is not null) and part_cost(p) > 0
  union all
  select 'action:' || a.id || ':returned', coalesce(a.refunded_at, a.settled_at), 'float:' || a.supplier_code, 'cost:' || a.supplier_code, 'USD',
         returned_cost(a)
    from actions a where p_kind = 'costs' and a.status = 'succeeded' and a.action in ('topup', 'cancel') and returned_cost(a) > 0
$$;

-- What was booked before there was a journal, in the order of its time.
insert into journal_movements (debit, credit, currency, amount, cause, at)
select case when m.amount > 0 then m.debit else m.credit end, case when m.amount > 0 then m.credit else m.debit end, m.currency, abs(m.amount),
       m.cause, m.at
  from unnest(array['entries', 'deliveries', 'costs']) kind cross join lateral booked_movements(kind) m order by m.at;

-- ---------------------------------------------------------------- balances

-- Adds the movements since the last time to the sums of their days. Those of the last hour are left for the next time: a
-- transaction that is still open may have drawn an earlier number. Returns how many movements were added.
create function sum_journal(p_now timestamptz) returns bigint language plpgsql as $$
declare
  v_from bigint;
  v_until bigint;
begin
  perform pg_advisory_xact_lock(hashtext('sum-journal'));
  v_from := coalesce((select until_movement from journal_summed), 0);
  select max(id) into v_until from journal_movements
   where id > v_from and id < all (select m.id from journal_movements m where m.at >= p_now - interval '1 hour' and m.id > v_from order by m.id limit 1);
  if v_until is null then return 0; end if;
  insert into journal_sums as s (account, currency, day, amount)
  select account, currency, (at at time zone 'UTC')::date, sum(amount) from journal_lines where movement > v_from and movement <= v_until group by 1, 2, 3
  on conflict (account, currency, day) do update set amount = s.amount + excluded.amount;
  insert into journal_summed (until_movement) values (v_until) on conflict (id) do update set until_movement = excluded.until_movement;
  return (select count(*) from journal_movements where id > v_from and id <= v_until);
end $$;

-- The balance of every account as of a moment: what is summed up, and the movements since. Accounts at zero are missing.
create function balances_at(p_at timestamptz) returns table (account text, currency text, amount numeric) language sql stable as $$
  with summed as (
    select coalesce((select until_movement from journal_summed), 0) as until_movement, (p_at at time zone 'UTC')::date as day
  )
  select x.account, x.currency::text, sum(x.amount) from (
    select s.account, s.currency, s.amount from journal_sums s, summed where s.day < summed.day
    union all
    select l.account, l.currency, l.amount from journal_lines l, summed
     where l.movement <= summed.until_movement and l.at >= summed.day::timestamp at time zone 'UTC' and l.at <= p_at
    union all
    select l.account, l.currency, l.amount from journal_lines l, summed where l.movement > summed.until_movement and l.at <= p_at
  ) x group by x.account, x.currency having sum(x.amount) <> 0
$$;
