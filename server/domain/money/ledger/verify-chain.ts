import { linkHash, NO_LINK, netstring } from "#server/kernel/hash-chain.ts";

/** One ledger entry as it is exported: every column as text, the hash in hex. */
export type ExportedEntry = {
  id: string;
  account_id: string;
  sequence: string;
  type: string;
  amount: string;
  currency: string;
  balance_before: string;
  balance_after: string;
  credit_usable: string;
  cause: string;
  description: string;
  created_at: string;
  hash: string;
};

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
] as const satisfies (keyof ExportedEntry)[];

export type Head = { sequence: number; hash: string; balance: string };

export const EMPTY_HEAD: Head = { sequence: 0, hash: NO_LINK, balance: "0.0000" };

/**
 * Checks one account's entries, oldest first, from `head` on: numbering without gaps, sums that add up, and each hash
 * over the one before it. Returns the new head, or the first fault in words.
 */
export function verifyChain(entries: Iterable<ExportedEntry>, head: Head = EMPTY_HEAD): { head: Head; fault?: string } {
  let { sequence, hash, balance } = head;
  for (const entry of entries) {
    const name = `entry LED-${entry.id} (number ${entry.sequence} of account ${entry.account_id})`;
    if (entry.sequence !== String(sequence + 1))
      return { head, fault: `${name} follows number ${sequence}: entries are missing, added or out of order` };
    if (entry.balance_before !== balance)
      return { head, fault: `${name} starts from ${entry.balance_before}, but the entry before it left ${balance}` };
    if (toUnits(entry.balance_before) + toUnits(entry.amount) !== toUnits(entry.balance_after))
      return {
        head,
        fault: `${name} does not add up: ${entry.balance_before} + ${entry.amount} ≠ ${entry.balance_after}`,
      };
    if (hashEntry(hash, entry) !== entry.hash)
      return { head, fault: `${name} does not match its hash: a field was changed` };
    sequence += 1;
    hash = entry.hash;
    balance = entry.balance_after;
  }
  return { head: { sequence, hash, balance } };
}

/** SHA-256 over the previous hash (32 bytes) and the fields; hex. */
export function hashEntry(previousHash: string, entry: ExportedEntry): string {
  let fields = "";
  for (const name of HASHED) {
    const value = entry[name];
    fields += FREE_TEXT.has(name) ? netstring(value) : `${value.length}:${value},`;
  }
  return linkHash(previousHash, fields);
}

/** Columns that may hold more than ASCII, where a character is more than a byte. */
const FREE_TEXT = new Set(["type", "currency", "cause", "description"]);

/** Four decimals, exactly: `-12.5000` → -125000n. */
const toUnits = (amount: string): bigint => BigInt(amount.replace(".", ""));
