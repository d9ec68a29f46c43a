-- The webhook sender: bells instead of lists, claims and outcomes in batches, pauses, rotation, replays; and notices.

-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "attempts_before" SMALLINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "delivery_attempts" ADD COLUMN     "next_attempt_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "overlap_until" TIMESTAMPTZ(3),
ADD COLUMN     "paused_until" TIMESTAMPTZ(3),
ADD COLUMN     "previous_secret" BYTEA;

-- CreateTable
CREATE TABLE "notices" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER,
    "environment" TEXT,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "notices_dedupe_key_key" ON "notices"("dedupe_key");

-- CreateIndex
CREATE INDEX "notices_account_id_id_idx" ON "notices"("account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "deliveries_created_at_idx" ON "deliveries" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "delivery_attempts_created_at_idx" ON "delivery_attempts" USING BRIN ("created_at");

-- ---------------------------------------------------------------- constraints and indexes

alter table webhook_endpoints
  add constraint webhook_endpoints_environment check (environment in ('test', 'live')),
  add constraint webhook_endpoints_rotation check ((previous_secret is null) = (overlap_until is null));
-- Open deliveries have a time, ended ones have none.
alter table deliveries
  add constraint deliveries_due check ((status in ('pending', 'retrying')) = (next_attempt_at is not null)),
  add constraint deliveries_delivered check ((status = 'delivered') = (delivered_at is not null));
alter table notices add constraint notices_environment check (environment in ('test', 'live'));

-- Work is found by endpoint: what is due there, oldest first, few rows of a large table.
drop index deliveries_open;
create index deliveries_open on deliveries (endpoint_id, next_attempt_at, id) where status in ('pending', 'retrying');
create index deliveries_failed on deliveries (endpoint_id, id desc) where status = 'failed';
create index webhook_endpoints_failing on webhook_endpoints (failing_since) where failing_since is not null and status = 'active';
alter table deliveries set (fillfactor = 80);
alter table webhook_endpoints set (fillfactor = 50);

-- ---------------------------------------------------------------- bells

-- A job that names endpoints: "look what is due there". What is to be sent stands in `deliveries` alone.

-- Records facts, one delivery of each for every active endpoint that wants it, and the bell.
create or replace function announce_events(p_events new_event[]) returns int
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
    returning endpoint_id, next_attempt_at
  )
  insert into outbox_jobs (job, payload, run_at)
  select 'deliver-webhooks', jsonb_build_object('endpointIds', jsonb_agg(distinct endpoint_id)), min(next_attempt_at)
    from wanted having count(*) > 0;
  return cardinality(p_events);
end $$;

-- Records a fact for one endpoint alone, whatever it subscribes to. Returns the delivery.
create function announce_to_endpoint(p_endpoint_id int, p_event new_event) returns bigint
language plpgsql as $$
declare
  v_delivery_id bigint;
begin
  with made as (
    insert into events (event_id, account_id, environment, type, data, created_at)
    values (p_event.event_id, p_event.account_id, p_event.environment, p_event.type, p_event.data, p_event.at) returning id
  )
  insert into deliveries (endpoint_id, event_id, next_attempt_at, created_at)
  select p_endpoint_id, id, p_event.at, p_event.at from made returning id into v_delivery_id;
  perform ring_endpoints(array[p_endpoint_id], p_event.at - interval '1 millisecond');
  return v_delivery_id;
end $$;

-- Sets each endpoint's bell to the next moment after p_now at which something is due there; a paused one's to the end of its
-- pause. An earlier bell stays. Keys are written in one order, so that two callers cannot wait for each other.
create function ring_endpoints(p_endpoint_ids int[], p_now timestamptz) returns void
language sql set enable_seqscan = off as $$
  insert into outbox_jobs (job, key, payload, run_at)
  select 'deliver-webhooks', 'deliver-webhooks:' || w.id, jsonb_build_object('endpointIds', jsonb_build_array(w.id)),
         greatest(d.next_attempt_at, w.paused_until)
    from webhook_endpoints w cross join lateral (
      select next_attempt_at from deliveries
       where endpoint_id = w.id and status in ('pending', 'retrying')
         and next_attempt_at > case when w.paused_until > p_now then '-infinity' else p_now end
       order by next_attempt_at limit 1) d
   where w.id = any(p_endpoint_ids) and w.status = 'active'
   order by w.id
  on conflict (key) do update set run_at = excluded.run_at where outbox_jobs.run_at > excluded.run_at
$$;

-- ---------------------------------------------------------------- claims

-- Takes what is due at the endpoints, oldest first, at most p_rooms[i] at endpoint i, and one probe at an endpoint whose pause
-- is over. What is taken is the caller's until p_until, when the bell that is set here lets somebody take it up again.
create function claim_deliveries(p_endpoint_ids int[], p_rooms int[], p_now timestamptz, p_until timestamptz)
returns table (
  id bigint, endpoint_id int, attempts_made int, probe boolean, event_id text, type text, environment text, sequence bigint, data text,
  occurred_at timestamptz, url text, secret bytea, previous_secret bytea)
