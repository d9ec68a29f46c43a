import { ATTEMPTS_KEPT } from "#server/domain/messaging/webhooks/index.ts";
import { type Database, sql } from "#server/kernel/db.ts";
import { DAY } from "#server/kernel/time.ts";
import type { Partition } from "./list-partitions.ts";

/** `Requests to the API` within a sentence. */
export const within = (what: string): string => what.charAt(0).toLowerCase() + what.slice(1);

/**
 * Tables that are divided by ranges of the ids that their sequence gives: written once, in the order of time, found by nothing unique
 * but their id, and kept for a term.
 *
 * @property tables the first has `created_at`; others have the same ids
 * @property kept how long a row stays at least; longer by a sixth at most, until all that its partition has are as old
 * @property isNeeded whether something of the partition has to stay all the same
 */
export type Partitioned = {
  what: string;
  tables: string[];
  sequence: string;
  kept: number;
  isNeeded?(db: Database, partition: Partition): Promise<boolean>;
};

export const PARTITIONED: Partitioned[] = [
  {
    what: "Requests to the API",
    tables: ["api_requests", "api_exchanges"],
    sequence: "api_requests_id_seq",
    kept: 90 * DAY,
  },
  {
    what: "Attempts of webhooks",
    tables: ["delivery_attempts"],
    sequence: "delivery_attempts_id_seq",
    kept: ATTEMPTS_KEPT,
  },
  {
    what: "Calls to suppliers",
    tables: ["supplier_calls"],
    sequence: "supplier_calls_id_seq",
    // Longer than any dispute about an order or a bill takes.
    kept: 400 * DAY,
    isNeeded: isEvidence,
  },
];

/** How much time a partition is meant to have: there are few, since whoever reads without an id looks into all. */
export const spanOf = ({ kept }: Partitioned): number => kept / 6;

/** Of a case that waits for people. */
async function isEvidence(db: Database, { fromId, toId }: Partition): Promise<boolean> {
  const found = await db.query(sql`
    select from (select reference from supplier_orders where status in ('review', 'quarantined')
                  union all select reference from actions where status = 'under_review') waiting
      join supplier_calls c on c.reference = waiting.reference
     where c.id >= ${fromId ?? 0}::bigint and c.id < ${toId}::bigint limit 1`);
  return found.length > 0;
}
