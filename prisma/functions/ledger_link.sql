-- The hash of an entry: SHA-256 over the hash before it and its own fields; `head` stands for the hash before the
-- first. `ledger_chain(head, fields) over (… order by …)` chains rows.
create or replace function ledger_link(previous bytea, head bytea, fields text) returns bytea language plpgsql immutable parallel safe as $$
begin
  return sha256(coalesce(previous, head) || convert_to(fields, 'UTF8'));
end $$;

create or replace aggregate ledger_chain(head bytea, fields text) (sfunc = ledger_link, stype = bytea);
