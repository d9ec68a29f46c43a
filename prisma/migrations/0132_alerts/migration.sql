-- Operators are called by mail and by a webhook of their own: what they are called for, what was posted, and who is called how.
create table service_alerts (
  id serial primary key,
  cause text not null,
  critical boolean not null,
  text text not null,
  runbook text not null,
  raised_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  closed_at timestamptz(3),
  acknowledged_at timestamptz(3),
  acknowledged_by text,
  steps smallint not null default 0,
  told text[] default array[]::text[],
  next_at timestamptz(3)
);
create unique index service_alerts_open on service_alerts (cause) where closed_at is null;

create table alert_posts (
  id bigserial primary key,
  alert_id integer not null,
  body text not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  attempts smallint not null default 0,
  last_error text
);
create index alert_posts_alert_id_idx on alert_posts (alert_id);
create index alert_posts_unsent on alert_posts (id) where sent_at is null;

create table alert_settings (
  id integer primary key default 1 check (id = 1),
  webhook_url bytea,
  webhook_host text,
  on_call text[] default array[]::text[],
  quiet_from text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_until text check (quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text not null default 'UTC',
  unsettled_minutes integer not null default 5 check (unsettled_minutes between 1 and 1440),
  escalate_minutes integer not null default 15 check (escalate_minutes between 1 and 1440),
  changed_by text not null default 'the platform',
  changed_at timestamptz(3) not null default current_timestamp,
  check ((quiet_from is null) = (quiet_until is null))
);
insert into alert_settings default values;
