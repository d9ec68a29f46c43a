import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsInLooks, launchBrowser, open } from "#tests/support/browser.ts";
import { openRunningStore, type RunningStore } from "#tests/support/running-store.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

// Several plans in one purchase, with and without scripts: nothing is lost on the way, and one payment buys them all.

let service: Service;
let browser: Browser;
let store: RunningStore;
/** Of two countries, as addresses name them. */
let codes: string[];

beforeAll(async () => {
  service = await newService();
  await service.start();
  browser = await launchBrowser();
  const colors = ["#0F5C63", "#12323A", "#E8A33D"] as const;
  store = await openRunningStore(service, { name: "Fernweh", slug: "fernweh", colors, locale: "de" });
  // A test shop writes to its team only.
  await store.join("mia@example.com");
  codes = await Promise.all(
    ["TR", "IT"].map(async (country) => {
      const { json } = await service.call(store.liveKey, "GET", `/packages?country=${country}&type=local&limit=1`);
      return await store.shopCode(json.data.items[0].package_id);
    }),
  );
});

afterAll(async () => {
  await browser?.close();
  await service?.dispose();
});

const amountOf = (text: string) => Number(text.replace(/[^0-9,.]/g, "").replace(",", "."));
const total = async (page: Page) => amountOf((await page.getByRole("status").locator("dd").last().textContent())!);
const plansOf = (page: Page) => page.locator("#plans li").allInnerTexts();
const act = (page: Page, value: string) => page.locator(`button[value="${value}"]`).click();
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test.each([
  ["en", 360, false],
  ["de", 1440, true],
])("in %s at %s pixels, scripts: %s", async (language, width, javaScriptEnabled) => {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width, height: 800 }, locale: "en-GB" });
  const at = (path: string) => `${service.url}/test-store/fernweh/${language}${path}`;
  const [first, second] = codes as [string, string];
  const { page } = await open(context, at(`/checkout/${second}`));
  const priceOfSecond = await total(page);
  await page.goto(at(`/checkout/${first}`));
  const priceOfFirst = await total(page);
  await page.locator("input[name=email]").fill("mia@example.com");
  await page.locator("select[name=quantity]").selectOption("2");
  await act(page, "add");
  await page.waitForURL(new RegExp(`/test-store/fernweh/${language}$`));

  // The next plan that is chosen is paid for with it, and what was typed has stayed.
  await page.goto(at(`/checkout/${second}`));
  expect(await page.locator("input[name=email]").inputValue()).toBe("mia@example.com");
  expect(await total(page)).toBeCloseTo(2 * priceOfFirst + priceOfSecond, 2);
  expect(await plansOf(page)).toEqual([expect.stringMatching(/^2 × /), expect.not.stringMatching(/^\d+ × /)]);
  expect(await isTooWide(page)).toBe(false);
  if (javaScriptEnabled) expect(await faultsInLooks(page)).toEqual([]);

  // Back to the first one, with one less; then everything is kept when something is wrong.
  await act(page, `change ${first}`);
  await page.waitForURL(new RegExp(`/checkout/${first}#quantity$`));
  expect(await page.locator("select[name=quantity]").inputValue()).toBe("2");
  await page.locator("select[name=quantity]").selectOption("1");
  if (!javaScriptEnabled) await page.locator("button[value=update]").first().click();
  await until(async () => Math.abs((await total(page)) - priceOfFirst - priceOfSecond) < 0.001);
  await page.locator('form[action$="/pay"] button[type=submit]').last().click();
  await page.waitForURL(/problem=validation_error$/);
  expect(await page.locator("#terms-error").count()).toBe(1);
  expect(await page.locator("input[name=email]").inputValue()).toBe("mia@example.com");
  expect(await plansOf(page)).toHaveLength(2);

  // Taken out, and added again.
  await act(page, `remove ${second}`);
  await page.waitForURL(/#plans$/);
  expect([await plansOf(page), await total(page)]).toEqual([[expect.any(String)], priceOfFirst]);
  await act(page, "add");
  await page.waitForURL(new RegExp(`/test-store/fernweh/${language}$`));
  await page.goto(at(`/checkout/${second}`));
  await page.locator("input[name=email2]").fill("mia@example.com");
  await page.locator("input[name=compatible]").check();
  await page.locator("input[name=terms]").check();
  await page.locator('form[action$="/pay"] button[type=submit]').last().click();
  await page.waitForURL(/\/pay\//);
  await page.locator("button[value=paid]").click();
  await page.waitForURL(/\/order\//);
  const esims = page.locator('main a[href*="/esim/"]');
  await until(async () => {
    if ((await esims.count()) < 2) await page.reload();
    return (await esims.count()) === 2;
  });
  expect(await page.locator("dl dt").count()).toBe(5);
  // A name without a space stays beside its amount.
  const name = page.locator("dl dt").first();
  await name.evaluate((element, long) => element.replaceChildren(long), "Unternehmensreise".repeat(9));
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await isTooWide(page)).toBe(false);

  // What was bought is bought: the next checkout begins with nothing.
  await page.goto(at(`/checkout/${first}`));
  expect([await plansOf(page), await total(page)]).toEqual([[expect.any(String)], priceOfFirst]);
  await context.close();
});
