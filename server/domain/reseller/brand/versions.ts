import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Brand } from "./brand.ts";
import { type BrandTexts, changedTexts, textsOf } from "./brand-fields.ts";

/** A brand as it was published. The newest is how it stands. */
export type BrandVersion = {
  number: number;
  fields: BrandTexts;
  /** As in the audit log; null for what was published before versions were kept. */
  publishedBy: string | null;
  publishedAt: Date;
};

/** What can be returned to, beside the newest. */
const KEPT_BEFORE = 10;

/** Newest first. */
export async function listVersions(ctx: AccountCtx): Promise<BrandVersion[]> {
  requirePermission(ctx, "brand:read");
  const versions = await ctx.db.prisma.brandVersion.findMany({ where: tenant(ctx), orderBy: { number: "desc" } });
  return versions.map(({ number, fields, publishedBy, publishedAt }) => ({
    number,
    fields: fields as BrandTexts,
    publishedBy,
    publishedAt,
  }));
}

/** Zero while nothing was published since versions are kept. */
export async function newestVersion(ctx: AccountCtx, db: Transaction = ctx.db): Promise<number> {
  const { _max } = await db.prisma.brandVersion.aggregate({ where: tenant(ctx), _max: { number: true } });
  return _max.number ?? 0;
}

/** For the transaction that published: the brand as it is now, and as it was before the first version. */
export async function keepVersion(tx: Transaction, ctx: AccountCtx, before: Brand, now: Brand): Promise<void> {
  if (Object.keys(changedTexts(textsOf(before), textsOf(now))).length === 0) return;
  const of = tenant(ctx);
  const newest = await newestVersion(ctx, tx);
  const first = { ...of, number: 1, fields: textsOf(before), publishedBy: null, publishedAt: before.updatedAt };
  const next = {
    ...of,
    number: Math.max(newest, 1) + 1,
    fields: textsOf(now),
    publishedBy: `${ctx.actor.kind}:${ctx.actor.name}`,
    publishedAt: now.updatedAt,
  };
  await tx.prisma.brandVersion.createMany({ data: newest === 0 ? [first, next] : [next] });
  await tx.prisma.brandVersion.deleteMany({ where: { ...of, number: { lt: next.number - KEPT_BEFORE } } });
}
