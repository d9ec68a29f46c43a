import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeBrand, parseBrandFields } from "#server/domain/reseller/brand/index.ts";
import { createDiscount } from "#server/domain/shop/discounts/index.ts";
import { sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { faultsInLooks, launchBrowser, open } from "#tests/support/browser.ts";
import { pdfText } from "#tests/support/pdf-text.ts";
import { newMember, signedIn } from "#tests/support/portal.ts";
import { openRunningStore, type RunningStore } from "#tests/support/running-store.ts";
import { chargeVat } from "#tests/support/sellers.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

// A shop that charges VAT and shows its prices in further currencies, as travellers see it, and where its reseller enters what the law asks for.

const PLAN = "esimaccess-TR_5_30";
const TENTH = {
  ...{ code: "PLUS", percentOff: money(10), amountOff: null, packageIds: [], destinations: [] },
  ...{ startsAt: null, endsAt: null, mostUses: null, oncePerPerson: false },
};

let service: Service;
let browser: Browser;
let store: RunningStore;

beforeAll(async () => {
  service = await newService();
  await service.start();
  browser = await launchBrowser();
  store = await openRunningStore(service, {
    name: "Fernweh",
    slug: "fernweh",
    colors: ["#0F5C63", "#12323A", "#E8A33D"],
    locale: "de",
  });
  await store.asStaff((ctx) => chargeVat(ctx, { mode: "on_top" }));
  await store.asStaff(async (ctx) => await createDiscount(ctx, TENTH, { belowCost: true }), "test");
  const shown = parseBrandFields({ currencies: "USD,JPY", currency_rounding: ".99" });
  await store.asStaff((ctx) => changeBrand(ctx, shown));
  // A test shop writes to its team only.
  await store.join("mia@example.com");
});

afterAll(async () => {
  await browser?.close();
  await service?.dispose();
});

const amountOf = (text: string) => Number(text.replace(/[^0-9,.]/g, "").replace(",", "."));
const total = async (page: Page) => amountOf((await page.getByRole("status").locator("dd").last().textContent())!);
const pay = (page: Page) => page.locator('form[action$="/pay"] button[type=submit]').last().click();
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

async function fillIn(page: Page): Promise<void> {
  await page.locator("input[name=email]").fill("mia@example.com");
  await page.locator("input[name=email2]").fill("mia@example.com");
  await page.locator("input[name=compatible]").check();
  await page.locator("input[name=terms]").check();
}

describe.each([
  ["en", 360, "Invoice", "VAT 19%", "VAT, owed by the buyer", "plus VAT of your country"],
  ["de", 1440, "Rechnung", "MwSt. 19 %", "MwSt., vom Käufer geschuldet", "zzgl. MwSt. Ihres Landes"],
])("in %s without scripts at %s pixels", (language, width, word, vat, reverse, plus) => {
  const begin = async () => {
    const context = await browser.newContext({
      ...{ javaScriptEnabled: false, viewport: { width, height: 800 }, locale: "en-GB", acceptDownloads: true },
    });
    const { page } = await open(context, `${service.url}/test-store/fernweh/${language}/checkout/${PLAN}`);
    return { context, page };
  };

  test("VAT is added for the country of residence, and the order has its invoice", async () => {
    const { context, page } = await begin();
    const price = await total(page);
    // Wherever a price stands, that it is not all of it; not any more once it is all.
    const shop = `${service.url}/test-store/fernweh/${language}`;
    const small = await store.shopCode("esimaccess-TR_0.5_1_Daily");
    for (const path of ["/country/tr", `/package/${PLAN}`, `/package/${small}`]) {
      await page.goto(shop + path);
      expect(await page.locator("main").textContent(), path).toContain(plus);
      expect(await page.locator("main").textContent(), path).not.toContain(
        language === "de" ? "Gesamtpreis" : "Total price",
      );
    }
    await page.goto(`${shop}/checkout/${PLAN}`);
    const said = async () => await page.getByRole("status").textContent();
    await page.locator("input[name=code]").fill("PLUS");
    await page.locator("button[value=update]").last().click();
    await page.waitForURL(/#code$/);
    expect(await said()).toContain(plus);
    await page.locator("input[name=code]").fill("");
    // Of a country for which none is charged.
    await page.locator("select[name=country]").selectOption("JP");
    await page.locator("button[value=country]").first().click();
    await page.waitForURL(/#country$/);
    expect(await said()).not.toContain(plus);
    expect(await total(page)).toBe(price);
    await page.locator("select[name=country]").selectOption("");
    await fillIn(page);
    // Nobody is charged before they said where they live.
    await pay(page);
    await page.waitForURL(/problem=validation_error$/);
    expect(await page.locator("#country-error").count()).toBe(1);
    await page.locator("select[name=country]").selectOption("DE");
    await page.locator("button[value=country]").first().click();
    await page.waitForURL(/#country$/);
    const withVat = await total(page);
    expect(withVat).toBe(Math.round(price * 119) / 100);
    expect((await page.getByRole("status").textContent())!.replace(/\s/g, " ")).toContain(vat);
    expect(await isTooWide(page)).toBe(false);
    await pay(page);
    await page.waitForURL(/\/pay\//);
    await page.locator("button[value=paid]").click();
    await page.waitForURL(/\/order\//);
    const link = page.getByRole("link", { name: new RegExp(`^${word} TEST-INV-`) });
    await until(async () => {
      if ((await link.count()) === 0) await page.reload();
      return (await link.count()) === 1;
    });
    expect(await isTooWide(page)).toBe(false);
    const address = (await link.getAttribute("href"))!;
    const paper = await context.request.get(new URL(address, service.url).href);
    expect(paper.headers()["content-type"]).toBe("application/pdf");
    const [text] = await pdfText(
      (async function* () {
        yield await paper.body();
      })(),
    );
    expect(text).toMatch(new RegExp(`Fernweh GmbH.*${word} TEST-INV-\\d{6}`));
    const mailed = /https?:\/\/\S+\/order\/[0-9A-Za-z]{43}\/invoice\/own/;
    await until(() => Promise.resolve(mailed.test(store.mailText("delivery") ?? "")));
    // Another's link opens it as little as none at all.
    const foreign = address.replace(/order\/[^/]+/, `order/${"x".repeat(43)}`);
    expect((await context.request.get(new URL(foreign, service.url).href)).status()).toBe(404);
    await context.close();
  });

  test("a business in another EU country owes it itself", async () => {
    const { context, page } = await begin();
    const price = await total(page);
    await fillIn(page);
    await page.locator("select[name=country]").selectOption("FR");
    await page.locator("details summary", { hasText: /VAT number|USt-IdNr/ }).click();
    await page.locator("input[name=buyerVatId]").fill("FR12");
    await pay(page);
    await page.waitForURL(/problem=validation_error$/);
    expect(await page.locator('[id^="buyer"][id$="-error"]').count()).toBe(3);
    await page.locator("input[name=buyerName]").fill("Café SARL");
    await page.locator("input[name=buyerAddress]").fill("1 rue X, 75001 Paris");
    await page.locator("input[name=buyerVatId]").fill("FR 12 345678901");
    await page.locator("button[value=country]").last().click();
    await page.waitForURL(/#country$/);
    expect(await total(page)).toBe(price);
    expect(await page.getByRole("status").textContent()).toContain(reverse);
    expect(await isTooWide(page)).toBe(false);
    await pay(page);
    await page.waitForURL(/\/pay\//);
    await page.locator("button[value=paid]").click();
    await page.waitForURL(/\/order\//);
    expect(await page.locator("dl").last().textContent()).toContain(reverse);
    await context.close();
  });

  test("the shop says who sells", async () => {
    const { context, page } = await begin();
    await page.goto(`${service.url}/test-store/fernweh/${language}/legal`);
    for (const words of ["Fernweh GmbH", "Speicherstraße 4", "DE123456789", "HRB 12345", "withdraw within 14 days"])
      expect(await page.locator("main").textContent()).toContain(words);
    expect(await page.locator("footer").textContent()).toContain("20457 Hamburg");
    expect(await isTooWide(page)).toBe(false);
    await context.close();
  });
});

test.each([
  ["en", 360, false, /about \$\d+\.99/, "You pay in EUR."],
  ["ar", 1440, true, /حوالي.+\$/, "تدفع بعملة EUR."],
] as const)(
  "in %s at %s pixels prices are shown in the currency that was chosen, and charged as ever",
  async (language, width, javaScriptEnabled, about, payIn) => {
    const start = `${service.url}/test-store/fernweh/${language}`;
    const ofOthers = async (cookie = "") => {
      const answer = await fetch(`${start}/country/tr`, { headers: { cookie } });
      return { etag: answer.headers.get("etag"), isAbout: about.test(await answer.text()) };
    };
    const plain = await ofOthers();
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width, height: 800 } });
    const { page } = await open(context, `${start}/country/tr`);
    const facts = page.locator('script[type="application/ld+json"]');
    const before = await facts.allTextContents();
    expect(before.join()).toContain('"priceCurrency":"EUR"');
    expect(await page.getByText(about).count()).toBe(0);
    await page.locator("header summary", { hasText: "EUR" }).click();
    expect(await isTooWide(page)).toBe(false);
    await page.locator("button[name=currency][value=USD]").click();
    await page.getByText(about).first().waitFor();
    expect(page.url()).toBe(`${start}/country/tr`);
    // What machines read is what is charged, and others' pages are as they were, also for who asks for what is not shown.
    expect(await facts.allTextContents()).toEqual(before);
    expect([await ofOthers(), await ofOthers("shop-currency=GBP")]).toEqual([plain, plain]);
    expect((await ofOthers("shop-currency=USD")).etag).not.toBe(plain.etag);
    const plan = await store.shopCode(PLAN);
    for (const path of ["", "/search?q=turkey", "/trip?to=country/tr", `/package/${plan}`]) {
      await page.goto(start + path);
      await page.getByText(about).first().waitFor();
      expect([path, await isTooWide(page)]).toEqual([path, false]);
    }
    if (javaScriptEnabled) expect(await faultsInLooks(page)).toEqual([]);
    await page.goto(`${start}/checkout/${plan}`);
    await page.locator("select[name=country]").selectOption("DE");
    await page.locator("button[value=country]").first().click();
    await page.waitForURL(/#country$/);
    await page.locator("#checkout").getByText(payIn).waitFor();
    const sum = page.getByRole("status").getByText(about);
    const one = await sum.textContent();
    await page.locator("select[name=quantity]").selectOption("2");
    if (!javaScriptEnabled) await page.locator("button[value=update]").first().click();
    await expect.poll(() => sum.textContent()).not.toBe(one);
    const total = await page.locator("input[name=total]").inputValue();
    await fillIn(page);
    await pay(page);
    await page.waitForURL(/\/pay\/\w{43}/);
    expect(await page.getByText(about).count()).toBe(0);
    await page.locator("button[value=paid]").click();
    await page.waitForURL(/\/order\//);
    expect(await page.getByText(about).count()).toBe(0);
    const [charged] = await store.asStaff((ctx) =>
      ctx.db.query<{ total: string; currency: string }>(
        sql`select total_amount::text as total, currency from checkouts where account_id = ${ctx.account.id} order by id desc limit 1`,
      ),
    );
    expect(charged).toEqual({ total: Number(total).toFixed(4), currency: "EUR" });
    await context.close();
  },
);

test("a reseller enters who sells and confirms the rates, and is asked before an incomplete shop goes out", async () => {
  const person = await newMember(service);
  const { context, page, faults } = await signedIn(browser, service, person, "/live/storefront/law");
  await page.getByText("3 missing").waitFor();
  await page
    .getByLabel("Street and number")
    .or(page.getByLabel("Address", { exact: true }))
    .fill("Hafen 1");
  await page.getByLabel("City").fill("Hamburg");
  await page.getByLabel("VAT number").fill("DE12");
  await page.getByLabel("Country", { exact: true }).click();
  await page.getByRole("option", { name: "Germany" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("numbers of this country look like DE123456789").waitFor();
  expect(await faultsInLooks(page)).toEqual([]);
  await page.getByRole("button", { name: "Confirm and charge VAT" }).click();
  await page.getByRole("button", { name: "They are right" }).click();
  await page.getByText("VAT is confirmed").waitFor();
  await page.goto(`${service.url}/live/brand`);
  await page.getByLabel("Brand name").fill("Hafen Mobil");
  // What travellers would see of three prices, as soon as it is chosen.
  await page.getByRole("checkbox", { name: /^JPY/ }).check();
  await page
    .getByRole("cell", { name: /^about ¥[\d,]+$/ })
    .first()
    .waitFor();
  await page.getByText("2 changes in the draft").waitFor();
  await page.getByRole("button", { name: "Publish to live" }).click();
  await page.getByRole("dialog").getByText("Your terms").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog").getByText("The shop lacks what its country asks for").waitFor();
  await page.getByRole("checkbox", { name: "Publish without it" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("The brand is published").waitFor();
  expect(faults.filter((fault) => !fault.includes("status of 422"))).toEqual([]);
  await context.close();
});
