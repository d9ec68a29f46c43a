-- The two lines of each movement of the books: debits above zero, credits below.
create or replace view journal_lines as
  select m.id as movement, l.account, m.currency, l.amount, m.cause, m.at
    from journal_movements m cross join lateral (values (m.debit, m.amount), (m.credit, -m.amount)) l(account, amount);
