-- Moves an amount between two accounts of the books. An amount below zero goes the other way; zero moves nothing.
create or replace function post_movement(p_cause text, p_at timestamptz, p_debit text, p_credit text, p_currency text, p_amount numeric) returns void
language sql as $$
  insert into journal_movements (debit, credit, currency, amount, cause, at)
  select case when p_amount > 0 then p_debit else p_credit end, case when p_amount > 0 then p_credit else p_debit end, p_currency,
         abs(p_amount), p_cause, p_at where p_amount <> 0
$$;
