import { globSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { adjustWallet } from "#server/domain/money/ledger/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { savePage } from "#server/domain/shop/pages/index.ts";
import { money } from "#server/kernel/money.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { accessibilityFaults, faultsInLooks, LOOKS, SIZES } from "#tests/support/browser.ts";
import { newMember, signedIn } from "#tests/support/portal.ts";
import { scriptWeight } from "#tests/support/script-weight.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";
import { serviceWithBrowser } from "#tests/support/service-with-browser.ts";
import { soldInShop } from "#tests/support/sold-in-shop.ts";

const MOST_SCRIPT_BYTES = 220 * 1_024;
/** Of what a page may move while it loads, as browsers count it (CLS). */
const MOST_MOVED = 0.05;

/** Every page of the portal, as `pagesOf` makes them from what there is to look at. New ones are added here. */
type Records = {
  order: string;
  iccid: string;
  key: string;
  request: string;
  package: string;
  endpoint: string;
  delivery: string;
  sale: string;
  customer: string;
  vouchers: string;
  page: string;
};

const pagesOf = (has: Records): string[] => [
  "/test",
  "/live",
  "/live/catalog",
  `/live/catalog/${has.package}`,
  `/live/catalog/compare?compare=${has.package},esimaccess-TR_5_30`,
  "/live/orders",
  "/test/orders?status=failed",
  `/test/orders/${has.order}`,
  "/test/orders/new",
  "/live/orders/B2B-404",
  "/live/esims",
  "/test/esims",
  `/test/esims/${has.iccid}`,
  "/live/esims/8999901000000000013",
  "/live/balance",
  "/live/balance/ledger",
  "/live/storefront",
  "/live/storefront/payments",
  "/test/storefront/mails",
  "/live/storefront/guarantee",
  "/live/storefront/law",
  "/live/storefront/mails/words",
  "/live/storefront/pages",
  "/live/storefront/pages/new?name=terms",
  `/test/storefront/pages/${has.page}/edit`,
  "/live/api-keys",
  "/test/api-keys/new",
  `/test/api-keys/${has.key}`,
  `/test/api-keys/${has.key}/edit`,
  "/live/webhooks",
  "/test/webhooks/new",
  `/test/webhooks/${has.endpoint}`,
  `/test/webhooks/${has.endpoint}/edit`,
  "/test/webhooks/deliveries",
  `/test/webhooks/deliveries/${has.delivery}`,
  "/test/drill",
  "/test/sales",
  `/test/sales/${has.sale}`,
  "/test/sales/customers",
  `/test/sales/customers/${has.customer}`,
  "/test/sales/figures",
  "/test/sales/invoices",
  "/test/sales/codes",
  "/test/sales/vouchers",
  `/test/sales/vouchers/${has.vouchers}`,
  "/test/requests",
  `/test/requests/${has.request}`,
  "/live/brand",
  "/live/storefront/domain",
  "/test/storefront/domain",
  "/live/notices",
  "/live/team",
  "/live/team?tab=roles",
  "/live/team?tab=audit",
  "/live/you",
  "/live/nowhere",
];
const MISSING = ["/live/nowhere", "/live/orders/B2B-404", "/live/esims/8999901000000000013"];

const { service, browser } = await serviceWithBrowser();

/** One of everything in the test environment, made over the API. */
async function makeRecords(): Promise<Records> {
  const { testKey } = service.demo();
  const post = (path: string, body: object) =>
    service.call(testKey, "POST", path, body, { "Idempotency-Key": crypto.randomUUID() });
  const packages = await service.call(testKey, "GET", "/packages?limit=1");
  const packageId = packages.json.data.items[0].package_id;
  const endpoint = await post("/webhooks", { url: "https://93.184.216.34/hooks", events: ["*"] });
  const order = await post("/orders", { package_id: packageId, quantity: 1 });
  const sale = await soldInShop(service, {
    quantity: 2,
    email: `a.traveller.with.a.long.address@${"long-".repeat(8)}example.com`,
  });
  const deliveries = await service.call(testKey, "GET", `/webhooks/${endpoint.json.data.id}/deliveries`);
  const page = `about-${Date.now()}`;
  await onServiceDatabase(service, async (system) => {
    const ctx = await enterAccount(system, service.demo().accountCode, "test");
    const texts = { en: { title: "About us", body: "# Who we are\n\nWe *travel* too." } };
    await savePage(ctx, { name: page, texts, isShown: false, revision: 0 });
  });
  return {
    order: order.json.data.reference,
    iccid: order.json.data.profiles[0].iccid,
    key: testKey.slice(0, "svc_test_".length + 8),
    request: order.headers.get("x-request-id")!,
    package: packageId,
    endpoint: String(endpoint.json.data.id),
    delivery: String(deliveries.json.data.items[0].id),
    sale: sale.number,
    customer: sale.email,
    vouchers: String(sale.vouchers),
    page,
  };
}

/** How much of the page has moved without being asked to, since it began to load. */
const movedOn = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
    return shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0);
  });

