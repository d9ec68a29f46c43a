-- Everything that is hashed of a ledger entry, in the order of its columns. The verifier in
-- server/domain/money/ledger writes the same bytes: change both or none, and never for entries that exist.
create or replace function ledger_fields(
  id bigint, account_id int, sequence bigint, type text, amount numeric, currency text, balance_before numeric, balance_after numeric,
  credit_usable numeric, cause text, description text, created_at timestamptz
) returns text language plpgsql immutable parallel safe as $$
begin
  return ledger_field(id::text) || ledger_field(account_id::text) || ledger_field(sequence::text) || ledger_field(type)
      || ledger_field(amount::numeric(18,4)::text) || ledger_field(currency) || ledger_field(balance_before::numeric(18,4)::text)
      || ledger_field(balance_after::numeric(18,4)::text) || ledger_field(credit_usable::numeric(18,4)::text) || ledger_field(cause)
      || ledger_field(description) || ledger_field(to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end $$;
