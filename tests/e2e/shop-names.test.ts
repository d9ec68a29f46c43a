import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeSupplier, SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/index.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { choosePackages, FAULT_ENV } from "#tests/faults/run-checkouts.ts";
import { WEBHOOK_SECRET } from "#tests/faults/travellers.ts";
import { openRunningStore, type RunningStore } from "#tests/support/running-store.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { readSitemap } from "#tests/support/sitemap.ts";
import { goToPay } from "#tests/support/storefront.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { until } from "#tests/support/until.ts";

let stripe: Awaited<ReturnType<typeof fakeStripe>>;
let service: Service;
let shop: RunningStore;
let start: string;

beforeAll(async () => {
  stripe = await fakeStripe();
  overrideEnv({ stripeApiUrl: stripe.url });
  service = await newService({ ...FAULT_ENV, STRIPE_API_URL: stripe.url, TRUSTED_PROXIES: "127.0.0.0/8,::1" });
  await service.start();
  const colors = ["#E85D2F", "#3A2417", "#1F7A8C"] as const;
  shop = await openRunningStore(service, { name: "Sunny Travel", slug: "sunny", colors, locale: "en" });
  await shop.connectStripe(WEBHOOK_SECRET);
  start = `${service.url}/store/${shop.slug}`;
});

afterAll(async () => {
  await service?.dispose();
  stripe?.close();
});

/** Codes and names, however they are written: "eSIM Access", "esimaccess", "eSIM-Go". */
const NAMES = new RegExp(
  [...new Set(SUPPLIER_CODES.flatMap((code) => [code, describeSupplier(code).name]))]
    .map((name) => name.toLowerCase().replace(/[^a-z]+/g, "[\\s._-]*"))
    .concat(["esim[\\s._-]*access", "esim[\\s._-]*go(?![a-z])"])
    .join("|"),
  "i",
);

let visitors = 0;
/** Each as another visitor: who asks for so many pages alone is held up. */
const visit = (url: string) =>
  fetch(url, {
    redirect: "manual",
    headers: { "x-forwarded-for": `100.64.${(++visitors >> 8) & 255}.${visitors & 255}` },
  });

async function read(url: string): Promise<string> {
  const answer = await visit(url);
  expect([url, answer.status]).toEqual([url, 200]);
  const text = await answer.text();
  expect(NAMES.exec(`${url}\n${text}`)?.[0], url).toBeUndefined();
  return text;
}

test("no page that may be found, and no address in it, names a supplier", async () => {
  const map = await readSitemap((path) => read(`${start}${path}`));
  const paths = [...map.matchAll(/<loc>[^<]*?\/en(\/[^<]*)?<\/loc>/g)].map(([, path = ""]) => path);
  const plans = paths.filter((path) => path.startsWith("/package/"));
  expect(plans.length).toBeGreaterThan(100);
  for (const path of plans) expect(path).toMatch(/^\/package\/[a-z0-9-]+-\d+d-\d+$/);
  // A sample of the places, and a smaller one of the plans; `LOOKS=full` reads every place.
  const every = process.env.LOOKS === "full" ? 1 : 4;
  const isRead = (path: string, i: number) => i % (path.startsWith("/package/") ? 15 * every : every) === 0;
  for (const path of [...paths.filter(isRead), "/legal", "/my", "/redeem", "/search?q=istanbul"])
    await read(`${start}/en${path}`);
  for (const path of plans.slice(0, 6)) {
    const [, code] = /^\/package\/(.*)$/.exec(path)!;
    await read(`${start}/de/package/${code}`);
    await read(`${start}/tr/checkout/${code}`);
  }
});

test("an old address leads to the new one for ever, for the plan and its checkout, of a shop and of its test", async () => {
  const old = "esimaccess-TR_5_30";
  const code = await shop.shopCode(old);
  expect(code).toMatch(/^tr-5gb-30d-\d+$/);
  // The second time from whatever keeps pages.
  for (const kind of ["store", "test-store"])
    for (const page of ["package", "checkout"])
      for (let i = 0; i < 2; i++) {
        const base = `/${kind}/${shop.slug}/fr/${page}`;
        const { status, headers } = await visit(`${service.url}${base}/${old}`);
        expect([status, headers.get("location")], base).toEqual([308, `${base}/${code}`]);
      }
  const html = await read(`${start}/fr/package/${code}`);
  expect(html).toContain(`/fr/package/${code}"/>`);
  const facts = [...html.matchAll(/application\/ld\+json">(.*?)<\/script>/g)].map(([, text]) => JSON.parse(text!));
  expect(facts).toContainEqual(expect.objectContaining({ "@type": "Product", sku: code }));
});

/** What a phone needs to install an eSIM, the SM-DP+ server's name, is the supplier's to choose. */
const withoutServers = (text: string): string => text.replace(/(?:rsp|lpa|smdp)[\w.-]+/gi, "");

test("whatever supplier delivers: neither the pages of a purchase nor its mails name it", async () => {
  const chosen = await choosePackages({ service, stores: [shop] });
  const bySupplier = new Map(chosen.map(({ supplier, packageId }) => [supplier, packageId]));
  expect([...bySupplier.keys()].sort()).toEqual([...SUPPLIER_CODES].sort());
  for (const packageId of bySupplier.values()) {
    const { token } = await shop.asStaff((ctx) => goToPay(ctx, packageId));
    stripe.pay([...stripe.sessions.keys()].at(-1)!);
    let order = "";
    await until(async () => {
      order = await read(`${start}/de/order/${token}`);
      return order.includes("/esim/");
    });
    const esim = `${start}${/\/de\/esim\/[^"]+/.exec(order)![0]}`;
    const page = withoutServers(await (await visit(esim)).text());
    expect(NAMES.exec(page)?.[0], esim).toBeUndefined();
    await read(`${esim}/top-up`);
  }
  const folder = join(service.dataDir, "mail");
  const delivered = () => readdirSync(folder).filter((file) => file.endsWith("-delivery.eml"));
  await until(() => delivered().length >= bySupplier.size);
  for (const file of readdirSync(folder)) {
    const text = withoutServers(readFileSync(join(folder, file), "utf8").replace(/=\r?\n/g, ""));
    expect(NAMES.exec(text)?.[0], file).toBeUndefined();
  }
});
