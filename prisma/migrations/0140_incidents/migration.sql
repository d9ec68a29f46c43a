-- Incidents, what the public is told of them, and who was affected. Suppliers have a public name: theirs is nobody's business.
alter table suppliers add column public_number serial, add column public_name text check (length(trim(public_name)) between 1 and 40);
create unique index suppliers_public_number_key on suppliers (public_number);

create table incidents (
  id serial primary key,
  title text not null,
  severity text not null check (severity in ('minor', 'major', 'critical')),
  state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  components text[] check (cardinality(components) > 0),
  audience text not null check (audience in ('affected', 'all')),
  updates smallint not null,
  began_at timestamptz(3) not null,
  opened_at timestamptz(3) not null,
  opened_by text not null,
  resolved_at timestamptz(3),
  announcement_id integer not null unique,
  check ((state = 'resolved') = (resolved_at is not null))
);
create index incidents_open on incidents (id) where resolved_at is null;
create index incidents_opened_at_idx on incidents (opened_at);

create table incident_updates (
  incident_id integer not null,
  number smallint not null,
  state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  text text not null,
  written_by text not null,
  at timestamptz(3) not null,
  mailed integer not null default 0,
  primary key (incident_id, number),
  foreign key (incident_id) references incidents (id) on delete restrict on update cascade
);

create table incident_effects (
  incident_id integer not null,
  account_id integer not null,
  what text not null,
  ref text not null,
  amount numeric(18, 4),
  currency char(3),
  count integer not null default 1,
  first_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  primary key (incident_id, account_id, what, ref),
  foreign key (incident_id) references incidents (id) on delete restrict on update cascade
);

alter table service_alerts add column incident_id integer references incidents (id) on delete restrict on update cascade;
create index service_alerts_incident_id_idx on service_alerts (incident_id);

alter table announcements add column limited boolean not null default false;
create table announcement_accounts (
  announcement_id integer not null,
  account_id integer not null,
  primary key (announcement_id, account_id),
  foreign key (announcement_id) references announcements (id) on delete cascade on update cascade
);

-- What the status page and an incident read of the API: failures alone, of which there are few.
create index api_requests_failed on api_requests (created_at) where status >= 500;
