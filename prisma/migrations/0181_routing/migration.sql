-- Within what limits one supplier is chosen over another for an equal product. Off until an operator sets it.
create table routing_limits (
  id integer primary key default 1 check (id = 1),
  enabled boolean not null default false,
  least_parts integer not null default 50 check (least_parts between 10 and 10000),
  success_points integer not null default 3 check (success_points between 1 and 50),
  slower_times integer not null default 3 check (slower_times between 2 and 100),
  cheaper_percent integer not null default 5 check (cheaper_percent between 1 and 90),
  dearer_percent integer not null default 0 check (dearer_percent between 0 and 20),
  keep_percent integer not null default 10 check (keep_percent between 1 and 50),
  changed_by text not null default 'the platform',
  changed_at timestamptz(3) not null default now()
);
insert into routing_limits default values;
