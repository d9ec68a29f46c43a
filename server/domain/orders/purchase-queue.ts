import { type Database, lockWait, sql } from "#server/kernel/db.ts";
import { inLanes, type Work } from "#server/kernel/lanes.ts";
import type { Money } from "#server/kernel/money.ts";
import { storableJson } from "#server/kernel/storable.ts";

/** One order on its way into the database: its claims are its idempotency key and its reference. */
export type Purchase = Work & {
  /** Called with the id that the order will have. */
  compose(id: number): PurchaseRow;
};

/** What `place_orders` reads; the names are those of its record. */
export type PurchaseRow = Record<string, unknown> & { account_id: number };

export type Placement = {
  outcome: "placed" | "replayed" | "key_conflict" | "reference_taken" | "insufficient";
  response: string | null;
  balance: Money;
  available: Money;
  creditEnabled: boolean;
  creditStatus: string;
};

/** Places orders, together where they come together (decisions 3 and 39). */
export const placePurchase = inLanes<Purchase, Placement>("orders", { write });

async function write(db: Database, purchases: Purchase[], waitMs: number): Promise<Placement[]> {
  const ids = await db.query<{ id: number }>(
    sql`select nextval('orders_id_seq') as id from generate_series(1, ${purchases.length}::int)`,
  );
  const rows = purchases.map((purchase, ord) => ({ ord, id: ids[ord]!.id, ...purchase.compose(ids[ord]!.id) }));
  const placements = await db.query<Placement & { ord: number }>(sql`
    with ${lockWait(waitMs)}
    select ord, outcome, response, balance, available, credit_enabled as "creditEnabled", credit_status as "creditStatus"
      from waits, lateral place_orders(case when waits.ms <> '' then ${storableJson(rows)}::jsonb end)`);
  return placements.sort((a, b) => a.ord - b.ord);
}
