import type { IncomingMessage } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { getBrand } from "#server/domain/reseller/brand/index.ts";
import { purgeExpired } from "#server/domain/reseller/request-log/index.ts";
import { sumConversion } from "#server/domain/shop/sales/index.ts";
import { flushViews, recordView } from "#server/domain/shop/views/index.ts";
import { conversionReport } from "#server/files/reports/conversion.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { viewOf } from "#server/process/count-view.ts";
import { enter, newAccount, newPackage, system } from "#tests/support/world.ts";

// How often pages of a shop were read: sums that know nobody, and that nobody can make grow.

const BROWSER =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1";
const HOST = "localhost:3000";
const NOW = new Date("2026-05-04T10:00:00Z");
const DAY = { from: new Date("2026-05-04T00:00:00Z"), to: new Date("2026-05-05T00:00:00Z") };

let plan = "";
let packageId = "";
beforeAll(async () => {
  const { id, packageId: name } = await newPackage({ country: "TR" });
  packageId = name;
  plan = (await database().prisma.package.findUniqueOrThrow({ where: { id } })).shopCode;
});

async function newShop() {
  const { code } = await newAccount({ wallet: 100 });
  const ctx = await enter(code, "test");
  return { ctx, base: `/test-store/${(await getBrand(ctx)).portalSlug}` };
}

const ask = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  ({ method, url, headers: { host: HOST, "user-agent": BROWSER, ...headers } }) as unknown as IncomingMessage;

function look(url: string, headers: Record<string, string> = {}, now = NOW) {
  const view = viewOf(ask(url, headers), now);
  if (view) recordView(database(), view);
}

const rows = async ({ account }: AccountCtx) => {
  await flushViews(database());
  return await database().prisma.shopView.findMany({ where: { accountId: account.id } });
};

test("pages are counted by day, language and destination; who came from elsewhere is a visit", async () => {
  const { ctx, base } = await newShop();
  const within = { referer: `http://${HOST}${base}/de` };
  look(`${base}/de`);
  look(`${base}/de/country/tr`, within);
  look(`${base}/de/package/${plan}?from=ad`, within);
  look(`${base}/de/package/${plan}`, { referer: "https://search.example/?q=esim" });
  look(`${base}/de/checkout/${plan}`, { "sec-fetch-site": "same-origin" });
  // Sent with something wrong in it, and for the total: the form came back.
  const itself = { referer: `http://${HOST}${base}/de/checkout/${plan}?problem=validation_error` };
  for (const search of ["?problem=validation_error", ""])
    look(`${base}/de/checkout/${plan}${search}`, { ...itself, "sec-fetch-site": "same-origin" });
  look(`${base}/en/region/europe`, { "sec-fetch-site": "cross-site" });
  await flushViews(database());
  look(`${base}/de/country/tr`, within);
  await flushViews(database());
  expect((await sumConversion(ctx, "day", DAY)).lines).toEqual([
    { key: "2026-05-04", visits: 3, plans: 2, checkouts: 1, paid: 0, delivered: 0, installed: 0 },
  ]);
  const { total, lines } = await sumConversion(ctx, "destination", DAY);
  expect(total).toMatchObject({ visits: 3, plans: 2, checkouts: 1 });
  expect(lines.map(({ key, visits, plans, checkouts }) => [key, visits, plans, checkouts])).toEqual([
    ["TR", 2, 2, 1],
    ["", 1, 0, 0],
    ["europe", 1, 0, 0],
  ]);
  const { lines: languages } = await sumConversion(ctx, "language", DAY);
  expect(languages.map(({ key, visits }) => [key, visits])).toEqual([
    ["de", 2],
    ["en", 1],
  ]);
  const { lines: plans } = await sumConversion(ctx, "plan", DAY);
  expect(plans.map(({ key, visits, plans, checkouts }) => [key, visits, plans, checkouts])).toEqual([
    ["", 2, 0, 0],
    [packageId, 1, 2, 1],
  ]);
  const file = [];
  for await (const row of conversionReport.rows(ctx as never, { by: "language", from: "2026-05-04", to: "2026-05-04" }))
    file.push(row.slice(0, 4));
  expect(file).toEqual([
    ["de", 2, 2, 1],
    ["en", 1, 0, 0],
  ]);
});

test("programs, what is fetched ahead, other methods, previews and pages of somebody's own are no views", async () => {
  const { base } = await newShop();
  for (const message of [
    ask(`${base}/en`, { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }),
    ask(`${base}/en`, { "user-agent": "curl/8.5.0" }),
    ask(`${base}/en`, { "user-agent": "" }),
    ask(`${base}/en`, { "sec-purpose": "prefetch;prerender" }),
    ask(`${base}/en`, {}, "HEAD"),
    ask(`${base}/en`, {}, "POST"),
    ask(`${base}/xx`),
    ask(`${base}/en/my/${"x".repeat(43)}`),
    ask(`${base}/en/order/${"x".repeat(43)}`),
    ask(`${base}/logo`),
    ask("/preview/abc/en"),
    ask("/docs"),
    ask("/live/orders"),
  ])
    expect(viewOf(message, NOW), message.url).toBeNull();
});

test("addresses that somebody makes up add no rows: neither shops, plans, places nor another reseller's figures", async () => {
  const [mine, theirs] = [await newShop(), await newShop()];
  for (let i = 0; i < 300; i++) {
    look(`/test-store/nobodys-shop-${i}/en`);
    look(`${mine.base}/en/package/made-up-${i}`);
    look(`${mine.base}/en/checkout/made-up-${i}`);
    look(`${mine.base}/en/region/made-up-${i}`);
    look(`${mine.base}/en/info/made-up-${i}`);
    look(`${mine.base}/en/country/${String.fromCharCode(97 + (i % 26))}q`);
  }
  look(`${mine.base}/en/region/constructor`);
  look(`${mine.base}/en/package/%00%27;drop table shop_views`);
  const kept = await rows(mine.ctx);
  // Pages of no place, and Iraq, whose code is among them.
  expect(kept.map(({ destination, language }) => [destination, language]).sort()).toEqual(
    [["", "en"], ...["AQ", "BQ", "GQ", "IQ", "MQ"].map((code) => [code, "en"])].sort(),
  );
  expect(await rows(theirs.ctx)).toEqual([]);
  expect((await sumConversion(theirs.ctx, "day", DAY)).total.visits).toBe(0);
});

test("what was counted lasts for two years", async () => {
  const { ctx, base } = await newShop();
  look(`${base}/en`, {}, new Date(Date.now() - 740 * 86_400_000));
  look(`${base}/en`, {}, new Date(Date.now() - 700 * 86_400_000));
  expect(await rows(ctx)).toHaveLength(2);
  await purgeExpired(system());
  expect(await rows(ctx)).toHaveLength(1);
  const columns = await database().query<{ name: string }>(
    sql`select column_name as name from information_schema.columns where table_name = 'shop_views'`,
  );
  // Nothing else is kept, so nothing else can be asked.
  expect(
    columns
      .map(({ name }) => name)
      .sort()
      .join(" "),
  ).toBe("account_id checkouts day destination environment language pages plan_id plans visits");
});
