-- What must hold whoever writes: constraints, state moves, the ledger's one writer, and the statements that move money.

-- ---------------------------------------------------------------- constraints

alter table accounts
  add constraint accounts_status check (status in ('active', 'closed')),
  add constraint accounts_plan check (plan in ('starter', 'growth', 'scale')),
  add constraint accounts_currency check (currency ~ '^[A-Z]{3}$');

alter table wallets
  add constraint wallets_credit_status check (credit_status in ('none', 'active', 'blocked')),
  add constraint wallets_credit_limit check (credit_limit >= 0);
-- One row per account is rewritten by every purchase: room on the page keeps those updates off the index.
alter table wallets set (fillfactor = 40);

alter table ledger_entries
  add constraint ledger_entries_type check (type in ('deposit', 'debit', 'refund', 'credit_adjustment', 'adjustment')),
  add constraint ledger_entries_sum check (balance_before + amount = balance_after),
  add constraint ledger_entries_sign check (
    case type
      when 'debit' then amount < 0
      when 'deposit' then amount > 0
      when 'refund' then amount > 0
      when 'credit_adjustment' then amount = 0
      else amount <> 0
    end),
  -- A debit never takes the wallet below the credit that was usable at that moment.
  add constraint ledger_entries_covered check (type <> 'debit' or balance_after >= -credit_usable),
  add constraint ledger_entries_sequence check (sequence > 0);

alter table api_keys add constraint api_keys_environment check (environment in ('test', 'live'));

alter table packages
  add constraint packages_type check (type in ('local', 'regional', 'global')),
  add constraint packages_status check (status in ('on_sale', 'withdrawn')),
  add constraint packages_country check ((type = 'local') = (country_code is not null)),
  add constraint packages_cost check (cost_usd > 0),
  add constraint packages_public_id check (package_id ~ '[^0-9]');

drop index price_rules_target_key;
create unique index price_rules_target_key on price_rules (account_id, supplier_code, country_code, package_id) nulls not distinct;

alter table fx_rates add constraint fx_rates_rate check (rate > 0);

alter table orders
  add constraint orders_environment check (environment in ('test', 'live')),
  add constraint orders_status check (status in ('queued', 'processing', 'delivered', 'partially_delivered', 'failed', 'cancelled', 'refunded')),
  add constraint orders_quantity check (requested_quantity between 1 and 50 and delivered_quantity between 0 and requested_quantity),
  add constraint orders_total check (total_amount = unit_price * requested_quantity),
  add constraint orders_refund check (refunded_amount between 0 and total_amount),
  add constraint orders_test_free check (environment = 'live' or refunded_amount = 0);
alter table orders set (fillfactor = 85);

alter table supplier_orders
  add constraint supplier_orders_status check (status in ('intended', 'sent', 'accepted', 'delivered', 'rejected', 'review'));

alter table esims
  add constraint esims_status check (status in ('provisioning', 'ready', 'installed', 'activated', 'suspended', 'exhausted', 'expired', 'cancelled')),
  add constraint esims_installation check (installation_status in ('not_installed', 'installed', 'deleted')),
  add constraint esims_iccid check (iccid ~ '^[0-9]{18,22}$');

alter table webhook_endpoints add constraint webhook_endpoints_status check (status in ('active', 'disabled'));
alter table deliveries add constraint deliveries_status check (status in ('pending', 'delivered', 'retrying', 'failed'));

-- What the sweeper looks for: few rows of a large table.
create index orders_open on orders (updated_at) where status in ('queued', 'processing');
create index deliveries_open on deliveries (next_attempt_at) where status in ('pending', 'retrying');

-- ---------------------------------------------------------------- data versions

-- A process keeps catalogue and prices in memory, stamped with a version that every request reads anyway.
insert into data_versions (name) values ('catalog'), ('pricing');

create function raise_data_version() returns trigger language plpgsql as $$
begin
  update data_versions set version = version + 1 where name = tg_argv[0];
  return null;
end $$;

create trigger packages_version after insert or update or delete on packages
  for each statement execute function raise_data_version('catalog');
create trigger price_rules_version after insert or update or delete on price_rules
  for each statement execute function raise_data_version('pricing');
create trigger fx_rates_version after insert or update or delete on fx_rates
  for each statement execute function raise_data_version('pricing');
create trigger suppliers_version after insert or update or delete on suppliers
  for each statement execute function raise_data_version('pricing');

-- ---------------------------------------------------------------- state moves

