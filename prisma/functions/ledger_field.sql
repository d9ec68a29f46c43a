-- One value as a netstring: the length in bytes, a colon, the value, a comma. No value can pretend to be two.
create or replace function ledger_field(value text) returns text language sql immutable parallel safe as $$
  select octet_length(value)::text || ':' || value || ','
$$;
