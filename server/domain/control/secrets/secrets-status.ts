import { SUPPLIER_CODES, supplierWebhookUrl } from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { statement } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { activeKeyId } from "#server/kernel/keyring.ts";
import { requireMachine } from "#server/kernel/operator-permissions.ts";
import { fingerprint, listHolders, masterKey, mastersOf, readKeys } from "./key-rows.ts";
import { countOldCiphertexts } from "./re-encrypt.ts";
import { HASHED } from "./stored-secrets.ts";

export type SecretsStatus = {
  keys: { id: number; state: string; createdAt: Date; activatedAt: Date | null; retiredAt: Date | null }[];
  /** MASTER_KEYs that open the keys, by fingerprint, the former one first; and the one that this process has. */
  masters: string[];
  ownMaster: string;
  processes: { name: string; master: string; keys: number[]; active: number }[];
  /** Values that are still encrypted under a former key. */
  ciphertextsLeft: number;
  /** Hashes in force that only a former key can check. */
  hashesLeft: { what: string; count: number; until: string }[];
  /** Addresses that suppliers have to be told while a former key is accepted: those it made work as long. */
  supplierAddresses: { supplier: string; address: string }[];
};

export async function readSecretsStatus(ctx: Ctx): Promise<SecretsStatus> {
  requireMachine(ctx);
  const keys = await ctx.db.prisma.secretKey.findMany({ orderBy: { id: "asc" } });
  const changing = keys.some(({ state }) => state === "accepted");
  return {
    keys,
    masters: mastersOf(await readKeys(ctx.db)),
    ownMaster: fingerprint(masterKey()),
    processes: await listHolders(ctx.db),
    ciphertextsLeft: await countOldCiphertexts(ctx),
    hashesLeft: await countOldHashes(ctx),
    supplierAddresses: changing
      ? SUPPLIER_CODES.map((supplier) => ({ supplier, address: supplierWebhookUrl(supplier, env().publicUrl) }))
      : [],
  };
}

export async function countOldHashes(ctx: Ctx): Promise<{ what: string; count: number; until: string }[]> {
  const parts = HASHED.map(
    ({ table, column, inForce }, i) =>
      `select ${i} as i, count(*) as n from ${table} where hash_key(${column}) <> $1 and ${inForce}`,
  );
  const text = parts.join(" union all ");
  const rows = await ctx.db.query<{ i: number; n: number }>(statement(text, [activeKeyId()]));
  return HASHED.map(({ what, until }, i) => ({ what, until, count: rows.find((row) => row.i === i)!.n }));
}
