import { sql, type Transaction } from "#server/kernel/db.ts";
import { type Checkpoint, checkpointHash } from "./checkpoint.ts";

export type Booked = { number: number; hash: string };

/** What the database remembers of checkpoints: enough to notice that the newest file was taken away. */
export async function findNewestBooked(db: Transaction): Promise<Booked | null> {
  const [row] = await db.query<Booked>(
    sql`select number, encode(hash, 'hex') as hash from ledger_checkpoints order by number desc limit 1`,
  );
  return row ?? null;
}

export async function bookCheckpoint(tx: Transaction, checkpoint: Checkpoint): Promise<void> {
  await tx.query(sql`
    insert into ledger_checkpoints (number, hash, made_at)
    values (${checkpoint.number}, decode(${checkpointHash(checkpoint)}, 'hex'), ${checkpoint.at}::text::timestamptz)`);
}
