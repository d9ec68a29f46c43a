import { type Database, lockWait, sql } from "#server/kernel/db.ts";
import { inLanes, type Work } from "#server/kernel/lanes.ts";
import type { Money } from "#server/kernel/money.ts";
import { storableJson } from "#server/kernel/storable.ts";
import type { OrderRequestRow } from "./order-request.ts";

/** An order on its way into the database: its claims are its idempotency key and its reference. */
type WaitingOrder = Work & { request(id: number): OrderRequestRow };

/** What became of it. The wallet as it was before it. */
type Placement = {
  outcome: "placed" | "replayed" | "key_conflict" | "reference_taken" | "insufficient";
  response: string | null;
  balance: Money;
  available: Money;
  creditEnabled: boolean;
  creditStatus: string;
};

/** Places orders, those together that come together (decisions 3 and 39). */
export const placeTogether = inLanes<WaitingOrder, Placement>("orders", { write });

async function write(db: Database, waiting: WaitingOrder[], waitMs: number): Promise<Placement[]> {
  const ids = await db.query<{ id: number }>(
    sql`select nextval('orders_id_seq') as id from generate_series(1, ${waiting.length}::int)`,
  );
  const requests = ids.map(({ id }, ord) => ({ ord, id, ...waiting[ord]!.request(id) }));
  const placements = await db.query<Placement & { ord: number }>(sql`
    with ${lockWait(waitMs)}
    select ord, outcome, response, balance, available, credit_enabled, credit_status
      from waits, lateral place_orders(case when waits.ms <> '' then ${storableJson(requests)}::jsonb end)`);
  return placements.sort((a, b) => a.ord - b.ord);
}
