import { type AccountCtx, type Environment, tenant } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import type { Language } from "#server/kernel/languages.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { LEGAL_PAGES, type PageTexts } from "./page.ts";

type Facts = {
  name: string;
  /** Whose it is: the test environment shows the live page of a name of which it has none. */
  environment: Environment;
  isShown: boolean;
  revision: number;
  editedBy: string;
  updatedAt: Date;
};
/** A page without its text. */
export type PageLine = Facts & { titles: Partial<Record<Language, string>> };
export type ShopPage = Facts & { texts: PageTexts };

const FACTS = { name: true, environment: true, isShown: true, revision: true, editedBy: true, updatedAt: true };

/** Legal ones first, in the order in which they are known; then by name. */
export async function listPages(ctx: AccountCtx): Promise<PageLine[]> {
  requirePermission(ctx, "brand:read");
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.prisma.shopPage.findMany({
    where: { accountId, environment: { in: ["live", environment] } },
    select: { ...FACTS, texts: { select: { language: true, title: true } } },
    orderBy: { name: "asc" },
  });
  const known: readonly string[] = LEGAL_PAGES;
  const place = ({ name }: Facts) => (known.includes(name) ? known.indexOf(name) : known.length);
  return rows
    .filter((row) => row.environment === environment || !hasOwn(rows, row.name, environment))
    .map(({ texts, ...facts }) => ({
      ...(facts as Facts),
      titles: Object.fromEntries(texts.map(({ language, title }) => [language, title])),
    }))
    .toSorted((a, b) => place(a) - place(b));
}

const hasOwn = (rows: { name: string; environment: string }[], name: string, environment: string) =>
  rows.some((row) => row.name === name && row.environment === environment);

export async function findPage(ctx: AccountCtx, name: string, db: Transaction = ctx.db): Promise<ShopPage | null> {
  requirePermission(ctx, "brand:read");
  const { accountId, environment } = tenant(ctx);
  const rows = await db.prisma.shopPage.findMany({
    where: { accountId, name, environment: { in: ["live", environment] } },
    select: { ...FACTS, texts: { select: { language: true, title: true, body: true } } },
  });
  const found = rows.find((row) => row.environment === environment) ?? rows[0];
  if (!found) return null;
  const { texts, ...facts } = found;
  return {
    ...(facts as Facts),
    texts: Object.fromEntries(texts.map(({ language, title, body }) => [language, { title, body }])),
  };
}
