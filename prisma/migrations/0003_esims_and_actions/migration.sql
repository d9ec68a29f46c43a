-- AlterTable
ALTER TABLE "esims" ADD COLUMN     "device_imei" TEXT,
ADD COLUMN     "device_os" TEXT,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "key_usage" (
    "key_id" INTEGER NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "requests" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,
    "duration_ms" DOUBLE PRECISION NOT NULL,
    "counted" INTEGER NOT NULL,

    CONSTRAINT "key_usage_pkey" PRIMARY KEY ("key_id","minute")
);

-- CreateTable
CREATE TABLE "esim_history" (
    "id" BIGSERIAL NOT NULL,
    "esim_id" BIGINT NOT NULL,
    "event_type" TEXT NOT NULL,
    "previous_status" TEXT NOT NULL,
    "current_status" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "esim_history_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "esim_usage" (
    "id" BIGSERIAL NOT NULL,
    "esim_id" BIGINT NOT NULL,
    "total_bytes" BIGINT NOT NULL,
    "used_bytes" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "esim_usage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "actions" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "esim_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "supplier_code" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "package_code" TEXT,
    "package_name" TEXT,
    "data_mb" INTEGER,
    "duration_days" INTEGER,
    "unit_cost_usd" DECIMAL(18,4),
    "amount" DECIMAL(18,4) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "charged" BOOLEAN NOT NULL DEFAULT false,
    "refunded_amount" DECIMAL(18,4) NOT NULL DEFAULT 0,
    "refunded_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "request_id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "supplier_reference" TEXT,
    "evidence" TEXT,
    "sends" SMALLINT NOT NULL DEFAULT 0,
    "checks" SMALLINT NOT NULL DEFAULT 0,
    "not_found_at" TIMESTAMPTZ(3),
    "busy_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "actions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "topup_options" (
    "esim_id" BIGINT NOT NULL,
    "options" JSONB NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "topup_options_pkey" PRIMARY KEY ("esim_id")
);

-- CreateTable
CREATE TABLE "brands" (
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "logo_url" TEXT,
    "favicon_url" TEXT,
    "primary_color" TEXT NOT NULL,
    "secondary_color" TEXT NOT NULL,
    "accent_color" TEXT NOT NULL,
    "support_email" TEXT NOT NULL,
    "support_phone" TEXT,
    "terms_url" TEXT,
    "privacy_url" TEXT,
    "company_legal_name" TEXT NOT NULL,
    "custom_domain" TEXT,
    "domain_token" TEXT NOT NULL,
    "domain_verified_at" TIMESTAMPTZ(3),
    "portal_slug" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "brands_pkey" PRIMARY KEY ("account_id","environment")
);

-- CreateIndex
CREATE INDEX "key_usage_minute_idx" ON "key_usage"("minute");

-- CreateIndex
CREATE INDEX "esim_history_esim_id_id_idx" ON "esim_history"("esim_id", "id" DESC);

-- CreateIndex
CREATE INDEX "esim_usage_esim_id_id_idx" ON "esim_usage"("esim_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "actions_reference_key" ON "actions"("reference");

-- CreateIndex
CREATE INDEX "actions_esim_id_id_idx" ON "actions"("esim_id", "id" DESC);

-- CreateIndex
CREATE INDEX "actions_order_id_id_idx" ON "actions"("order_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "brands_environment_portal_slug_key" ON "brands"("environment", "portal_slug");

-- CreateIndex
CREATE INDEX "esims_account_id_environment_status_id_idx" ON "esims"("account_id", "environment", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "esims_account_id_environment_supplier_code_id_idx" ON "esims"("account_id", "environment", "supplier_code", "id" DESC);

-- ---------------------------------------------------------------- what must hold whoever writes

alter table actions
  add constraint actions_action check (action in ('topup', 'cancel', 'suspend', 'resume')),
  add constraint actions_status check (status in ('queued', 'processing', 'succeeded', 'failed', 'under_review')),
  add constraint actions_amount check (amount >= 0 and refunded_amount between 0 and amount),
  add constraint actions_charged check (not charged or (action = 'topup' and environment = 'live')),
  -- A top-up gives back what it took; a cancel pays only when it succeeded; test money does not exist.
  add constraint actions_refund check (refunded_amount = 0 or (environment = 'live' and
    case action when 'topup' then charged and status in ('failed', 'succeeded') when 'cancel' then status = 'succeeded' else false end)),
  add constraint actions_settled check ((status in ('succeeded', 'failed')) = (settled_at is not null));

-- One open action of a kind per eSIM.
create unique index actions_open on actions (esim_id, action) where status in ('queued', 'processing', 'under_review');
-- What the sweeper looks for.
create index actions_waiting on actions (updated_at) where status in ('queued', 'processing', 'under_review');

create function check_action_move() returns trigger language plpgsql as $$
begin
  if not (old.status, new.status) in (
    ('queued', 'processing'), ('queued', 'failed'), ('processing', 'succeeded'), ('processing', 'failed'), ('processing', 'under_review'),
    ('under_review', 'succeeded'), ('under_review', 'failed')
  ) then
    raise exception 'action % may not move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger actions_moves before update of status on actions
  for each row when (old.status is distinct from new.status) execute function check_action_move();

-- A domain belongs to whoever proved it last; what is only claimed blocks nobody.
create unique index brands_verified_domain on brands (environment, custom_domain) where domain_verified_at is not null;
alter table brands
  add constraint brands_environment check (environment in ('test', 'live')),
  add constraint brands_colors check (primary_color ~ '^#[0-9A-F]{6}$' and secondary_color ~ '^#[0-9A-F]{6}$' and accent_color ~ '^#[0-9A-F]{6}$'),
  add constraint brands_slug check (portal_slug ~ '^[a-z0-9-]{3,40}$');

-- ---------------------------------------------------------------- eSIMs

-- New eSIMs, and the first line of each one's history.
create or replace function insert_esims(p_order_id bigint, p_account_id int, p_environment text, p_esims jsonb, p_at timestamptz)
returns int language sql as $$
  with made as (
    insert into esims (account_id, environment, order_id, supplier_order_id, supplier_code, supplier_esim_id, supplier_reference,
      iccid, imsi, activation_code, smdp_address, status, installation_status, supplier_status, supplier_smdp_status,
      total_bytes, used_bytes, validity_days, apn, network_name, created_at, updated_at, synced_at)
    select p_account_id, p_environment, p_order_id, e.supplier_order_id, e.supplier_code, e.supplier_esim_id, e.supplier_reference,
      e.iccid, e.imsi, e.activation_code, e.smdp_address, e.status, e.installation_status, e.supplier_status, e.supplier_smdp_status,
      e.total_bytes, e.used_bytes, e.validity_days, e.apn, e.network_name, p_at, p_at, p_at
    from jsonb_to_recordset(p_esims) as e(
      supplier_order_id bigint, supplier_code text, supplier_esim_id text, supplier_reference text, iccid text, imsi text,
      activation_code text, smdp_address text, status text, installation_status text, supplier_status text, supplier_smdp_status text,
      total_bytes bigint, used_bytes bigint, validity_days int, apn text, network_name text)
    returning id, status
  )
  insert into esim_history (esim_id, event_type, previous_status, current_status, source, created_at)
  select id, 'status.changed', 'provisioning', status, case p_environment when 'test' then 'sandbox' else 'supplier' end, p_at from made
   where status <> 'provisioning';
  select jsonb_array_length(p_esims)
$$;

create type esim_change as (
  id bigint, version int, status text, resume_status text, installation_status text, supplier_status text, supplier_smdp_status text,
  total_bytes bigint, used_bytes bigint, activated_at timestamptz, installed_at timestamptz, expires_at timestamptz, eid text,
  device_brand text, device_model text, device_os text, device_imei text, network_name text, apn text, synced_at timestamptz,
  source text, at timestamptz, measured boolean, events jsonb);

-- Applies what was learned of eSIMs, each only if it is still the version that was read. Returns those that were changed; for
-- them history, the measurement (the last 100 are kept) and the events are written too.
create function change_esims(p_changes jsonb) returns setof bigint
language plpgsql set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_changes esim_change[] := array(select c from jsonb_populate_recordset(null::esim_change, p_changes) c order by c.id);
begin
  return query
  with before as materialized (
    select e.id, e.status, e.installation_status, a.ord
      from unnest(v_changes) with ordinality as a(id, version, status, resume_status, installation_status, supplier_status, supplier_smdp_status,
           total_bytes, used_bytes, activated_at, installed_at, expires_at, eid, device_brand, device_model, device_os, device_imei, network_name,
           apn, synced_at, source, at, measured, events, ord)
      join esims e on e.id = a.id and e.version = a.version order by e.id for no key update of e
  ), asked as materialized (
    select (v_changes[b.ord]).*, b.status as old_status, b.installation_status as old_installation from before b
  ), changed as (
    update esims e
       set status = a.status, resume_status = a.resume_status, installation_status = a.installation_status, supplier_status = a.supplier_status,
           supplier_smdp_status = a.supplier_smdp_status, total_bytes = a.total_bytes, used_bytes = a.used_bytes, activated_at = a.activated_at,
           installed_at = a.installed_at, expires_at = a.expires_at, eid = a.eid, device_brand = a.device_brand, device_model = a.device_model,
           device_os = a.device_os, device_imei = a.device_imei, network_name = a.network_name, apn = a.apn, synced_at = a.synced_at,
           updated_at = a.at, version = e.version + 1
      from asked a where e.id = a.id returning e.id, e.account_id, e.environment
  ), history as (
    insert into esim_history (esim_id, event_type, previous_status, current_status, source, created_at)
    select id, 'status.changed', old_status, status, source, at from asked where old_status <> status
    union all
    select id, 'installation.changed', old_installation, installation_status, source, at from asked where old_installation <> installation_status
  ), measures as (
    insert into esim_usage (esim_id, total_bytes, used_bytes, source, recorded_at)
    select id, total_bytes, used_bytes, source, at from asked where measured
  ), outlived as (
    delete from esim_usage u using asked a
     where a.measured and u.esim_id = a.id
       and u.id <= (select m.id from esim_usage m where m.esim_id = a.id order by m.id desc offset 99 limit 1)
  ), facts as (
    select announce_events(array_agg((c.account_id, c.environment, f.event_id, f.type, f.data, a.at)::new_event order by a.id, f.event_id)) as n
      from changed c join asked a on a.id = c.id cross join jsonb_to_recordset(a.events) as f(event_id text, type text, data text)
    having count(*) > 0
  ), written as (
    select coalesce((select count(n) from facts), 0) as n
  )
  select c.id from changed c join written w on w.n >= 0;
end $$;

-- ---------------------------------------------------------------- actions

create type settlement as (
  action_id bigint, status text, failure text, at timestamptz, refund numeric, topups_refunded boolean,
  change jsonb, events jsonb, order_event_id text, order_data text);

-- Ends actions: their eSIMs' new state, what is given back, the order that is cancelled with its last eSIM, and the events. Returns
-- the actions that were ended; one that had ended before is left alone. An eSIM that is no longer the version that was read fails
-- the whole call with serialization_failure: read again. The orders are locked first, so that of two eSIMs cancelled at once one
-- sees the other; the wallets last.
create function settle_actions(p_settlements jsonb) returns setof bigint language plpgsql as $$
declare
  v_settled settlement[];
  v_cancelled bigint[];
  v_entries new_entry[];
begin
  perform from orders o where o.id in (
    select a.order_id from jsonb_populate_recordset(null::settlement, p_settlements) s join actions a on a.id = s.action_id
     where a.action = 'cancel') order by o.id for no key update;
  with asked as (
    select s from jsonb_populate_recordset(null::settlement, p_settlements) s
  ), moved as (
    update actions a
       set status = (s).status, failure = (s).failure, settled_at = (s).at, updated_at = (s).at, refunded_amount = (s).refund,
           refunded_at = case when (s).refund > 0 then (s).at end
      from asked where a.id = (s).action_id and a.status in ('queued', 'processing', 'under_review') returning s
  )
  select array_agg(s) into v_settled from moved;
  if v_settled is null then return; end if;

  if (select count(*) from unnest(v_settled) where change is not null)
     <> (select count(*) from change_esims((select coalesce(jsonb_agg(change), '[]') from unnest(v_settled) where change is not null))) then
    raise exception 'an eSIM has moved on' using errcode = 'serialization_failure';
  end if;

  -- What the supplier gives back for top-ups of a cancelled eSIM is given back too.
  with returned as (
    update actions t set refunded_amount = t.amount, refunded_at = s.at
      from unnest(v_settled) s join actions a on a.id = s.action_id
     where a.action = 'cancel' and s.topups_refunded and t.esim_id = a.esim_id and t.action = 'topup' and t.status = 'succeeded'
       and t.charged and t.refunded_amount = 0
    returning t.id, t.account_id, t.amount, t.package_name, s.at
  ), refunds as (
    select a.account_id, s.refund as amount, 'action:' || a.id || ':refund' as cause,
           case a.action when 'cancel' then 'Order B2B-' || a.order_id || ': eSIM ' || e.iccid || ' cancelled'
                         else 'Top-up ' || a.package_name || ' of eSIM ' || e.iccid || ' failed' end as description, s.at
      from unnest(v_settled) s join actions a on a.id = s.action_id join esims e on e.id = a.esim_id where s.refund > 0
    union all
    select account_id, amount, 'action:' || id || ':refund', 'Top-up ' || package_name || ' of a cancelled eSIM', at from returned
  )
  select array_agg((account_id, 'refund', amount, cause, description, at)::new_entry order by account_id, cause) into v_entries from refunds;

  update orders o set refunded_amount = o.refunded_amount + r.refund
    from (select a.order_id, sum(s.refund) as refund from unnest(v_settled) s join actions a on a.id = s.action_id
           where a.action = 'cancel' and s.refund > 0 group by a.order_id) r where o.id = r.order_id;

  with ended as (
    update orders o set status = 'cancelled', updated_at = d.at
      from (select distinct on (a.order_id) a.order_id, s.order_event_id, s.order_data, s.at
              from unnest(v_settled) s join actions a on a.id = s.action_id
             where a.action = 'cancel' and s.status = 'succeeded' order by a.order_id, s.action_id) d
     where o.id = d.order_id and o.status in ('delivered', 'partially_delivered')
       and not exists (select from esims e where e.order_id = o.id and e.status <> 'cancelled')
    returning o.account_id, o.environment, d.order_event_id, d.order_data, d.at
  )
  select array_agg(1) into v_cancelled from (
    select announce_events(array_agg((account_id, environment, order_event_id, 'order.cancelled', order_data, at)::new_event)) from ended having count(*) > 0) x;

  perform announce_events(array_agg((a.account_id, a.environment, f.event_id, f.type, f.data, s.at)::new_event order by s.action_id, f.event_id))
    from unnest(v_settled) s join actions a on a.id = s.action_id cross join jsonb_to_recordset(s.events) as f(event_id text, type text, data text)
  having count(*) > 0;

  if v_entries is not null then
    perform from wallets w where w.account_id in (select account_id from unnest(v_entries)) order by w.account_id for no key update;
    perform from append_entries(v_entries);
  end if;
  return query select action_id from unnest(v_settled);
end $$;

create type new_action as (
  account_id int, environment text, esim_id bigint, order_id bigint, supplier_code text, action text, status text, package_code text,
  package_name text, data_mb int, duration_days int, unit_cost_usd numeric, amount numeric, currency text, charged boolean,
  request_id text, reference text, at timestamptz);

-- Opens actions. An eSIM that has one of the kind open already gets none. Live ones are handed to the worker.
create function open_actions(p_actions jsonb) returns table (id bigint, esim_id bigint) language sql as $$
  with made as (
    insert into actions (account_id, environment, esim_id, order_id, supplier_code, action, status, package_code, package_name, data_mb,
      duration_days, unit_cost_usd, amount, currency, charged, request_id, reference, created_at, updated_at)
    select a.account_id, a.environment, a.esim_id, a.order_id, a.supplier_code, a.action, a.status, a.package_code, a.package_name, a.data_mb,
           a.duration_days, a.unit_cost_usd, a.amount, a.currency, a.charged, a.request_id, a.reference, a.at, a.at
      from jsonb_populate_recordset(null::new_action, p_actions) a
     order by a.esim_id
    on conflict (esim_id, action) where status in ('queued', 'processing', 'under_review') do nothing
    returning id, esim_id, environment, created_at
  ), jobs as (
    insert into outbox_jobs (job, key, payload, run_at)
    select 'settle-action', 'settle-action:' || id, jsonb_build_object('actionId', id), created_at from made where environment = 'live'
  )
  select id, esim_id from made
$$;

-- Opens a top-up once per idempotency key and charges it, under the wallet's lock. In the answer `"action_id":0` and
-- `"ledger_reference":"LED-0"` stand for ids that are known only here. Outcomes: opened, replayed, key_conflict, busy, over, insufficient.
create function request_topup(
  p_topup jsonb, p_operation text, p_key text, p_fingerprint text, p_response text,
  out outcome text, out response text, out action_id bigint, out balance numeric, out available numeric, out credit_enabled boolean,
  out credit_status text
) language plpgsql as $$
declare
  t new_action := jsonb_populate_record(null::new_action, p_topup);
  w wallets;
  k idempotency_keys;
begin
  select * into strict w from wallets where account_id = t.account_id for no key update;
  select * into k from idempotency_keys x where x.account_id = t.account_id and x.environment = t.environment and x.operation = p_operation
     and x.key = p_key and x.created_at > t.at - interval '24 hours';
  balance := w.balance;
  available := greatest(0, w.balance + usable_credit(w));
  credit_enabled := w.credit_enabled;
  credit_status := w.credit_status;
  response := k.response;
  outcome := case
    when k.fingerprint = decode(p_fingerprint, 'hex') then 'replayed'
    when k.fingerprint is not null then 'key_conflict'
    when exists (select from esims e where e.id = t.esim_id and e.status in ('cancelled', 'expired')) then 'over'
    when t.charged and t.amount > available then 'insufficient'
  end;
  if outcome is not null then return; end if;
  select o.id into action_id from open_actions(jsonb_build_array(p_topup)) o;
  if action_id is null then
    outcome := 'busy';
    return;
  end if;
  response := replace(p_response, '"action_id":0', '"action_id":' || action_id);
  if t.charged then
    select replace(response, '"ledger_reference":"LED-0"', '"ledger_reference":"LED-' || l.id || '"') into response
      from append_entries(array[(t.account_id, 'debit', -t.amount, 'action:' || action_id, 'Top-up ' || t.package_name, t.at)::new_entry]) l;
  end if;
  insert into idempotency_keys as i (account_id, environment, operation, key, fingerprint, response, created_at)
  values (t.account_id, t.environment, p_operation, p_key, decode(p_fingerprint, 'hex'), response, t.at)
  on conflict on constraint idempotency_keys_pkey
    do update set fingerprint = excluded.fingerprint, response = excluded.response, created_at = excluded.created_at;
  outcome := 'opened';
end $$;

-- ---------------------------------------------------------------- brands

-- A slug belongs to one account in both environments, so that a brand can be copied from one to the other.
create function check_brand_slug() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('brand:' || new.portal_slug));
  if exists (select from brands where portal_slug = new.portal_slug and account_id <> new.account_id) then
    raise exception 'the slug % is taken', new.portal_slug using errcode = 'unique_violation', constraint = 'brands_environment_portal_slug_key';
  end if;
  return new;
end $$;

create trigger brands_slug_owner before insert or update of portal_slug on brands for each row execute function check_brand_slug();

-- Every account has a brand from its first day: its company's name, to be made its own later.
create function create_brand() returns trigger language plpgsql as $$
begin
  insert into brands (account_id, environment, name, primary_color, secondary_color, accent_color, support_email, company_legal_name,
                      domain_token, portal_slug, locale, updated_at)
  values (new.id, 'live', new.company_name, '#0F5C63', '#12323A', '#E8A33D', new.email, new.company_name,
          replace(gen_random_uuid()::text, '-', ''),
          trim(both '-' from left(regexp_replace(lower(new.company_name), '[^a-z0-9]+', '-', 'g'), 27) || '-' || lower(right(new.code, 8))),
          'en', new.created_at);
  return null;
end $$;

create trigger accounts_brand after insert on accounts for each row execute function create_brand();

insert into brands (account_id, environment, name, primary_color, secondary_color, accent_color, support_email, company_legal_name,
                    domain_token, portal_slug, locale, updated_at)
select id, 'live', company_name, '#0F5C63', '#12323A', '#E8A33D', email, company_name, replace(gen_random_uuid()::text, '-', ''),
       lower(code), 'en', created_at from accounts;