test.each([0, 1])(
  "every page is accessible and fits in both themes and both sizes, is light, and stands still while it loads (half %i)",
  async (half) => {
    const person = await newMember(service);
    const { context, page, faults } = await signedIn(browser, service, person, "/test", LOOKS[0]);
    const wrong: Record<string, unknown> = {};
    for (const path of pagesOf(await makeRecords()).filter((_path, i) => i % 2 === half)) {
      faults.length = 0;
      await page.setViewportSize(SIZES.phone);
      await page.goto(service.url + path, { waitUntil: "networkidle" });
      const moved = await movedOn(page);
      const found = {
        moved: moved < MOST_MOVED ? 0 : moved,
        looks: await faultsInLooks(page),
        // What does not exist is answered with 404, which the browser notes.
        faults: MISSING.includes(path) ? [] : [...faults],
        tooHeavy: Math.max(0, (await scriptWeight(page)) - MOST_SCRIPT_BYTES),
      };
      if (Object.values(found).flat().some(Boolean)) wrong[path] = found;
    }
    expect(wrong).toEqual({});
    await context.close();
  },
);

test("what stands in place of what is still on its way fits a small phone", async () => {
  const { context, page } = await signedIn(browser, service, await newMember(service), "/test", LOOKS[0]);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route(/\/api\/trpc\//, () => {});
  const wide: string[] = [];
  for (const path of ["/live/orders/B2B-404", "/live/esims/8999901"]) {
    await page.goto(service.url + path, { waitUntil: "load" });
    await page.locator("main .animate-appear").first().waitFor();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) wide.push(`${path}: ${over}`);
  }
  expect(wide).toEqual([]);
  await context.close();
});

/** A view of each list that stands below the links of its section. */
async function keepViews(email: string): Promise<void> {
  await onServiceDatabase(service, async (system) => {
    const { id: userId } = await system.db.prisma.user.findUniqueOrThrow({ where: { email } });
    for (const [list, environment] of [
      ["sales", "test"],
      ["deliveries", "test"],
      ["ledger", "live"],
    ] as const) {
      const { account } = await enterAccount(system, service.demo().accountCode, environment);
      const view = { name: "A view", query: "order=oldest", createdAt: new Date() };
      await system.db.prisma.savedView.create({ data: { accountId: account.id, environment, userId, list, ...view } });
    }
  });
}

