import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { newEventId } from "#server/kernel/ids.ts";
import { getEndpoint } from "./find-endpoint.ts";

/** Queues an `integration.test` event for this endpoint alone, whatever it subscribes to. */
export async function sendTestEvent(ctx: AccountCtx, endpointId: string): Promise<{ eventId: string }> {
  const endpoint = await getEndpoint(ctx, endpointId);
  if (endpoint.status !== "active") fail("conflict", "The endpoint is disabled: nothing is sent to it.");
  const { accountId, environment } = tenant(ctx);
  const eventId = newEventId();
  const now = ctx.clock.now();
  await ctx.db.query(sql`
    with made as (
      insert into events (event_id, account_id, environment, type, data, created_at)
      values (${eventId}, ${accountId}, ${environment}, 'integration.test', '{}', ${now}) returning id
    ), wanted as (
      insert into deliveries (endpoint_id, event_id, next_attempt_at, created_at) select ${endpoint.id}, id, ${now}, ${now} from made returning endpoint_id
    )
    insert into outbox_jobs (job, payload, run_at) select 'deliver-webhooks', jsonb_build_object('endpointIds', jsonb_build_array(endpoint_id)), ${now} from wanted`);
  return { eventId };
}
