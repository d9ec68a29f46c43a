import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { raiseSecurityNotification } from "#server/domain/record/notifications/index.ts";
import { getAccount } from "#server/domain/reseller/accounts/index.ts";
import { withNames } from "#server/domain/reseller/names/index.ts";
import type { Ctx, Environment } from "#server/kernel/context.ts";
import { encrypt } from "#server/kernel/crypto.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Scope } from "#server/kernel/scopes.ts";
import { hashKey, keyPrefix, newKey, newSigningSecret } from "./key-format.ts";
import { requireInForce } from "./require-in-force.ts";
import { requireKeySettings } from "./require-key-settings.ts";
import { requireOwnScopes } from "./require-own-scopes.ts";

export type NewKey = {
  environment: Environment;
  name: string;
  scopes: readonly Scope[];
  requireHmac?: boolean;
  /** Addresses or CIDRs; none = any address. */
  allowedIps?: string[];
  expiresAt?: Date;
  /** The key that this one takes over from, and when that one ends. */
  replaces?: { id: number; prefix: string; expiresAt: Date };
};

/** Each key has limits of its own: what an account can allow itself has an end. We may make it more. */
const MOST_KEYS = 100;

/** The key and its signing secret are returned here and never again. */
export type CreatedKey = { key: string; keyPrefix: string; signingSecret?: string };

export async function createKey(ctx: Ctx, accountCode: string, input: NewKey): Promise<CreatedKey> {
  requirePermission(ctx, "keys:manage");
  requireKeySettings(input);
  if (input.scopes.length === 0) fail("validation_error", "A key needs at least one scope.", { field: "scopes" });
  requireOwnScopes(ctx, input);
  const account = await getAccount(ctx, accountCode);
  const { key, publicId } = newKey(input.environment);
  const prefix = keyPrefix(input.environment, publicId);
  const signingSecret = input.requireHmac ? newSigningSecret() : undefined;
  const id = { kind: "key", name: publicId, taken: "The key that was drawn exists already. Try again." } as const;
  const keep = async (tx: Transaction) => {
    if (ctx.actor.kind === "staff") await requireRoom(tx, account.id, input.environment, ctx.clock.now());
    const actor = await requireInForce(tx, ctx, account.id, "keys:manage");
    requireOwnScopes({ ...ctx, actor }, input);
    const made = await tx.prisma.apiKey.create({
      data: {
        accountId: account.id,
        environment: input.environment,
        publicId,
        name: input.name,
        hash: hashKey(key),
        scopes: [...input.scopes],
        signingSecret: signingSecret ? encrypt(signingSecret) : null,
        allowedIps: input.allowedIps ?? [],
        expiresAt: input.expiresAt,
        createdAt: ctx.clock.now(),
      },
    });
    const details = { scopes: [...input.scopes], hmac: !!signingSecret, allowedIps: input.allowedIps ?? [] };
    await recordAudit(tx, ctx, { act: "key.create", accountId: account.id, subject: prefix, details });
    const what = input.replaces ? `in place of ${input.replaces.prefix}` : `with ${input.scopes.length} scopes`;
    await raiseSecurityNotification(tx, ctx, {
      accountId: account.id,
      environment: input.environment,
      kind: "api_key.made",
      subject: prefix,
      text: `The API key ${prefix} (${input.name}) was created ${what}.`,
    });
    if (!input.replaces) return;
    const { id: oldId, expiresAt, prefix: old } = input.replaces;
    // Never later than it ends by now.
    const isLater = [{ expiresAt: null }, { expiresAt: { gt: expiresAt } }];
    await tx.prisma.apiKey.updateMany({ where: { id: oldId, OR: isLater }, data: { expiresAt } });
    const terms = await tx.prisma.mcpTerms.findUnique({ where: { keyId: oldId } });
    if (terms)
      await tx.prisma.mcpTerms.create({ data: { ...terms, keyId: made.id, countedAs: terms.countedAs ?? oldId } });
    await recordAudit(tx, ctx, {
      act: "key.rotate",
      accountId: account.id,
      subject: old,
      details: { replacedBy: prefix },
    });
  };
  await withNames(ctx, [id], () => ctx.db.transaction(keep));
  return { key, keyPrefix: prefix, signingSecret };
}

/** One at a time within an account, each counting those before it. */
async function requireRoom(tx: Transaction, accountId: number, environment: Environment, now: Date): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`keys:${accountId}:${environment}`}))`);
  const isUsable = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const usable = await tx.prisma.apiKey.count({ where: { accountId, environment, ...isUsable } });
  if (usable >= MOST_KEYS)
    fail(
      "conflict",
      `There are ${usable} keys that work, the most that an account can make for itself per environment. Revoke one first, or ask us.`,
    );
}