test("on a phone rows of two lines begin high on the page, and nothing jumps while it loads", async () => {
  const has = await makeRecords();
  const member = await newMember(service);
  await keepViews(member.email);
  const { context, page } = await signedIn(browser, service, member, "/test", LOOKS[0]);
  await page.setViewportSize({ width: 360, height: 740 });
  const lists = [
    ...["orders", "esims", "catalog", "requests", "webhooks/deliveries"].map((list) => `/test/${list}`),
    "/live/balance/ledger",
    "/test/sales",
  ];
  // An entry has no page of its own: what it was for is there in full, on a third line.
  const mostHigh = (path: string) => (path.endsWith("/ledger") ? 96 : 72);
  const wrong: Record<string, object> = {};
  const pages = ["/test", "/live/balance", `/test/orders/${has.order}`, `/test/esims/${has.iccid}`];
  for (const path of [...lists, ...pages, `/test/requests/${has.request}`]) {
    await page.goto(service.url + path, { waitUntil: "networkidle" });
    const row = await page.evaluate(() => document.querySelector("main tbody tr")?.getBoundingClientRect());
    const found = { moved: await movedOn(page), top: row?.top ?? 0, height: row?.height ?? 0 };
    const isList = lists.includes(path);
    if (found.moved >= MOST_MOVED || (isList && (found.top === 0 || found.top > 320 || found.height > mostHigh(path))))
      wrong[path] = found;
  }
  expect(wrong).toEqual({});
  await page.goto(`${service.url}/test/orders`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("dialog", { name: "Filters" }).getByRole("combobox", { name: "Status" }).waitFor();
  await context.close();
});

test("on a wide page the filters of a list stand in one row, also when some are set", async () => {
  const { context, page } = await signedIn(browser, service, await newMember(service), "/test", {
    viewport: SIZES.wide,
  });
  for (const path of [
    "/test/orders",
    "/test/orders?status=delivered&from=2026-11-01",
    "/test/sales?from=2026-11-01&q=mia",
    "/test/catalog?q=turkey&country=TR",
    "/test/webhooks/deliveries?status=failed",
    "/test/requests?method=GET&from=2026-11-01",
  ]) {
    await page.goto(service.url + path, { waitUntil: "networkidle" });
    const search = (await page.locator("main input[type=search]").first().boundingBox())!;
    for (const name of [...(path.includes("catalog") ? [] : ["CSV"]), "Columns", /^More filters/]) {
      const box = await page
        .locator("main")
        .getByRole(name === "CSV" ? "link" : "button", { name })
        .first()
        .boundingBox();
      expect(box!.y + box!.height, `${path}: ${name}`).toBeCloseTo(search.y + search.height, 0);
    }
  }
  await page.getByRole("button", { name: "More filters (1)" }).click();
  expect(await page.getByRole("dialog").getByLabel("From").inputValue()).toBe("2026-11-01");
  await context.close();
});

test("a row opens wherever it is clicked, in a new tab with Ctrl or the middle button", async () => {
  const { order } = await makeRecords();
  const { context, page } = await signedIn(browser, service, await newMember(service), "/test/orders");
  const cell = page.getByRole("row").filter({ hasText: order }).getByRole("cell").nth(2);
  for (const press of [{ modifiers: ["Control"] }, { button: "middle" }] as const) {
    const [opened] = await Promise.all([context.waitForEvent("page"), cell.click(press as object)]);
    await opened.waitForURL(`**/test/orders/${order}`);
    await opened.close();
  }
  await cell.click();
  await page.waitForURL(`**/test/orders/${order}`);
  await context.close();
});

test("no page of the portal is left out of that", () => {
  const visited = pagesOf({
    order: "o",
    iccid: "i",
    key: "k",
    request: "r",
    package: "p",
    endpoint: "e",
    delivery: "d",
    sale: "s",
    customer: "c",
    vouchers: "1",
    page: "about",
  });
  const root = join(import.meta.dirname, "../../app/(portal)/[env]");
  const left = globSync("**/page.tsx", { cwd: root }).filter((file) => {
    const shape = file
      .replace(/\/?page\.tsx$/, "")
      .replace(/\[\.{3}[^\]]+\]/g, "nowhere")
      .replace(/\[[^\]]+\]/g, "[^/?]+");
    return !visited.some((path) => new RegExp(`^/(test|live)${shape && `/${shape}`}(\\?|$)`).test(path));
  });
  expect(left).toEqual([]);
});

