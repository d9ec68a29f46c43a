import { hash as digest } from "node:crypto";

/** What the first link of a chain follows. */
export const NO_LINK = "00".repeat(32);

/** A field as it is hashed: its length in bytes, a colon, the value, a comma. No value can pretend to be two. */
export const netstring = (value: string): string => `${Buffer.byteLength(value)}:${value},`;

/** SHA-256 over the previous hash (32 bytes) and the fields; hex. The database's `ledger_link` makes the same. */
export function linkHash(previous: string, fields: string): string {
  const most = 32 + 3 * fields.length;
  if (bytes.length < most) bytes = Buffer.allocUnsafe(2 * most);
  bytes.write(previous, 0, "hex");
  return digest("sha256", bytes.subarray(0, 32 + bytes.write(fields, 32)), "hex");
}

/** What is hashed is put together here: hashing is most of the work of verifying. */
let bytes = Buffer.allocUnsafe(4_096);
