-- Buyers are taken out of invoices when the legal term of these is over.

-- Keeps invoices, credit notes and reversals as they were written, with restrict_violation, whoever writes: none is deleted, and one that is
-- six years old, the shortest legal term that we know of, loses its buyer and nothing else (decision 114).
create or replace function check_paper_change() returns trigger language plpgsql as $$
declare
  v_buyer constant text[] := '{buyer_name,buyer_address,buyer_vat_id,buyer_email}';
begin
  if tg_op = 'UPDATE' and old.issued_at < now() - interval '6 years' and to_jsonb(new) - v_buyer = to_jsonb(old) - v_buyer
     and (new.buyer_name, new.buyer_address, new.buyer_vat_id, new.buyer_email) = ('', '', '', 'deleted') then return new; end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

create or replace trigger invoices_append_only before update or delete on invoices
  for each row execute function check_paper_change();

-- The trial balance with all wallets as one account is read from sums of its own: those of each wallet by the day grow with resellers and days.

create table journal_totals (
  account text not null,
  currency char(3) not null,
  day date not null,
  amount numeric(18, 4) not null,
  primary key (account, currency, day)
);
insert into journal_totals select regexp_replace(account, '^wallet:.*$', 'wallet'), currency, day, sum(amount) from journal_sums group by 1, 2, 3;

-- Adds the movements since the last time to the sums of their days (decision 43). Those of the last hour are left for
-- the next time: a transaction that is still open may have drawn an earlier number. Returns how many movements were
-- added. An advisory lock lets one caller sum at a time.
create or replace function sum_journal(p_now timestamptz) returns bigint language plpgsql as $$
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
  insert into journal_totals as t (account, currency, day, amount)
  select regexp_replace(account, '^wallet:.*$', 'wallet'), currency, (at at time zone 'UTC')::date, sum(amount) from journal_lines
   where movement > v_from and movement <= v_until group by 1, 2, 3
  on conflict (account, currency, day) do update set amount = t.amount + excluded.amount;
  insert into journal_summed (until_movement) values (v_until) on conflict (id) do update set until_movement = excluded.until_movement;
  return (select count(*) from journal_movements where id > v_from and id <= v_until);
end $$;

-- The books as of a moment with all wallets as one account: the same as `balances_at`, out of as few sums as there are days and accounts of our own, however
-- many resellers there are. Reads only, without locks.
create or replace function totals_at(p_at timestamptz) returns table (account text, currency text, amount numeric) language sql stable as $$
  with summed as (
    select coalesce((select until_movement from journal_summed), 0) as until_movement, (p_at at time zone 'UTC')::date as day
  )
  select x.account, x.currency::text, sum(x.amount) from (
    select t.account, t.currency, t.amount from journal_totals t, summed where t.day < summed.day
    union all
    select regexp_replace(l.account, '^wallet:.*$', 'wallet'), l.currency, l.amount from journal_lines l, summed
     where l.movement <= summed.until_movement and l.at >= summed.day::timestamp at time zone 'UTC' and l.at <= p_at
    union all
    select regexp_replace(l.account, '^wallet:.*$', 'wallet'), l.currency, l.amount from journal_lines l, summed
     where l.movement > summed.until_movement and l.at <= p_at
  ) x group by x.account, x.currency having sum(x.amount) <> 0
$$;
