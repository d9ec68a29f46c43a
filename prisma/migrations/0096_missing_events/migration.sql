-- An event that was for one endpoint alone (a test, a sample) is not missing at the others.

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "endpoint_id" INTEGER;

-- Records a fact for one endpoint alone, whatever it subscribes to (sample events), and
-- makes sure that a job looks there. Returns the delivery's id. Raises foreign_key_violation for an unknown endpoint.
create or replace function announce_to_endpoint(p_endpoint_id int, p_event new_event) returns bigint
language plpgsql as $$
declare
  v_delivery_id bigint;
begin
  with made as (
    insert into events (event_id, account_id, environment, type, data, endpoint_id, created_at)
    values (p_event.event_id, p_event.account_id, p_event.environment, p_event.type, p_event.data, p_endpoint_id, p_event.at) returning id
  )
  insert into deliveries (endpoint_id, event_id, next_attempt_at, created_at)
  select p_endpoint_id, id, p_event.at, p_event.at from made returning id into v_delivery_id;
  perform ring_endpoints(array[p_endpoint_id], p_event.at - interval '1 millisecond');
  return v_delivery_id;
end $$;
