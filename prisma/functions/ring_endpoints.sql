-- Sets the time at which each endpoint's deliveries are looked at next: the next moment after p_now at which
-- something is due there; for a paused endpoint the end of its pause. An earlier look stays. Keys are written in one
-- order, so that two callers cannot wait for each other.
create or replace function ring_endpoints(p_endpoint_ids int[], p_now timestamptz) returns void
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
