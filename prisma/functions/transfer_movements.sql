-- The movements that a transfer between the business' own accounts amounts to. Over two currencies it is one in each,
-- through the accounts of the exchange.
create or replace function transfer_movements(t book_transfers) returns table (debit text, credit text, currency text, amount numeric)
language sql immutable as $$
  select * from (values
    ('fees', t.source, t.currency::text, t.fee),
    (case when t.currency = t.arrived_currency then t.target else 'fx:' || t.currency end, t.source, t.currency::text, t.amount - t.fee),
    (t.target, 'fx:' || t.arrived_currency, t.arrived_currency::text, case when t.currency = t.arrived_currency then 0 else t.arrived end)
  ) m(debit, credit, currency, amount) where m.amount > 0
$$;
