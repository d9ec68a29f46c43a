import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, SECOND } from "#server/kernel/time.ts";
import type { EventRecord } from "./event-body.ts";

/** A delivery whose attempt is ours to make. */
export type Claimed = EventRecord & {
  id: number;
  endpointId: number;
  accountId: number;
  /** Attempts since it was made, or since its last replay. */
  attemptsMade: number;
  /** The endpoint is paused, and this attempt is to show whether it is back. */
  probe: boolean;
  url: string;
  /** Encrypted. */
  secret: Uint8Array;
  previousSecret: Uint8Array | null;
  /** It was never attempted. */
  first: boolean;
  /** The span in which the event happened. */
  traceparent: string | null;
};

/** The endpoints to look at, and how many deliveries of each may be taken. */
export type Ask = { endpointId: number; room: number };

/** Longer than an attempt can take. What its claimer has not booked by then is taken up by another. */
export const CLAIMED_FOR = 25 * SECOND;

export async function claimDeliveries(ctx: Ctx, asks: Ask[]): Promise<Claimed[]> {
  const now = ctx.clock.now();
  const endpointIds = asks.map(({ endpointId }) => endpointId);
  const rooms = asks.map(({ room }) => room);
  const claimed = await ctx.db.query<Claimed>(sql`
    select id, endpoint_id, account_id, attempts_made, probe, event_id, type, environment, sequence, data,
           occurred_at, url, secret, previous_secret, first, traceparent
      from claim_deliveries(${endpointIds}::int[], ${rooms}::int[], ${now}, ${after(now, CLAIMED_FOR)})`);
  return shareSecrets(claimed);
}

/** What is claimed together at one endpoint has one secret, which is then decrypted once. */
function shareSecrets(claimed: Claimed[]): Claimed[] {
  const firsts = new Map<number, Pick<Claimed, "secret" | "previousSecret">>();
  return claimed.map((delivery) => {
    const { secret, previousSecret } = firsts.get(delivery.endpointId) ?? delivery;
    firsts.set(delivery.endpointId, { secret, previousSecret });
    return { ...delivery, secret, previousSecret };
  });
}
