create table backup_states (
  kind text primary key check (kind in ('wal', 'base', 'verify')),
  place text not null,
  done_at timestamptz(3),
  took_ms integer,
  bytes bigint,
  fault text,
  failing_since timestamptz(3)
);
