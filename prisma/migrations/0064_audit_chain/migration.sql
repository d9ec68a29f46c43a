-- CreateTable
CREATE TABLE "audit_seals" (
    "sequence" BIGINT NOT NULL,
    "entry_id" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_seals_pkey" PRIMARY KEY ("sequence")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_seals_entry_id_key" ON "audit_seals"("entry_id");

-- Everything that an entry says, and its place. The verifier in server/domain/audit writes the same bytes.
create function audit_fields(sequence bigint, e audit_entries) returns text language plpgsql immutable parallel safe as $$
begin
  return ledger_field(sequence::text) || ledger_field(e.id::text) || ledger_field(e.actor) || ledger_field(e.act)
      || ledger_field(coalesce(e.account_id::text, '')) || ledger_field(e.subject) || ledger_field(e.details::text)
      || ledger_field(to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end $$;

-- What was written before there was a chain, in the order in which it was written.
insert into audit_seals (sequence, entry_id, hash)
select n, id, ledger_chain(decode(repeat('00', 32), 'hex'), fields) over (order by n)
  from (select n, id, audit_fields(n, e) as fields
          from (select row_number() over (order by id) as n, id, x as e from audit_entries x) numbered) described;

-- Gives an entry its number and its hash over the one before it. It runs when the transaction commits, after everything
-- else that the transaction locks: whoever waits here holds up nobody but the next commit with an audit entry.
create function seal_audit_entry() returns trigger language plpgsql as $$
declare
  last audit_seals;
begin
  perform pg_advisory_xact_lock(7276318204);
  select * into last from audit_seals order by sequence desc limit 1;
  insert into audit_seals (sequence, entry_id, hash)
  values (coalesce(last.sequence, 0) + 1, new.id,
          ledger_link(last.hash, decode(repeat('00', 32), 'hex'), audit_fields(coalesce(last.sequence, 0) + 1, new)));
  return null;
end $$;

create constraint trigger audit_entries_seal after insert on audit_entries
  deferrable initially deferred for each row execute function seal_audit_entry();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_change();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function refuse_change();
create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_change();
create trigger audit_seals_no_truncate before truncate on audit_seals
  for each statement execute function refuse_change();
