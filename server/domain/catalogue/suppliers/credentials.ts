import { decrypt, derivedKey, hmacSha256 } from "#server/kernel/crypto.ts";
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

/**
 * A mark of whom a supplier takes us for: equal for the same credentials at the same host, and nothing that they could be told from. A new
 * key of an account has another one, and so has everything after `MASTER_KEY` was changed.
 */
export function accountMark(code: SupplierCode, settings: Record<string, string>): string {
  const host = URL.parse(settings.url ?? "")?.hostname ?? "";
  const known = [code, host, ...CREDENTIALS[code].map((name) => settings[name] ?? "")];
  return hmacSha256(derivedKey("supplier-accounts"), JSON.stringify(known)).subarray(0, 8).toString("hex");
}
