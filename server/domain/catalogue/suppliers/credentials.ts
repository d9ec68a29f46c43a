import { decrypt } from "#server/kernel/crypto.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import type { SupplierCode } from "./port.ts";

/** What each supplier knows us by, as its variables of the environment are called. */
export const CREDENTIALS: Record<SupplierCode, readonly string[]> = {
  esimaccess: ["access_code"],
  airalo: ["client_id", "client_secret"],
  esimgo: ["api_key"],
};

/** What operators entered, to go before what the environment says; empty when they entered nothing. */
export async function readCredentials(db: Transaction, code: SupplierCode): Promise<Record<string, string>> {
  const rows = await db.query<{ name: string; value: Uint8Array }>(
    sql`select name, value from supplier_credentials where supplier_code = ${code}`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, decrypt(value)]));
}
