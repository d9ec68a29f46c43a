import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireMachine } from "#server/kernel/operator-permissions.ts";
import { mastersOf, readKeys } from "./key-rows.ts";
import { refreshKeyring } from "./open-keyring.ts";
import { countOldCiphertexts } from "./re-encrypt.ts";
import { countOldHashes } from "./secrets-status.ts";

/**
 * Ends the former keys: nothing that they made is accepted any more, and they cannot be opened again.
 *
 * @param force although hashes in force would be worth nothing then
 */
export async function retireKeys(ctx: Ctx, { force = false } = {}): Promise<{ retired: number[] }> {
  requireMachine(ctx);
  await refreshKeyring(ctx.db);
  const keys = await readKeys(ctx.db);
  const former = keys.filter(({ state }) => state === "accepted").map(({ id }) => id);
  if (
    mastersOf(keys).length > 1 ||
    keys.some(({ state }) => state === "waiting") ||
    (await countOldCiphertexts(ctx)) > 0
  )
    fail("conflict", "The rotation is not over: run `svc secrets rotate` until it says so.");
  if (former.length === 0) fail("conflict", "No former key is accepted: there is nothing to end.");
  const left = (await countOldHashes(ctx)).filter(({ count }) => count > 0);
  if (left.length > 0 && !force)
    fail(
      "conflict",
      `Still under a former key: ${left.map(({ what, count }) => `${count} ${what}`).join(", ")}. They would be worth nothing. Wait until they are used or over, or give --force.`,
    );
  await ctx.db.transaction(async (tx) => {
    await tx.prisma.secretKeyWrap.deleteMany({ where: { keyId: { in: former } } });
    await tx.prisma.secretKey.updateMany({
      where: { id: { in: former } },
      data: { state: "retired", retiredAt: ctx.clock.now() },
    });
    const lost = Object.fromEntries(left.map(({ what, count }) => [what, count]));
    await recordAudit(tx, ctx, { act: "secrets.retire", subject: `key ${former.join(", ")}`, details: { lost } });
  });
  await refreshKeyring(ctx.db);
  return { retired: former };
}
