import type { Transaction } from "#server/kernel/db.ts";
import { type Checkpoint, checkpointHash } from "./checkpoint.ts";

export type Booked = { number: number; hash: string };

/** What the database remembers of checkpoints: enough to notice that the newest file was taken away. */
export async function findNewestBooked(db: Transaction): Promise<Booked | null> {
  const newest = await db.prisma.ledgerCheckpoint.findFirst({ orderBy: { number: "desc" } });
  return newest && { number: newest.number, hash: Buffer.from(newest.hash).toString("hex") };
}

export async function bookCheckpoint(tx: Transaction, checkpoint: Checkpoint): Promise<void> {
  const { number, at } = checkpoint;
  const hash = Buffer.from(checkpointHash(checkpoint), "hex");
  await tx.prisma.ledgerCheckpoint.create({ data: { number, hash, madeAt: new Date(at) } });
}