test("a key is made with the keyboard alone, shown once, and works", async () => {
  const person = await newMember(service, "developer");
  const { context, page } = await signedIn(browser, service, person, "/test/api-keys/new");
  const press = async (key: string, times = 1) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
  };
  /** Tab until the control with this name has the focus. */
  const tabTo = async (name: string) => {
    for (let i = 0; i < 80; i++) {
      const focused = await page.evaluate(
        () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
      );
      if (focused.startsWith(name)) return;
      await press("Tab");
    }
    throw new Error(`The keyboard does not reach "${name}".`);
  };
  await page.getByLabel("Name").focus();
  await page.keyboard.type("Made by keyboard");
  await tabTo("Storefront");
  await press("Enter");
  await tabTo("Create test key");
  await press("Enter");
  const dialog = page.getByRole("dialog", { name: "Keep this key now" });
  await dialog.waitFor();
  await press("Escape");
  expect(await dialog.isVisible()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  const key = (await dialog.getByRole("region", { name: "API key" }).textContent())!.trim();
  await page.getByRole("checkbox", { name: "I have saved it in a safe place" }).focus();
  await press("Space");
  await tabTo("Done");
  await press("Enter");
  await page.waitForURL("**/test/api-keys");
  await page.getByText("Made by keyboard").waitFor();
  expect(await page.content()).not.toContain(key);
  expect((await service.call(key, "POST", "/auth/test")).status).toBe(200);
  await context.close();
});