create function check_order_move() returns trigger language plpgsql as $$
begin
  if not (old.status, new.status) in (
    ('queued', 'processing'), ('queued', 'delivered'), ('queued', 'partially_delivered'), ('queued', 'failed'),
    ('processing', 'delivered'), ('processing', 'partially_delivered'), ('processing', 'failed'),
    ('delivered', 'cancelled'), ('partially_delivered', 'cancelled'),
    ('delivered', 'refunded'), ('partially_delivered', 'refunded')
  ) then
    raise exception 'order % may not move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  insert into order_moves (order_id, previous_status, current_status, created_at)
  values (new.id, old.status, new.status, new.updated_at);
  return new;
end $$;

create trigger orders_moves before update of status on orders
  for each row when (old.status is distinct from new.status) execute function check_order_move();

create function check_esim_move() returns trigger language plpgsql as $$
begin
  if old.status in ('cancelled', 'expired') then
    raise exception 'eSIM % is % and stays so', old.id, old.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger esims_moves before update of status on esims
  for each row when (old.status is distinct from new.status) execute function check_esim_move();

-- ---------------------------------------------------------------- ledger

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % refused', tg_op using errcode = 'restrict_violation';
end $$;

create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

-- Netstring: the length in bytes, a colon, the value, a comma. No value can pretend to be two.
create function ledger_field(value text) returns text language sql immutable parallel safe as $$
  select octet_length(value) || ':' || value || ','
$$;

