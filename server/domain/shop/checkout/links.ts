import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { keyedHash, keyedHashes, matchesHash } from "#server/kernel/crypto.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { randomBase62 } from "#server/kernel/ids.ts";
import { after, DAY, HOUR } from "#server/kernel/time.ts";

/** What a link opens: one purchase, everything bought with an address, one eSIM that was shared, what staff sent, or what was given to somebody. */
export type LinkTarget =
  | { kind: "purchase"; checkoutId: number }
  | { kind: "person"; email: string }
  | { kind: "share"; esimId: number; code: string }
  | { kind: "handover"; handoverId: number }
  | { kind: "gift"; checkoutId: number };

export type StoreLink = {
  kind: LinkTarget["kind"];
  checkoutId: number | null;
  email: string | null;
  esimId: number | null;
  codeHash: Uint8Array | null;
  handoverId: number | null;
  expiresAt: Date;
};

export const VALID_FOR = {
  purchase: 180 * DAY,
  person: 24 * HOUR,
  share: 30 * DAY,
  handover: 180 * DAY,
  gift: 180 * DAY,
};
/** After so many wrong codes a shared link shows no activation code any more. */
const MAX_FAILURES = 10;

const hash = (kind: "link" | "code", text: string) => keyedHash("storefront-links", `${kind}:${text}`);
/** Finds a link by what it may be stored under: its key may have been replaced since. */
const withToken = (token: string) => ({ tokenHash: { in: keyedHashes("storefront-links", `link:${token}`) } });

/** A new link; the token is returned here and kept nowhere. 256 bits: it cannot be guessed. */
export async function createLink(tx: Transaction, ctx: AccountCtx, target: LinkTarget): Promise<string> {
  const token = randomBase62(43);
  const createdAt = ctx.clock.now();
  const { code, ...opens } = { code: "", ...target };
  const codeHash = target.kind === "share" ? hash("code", token + code) : null;
  const expiresAt = after(createdAt, VALID_FOR[target.kind]);
  await tx.prisma.storeLink.create({
    data: { tokenHash: hash("link", token), ...tenant(ctx), ...opens, codeHash, createdAt, expiresAt },
  });
  return token;
}

/** A link of this storefront that is still open; of another's, unknown and expired ones there is no telling apart. */
export async function getLink(ctx: AccountCtx, token: string): Promise<StoreLink> {
  const link = await ctx.db.prisma.storeLink.findFirst({
    where: { ...withToken(token), ...tenant(ctx), expiresAt: { gt: ctx.clock.now() } },
  });
  if (!link) return fail("resource_not_found", "This link is not known here, or it is too old.");
  const { kind, checkoutId, email, esimId, codeHash, handoverId, expiresAt } = link;
  return {
    kind: kind as LinkTarget["kind"],
    checkoutId: checkoutId === null ? null : Number(checkoutId),
    email,
    esimId: esimId === null ? null : Number(esimId),
    codeHash,
    handoverId: handoverId === null ? null : Number(handoverId),
    expiresAt,
  };
}

/**
 * Whether the access code of a shared eSIM is right. A try is counted before it is looked at, so that many at once are no
 * more than ten; after ten wrong ones the link never shows the code.
 */
export async function tryAccessCode(ctx: AccountCtx, token: string, code: string): Promise<boolean> {
  const { codeHash } = await getLink(ctx, token);
  const { storeLink } = ctx.db.prisma;
  const { count } = await storeLink.updateMany({
    where: { ...withToken(token), failures: { lt: MAX_FAILURES } },
    data: { failures: { increment: 1 } },
  });
  if (!codeHash || count === 0) return false;
  const given = `code:${token}${code.replace(/[^0-9A-Z]/gi, "").toUpperCase()}`;
  if (!matchesHash("storefront-links", codeHash, given)) return false;
  await storeLink.updateMany({ where: withToken(token), data: { failures: { decrement: 1 } } });
  return true;
}
