-- AlterTable
ALTER TABLE "users" ADD COLUMN     "operator_invited_by" TEXT,
ADD COLUMN     "operator_role" TEXT,
ADD COLUMN     "operator_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "invitations" ALTER COLUMN "account_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "decisions" ADD COLUMN     "amount_usd" DECIMAL(18,4),
ALTER COLUMN "account_id" DROP NOT NULL,
ALTER COLUMN "amount" DROP NOT NULL,
ALTER COLUMN "currency" DROP NOT NULL;

-- ---------------------------------------------------------------- operators and their roles

-- Until now every operator could do everything.
update users set operator_role = 'admin', operator_since = created_at where is_operator;

-- An operator without a role is switched off.
alter table users
  add constraint users_operator_role check (operator_role in ('support', 'finance', 'admin')),
  add constraint users_operator check (operator_role is null or (is_operator and operator_since is not null));
create index users_operators on users (id) where is_operator;

-- Without an account: to the platform's own side. An owner is invited by the platform alone, as a decision of two.
alter table invitations drop constraint invitations_role;
alter table invitations add constraint invitations_role check (
  case when account_id is null then role in ('support', 'finance', 'admin')
       else role in ('owner', 'admin', 'developer', 'finance', 'support', 'viewer') end);
drop index invitations_open;
create unique index invitations_open on invitations (account_id, email) nulls not distinct where accepted_at is null and revoked_at is null;

-- ---------------------------------------------------------------- decisions

alter table decisions drop constraint decisions_kind;
alter table decisions
  add constraint decisions_kind check (kind in ('deposit', 'adjustment', 'refund', 'review', 'credit', 'price', 'membership', 'rate')),
  -- What no amount says the worth of is never decided by one person.
  add constraint decisions_amount check ((amount is null) = (currency is null)),
  add constraint decisions_second check (status <> 'done' or decided_by is not null or amount is not null);

update decisions d
   set amount_usd = case when d.currency = 'USD' then abs(d.amount)
                         else (select round(abs(d.amount) / r.rate, 4) from fx_rates r where r.currency = d.currency) end
 where amount_usd is null;

-- What an operator decided alone within a day is summed under a lock, whoever has decided how much in years.
create index decisions_alone on decisions (asked_by, asked_at) where status = 'done' and decided_by is null;

-- Of everything but money that moves, one decision about a subject waits at a time.
drop index decisions_waiting_subject;
create unique index decisions_waiting_subject on decisions (kind, subject) where status = 'waiting' and kind not in ('deposit', 'adjustment');

-- A rate that somebody asked for by hand is a decision now; what the source said and was not believed stays put aside.
insert into decisions (kind, subject, details, reason, status, asked_by, asked_at)
select 'rate', currency, jsonb_build_object('rate', rate::text, 'changes', jsonb_build_array(jsonb_build_object(
         'what', currency || ' for 1 USD',
         'from', coalesce((select trim_scale(r.rate)::text from fx_rates r where r.currency = fx_held.currency), 'none'),
         'to', trim_scale(rate)::text))), 'Asked for by hand', 'waiting', asked_by, held_at
  from fx_held where asked_by is not null;
delete from fx_held where asked_by is not null;

-- AlterTable
ALTER TABLE "fx_held" DROP COLUMN "asked_by";
