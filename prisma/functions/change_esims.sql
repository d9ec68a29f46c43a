-- Applies what was learned of eSIMs, each only if it is still the version that was read. Returns those that were
-- changed; for them the history, the measurement (the last 100 are kept) and the events are written too. Locks the
-- eSIMs by id. Raises check_violation for an eSIM that is cancelled or expired.
create type esim_change as (
  id bigint, version int, status text, resume_status text, installation_status text, supplier_status text, supplier_smdp_status text,
  total_bytes bigint, used_bytes bigint, activated_at timestamptz, installed_at timestamptz, expires_at timestamptz, eid text,
  device_brand text, device_model text, device_os text, device_imei text, network_name text, apn text, synced_at timestamptz,
  source text, at timestamptz, measured boolean, events jsonb);

create or replace function change_esims(p_changes jsonb) returns setof bigint
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
