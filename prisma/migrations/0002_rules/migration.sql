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

-- Only orders that have a reference are in its index.
drop index orders_account_id_environment_client_reference_key;
create unique index orders_account_id_environment_client_reference_key on orders (account_id, environment, client_reference)
  where client_reference is not null;

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
  select octet_length(value)::text || ':' || value || ','
$$;

-- Everything that is hashed of an entry, in the order of its columns. The verifier in server/domain/ledger writes the same bytes.
create function ledger_fields(
  id bigint, account_id int, sequence bigint, type text, amount numeric, currency text, balance_before numeric, balance_after numeric,
  credit_usable numeric, cause text, description text, created_at timestamptz
) returns text language plpgsql immutable parallel safe as $$
begin
  return ledger_field(id::text) || ledger_field(account_id::text) || ledger_field(sequence::text) || ledger_field(type)
      || ledger_field(amount::numeric(18,4)::text) || ledger_field(currency) || ledger_field(balance_before::numeric(18,4)::text)
      || ledger_field(balance_after::numeric(18,4)::text) || ledger_field(credit_usable::numeric(18,4)::text) || ledger_field(cause)
      || ledger_field(description) || ledger_field(to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end $$;

create function ledger_link(previous bytea, head bytea, fields text) returns bytea language plpgsql immutable parallel safe as $$
begin
  return sha256(coalesce(previous, head) || convert_to(fields, 'UTF8'));
end $$;

-- ledger_chain(head, fields) over (… order by …): each row's hash is SHA-256 over the hash before it and its own fields.
create aggregate ledger_chain(head bytea, fields text) (sfunc = ledger_link, stype = bytea);

create function usable_credit(w wallets) returns numeric language sql immutable as $$
  select case when w.credit_enabled and w.credit_status = 'active' then w.credit_limit else 0 end
$$;

create type new_entry as (account_id int, type text, amount numeric, cause text, description text, at timestamptz);

-- The one writer of ledger rows and balances. Posts entries in the order given, each chained to its account's last one.
-- The caller holds the wallets' row locks.
create function append_entries(p_entries new_entry[]) returns setof ledger_entries
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  return query
  with summed as (
    select nextval('ledger_entries_id_seq') as id, n.account_id, w.sequence + row_number() over account as sequence, n.type, n.amount,
           a.currency, w.balance + sum(n.amount) over account - n.amount as balance_before, w.balance + sum(n.amount) over account as balance_after,
           usable_credit(w) as credit_usable, n.cause, n.description, n.at::timestamptz(3) as created_at, w.head_hash, n.ordinality
      from unnest(p_entries) with ordinality n join wallets w on w.account_id = n.account_id join accounts a on a.id = n.account_id
    window account as (partition by n.account_id order by n.ordinality)
  ), chained as (
    select *, ledger_chain(head_hash, ledger_fields(id, account_id, sequence, type, amount, currency, balance_before, balance_after,
             credit_usable, cause, description, created_at)) over (partition by account_id order by ordinality) as hash
      from summed
  ), saved as (
    update wallets w set balance = c.balance_after, sequence = c.sequence, head_hash = c.hash
      from (select distinct on (account_id) * from chained order by account_id, ordinality desc) c where w.account_id = c.account_id
  )
  insert into ledger_entries
  select id, account_id, sequence, type, amount, currency, balance_before, balance_after, credit_usable, cause, description, created_at, hash
    from chained order by ordinality
  returning *;
end $$;

-- Posts one entry. The same cause a second time posts nothing and returns the first entry, `posted` false.
create function post_entry(
  p_account_id int, p_type text, p_amount numeric, p_cause text, p_description text, p_at timestamptz,
  out entry_id bigint, out balance_after numeric, out posted boolean
) language plpgsql as $$
begin
  perform from wallets where account_id = p_account_id for no key update;
  if not found then
    raise exception 'account % has no wallet', p_account_id using errcode = 'foreign_key_violation';
  end if;
  select l.id, l.balance_after, false into entry_id, balance_after, posted
    from ledger_entries l where l.account_id = p_account_id and l.cause = p_cause;
  if found then return; end if;
  select a.id, a.balance_after, true into entry_id, balance_after, posted
    from append_entries(array[(p_account_id, p_type, p_amount, p_cause, p_description, p_at)::new_entry]) a;
end $$;

-- Changes the credit line and leaves an entry of amount 0 that says so. Null arguments leave a field as it is.
create function set_credit(
  p_account_id int, p_enabled boolean, p_limit numeric, p_status text, p_hold_reason text, p_cause text, p_at timestamptz,
  out entry_id bigint
) language plpgsql as $$
declare
  w wallets;
  v_before text;
  v_after text;
begin
  select * into strict w from wallets where account_id = p_account_id for no key update;
  v_before := credit_line(w);
  w.credit_enabled := coalesce(p_enabled, w.credit_enabled);
  w.credit_limit := coalesce(p_limit, w.credit_limit);
  w.credit_status := case when not w.credit_enabled then 'none'
                          else coalesce(p_status, case when w.credit_status = 'none' then 'active' else w.credit_status end) end;
  w.hold_reason := case when w.credit_status = 'blocked' then coalesce(p_hold_reason, w.hold_reason) end;
  v_after := credit_line(w);
  update wallets
     set credit_enabled = w.credit_enabled, credit_limit = w.credit_limit, credit_status = w.credit_status, hold_reason = w.hold_reason
   where account_id = p_account_id;
  if v_before <> v_after then
    select a.id into entry_id from append_entries(array[
      (p_account_id, 'credit_adjustment', 0, p_cause, 'Credit line: ' || v_before || ' → ' || v_after, p_at)::new_entry]) a;
  end if;
end $$;

create function credit_line(w wallets) returns text language sql immutable as $$
  select case when w.credit_enabled then w.credit_limit::numeric(18,4)::text || ' ' || w.credit_status else 'none' end
$$;

-- ---------------------------------------------------------------- events

create type new_event as (account_id int, environment text, event_id text, type text, data text, at timestamptz);

-- Records facts, one delivery of each for every active endpoint that wants it, and the job that sends them.
create function announce_events(p_events new_event[]) returns int
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  with made as (
    insert into events (event_id, account_id, environment, type, data, created_at)
    select event_id, account_id, environment, type, data, at from unnest(p_events) returning *
  ), wanted as (
    insert into deliveries (endpoint_id, event_id, next_attempt_at, created_at)
    select w.id, e.id, e.created_at, e.created_at
      from made e join webhook_endpoints w on w.account_id = e.account_id and w.environment = e.environment and w.status = 'active'
       and (w.events @> array['*'] or w.events @> array[e.type])
    returning id, next_attempt_at
  )
  insert into outbox_jobs (job, payload, run_at)
  select 'deliver-webhooks', jsonb_build_object('deliveryIds', jsonb_agg(id)), min(next_attempt_at) from wanted having count(*) > 0;
  return cardinality(p_events);
end $$;

-- ---------------------------------------------------------------- orders

create function insert_esims(p_order_id bigint, p_account_id int, p_environment text, p_esims jsonb, p_at timestamptz)
returns int language sql as $$
  insert into esims (account_id, environment, order_id, supplier_order_id, supplier_code, supplier_esim_id, supplier_reference,
    iccid, imsi, activation_code, smdp_address, status, installation_status, supplier_status, supplier_smdp_status,
    total_bytes, used_bytes, validity_days, apn, network_name, created_at, updated_at, synced_at)
  select p_account_id, p_environment, p_order_id, e.supplier_order_id, e.supplier_code, e.supplier_esim_id, e.supplier_reference,
    e.iccid, e.imsi, e.activation_code, e.smdp_address, e.status, e.installation_status, e.supplier_status, e.supplier_smdp_status,
    e.total_bytes, e.used_bytes, e.validity_days, e.apn, e.network_name, p_at, p_at, p_at
  from jsonb_to_recordset(p_esims) as e(
    supplier_order_id bigint, supplier_code text, supplier_esim_id text, supplier_reference text, iccid text, imsi text,
    activation_code text, smdp_address text, status text, installation_status text, supplier_status text, supplier_smdp_status text,
    total_bytes bigint, used_bytes bigint, validity_days int, apn text, network_name text);
  select jsonb_array_length(p_esims)
$$;

create type purchase as (
  ord int, id bigint, account_id int, environment text, operation text, idempotency_key text, fingerprint text, response text,
  client_reference text, status text, package_id int, package_name text, quantity int, unit_price numeric, total_amount numeric,
  currency text, supplier_code text, unit_cost_usd numeric, unit_base_usd numeric, request_id text, at timestamptz, event_id text,
  event_type text, esims jsonb);

-- What is left of `available` after a row, when each row takes its amount if that much is left and nothing otherwise.
create function spend(remaining numeric, available numeric, amount numeric) returns numeric language plpgsql immutable parallel safe as $$
begin
  return case when amount <= coalesce(remaining, available) then coalesce(remaining, available) - amount else coalesce(remaining, available) end;
end $$;

create aggregate remaining_after(available numeric, amount numeric) (sfunc = spend, stype = numeric);

-- Places waiting orders in one transaction. The wallets' locks come first, in the order of their accounts, and make what
-- the second statement sees final: nothing is written for an order that is refused. Outcomes: placed, replayed,
-- key_conflict, reference_taken, insufficient. Two requests of one call must not share a key or a reference: the whole call
-- fails then. Plans are made once and pinned to the indexes, whatever the size of the tables was at that moment.
create function place_orders(p_requests jsonb)
returns table (ord int, outcome text, response text, balance numeric, available numeric, credit_enabled boolean, credit_status text)
language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_requests purchase[] := array(select x from jsonb_populate_recordset(null::purchase, p_requests) x);
begin
  perform from wallets where account_id = any(select account_id from unnest(v_requests)) order by account_id for no key update;
  return query
  with known as (
    select x.*, w.balance as wallet, greatest(0, w.balance + usable_credit(w)) as room, w.credit_enabled, w.credit_status,
           k.response as first_response,
           case when k.fingerprint = decode(x.fingerprint, 'hex') then 'replayed'
                when k.fingerprint is not null then 'key_conflict'
                when taken.id is not null then 'reference_taken' end as settled
      from unnest(v_requests) x
      join wallets w on w.account_id = x.account_id
      left join idempotency_keys k on k.account_id = x.account_id and k.environment = x.environment and k.operation = x.operation
        and k.key = x.idempotency_key and k.created_at > x.at - interval '24 hours'
      left join orders taken on taken.account_id = x.account_id and taken.environment = x.environment
        and taken.client_reference = x.client_reference
  ), funded as (
    select *, case when settled is null and environment = 'live' then total_amount else 0 end as price,
           remaining_after(room, case when settled is null and environment = 'live' then total_amount else 0 end)
             over (partition by account_id order by ord) as room_after
      from known
  ), judged as (
    select *, coalesce(lag(room_after) over (partition by account_id order by ord), room) as room_before from funded
  ), placed as (
    select * from judged where settled is null and room_before - room_after = price
  ), keys as (
    insert into idempotency_keys as k (account_id, environment, operation, key, fingerprint, response, created_at)
    select account_id, environment, operation, idempotency_key, decode(fingerprint, 'hex'), response, at from placed
    on conflict (account_id, environment, operation, key)
      do update set fingerprint = excluded.fingerprint, response = excluded.response, created_at = excluded.created_at
  ), made as (
    insert into orders (id, account_id, environment, client_reference, status, package_id, package_name, requested_quantity,
      delivered_quantity, unit_price, total_amount, currency, supplier_code, unit_cost_usd, unit_base_usd, request_id, created_at, updated_at)
    select id, account_id, environment, client_reference, status, package_id, package_name, quantity, coalesce(jsonb_array_length(esims), 0),
      unit_price, total_amount, currency, supplier_code, unit_cost_usd, unit_base_usd, request_id, at, at from placed
  ), profiles as (
    select insert_esims(id, account_id, environment, esims, at) as n from placed where esims is not null
  ), debits as (
    select (append_entries(array_agg((account_id, 'debit', -total_amount, 'order:' || id,
             'Order B2B-' || id || ': ' || quantity || ' × ' || package_name, at)::new_entry order by ord))).id as n
      from placed where environment = 'live' having count(*) > 0
  ), jobs as (
    insert into outbox_jobs (job, key, payload, run_at)
    select 'fulfil-order', 'fulfil-order:' || id, jsonb_build_object('orderId', id), at from placed where environment = 'live'
  ), facts as (
    select announce_events(array_agg((account_id, environment, event_id, event_type, '{"order":' || response || '}', at)::new_event order by ord)) as n
      from placed having count(*) > 0
  ), written as (
    select (select count(n) from profiles) + (select count(n) from debits) + (select count(n) from facts) as n
  )
  select j.ord, coalesce(j.settled, case when j.room_before - j.room_after = j.price then 'placed' else 'insufficient' end),
         case when j.settled = 'replayed' then j.first_response when j.settled is null then j.response end,
         j.wallet - (j.room - j.room_before), j.room_before, j.credit_enabled, j.credit_status
    from judged j join written on written.n >= 0;
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
  perform announce_events(array[(o.account_id, o.environment, p_event_id, p_event_type, p_data, p_at)::new_event]);
  return true;
end $$;