-- SHA-256 over the previous hash and every column of the entry. The verifier in server/domain/ledger writes the same bytes.
create function ledger_hash(previous bytea, e ledger_entries) returns bytea language plpgsql immutable parallel safe as $$
begin
  return sha256(previous || convert_to(
    ledger_field(e.id::text) || ledger_field(e.account_id::text) || ledger_field(e.sequence::text) || ledger_field(e.type) ||
    ledger_field(e.amount::numeric(18,4)::text) || ledger_field(e.currency::text) ||
    ledger_field(e.balance_before::numeric(18,4)::text) || ledger_field(e.balance_after::numeric(18,4)::text) ||
    ledger_field(e.credit_usable::numeric(18,4)::text) || ledger_field(e.cause) || ledger_field(e.description) ||
    ledger_field(to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'UTF8'));
end $$;

create function usable_credit(w wallets) returns numeric language sql immutable as $$
  select case when w.credit_enabled and w.credit_status = 'active' then w.credit_limit else 0 end
$$;

-- The one writer of ledger rows. The caller holds the wallet's row lock, and writes the wallet back with the entry applied.
create function append_entry(w wallets, p_type text, p_amount numeric, p_cause text, p_description text, p_at timestamptz)
returns ledger_entries language plpgsql as $$
declare
  e ledger_entries;
begin
  e.id := nextval('ledger_entries_id_seq');
  e.account_id := w.account_id;
  e.sequence := w.sequence + 1;
  e.type := p_type;
  e.amount := p_amount;
  e.currency := (select currency from accounts where id = w.account_id);
  e.balance_before := w.balance;
  e.balance_after := w.balance + p_amount;
  e.credit_usable := usable_credit(w);
  e.cause := p_cause;
  e.description := p_description;
  e.created_at := p_at;
  e.hash := ledger_hash(w.head_hash, e);
  insert into ledger_entries select e.*;
  return e;
end $$;

create function apply_entry(w wallets, e ledger_entries) returns wallets language plpgsql immutable as $$
begin
  w.balance := e.balance_after;
  w.sequence := e.sequence;
  w.head_hash := e.hash;
  return w;
end $$;

create function save_wallet(w wallets) returns void language sql as $$
  update wallets set balance = w.balance, sequence = w.sequence, head_hash = w.head_hash where account_id = w.account_id
$$;

-- Posts one entry. The same cause a second time posts nothing and returns the first entry, `posted` false.
create function post_entry(
  p_account_id int, p_type text, p_amount numeric, p_cause text, p_description text, p_at timestamptz,
  out entry_id bigint, out balance_after numeric, out posted boolean
) language plpgsql as $$
declare
  w wallets;
  e ledger_entries;
begin
  select * into strict w from wallets where account_id = p_account_id for no key update;
  select l.id, l.balance_after, false into entry_id, balance_after, posted
    from ledger_entries l where l.account_id = p_account_id and l.cause = p_cause;
  if found then return; end if;
  e := append_entry(w, p_type, p_amount, p_cause, p_description, p_at);
  perform save_wallet(apply_entry(w, e));
  entry_id := e.id;
  balance_after := e.balance_after;
  posted := true;
end $$;

-- Changes the credit line and leaves an entry of amount 0 that says so. Null arguments leave a field as it is.
create function set_credit(
  p_account_id int, p_enabled boolean, p_limit numeric, p_status text, p_hold_reason text, p_cause text, p_at timestamptz,
  out entry_id bigint
) language plpgsql as $$
declare
  w wallets;
  e ledger_entries;
  before text;
  after text;
begin
  select * into strict w from wallets where account_id = p_account_id for no key update;
  before := credit_line(w);
  w.credit_enabled := coalesce(p_enabled, w.credit_enabled);
  w.credit_limit := coalesce(p_limit, w.credit_limit);
  w.credit_status := case when not w.credit_enabled then 'none'
                          else coalesce(p_status, case when w.credit_status = 'none' then 'active' else w.credit_status end) end;
  w.hold_reason := case when w.credit_status = 'blocked' then coalesce(p_hold_reason, w.hold_reason) end;
  after := credit_line(w);
  if before = after then
    update wallets set hold_reason = w.hold_reason where account_id = p_account_id;
    return;
  end if;
  e := append_entry(w, 'credit_adjustment', 0, p_cause, 'Credit line: ' || before || ' → ' || after, p_at);
  perform save_wallet(apply_entry(w, e));
  update wallets
     set credit_enabled = w.credit_enabled, credit_limit = w.credit_limit, credit_status = w.credit_status, hold_reason = w.hold_reason
   where account_id = p_account_id;
  entry_id := e.id;
end $$;

create function credit_line(w wallets) returns text language sql immutable as $$
  select case when w.credit_enabled then w.credit_limit::numeric(18,4)::text || ' ' || w.credit_status else 'none' end
$$;

-- ---------------------------------------------------------------- events

-- Records the fact, one delivery for each active endpoint that wants it, and the job that sends them.
create function announce_event(
  p_account_id int, p_environment text, p_event_id text, p_type text, p_data text, p_at timestamptz
) returns bigint language plpgsql as $$
declare
  v_event bigint;
  v_deliveries jsonb;
begin
  insert into events (event_id, account_id, environment, type, data, created_at)
  values (p_event_id, p_account_id, p_environment, p_type, p_data, p_at) returning id into v_event;
  with made as (
    insert into deliveries (endpoint_id, event_id, next_attempt_at, created_at)
    select w.id, v_event, p_at, p_at from webhook_endpoints w
     where w.account_id = p_account_id and w.environment = p_environment and w.status = 'active'
       and (w.events @> array['*'] or w.events @> array[p_type])
    returning id)
  select jsonb_agg(id) into v_deliveries from made;
  if v_deliveries is not null then
    insert into outbox_jobs (job, payload, run_at) values ('deliver-webhooks', jsonb_build_object('deliveryIds', v_deliveries), p_at);
  end if;
  return v_event;
end $$;

-- ---------------------------------------------------------------- orders

create function insert_esims(p_order_id bigint, p_account_id int, p_environment text, p_esims jsonb, p_at timestamptz)
returns void language sql as $$
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
$$;

-- Places waiting orders in one transaction, in the order of their accounts (so that two processes never wait for each
-- other in a circle). The wallet's lock comes first and makes every check below it final: nothing is written for an order
-- that is refused. Outcomes: placed, replayed, key_conflict, reference_taken, insufficient.
create function place_orders(p_requests jsonb)
returns table (ord int, outcome text, response text, balance numeric, available numeric, credit_enabled boolean, credit_status text)
language plpgsql as $$
declare
  r record;
  k idempotency_keys;
  w wallets;
  v_spent boolean := false;
begin
  for r in
    select * from jsonb_to_recordset(p_requests) as x(
      ord int, id bigint, account_id int, environment text, operation text, idempotency_key text, fingerprint text, response text,
      client_reference text, status text, package_id int, package_name text, quantity int, unit_price numeric, total_amount numeric,
      currency text, supplier_code text, unit_cost_usd numeric, unit_base_usd numeric, request_id text, at timestamptz, event_id text, event_type text, esims jsonb)
    order by x.account_id, x.ord
  loop
    if w.account_id is distinct from r.account_id then
      if v_spent then perform save_wallet(w); end if;
      v_spent := false;
      select * into strict w from wallets where account_id = r.account_id for no key update;
    end if;
    ord := r.ord;
    response := null;
    balance := w.balance;
    available := greatest(0, w.balance + usable_credit(w));
    credit_enabled := w.credit_enabled;
    credit_status := w.credit_status;

    select * into k from idempotency_keys i
     where i.account_id = r.account_id and i.environment = r.environment and i.operation = r.operation and i.key = r.idempotency_key;
    if found and k.created_at > r.at - interval '24 hours' then
      if k.fingerprint = decode(r.fingerprint, 'hex') then
        outcome := 'replayed';
        response := k.response;
      else
        outcome := 'key_conflict';
      end if;
      return next;
      continue;
    end if;

    if r.client_reference is not null and exists (
      select from orders o where o.account_id = r.account_id and o.environment = r.environment and o.client_reference = r.client_reference
    ) then
      outcome := 'reference_taken';
      return next;
      continue;
    end if;

    if r.environment = 'live' and r.total_amount > available then
      outcome := 'insufficient';
      return next;
      continue;
    end if;

    insert into idempotency_keys (account_id, environment, operation, key, fingerprint, response, created_at)
    values (r.account_id, r.environment, r.operation, r.idempotency_key, decode(r.fingerprint, 'hex'), r.response, r.at)
    on conflict (account_id, environment, operation, key)
      do update set fingerprint = excluded.fingerprint, response = excluded.response, created_at = excluded.created_at;
    insert into orders (id, account_id, environment, client_reference, status, package_id, package_name, requested_quantity,
      delivered_quantity, unit_price, total_amount, currency, supplier_code, unit_cost_usd, unit_base_usd, request_id, created_at,
      updated_at)
    values (r.id, r.account_id, r.environment, r.client_reference, r.status, r.package_id, r.package_name, r.quantity,
      coalesce(jsonb_array_length(r.esims), 0), r.unit_price, r.total_amount, r.currency, r.supplier_code, r.unit_cost_usd,
      r.unit_base_usd, r.request_id, r.at, r.at);
    if r.esims is not null then
      perform insert_esims(r.id, r.account_id, r.environment, r.esims, r.at);
    end if;
    if r.environment = 'live' then
      w := apply_entry(w, append_entry(w, 'debit', -r.total_amount, 'order:' || r.id,
        'Order B2B-' || r.id || ': ' || r.quantity || ' × ' || r.package_name, r.at));
      v_spent := true;
      insert into outbox_jobs (job, key, payload, run_at)
      values ('fulfil-order', 'fulfil-order:' || r.id, jsonb_build_object('orderId', r.id), r.at);
    end if;
    perform announce_event(r.account_id, r.environment, r.event_id, r.event_type, '{"order":' || r.response || '}', r.at);
    outcome := 'placed';
    response := r.response;
    return next;
  end loop;
  if v_spent then perform save_wallet(w); end if;
end $$;

-- Ends an order that was queued or in the supplier's hands: its eSIMs, the refund of what was not delivered, the event.
-- False when it had already ended: then nothing is written.
create function settle_order(
  p_order_id bigint, p_status text, p_esims jsonb, p_event_id text, p_event_type text, p_data text, p_at timestamptz
) returns boolean language plpgsql as $$
declare
  o orders;
begin
  update orders
     set status = p_status, delivered_quantity = jsonb_array_length(p_esims),
         refunded_amount = unit_price * (requested_quantity - jsonb_array_length(p_esims)), updated_at = p_at
   where id = p_order_id and status in ('queued', 'processing') returning * into o;
  if not found then return false; end if;
  if (p_status = 'delivered') <> (o.delivered_quantity = o.requested_quantity) or (p_status = 'failed') <> (o.delivered_quantity = 0) then
    raise exception 'order % cannot be % with % of % delivered', o.id, p_status, o.delivered_quantity, o.requested_quantity
      using errcode = 'check_violation';
  end if;
  perform insert_esims(o.id, o.account_id, o.environment, p_esims, p_at);
  if o.refunded_amount > 0 then
    perform post_entry(o.account_id, 'refund', o.refunded_amount,
      'order:' || o.id || case when p_status = 'failed' then ':failed' else ':shortfall' end,
      'Order B2B-' || o.id || ': ' || (o.requested_quantity - o.delivered_quantity) || ' of ' || o.requested_quantity || ' not delivered', p_at);
  end if;
  perform announce_event(o.account_id, o.environment, p_event_id, p_event_type, p_data, p_at);
  return true;
end $$;