language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_probed int[];
begin
  -- The row lock lets one of several workers probe.
  with probed as (
    update webhook_endpoints w set paused_until = p_until
     where w.id = any(p_endpoint_ids) and w.status = 'active' and w.paused_until <= p_now
       and exists (select from deliveries d where d.endpoint_id = w.id and d.status in ('pending', 'retrying') and d.next_attempt_at <= p_now)
    returning w.id
  )
  select coalesce(array_agg(id), '{}') into v_probed from probed;
  return query
  with wanted as (
    select w.*, w.paused_until is not null as probe, case when w.paused_until is null then asked.room else 1 end as room
      from unnest(p_endpoint_ids, p_rooms) asked(endpoint_id, room) join webhook_endpoints w on w.id = asked.endpoint_id
     where w.status = 'active' and (w.paused_until is null or w.id = any(v_probed))
  ), due as materialized (
    select d.id from wanted w cross join lateral (
      select id from deliveries
       where endpoint_id = w.id and status in ('pending', 'retrying') and next_attempt_at <= p_now
       order by next_attempt_at, id limit w.room for no key update skip locked) d
  ), taken as (
    update deliveries d set next_attempt_at = p_until from due where d.id = due.id returning d.*
  )
  select t.id, t.endpoint_id, (t.attempt_count - t.attempts_before)::int, w.probe, e.event_id, e.type, e.environment, e.id, e.data, e.created_at,
         w.url, w.secret, case when w.overlap_until > p_now then w.previous_secret end
    from taken t join wanted w on w.id = t.endpoint_id join events e on e.id = t.event_id
   order by t.id;
  perform ring_endpoints(p_endpoint_ids, p_now);
end $$;

-- ---------------------------------------------------------------- outcomes

-- One attempt that was made; error is null for a 2xx, next_attempt_at null when there is no further one.
create type made_attempt as (
  ord int, delivery_id bigint, endpoint_id int, headers jsonb, http_status smallint, response text, error text, duration_ms int,
  next_attempt_at timestamptz, at timestamptz);

-- Books attempts, in the order in which they ended: the record, the deliveries' states, the endpoints' counters, the bells. A
-- delivery that was ended meanwhile stays ended, unless it arrived after all. Returns the endpoints as they stand now.
create function book_attempts(p_attempts jsonb, p_now timestamptz)
returns table (endpoint_id int, status text, failure_count int, failing_since timestamptz)
language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_made made_attempt[] := array(select x from jsonb_populate_recordset(null::made_attempt, p_attempts) x);
  v_endpoints int[] := array(select distinct endpoint_id from unnest(v_made));
begin
  perform from webhook_endpoints where id = any(v_endpoints) order by id for no key update;
  return query
  with moved as (
    update deliveries d
       set attempt_count = d.attempt_count + 1,
           status = case when m.error is null or d.status = 'delivered' then 'delivered'
                         when d.next_attempt_at is null or m.next_attempt_at is null then 'failed' else 'retrying' end,
           next_attempt_at = case when m.error is not null and d.next_attempt_at is not null then m.next_attempt_at end,
           delivered_at = case when m.error is null then p_now else d.delivered_at end,
           last_http_status = m.http_status,
           last_error = case when m.error is not null and d.status = 'failed' then d.last_error else m.error end
      from unnest(v_made) m where d.id = m.delivery_id
    returning d.id, d.attempt_count, d.next_attempt_at
  ), recorded as (
    insert into delivery_attempts (delivery_id, number, headers, http_status, response, error, duration_ms, next_attempt_at, created_at)
    select m.delivery_id, d.attempt_count, m.headers, m.http_status, m.response, m.error, m.duration_ms, d.next_attempt_at, m.at
      from unnest(v_made) m join moved d on d.id = m.delivery_id order by m.ord
  ), last_success as (
    select endpoint_id, max(ord) filter (where error is null) as ord from unnest(v_made) group by endpoint_id
  ), counted as (
    select s.endpoint_id, s.ord is not null as succeeded, count(m.ord) as failures, min(m.at) as failing_since
      from last_success s left join unnest(v_made) m on m.endpoint_id = s.endpoint_id and m.ord > coalesce(s.ord, -1)
     group by s.endpoint_id, s.ord
  )
  update webhook_endpoints w
     set failure_count = case when c.succeeded then c.failures else w.failure_count + c.failures end,
         failing_since = case when c.succeeded then c.failing_since else coalesce(w.failing_since, c.failing_since) end,
         last_success_at = case when c.succeeded then p_now else w.last_success_at end,
         paused_until = case when c.succeeded then null else w.paused_until end
    from counted c where w.id = c.endpoint_id
  returning w.id, w.status, w.failure_count, w.failing_since;
  -- The next attempt may be due by the time this one is booked.
  perform ring_endpoints(
    array(select distinct endpoint_id from unnest(v_made) where next_attempt_at is not null),
    (select least(p_now, min(next_attempt_at) - interval '1 millisecond') from unnest(v_made)));
end $$;

-- Lists of deliveries that an older version left behind name no endpoints: bells take their place.
delete from outbox_jobs where job = 'deliver-webhooks';
select ring_endpoints(array(select id from webhook_endpoints), '-infinity');
