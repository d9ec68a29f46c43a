import type { Ctx } from "#server/kernel/context.ts";
import { decrypt, encrypt } from "#server/kernel/crypto.ts";
import { statement } from "#server/kernel/db.ts";
import { activeKeyId } from "#server/kernel/keyring.ts";
import { ENCRYPTED } from "./stored-secrets.ts";

type Column = (typeof ENCRYPTED)[number];

const BATCH = 200;

/**
 * Encrypts everything anew that another key than the active one encrypted, in batches, while the service runs. Can be
 * broken off anywhere: what is done is done, and the next run goes on. Returns how many values it wrote.
 */
export async function reEncrypt(ctx: Ctx): Promise<number> {
  let total = 0;
  // A row that moved behind the place that was reached is found by another pass.
  for (const column of ENCRYPTED)
    for (;;) {
      const written = await passOver(ctx, column);
      total += written;
      if (written === 0) break;
    }
  return total;
}

async function passOver(ctx: Ctx, { table, column }: Column): Promise<number> {
  let written = 0;
  for (let after = "(0,0)"; ; ) {
    const rows = await ctx.db.query<{ place: string; stored: Buffer }>(
      statement(
        `select ctid::text as place, ${column} as stored from ${table} where ctid > $1::text::tid and cipher_key(${column}) <> $2 limit ${BATCH}`,
        [after, activeKeyId()],
      ),
    );
    if (rows.length === 0) return written;
    after = rows.at(-1)!.place;
    // What was changed in the meantime is under the active key already: it is left alone.
    await ctx.db.query(
      statement(
        `update ${table} t set ${column} = v.anew
           from unnest($1::text[]::tid[], $2::bytea[], $3::bytea[]) as v(place, stored, anew) where t.ctid = v.place and t.${column} = v.stored`,
        [
          rows.map(({ place }) => place),
          rows.map(({ stored }) => stored),
          rows.map(({ stored }) => Buffer.from(encrypt(decrypt(stored)))),
        ],
      ),
    );
    written += rows.length;
  }
}

/** How many values each column still has under another key than the active one. */
export async function countOldCiphertexts(ctx: Ctx): Promise<number> {
  const counted = ENCRYPTED.map(
    ({ table, column }) => `(select count(*) from ${table} where cipher_key(${column}) <> $1)`,
  );
  const [row] = await ctx.db.query<{ n: number }>(statement(`select ${counted.join(" + ")} as n`, [activeKeyId()]));
  return row!.n;
}
