import type { Outputs } from "#server/trpc/types.ts";

export type ChainEntry = Outputs["balance"]["chain"][number];
export type ChainHead = Outputs["balance"]["chainHead"];

export const START: ChainHead = { sequence: 0, hash: "00".repeat(32), balance: "0.0000" };

/** The columns in the order in which they are hashed, each as `<bytes>:<value>,`. */
const HASHED = [
  "id",
  "account_id",
  "sequence",
  "type",
  "amount",
  "currency",
  "balance_before",
  "balance_after",
  "credit_usable",
  "cause",
  "description",
  "created_at",
] as const satisfies (keyof ChainEntry)[];

const encoder = new TextEncoder();

/** SHA-256 over the hash before it (32 bytes) and the entry's fields, made by the browser. */
export async function hashEntry(previousHash: string, entry: ChainEntry): Promise<string> {
  const fields = HASHED.map((name) => `${encoder.encode(entry[name]).length}:${entry[name]},`).join("");
  const hashed = new Uint8Array([...fromHex(previousHash), ...encoder.encode(fields)]);
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", hashed)));
}

/** Checks a batch from `head` on; the new head, or the first fault in words. */
export async function verifyBatch(
  entries: ChainEntry[],
  head: ChainHead,
): Promise<{ head: ChainHead; fault?: string }> {
  let { sequence, hash, balance } = head;
  for (const entry of entries) {
    const name = `Entry LED-${entry.id}`;
    if (entry.sequence !== String(sequence + 1))
      return { head, fault: `${name} has the number ${entry.sequence} and follows number ${sequence}.` };
    if (entry.balance_before !== balance)
      return { head, fault: `${name} starts from ${entry.balance_before}, the entry before it left ${balance}.` };
    if (toUnits(entry.balance_before) + toUnits(entry.amount) !== toUnits(entry.balance_after))
      return { head, fault: `${name} does not add up.` };
    if ((await hashEntry(hash, entry)) !== entry.hash)
      return { head, fault: `${name} does not match its hash: a field was changed.` };
    sequence += 1;
    hash = entry.hash;
    balance = entry.balance_after;
  }
  return { head: { sequence, hash, balance } };
}

/** Four decimals, exactly: `-12.5000` → -125000n. */
const toUnits = (amount: string): bigint => BigInt(amount.replace(".", ""));

const fromHex = (hex: string): number[] => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
