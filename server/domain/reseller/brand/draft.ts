import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Brand } from "./brand.ts";
import { type BrandTexts, changedTexts, parseBrandFields, textsOf } from "./brand-fields.ts";
import { oneAtATime, publish, requireUsable, withSlug } from "./change-brand.ts";
import { getBrand } from "./get-brand.ts";
import { newestVersion } from "./versions.ts";

/** What was edited and not published: the fields that differ from the published brand. */
export type BrandDraft = {
  changes: Partial<BrandTexts>;
  /** Zero while nobody has edited anything. */
  revision: number;
  editedBy: string | null;
  editedAt: Date | null;
};

export async function getDraft(ctx: AccountCtx, db: Transaction = ctx.db): Promise<BrandDraft> {
  requirePermission(ctx, "brand:read");
  const found = await db.prisma.brandDraft.findUnique({ where: { accountId_environment: tenant(ctx) } });
  if (!found) return { changes: {}, revision: 0, editedBy: null, editedAt: null };
  const { changes, revision, editedBy, editedAt } = found;
  return { changes: changes as Partial<BrandTexts>, revision, editedBy, editedAt };
}

/** The brand as it would be. */
export function withChanges(brand: Brand, changes: Partial<BrandTexts>): Brand {
  const { shop, ...change } = parseBrandFields(changes);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...brand, ...given, shop: { ...brand.shop, ...shop } };
}

/** Replaces the draft; `revision` is the one that whoever edits has seen. Without changes nothing waits to be published. */
export const saveDraft = (
  ctx: AccountCtx,
  { fields, revision }: { fields: Record<string, string>; revision: number },
) =>
  oneAtATime(ctx, async (tx): Promise<BrandDraft> => {
    const change = parseBrandFields(fields);
    const before = await requireUnchanged(ctx, tx, revision);
    await requireUsable(tx, ctx, change);
    const published = await getBrand(ctx, tx);
    const changes = changedTexts(textsOf(published), textsOf(withChanges(published, fields)));
    return areSame(before.changes, changes) ? before : await keepDraft(tx, ctx, changes, revision + 1);
  });

/** Publishes what was seen: this revision of the draft, over this version of the brand. */
export async function publishDraft(ctx: AccountCtx, seen: { revision: number; version: number }): Promise<Brand> {
  const { portal_slug } = (await getDraft(ctx)).changes;
  return await withSlug(ctx, portal_slug, () => oneAtATime(ctx, (tx) => publishSeen(tx, ctx, seen)));
}

async function publishSeen(
  tx: Transaction,
  ctx: AccountCtx,
  { revision, version }: { revision: number; version: number },
): Promise<Brand> {
  const { changes } = await requireUnchanged(ctx, tx, revision);
  await requireNewest(ctx, tx, version);
  if (Object.keys(changes).length === 0) return fail("conflict", "There is nothing to publish.");
  const brand = await publish(tx, ctx, parseBrandFields(changes), "brand.publish");
  await keepDraft(tx, ctx, {}, revision + 1);
  return brand;
}

const areSame = (a: Partial<BrandTexts>, b: Partial<BrandTexts>): boolean =>
  Object.keys({ ...changedTexts(a, b), ...changedTexts(b, a) }).length === 0;

async function keepDraft(
  tx: Transaction,
  ctx: AccountCtx,
  changes: Partial<BrandTexts>,
  revision: number,
): Promise<BrandDraft> {
  const data = {
    changes,
    revision,
    editedBy: `${ctx.actor.kind}:${ctx.actor.name}`,
    editedAt: ctx.clock.now(),
  };
  const of = tenant(ctx);
  await tx.prisma.brandDraft.upsert({
    where: { accountId_environment: of },
    create: { ...of, ...data },
    update: data,
  });
  return data;
}

async function requireUnchanged(ctx: AccountCtx, tx: Transaction, revision: number): Promise<BrandDraft> {
  const draft = await getDraft(ctx, tx);
  if (draft.revision !== revision)
    fail("conflict", "Somebody else changed the draft meanwhile. Nothing of yours was saved.");
  return draft;
}

export async function requireNewest(ctx: AccountCtx, tx: Transaction, version: number): Promise<void> {
  if ((await newestVersion(ctx, tx)) !== version)
    fail("conflict", "The published brand was changed meanwhile. Look at what would change, then publish again.");
}
