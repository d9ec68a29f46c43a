import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Language } from "#server/kernel/languages.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { type PageTexts, readTexts, requireName } from "./page.ts";
import { findPage, type ShopPage } from "./read-pages.ts";

const MOST_PAGES = 40;

type GivenPage = {
  name: string;
  texts: PageTexts;
  isShown: boolean;
  /** Of what whoever edits has seen; zero for a page that is new. */
  revision: number;
};

/** Writes a page or replaces it. A page that is shown changes in the shop at once; one that is not is in the preview only. */
export async function savePage(ctx: AccountCtx, { name, texts: given, isShown, revision }: GivenPage): Promise<void> {
  requirePermission(ctx, "brand:manage");
  requireName(name);
  const texts = readTexts(name, given);
  await oneAtATime(ctx, async (tx) => {
    const before = await requireSeen(ctx, tx, name, revision);
    if (!before) await requireRoom(ctx, tx);
    const of = { ...tenant(ctx), name };
    const facts = {
      isShown,
      revision: revision + 1,
      editedBy: `${ctx.actor.kind}:${ctx.actor.name}`,
      updatedAt: ctx.clock.now(),
    };
    await tx.prisma.shopPage.upsert({
      where: { accountId_environment_name: of },
      create: { ...of, ...facts },
      update: facts,
    });
    await tx.prisma.shopPageText.deleteMany({ where: of });
    const languages = Object.keys(texts) as Language[];
    await tx.prisma.shopPageText.createMany({
      data: languages.map((language) => ({ ...of, language, ...texts[language]! })),
    });
    const details = { languages, shown: isShown };
    await recordAudit(tx, ctx, { act: "page.save", accountId: of.accountId, subject: name, details });
  });
}

/** Takes a page away for good. In the test environment the live page of the name is shown again. */
export async function removePage(
  ctx: AccountCtx,
  { name, revision }: Pick<GivenPage, "name" | "revision">,
): Promise<void> {
  requirePermission(ctx, "brand:manage");
  await oneAtATime(ctx, async (tx) => {
    const before = await requireSeen(ctx, tx, name, revision);
    const of = { ...tenant(ctx), name };
    if (before?.environment !== of.environment)
      return fail("resource_not_found", "This environment has no page of that name.");
    await tx.prisma.shopPage.delete({ where: { accountId_environment_name: of } });
    await recordAudit(tx, ctx, { act: "page.remove", accountId: of.accountId, subject: name });
  });
}

const oneAtATime = (ctx: AccountCtx, work: (tx: Transaction) => Promise<void>): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`shop-pages:${tenant(ctx).accountId}`}))`);
    await work(tx);
  });

async function requireSeen(ctx: AccountCtx, tx: Transaction, name: string, revision: number): Promise<ShopPage | null> {
  const before = await findPage(ctx, name, tx);
  if ((before?.revision ?? 0) === revision) return before;
  if (revision === 0) return fail("conflict", "There is a page with this address already.", { field: "name" });
  if (!before) return fail("resource_not_found", "There is no page with this address, or somebody else removed it.");
  return fail(
    "conflict",
    "Somebody else changed this page meanwhile. Open it again, and put your change into what is there now.",
  );
}

async function requireRoom(ctx: AccountCtx, tx: Transaction): Promise<void> {
  const pages = await tx.prisma.shopPage.count({ where: tenant(ctx) });
  if (pages >= MOST_PAGES) fail("conflict", `A shop has up to ${MOST_PAGES} pages of its own.`, { field: "name" });
}
