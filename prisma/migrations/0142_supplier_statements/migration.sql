-- Suppliers' statements, line by line against what we bought, and what became of each difference.
create table statement_columns (
  supplier_code text primary key,
  columns jsonb not null,
  changed_by text not null,
  changed_at timestamptz(3) not null
);

create table supplier_statements (
  id serial primary key,
  supplier_code text not null,
  file_name text not null,
  hash bytea not null,
  period_from timestamptz(3) not null,
  period_to timestamptz(3) not null,
  lines integer not null,
  matched integer not null,
  seen_before integer not null,
  skipped integer not null,
  total numeric(18, 4) not null,
  uploaded_by text not null,
  uploaded_at timestamptz(3) not null,
  check (period_from < period_to)
);
create unique index supplier_statements_supplier_code_hash_key on supplier_statements (supplier_code, hash);

create table statement_lines (
  statement_id integer not null,
  number integer not null,
  identity text not null,
  reference text not null,
  amount numeric(18, 4) not null,
  currency char(3) not null,
  at timestamptz(3),
  charge text,
  primary key (statement_id, number),
  foreign key (statement_id) references supplier_statements (id) on delete restrict on update cascade
);
create index statement_lines_identity_idx on statement_lines (identity);
create index statement_lines_charge_idx on statement_lines (charge);

create table statement_differences (
  id serial primary key,
  key text not null unique,
  statement_id integer not null,
  line integer,
  finding text not null check (finding in ('theirs_only', 'ours_only', 'amount', 'twice', 'currency')),
  reference text not null,
  charge text,
  ref text,
  account_id integer,
  theirs numeric(18, 4),
  ours numeric(18, 4),
  currency char(3) not null,
  amount numeric(18, 4),
  text text not null,
  state text not null default 'open' check (state in ('open', 'disputed', 'accepted', 'corrected', 'settled')),
  note text,
  decided_by text,
  decided_at timestamptz(3),
  foreign key (statement_id) references supplier_statements (id) on delete restrict on update cascade
);
create index statement_differences_statement_id_idx on statement_differences (statement_id);
create index statement_differences_charge_idx on statement_differences (charge);
create index statement_differences_open on statement_differences (statement_id) where state in ('open', 'disputed');

alter table decisions
  drop constraint decisions_kind,
  add constraint decisions_kind check (kind in ('deposit', 'adjustment', 'refund', 'review', 'credit', 'price', 'membership', 'rate', 'bank', 'difference'));