test("a key may act over MCP, is rotated with an overlap and revoked by typing its name", async () => {
  const person = await newMember(service);
  const old = await onServiceDatabase(service, (ctx) =>
    createKey(ctx, service.demo().accountCode, { environment: "test", name: "Shop", scopes: SCOPES }),
  );
  const { context, page } = await signedIn(browser, service, person, `/test/api-keys/${old.keyPrefix}`);
  await page.getByRole("button", { name: "Let it act" }).click();
  await page.getByLabel("Changes a day").fill("0");
  await page.getByRole("button", { name: "Let it act" }).click();
  await page.getByText("Enter a number from 1 to 1000.").waitFor();
  await page.getByLabel("Changes a day").fill("12");
  await page.getByLabel(/Spent a day/).fill("250,50");
  await page.getByRole("button", { name: "Let it act" }).click();
  await page.getByText("At most 12 changes").waitFor();
  await page.getByRole("button", { name: "Rotate key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate key" }).click();
  const made = (await page.getByRole("region", { name: "API key" }).textContent())!.trim();
  await page.getByText("I have saved it in a safe place").click();
  await page.getByRole("button", { name: "Done" }).click();
  for (const key of [old.key, made]) expect((await service.call(key, "POST", "/auth/test")).status).toBe(200);
  const tools = await fetch(`${service.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${made}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  expect(await tools.text()).toContain('"name":"confirm"');
  await page.getByRole("button", { name: "Revoke key" }).click();
  const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" });
  expect(await confirm.isDisabled()).toBe(true);
  await page.getByLabel("Type Shop to confirm").fill("Shop");
  await confirm.click();
  await page.getByText("Revoked", { exact: true }).first().waitFor();
  expect((await service.call(old.key, "POST", "/auth/test")).status).toBe(401);
  expect((await service.call(made, "POST", "/auth/test")).status).toBe(200);
  await context.close();
});

/** Types into the palette; a page that is not ready yet does not hear its keys. */
async function search(page: Page, text: string): Promise<void> {
  const field = page.getByRole("combobox");
  for (let attempt = 0; attempt < 20 && !(await field.isVisible()); attempt++) {
    await page.keyboard.press("Control+k");
    await field.waitFor({ timeout: 2_000 }).catch(() => {});
  }
  await field.fill(text);
}

test("the palette goes to pages and finds records of this environment; shortcuts work", async () => {
  const person = await newMember(service);
  const { testKey } = service.demo();
  const { json } = await service.call(testKey, "GET", "/packages?limit=1");
  const order = await service.call(
    testKey,
    "POST",
    "/orders",
    { package_id: json.data.items[0].package_id, quantity: 1, client_reference: "shop-77" },
    { "Idempotency-Key": "palette-1" },
  );
  const { context, page } = await signedIn(browser, service, person, "/test");
  await search(page, "shop-77");
  await page.getByRole("option", { name: order.json.data.reference }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("combobox").fill("bal");
  await page.getByRole("option", { name: order.json.data.reference }).waitFor({ state: "detached" });
  await page.getByRole("option", { name: "Balance" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/test/balance");
  await page.getByRole("combobox").waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.waitForURL("**/test/team");
  await page.goto(`${service.url}/live`);
  await search(page, "shop-77");
  await page.getByText("No results in this environment.").waitFor();
  await context.close();
});

test("a list that is shown whole is sorted by its columns, from either end, and the address says so", async () => {
  const { accountCode } = service.demo();
  await onServiceDatabase(service, async (ctx) => {
    for (const name of ["Zoo", "alpha", "Mid"])
      await createKey(ctx, accountCode, { environment: "live", name, scopes: SCOPES });
  });
  const { context, page } = await signedIn(browser, service, await newMember(service), "/live/api-keys");
  const names = async () =>
    (await page.locator("main tbody tr td:first-child").allTextContents()).map((name) => name.trim());
  const sorted = (await names()).toSorted((a, b) => a.localeCompare(b, "en", { sensitivity: "base" }));
  const header = page.getByRole("columnheader", { name: "Name" });
  await header.getByRole("button").click();
  await page.waitForURL("**/live/api-keys?order=name");
  expect(await names()).toEqual(sorted);
  await header.getByRole("button").click();
  await page.waitForURL("**/live/api-keys?order=-name");
  expect(await names()).toEqual(sorted.toReversed());
  await page.reload({ waitUntil: "networkidle" });
  expect(await names()).toEqual(sorted.toReversed());
  expect(await header.getAttribute("aria-sort")).toBe("descending");
  await context.close();
});

test("the environment is in the address and remembered, the theme too", async () => {
  const person = await newMember(service);
  const { context, page } = await signedIn(browser, service, person, "/test/balance");
  await page.getByRole("navigation", { name: "Environment" }).getByRole("link", { name: "Live" }).click();
  await page.waitForURL("**/live/balance");
  await page.goto(`${service.url}/portal`);
  expect(new URL(page.url()).pathname).toBe("/live");
  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await page.locator("[data-theme=dark]").waitFor();
  await page.reload();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
  await context.close();
});

test("a role sees what it may see: no page, no button, and no file beyond it", async () => {
  const person = await newMember(service, "support");
  const { context, page } = await signedIn(browser, service, person, "/live/api-keys");
  await page.getByText("This page is not part of your role.").waitFor();
  expect(await page.getByRole("link", { name: "API keys" }).count()).toBe(0);
  expect((await context.request.get(`${service.url}/api/reports/live/ledger`)).status()).toBe(403);
  expect((await context.request.get(`${service.url}/api/reports/live/audit-log`)).status()).toBe(403);
  await context.close();
});

test("the ledger is filtered by the address and saved as the filtered file, safe to open in a spreadsheet", async () => {
  const person = await newMember(service, "finance");
  await onServiceDatabase(service, (ctx) =>
    adjustWallet(ctx, service.demo().accountCode, money(-1.5), "=HYPERLINK(1)"),
  );
  const { context, page } = await signedIn(browser, service, person, "/live/balance/ledger?type=adjustment");
  await page.getByText("=HYPERLINK(1)").waitFor();
  expect(await page.getByText("Opening balance of the demo").count()).toBe(0);
  const file = await page.getByRole("link", { name: /CSV/ }).getAttribute("href");
  const csv = await (await context.request.get(service.url + file)).text();
  expect(csv).toContain("adjustment");
  expect(csv).toContain("'=HYPERLINK");
  expect(csv).not.toContain("deposit");
  await context.close();
});

test("a session that is ended elsewhere ends here with the next thing done, and leads back after signing in", async () => {
  const person = await newMember(service);
  const one = await signedIn(browser, service, person, "/test/you");
  const other = await signedIn(browser, service, person, "/test/team");
  await one.page.reload();
  await one.page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await one.page.getByText("Signed out there").waitFor();
  await other.page.getByRole("tab", { name: "Roles" }).click();
  await other.page.waitForURL(/\/sign-in\?to=/);
  expect(new URL(other.page.url()).searchParams.get("to")).toBe("/test/team?tab=roles");
  await Promise.all([one.context.close(), other.context.close()]);
});
