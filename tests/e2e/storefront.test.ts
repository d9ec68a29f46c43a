import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES } from "#server/domain/catalogue/places/index.ts";
import { createDiscount } from "#server/domain/shop/discounts/index.ts";
import { createVouchers, readVoucherCodes } from "#server/domain/shop/vouchers/index.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { DAY } from "#server/kernel/time.ts";
import { seeded } from "#tests/faults/random.ts";
import { choosePackages, FAULT_ENV, runCheckouts } from "#tests/faults/run-checkouts.ts";
import { WEBHOOK_SECRET } from "#tests/faults/travellers.ts";
import { accessibilityFaults, faultsInLooks, LOOKS, launchBrowser, open, SIZES } from "#tests/support/browser.ts";
import { type DnsAnswer, openDnsServer } from "#tests/support/dns-server.ts";
import { openRunningStore, type RunningStore } from "#tests/support/running-store.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { liveTestEsim } from "#tests/support/service-database.ts";
import { readSitemap } from "#tests/support/sitemap.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { until } from "#tests/support/until.ts";

const DOMAIN = "shop.example";

const zone = new Map<string, DnsAnswer>();
let stripe: Awaited<ReturnType<typeof fakeStripe>>;
let dns: Awaited<ReturnType<typeof openDnsServer>>;
let service: Service;
let browser: Browser;
let sunny: RunningStore;
let night: RunningStore;
/** In addresses. */
let plan: string;

beforeAll(async () => {
  stripe = await fakeStripe();
  overrideEnv({ stripeApiUrl: stripe.url });
  dns = await openDnsServer(({ name, type }) => (type === "TXT" && zone.get(name)) || "NXDOMAIN");
  service = await newService({
    ...{ ...FAULT_ENV, DNS_SERVER: dns.address, STRIPE_API_URL: stripe.url },
    TRUSTED_PROXIES: "127.0.0.0/8,::1",
  });
  await service.start();
  browser = await launchBrowser([`--host-resolver-rules=MAP ${DOMAIN} 127.0.0.1, MAP unknown.example 127.0.0.1`]);
  const rules = {
    name: "Sunny Travel",
    slug: "sunny",
    colors: ["#FFE14D", "#1B1B3A", "#C2F261"],
    locale: "en",
  } as const;
  sunny = await openRunningStore(service, rules);
  night = await openRunningStore(service, {
    name: "Nachtzug Mobil",
    slug: "nachtzug",
    colors: ["#E85D2F", "#3A2417", "#1F7A8C"],
    locale: "de",
  });
  plan = await sunny.shopCode("esimaccess-TR_5_30");
});

afterAll(async () => {
  await browser?.close();
  await service?.dispose();
  dns?.close();
  stripe?.close();
});

const phone = (): Promise<BrowserContext> =>
  browser.newContext({
    viewport: SIZES.phone,
    hasTouch: true,
    isMobile: true,
    locale: "en-GB",
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
  });

const NARROW = { width: 360, height: 740 };

/** No page scrolls sideways on the narrowest phone in use, however long a language's words are. */
async function fitsInAnyLanguage(page: Page, ...urls: string[]): Promise<void> {
  await page.setViewportSize(NARROW);
  for (const url of urls)
    for (const language of LANGUAGES) {
      const there = url.replace(/(\/test-store\/[^/]+)\/\w+/, `$1/${language}`);
      await page.goto(there, { waitUntil: "load" });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), there).toBe(NARROW.width);
    }
  await page.setViewportSize(SIZES.phone);
}

/** From the search field to the payment page. Returns when the browser has been led there. */
async function buy(page: Page, store: string, search: string): Promise<void> {
  await page.goto(store, { waitUntil: "load" });
  await page.getByRole("combobox").fill(search);
  await page.getByRole("option").first().click();
  await page.waitForURL(/\/country\/tr$/);
  await page.locator('a[href*="/package/"]').first().click();
  await page.waitForURL(/\/package\//);
  await page.locator('a[href*="/checkout/"]').click();
  await page.locator("input[name=email]").fill("Mia@Example.com");
  await page.locator("input[name=email2]").fill("mia@example.com");
  await page.locator("input[name=compatible]").check();
  await page.locator("input[name=terms]").check();
  await pay(page);
}

/** The last button of the checkout. */
const pay = (page: Page) => page.locator('form[action$="/pay"] button[type=submit]').last().click();

/** The first one, unless `LOOKS=full` asks for both: its colours are harder. */
const BRANDS = [
  ["an English brand with colours that are hard to read", () => sunny, "turkey", "en"],
  ["a German brand", () => night, "Türkei", "de"],
] as const;

describe.each(process.env.LOOKS === "full" ? BRANDS : BRANDS.slice(0, 1))(
  "under %s",
  (_what, store, search, language) => {
    test("a traveller buys, installs, uses up and tops up on a phone", async () => {
      const context = await phone();
      const { page, faults } = await open(context, `${service.url}/test-store/${store().slug}/${language}`);
      await buy(page, page.url(), search);
      await page.waitForURL(/\/pay\//);
      await page.locator("button[value=paid]").click();
      await page.waitForURL(/\/order\//);
      await page.locator('a[href*="/esim/"]').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.locator('a[href*="/esim/"]').click();
      await page.waitForURL(/\/esim\//);
      const esim = page.url();
      await fitsInAnyLanguage(page, esim);
      await page.goto(esim, { waitUntil: "load" });

      // The phone at hand comes first, everything is on the page, and the page is there without a network.
      expect(await page.locator("#device-ios").isChecked()).toBe(true);
      const apple = await page.locator('a[href^="https://esimsetup.apple.com"]').getAttribute("href");
      expect(apple).toMatch(/carddata=LPA%3A1%24rsp\.sandbox\.example%24TEST-/);
      // What is typed into another phone is read whole.
      const cut = await page
        .locator("textarea[readonly]")
        .evaluateAll(
          (all) => all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight).length,
        );
      expect(cut).toBe(0);
      await context.setOffline(true);
      await page.locator("label", { has: page.locator("#device-other") }).click();
      expect(await page.locator("svg[role=img]:visible").count()).toBe(1);
      await context.setOffline(false);
      expect(await accessibilityFaults(page)).toEqual([]);

      const iccid = await store().newestIccid();
      await liveTestEsim(service, iccid, "install");
      // It notices by itself.
      await page.locator("text=/^(Installed|Installiert)$/").waitFor();
      await liveTestEsim(service, iccid, "exhaust");
      await page.goto(esim, { waitUntil: "load" });
      await page.locator("text=/^(Data used up|Daten verbraucht)$/").waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.locator('a[href$="/top-up"]').click();
      await page.waitForURL(/\/top-up$/);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.locator("form button[type=submit]").first().click();
      await page.waitForURL(/\/pay\//);
      await page.locator("button[value=paid]").click();
      await page.waitForURL(/\/order\//);
      await page.locator("text=/^(Your eSIM is topped up|Ihre eSIM ist aufgeladen)$/").waitFor();
      await page.goto(esim, { waitUntil: "load" });
      await page.locator("text=/^(In use|Aktiv)$/").waitFor();
      expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault))).toEqual([]);
      await context.close();
    });

    test("every page is accessible, fits and asks nobody else for anything, in both themes and sizes", async () => {
      const start = `${service.url}/test-store/${store().slug}/${language}`;
      const paths = [
        "",
        "/country/tr",
        "/region/europe",
        `/package/${plan}`,
        `/checkout/${plan}`,
        "/device",
        "/help",
        "/legal",
        "/my",
        "/search?q=istanbul",
      ];
      const context = await browser.newContext(LOOKS[0]);
      for (const path of paths) {
        const { page, faults } = await open(context, start + path);
        expect(await faultsInLooks(page), path).toEqual([]);
        expect(faults, path).toEqual([]);
        // Written from the right, on both screens.
        for (const { viewport } of LOOKS) {
          await page.setViewportSize(viewport);
          const over = await page.evaluate(() => {
            document.documentElement.dir = "rtl";
            return document.documentElement.scrollWidth - window.innerWidth;
          });
          expect(over, path).toBeLessThanOrEqual(0);
        }
        await page.close();
      }
      await context.close();
    });
  },
);

/** Left to right and right to left, on every width, with and without scripts. `LOOKS=full` walks all of them, else two. */
const WALKS = (["de", "ar"] as const).flatMap((language) =>
  [390, 360, 1_440].flatMap((width) => [true, false].map((scripts) => ({ language, width, scripts }))),
);
const WALKED = process.env.LOOKS === "full" ? WALKS : [WALKS.at(0)!, WALKS.at(-3)!];

test.each(WALKED)(
  "each path of a traveller in $language at $width pixels, scripts: $scripts",
  async ({ language, width, scripts }) => {
    const context = await browser.newContext({
      ...{ javaScriptEnabled: scripts, viewport: { width, height: 800 } },
      // Travellers of their own: one address may send so many forms in a minute.
      extraHTTPHeaders: {
        "x-forwarded-for": `203.0.113.${WALKS.findIndex((walk) => walk.language === language && walk.width === width && walk.scripts === scripts) + 1}`,
      },
    });
    const start = `${service.url}/test-store/${sunny.slug}/${language}`;
    const { page, faults } = await open(context, start);
    /** It fits, and whoever reads another language reads this page in it. */
    const seen = async () =>
      expect(
        await page.evaluate(() => ({
          language: document.documentElement.lang,
          width: document.documentElement.scrollWidth,
          inEnglish: document.querySelector<HTMLAnchorElement>('header a[hreflang="en"]')?.pathname,
        })),
        page.url(),
      ).toEqual({ language, width, inEnglish: new URL(page.url()).pathname.replace(`/${language}`, "/en") });
    const click = async (what: string, there: RegExp) => {
      await page.locator(what).first().click();
      await page.waitForURL(there);
      await seen();
    };
    const complete = async () => {
      for (const name of ["email", "email2"]) await page.locator(`input[name=${name}]`).fill("walk@example.com");
      for (const name of ["compatible", "terms"]) await page.locator(`input[name=${name}]`).check();
      await page.locator("form button[type=submit]").last().click();
    };
    const isReady = async (what: string) => {
      if (!scripts) await page.reload();
      return (await page.locator(what).count()) > 0;
    };
    await seen();

    // Not found, found, chosen, mistyped, given up, paid.
    await page.goto(`${start}/search?q=${"q".repeat(60)}`);
    await seen();
    await page.locator("main search input").fill("istanbul");
    if (scripts) await page.locator("main search").getByRole("option").first().waitFor();
    await page.locator("main search button").click();
    await page.locator('a[href*="/package/"]').first().waitFor();
    await page.goto(start);
    await page.locator("#place").fill("istanbul");
    await page.locator("#place").press("Enter");
    if (scripts) await page.goto(`${start}/search?q=istanbul`);
    await page.waitForURL(/q=istanbul/);
    await click('a[href*="/package/"]', /\/package\//);
    const checkout = (await page.locator('a[href*="/checkout/"]').first().getAttribute("href"))!;
    await click('a[href*="/checkout/"]', /\/checkout\//);
    await click('form[action$="/pay"] button[type=submit]:visible >> nth=-1', /problem=validation_error/);
    await complete();
    await page.waitForURL(/\/pay\//);
    await seen();
    await click('button[value="given-up"]', /given_up/);
    await click('main a[href*="/pay/"]', /\/pay\//);
    await click("button[value=paid]", /\/order\//);
    await until(() => isReady('a[href*="/esim/"]'));
    expect(await page.locator("main dl").textContent()).toContain(String(new Date().getUTCFullYear()));
    await seen();

    // Installed from its page, told of or not, topped up.
    await click('a[href*="/esim/"]', /\/esim\//);
    const esim = page.url();
    expect(await page.locator("svg[role=img]:visible").count()).toBe(1);
    await click("#mails button", /#mails$/);
    await click('a[href$="/top-up"]', /\/top-up$/);
    await click("main form button[type=submit]", /\/pay\//);
    await click("button[value=paid]", /\/order\//);
    await page.goto(esim);
    await seen();

    // For somebody else: what was given is not opened by who bought it.
    await page.goto(new URL(checkout, start).href);
    await page.locator("form summary").first().click();
    await page.locator("#giftName").fill("Oma Erna");
    await page.locator("#giftEmail").fill("oma@example.com");
    await complete();
    await page.waitForURL(/\/pay\//);
    await click("button[value=paid]", /\/order\//);
    await page.getByText("oma@example.com").first().waitFor();
    expect(await page.locator('a[href*="/esim/"]').count()).toBe(0);

    // With a voucher, and the link that is mailed.
    const code = await sunny.asStaff(async (ctx) => {
      const batch = { name: "Walk", packageCode: "esimaccess-TR_5_30", size: 1, unitCap: money(1_000) };
      const { id } = await createVouchers(ctx, { ...batch, expiresAt: new Date(Date.now() + DAY) });
      return (await readVoucherCodes(ctx, id)).codeOf(1);
    }, "test");
    await page.goto(`${start}/redeem`);
    await page.locator("input[name=code]").fill(code);
    await complete();
    await page.waitForURL(/\/order\//);
    await until(() => isReady('a[href*="/esim/"]'));
    await seen();
    await page.goto(`${start}/my`);
    await page.locator("main input[name=email]").fill("walk@example.com");
    await click("main form button[type=submit]", /sent=1/);
    for (const path of ["/device", "/help", "/legal", "/trip", "/country/tr", "/region/europe"]) {
      await page.goto(start + path);
      await seen();
    }
    expect(faults).toEqual([]);
    await context.close();
  },
);

test("the way to the checkout fits the narrowest phone in every language", async () => {
  const context = await phone();
  const paths = ["", "/country/tr", `/package/${plan}`, `/checkout/${plan}`];
  const start = `${service.url}/test-store/${sunny.slug}/en`;
  await fitsInAnyLanguage(await context.newPage(), ...paths.map((path) => start + path));
  await context.close();
});

describe.each([
  ["en", "with scripts", true],
  ["de", "without scripts", false],
] as const)("a checkout in %s, %s,", (language, _how, javaScriptEnabled) => {
  test("keeps what was typed, says what is wrong at its field, and its total follows", async () => {
    const context = await browser.newContext({ javaScriptEnabled, viewport: NARROW, locale: "en-GB" });
    const { page } = await open(context, `${service.url}/test-store/${sunny.slug}/${language}/checkout/${plan}`);
    const total = async () => (await page.getByRole("status").locator("dd").last().textContent())!;
    const amountOf = (text: string) => Number(text.replace(/[^0-9,.]/g, "").replace(",", "."));
    const one = amountOf(await total());
    await page.locator("select[name=quantity]").selectOption("2");
    await page.locator("input[name=email]").fill("mia@example.com");
    await page.locator("input[name=email2]").fill("mia@exmaple.com");
    await page.locator("input[name=compatible]").check();
    if (!javaScriptEnabled) {
      await page.locator("button[value=update]").first().click();
      await page.waitForURL(/#quantity$/);
    }
    await until(async () => amountOf(await total()) === Math.round(200 * one) / 100);
    await pay(page);
    await page.waitForURL(/problem=validation_error$/);
    const kept = async (name: string) => await page.locator(`[name=${name}]`).inputValue();
    expect([await kept("email"), await kept("email2"), await kept("quantity")]).toEqual([
      "mia@example.com",
      "mia@exmaple.com",
      "2",
    ]);
    expect(await page.locator("[name=compatible]").isChecked()).toBe(true);
    expect(await page.locator("[name=terms]").isChecked()).toBe(false);
    expect(amountOf(await total())).toBe(Math.round(200 * one) / 100);
    // At the fields, read with them; the first is where one goes on; above all of them a list that leads to each.
    const wrong = page.locator("[aria-invalid=true]");
    expect(await wrong.evaluateAll((all) => all.map(({ id }) => id))).toEqual(["email2", "terms"]);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("email2");
    for (const name of ["email2", "terms"]) {
      const described = (await page.locator(`#${name}`).getAttribute("aria-describedby"))!.split(" ").at(-1)!;
      const said = (await page.locator(`#${described}`).textContent())!;
      expect(await page.locator(`[role=alert] a[href="#${name}"]`).textContent()).toContain(said);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
    // Nothing that was typed is in an address, or readable in what the browser keeps.
    expect(page.url()).not.toContain("mia");
    expect(JSON.stringify(await context.cookies())).not.toContain("mia");
    // The box that the button waits for stands above it, on any screen.
    const [terms, button] = await Promise.all(
      [page.locator("#terms"), page.locator('form[action$="/pay"] button').last()].map((part) => part.boundingBox()),
    );
    expect(button!.y).toBeGreaterThan(terms!.y + terms!.height);
    if (javaScriptEnabled) expect(await accessibilityFaults(page)).toEqual([]);
    await page.locator("input[name=email2]").fill("mia@example.com");
    await page.locator("input[name=terms]").check();
    await pay(page);
    await page.waitForURL(/\/pay\/\w{43}$/);
    expect(amountOf((await page.locator("b").first().textContent())!)).toBe(Math.round(200 * one) / 100);
    // What was typed is forgotten with it.
    await page.goto(`${service.url}/test-store/${sunny.slug}/${language}/checkout/${plan}`);
    expect(await kept("email")).toBe("");
    await context.close();
  });
});

test.each([
  ["en", true, "Discount SPRING-10", "Redeem a voucher"],
  ["tr", false, "İndirim: SPRING-10", "Kupon kullan"],
] as const)(
  "a discount code in %s, with scripts %s: what it takes off, why it does not, and what is paid",
  async (language, javaScriptEnabled, said, redeem) => {
    const code = {
      percentOff: null,
      amountOff: money(1),
      packageIds: [],
      destinations: ["TR"],
      startsAt: null,
      endsAt: null,
    };
    const terms = { ...code, mostUses: null, oncePerPerson: true };
    if (language === "en")
      await sunny.asStaff(async (ctx) => {
        await createDiscount(ctx, { ...terms, code: "SPRING-10" }, { belowCost: true });
        const batch = { name: "Mistaken", packageCode: "esimaccess-TR_5_30", size: 1, unitCap: money(1_000) };
        await createVouchers(ctx, { ...batch, expiresAt: new Date(Date.now() + DAY) });
      }, "test");
    const context = await browser.newContext({ javaScriptEnabled, viewport: NARROW, locale: "en-GB" });
    const start = `${service.url}/test-store/${sunny.slug}/${language}`;
    const { page } = await open(context, `${start}/checkout/${plan}`);
    const email = `code-${language}@example.com`;
    const apply = async (text: string) => {
      await page.locator("input[name=code]").fill(text);
      const loaded = page.waitForEvent("load");
      await page.locator("button[value=update]").last().click();
      await loaded;
    };
    for (const name of ["email", "email2"]) await page.locator(`input[name=${name}]`).fill(email);
    for (const hostile of ["NOPE", "' or ''='", "<img src=x>"]) {
      await apply(hostile);
      expect(await page.locator("#code").inputValue()).toBe(hostile);
      expect(await page.locator("#code").getAttribute("aria-invalid")).toBe("true");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("code");
    }
    expect(await page.locator("input[name=email2]").inputValue()).toBe(email);
    // A voucher has a page of its own, and both places say so.
    await apply("k3m2 pq97 7hxw 9d4t");
    expect(await page.locator("#code-error").textContent()).toContain(redeem);
    expect(await page.locator("footer").textContent()).toContain(redeem);
    await apply("spring-10");
    const sums = () => page.getByRole("status").locator("dd").allTextContents();
    const cents = (text: string) => Math.round(Number(text.replace(/[^0-9,.]/g, "").replace(",", ".")) * 100);
    const [whole, off, total] = (await sums()).map(cents);
    expect([off, total]).toEqual([100, whole! - 100]);
    await page.getByText(said).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
    if (javaScriptEnabled) {
      await page.locator("select[name=quantity]").selectOption("3");
      await until(async () => cents((await sums())[2]!) === 3 * whole! - 100);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.locator("select[name=quantity]").selectOption("1");
    }
    for (const name of ["compatible", "terms"]) await page.locator(`input[name=${name}]`).check();
    await pay(page);
    await page.waitForURL(/\/pay\/\w{43}$/);
    expect(cents((await page.locator("b").first().textContent())!)).toBe(total);
    await page.locator("button[value=paid]").click();
    await page.waitForURL(/\/order\//);
    await page.locator('a[href*="/esim/"]').waitFor();
    expect((await page.locator("dl dd").allTextContents()).map(cents)).toContain(100);
    // Once for each address.
    await page.goto(`${start}/checkout/${plan}`);
    for (const name of ["email", "email2"]) await page.locator(`input[name=${name}]`).fill(email);
    for (const name of ["compatible", "terms"]) await page.locator(`input[name=${name}]`).check();
    await page.locator("input[name=code]").fill("SPRING-10");
    await pay(page);
    await page.waitForURL(/problem=/);
    expect(await page.locator("#code").getAttribute("aria-invalid")).toBe("true");
    await context.close();
  },
);

test.each([
  ["en", true, SIZES.wide, "We have sent it to Mia"],
  ["fr", false, NARROW, "Nous l’enverrons à Mia"],
] as const)(
  "a gift in %s, with scripts %s: told to its recipient, and what was typed comes back with what is wrong",
  async (language, javaScriptEnabled, viewport, said) => {
    const context = await browser.newContext({ javaScriptEnabled, viewport, locale: "en-GB" });
    const { page } = await open(context, `${service.url}/test-store/${sunny.slug}/${language}/checkout/${plan}`);
    const fill = (name: string, text: string) => page.locator(`[name=${name}]`).fill(text);
    for (const name of ["email", "email2"]) await fill(name, "giver@example.com");
    for (const name of ["compatible", "terms"]) await page.locator(`input[name=${name}]`).check();
    await page
      .locator("details", { has: page.locator("#giftName") })
      .locator("summary")
      .click();
    await fill("giftMessage", "Bon voyage\n& <b>enjoy</b>");
    await page.locator("[name=giftLanguage]").selectOption("de");
    await pay(page);
    await page.waitForURL(/problem=validation_error$/);
    const wrong = page.locator("[aria-invalid=true]");
    expect(await wrong.evaluateAll((all) => all.map(({ id }) => id))).toEqual(["giftName", "giftEmail"]);
    expect(await page.locator("#giftMessage").inputValue()).toBe("Bon voyage & <b>enjoy</b>");
    expect(await page.locator("#giftLanguage").inputValue()).toBe("de");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    if (javaScriptEnabled) expect(await faultsInLooks(page)).toEqual([]);
    await fill("giftName", "Mia");
    await fill("giftMessage", "Bon voyage\n& <b>enjoy</b>");
    await fill("giftEmail", "mia.gift@example.com");
    if (!javaScriptEnabled) await fill("giftDate", new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10));
    await pay(page);
    await page.waitForURL(/\/pay\/\w{43}$/);
    await page.locator("button[value=paid]").click();
    await page.waitForURL(/\/order\//);
    const told = page.getByText(said);
    if (javaScriptEnabled) await told.waitFor();
    else await until(async () => (await page.reload()) !== null && (await told.count()) > 0);
    expect(await page.locator('a[href*="/esim/"]').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    if (javaScriptEnabled) expect(await faultsInLooks(page)).toEqual([]);
    await context.close();
  },
);

test.each([
  ["en", true],
  ["fr", false],
] as const)(
  "a voucher in %s, with scripts %s: redeemed once, without a payment",
  async (language, javaScriptEnabled) => {
    const codes = await sunny.asStaff(async (ctx) => {
      const batch = { name: `Partner ${language}`, packageCode: "esimaccess-TR_5_30", size: 2, unitCap: money(100) };
      const expiresAt = new Date(Date.now() + 86_400_000);
      return await readVoucherCodes(ctx, (await createVouchers(ctx, { ...batch, expiresAt })).id);
    }, "test");
    const context = await browser.newContext({ javaScriptEnabled, viewport: NARROW, locale: language });
    const store = `${service.url}/test-store/${sunny.slug}`;
    // As it is printed: the language is the browser's.
    const { page, faults } = await open(context, `${store}/redeem`);
    await page.waitForURL(new RegExp(`/${language}/redeem$`));
    const email = `voucher-${language}@example.com`;
    const fill = async (code: string) => {
      await page.locator("input[name=code]").fill(code);
      for (const name of ["email", "email2"]) await page.locator(`input[name=${name}]`).fill(email);
      for (const name of ["compatible", "terms"]) await page.locator(`input[name=${name}]`).check();
      const loaded = page.waitForEvent("load");
      await page.locator('form[action$="/take"] button').click();
      await loaded;
    };
    await fill("0000-0000-0000-0000");
    expect(await page.locator("#code").getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator("#email").inputValue()).toBe(email);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
    if (javaScriptEnabled) expect(await accessibilityFaults(page)).toEqual([]);
    await fill(codes.codeOf(1).toLowerCase());
    await page.waitForURL(/\/order\/\w{43}$/);
    // Without scripts a page does not follow what becomes of it.
    await until(async () => {
      if (!javaScriptEnabled) await page.reload();
      return (await page.locator('a[href*="/esim/"]').count()) === 1;
    });
    if (javaScriptEnabled) expect(await accessibilityFaults(page)).toEqual([]);
    await page.locator('a[href*="/esim/"]').click();
    await page.locator("svg[role=img]").first().waitFor({ state: "attached" });
    await page.goto(`${store}/${language}/redeem`);
    await fill(codes.codeOf(1));
    expect(await page.locator("#code").getAttribute("aria-invalid")).toBe("true");
    expect(page.url()).not.toContain(codes.codeOf(1));
    expect(faults).toEqual([]);
    await context.close();
  },
);

test("the magic link opens what was bought with an address, for the team of a test shop, and a shared link shows no code without its own", async () => {
  const context = await phone();
  const start = `${service.url}/test-store/${sunny.slug}/en`;
  await sunny.join("mia@example.com");
  const { page } = await open(context, `${start}/my`);
  await page.getByText("sends e-mails only to members of the reseller’s team").waitFor();
  await page.locator("input[name=email]").fill("mia@example.com");
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/sent=1/);
  await until(() => sunny.mailLink("magic-link") !== null);
  await page.goto(sunny.mailLink("magic-link")!.replace(/^https?:\/\/[^/]+/, service.url));
  await page.locator('a[href*="/esim/"]').first().click();
  await page.waitForURL(/\/esim\//);
  await page.getByRole("button", { name: "Create a link" }).click();
  const [url, code] = await Promise.all(
    ["Link", "Access code"].map((name) => page.getByLabel(name, { exact: true }).inputValue()),
  );
  const other = await phone();
  const { page: shared } = await open(other, url!);
  expect(await shared.content()).not.toContain("rsp.sandbox.example");
  await shared.getByLabel("Access code").fill("WRONG123");
  await shared.locator("form button[type=submit]").click();
  await shared.getByText("The code is wrong.").waitFor();
  expect(await shared.content()).not.toContain("rsp.sandbox.example");
  await shared.getByLabel("Access code").fill(code!.toLowerCase());
  await shared.locator("form button[type=submit]").click();
  await shared.locator("text=SM-DP+ address").first().waitFor();
  expect(await accessibilityFaults(shared)).toEqual([]);
  await context.close();
  await other.close();
});

describe("a live storefront on a domain of its own", () => {
  const start = () => `http://${DOMAIN}:${service.port}`;

  test("is there once the domain is proved, and only then", async () => {
    const status = async (host: string) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const answer = await page.goto(`http://${host}:${service.port}/`);
      const text = await page.content();
      await context.close();
      return { status: answer!.status(), text };
    };
    expect((await status(DOMAIN)).status).toBe(404);
    await sunny.claim(DOMAIN, (name, token) => zone.set(name, [token]));
    await until(async () => (await status(DOMAIN)).status === 200);
    const unknown = await status("unknown.example");
    expect(unknown.status).toBe(404);
    expect(unknown.text).not.toMatch(/Sunny|Nachtzug/);
    const check = async (domain: string) => (await fetch(`${service.url}/api/domains/check?domain=${domain}`)).status;
    expect([await check(DOMAIN), await check("unknown.example")]).toEqual([200, 404]);
    // Nothing else of the service is under a reseller's name.
    for (const path of ["/sign-in", "/live/balance", `/store/${night.slug}/en`]) {
      const context = await browser.newContext();
      const page = await context.newPage();
      expect((await page.goto(start() + path))!.status(), path).toBe(404);
      await context.close();
    }
  });

  test("is closed for sale without a payment provider, and says so", async () => {
    const context = await phone();
    const { page } = await open(context, `${start()}/en/package/${plan}`);
    expect(await page.locator('a[href*="/checkout/"]').count()).toBe(0);
    expect(await page.getByText("This shop is closed at the moment").count()).toBe(1);
    await context.close();
  });

  test("sells through the reseller's own payment provider; the supplier delivers, and tops up what was used", async () => {
    await sunny.connectStripe(WEBHOOK_SECRET);
    const context = await phone();
    const page = await context.newPage();
    await until(async () => {
      await page.goto(`${start()}/en`);
      return (await page.getByText("This shop is closed").count()) === 0;
    });
    // The browser is led to the provider's page, which is not to be reached from here.
    const led = page.waitForRequest(/^https:\/\/checkout\.stripe\.com\//);
    await buy(page, `${start()}/en`, "antalya");
    await led;
    // Back before any webhook: the page asks the provider itself.
    const payAndReturn = async () => {
      const session = [...stripe.sessions.values()].at(-1)!;
      // The provider's page shows this address to whoever looks at it: it opens nothing by itself.
      expect(session.success_url).toMatch(new RegExp(`^https://${DOMAIN}/en/back/\\d+$`));
      expect(session.cancel_url).toBe(`${session.success_url}?given_up=1`);
      stripe.pay(session.id);
      const back = await context.newPage();
      await back.goto(session.success_url.replace(`https://${DOMAIN}`, start()));
      return back;
    };
    const back = await payAndReturn();
    await back.locator('a[href*="/esim/"]').click();
    await back.locator("text=SM-DP+ address").first().waitFor();
    await until(() => sunny.mailLink("delivery") !== null);
    expect(sunny.mailText("delivery")).toMatch(/^From: "?Sunny Travel"? </m);
    const iccid = await sunny.newestIccid("live");
    for (const event of ["install", "exhaust"]) await service.simulate({ kind: "event", iccid, event });
    await back.getByText("Data used up", { exact: true }).waitFor();
    await back.locator('a[href$="/top-up"]').click();
    const ledAgain = back.waitForRequest(/^https:\/\/checkout\.stripe\.com\//);
    await back.locator("form button[type=submit]").first().click();
    await ledAgain;
    await (await payAndReturn()).getByText("Your eSIM is topped up").waitFor();
    expect(await service.svc("audit")).toMatchObject({ ok: true, failures: [] });
    await context.close();
  });

  test("is found by search engines: canonical, languages, offers, sitemap, robots", async () => {
    const at = (path: string) => fetch(`${service.url}${path}`).then((answer) => answer.text());
    const html = await at(`/store/${sunny.slug}/de/package/${plan}`);
    expect(html).toContain(`<link rel="canonical" href="https://${DOMAIN}/de/package/${plan}"/>`);
    for (const language of ["en", "de", "fr", "es", "tr", "x-default"])
      expect(html).toContain(`hrefLang="${language}"`);
    const factsOn = (page: string) =>
      [...page.matchAll(/application\/ld\+json">(.*?)<\/script>/g)].map(([, facts]) => JSON.parse(facts!));
    expect(factsOn(html)).toMatchObject([
      { "@type": "BreadcrumbList", itemListElement: [{ name: "Sunny Travel" }, { name: "Türkei" }, { position: 3 }] },
      { "@type": "Product", offers: { "@type": "Offer", priceCurrency: "EUR" } },
    ]);
    const country = factsOn(await at(`/store/${sunny.slug}/de/country/tr`));
    expect(country.map((facts) => facts["@type"]).sort()).toEqual(["BreadcrumbList", "FAQPage", "Product"]);
    expect(factsOn(await at(`/store/${sunny.slug}/de`))).toMatchObject([
      { "@type": "Organization", name: "Sunny Travel", url: `https://${DOMAIN}/de`, logo: `https://${DOMAIN}/logo` },
    ]);
    expect(await at(`/store/${sunny.slug}/robots.txt`)).toContain(`Sitemap: https://${DOMAIN}/sitemap.xml`);
    const map = await readSitemap((path) => at(`/store/${sunny.slug}${path}`));
    expect(map).toContain(`<sitemap><loc>https://${DOMAIN}/sitemap/1.xml</loc></sitemap>`);
    expect(map).toContain(`<loc>https://${DOMAIN}/fr/country/tr</loc>`);
    expect(await at(`/test-store/${sunny.slug}/en`)).toContain('content="noindex, nofollow"');
  });
});

test("whoever gives up paying reads that nothing was paid, and can pay after all", async () => {
  const context = await phone();
  const { page, faults } = await open(context, `${service.url}/test-store/${sunny.slug}/en`);
  await buy(page, page.url(), "turkey");
  await page.locator('button[value="given-up"]').click();
  await page.getByText("Nothing was paid. You can pay now").waitFor();
  expect(await faultsInLooks(page)).toEqual([]);
  await page.getByRole("link", { name: /^Pay / }).click();
  await page.locator('button[value="paid"]').click();
  await page.locator('a[href*="/esim/"]').waitFor();
  expect(await page.getByText("Nothing was paid").count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test("what does not exist is answered with 404, under the brand and without a word about the platform", async () => {
  const read = async (path: string) => {
    const answer = await fetch(service.url + path);
    return { status: answer.status, text: await answer.text() };
  };
  for (const part of [
    "country/zz",
    "region/nowhere",
    "package/none",
    "no/such/page",
    "xyz",
    "order/none",
    "my/none",
    "share/none",
    "esim/none/1",
  ]) {
    const { status, text } = await read(`/store/${night.slug}/de/${part}`);
    expect([part, status]).toEqual([part, 404]);
    expect(text).toContain("Diese Seite gibt es nicht");
    // And leads on.
    expect(text).toContain(`href="/store/${night.slug}/de"`);
    expect(text).toContain("<title>404 · Nachtzug Mobil</title>");
  }
  const nobodys = await read("/store/nobody-has-it/en");
  expect(nobodys.status).toBe(404);
  expect(nobodys.text).toContain("404</title>");
  expect(nobodys.text).not.toContain("Reseller");
  // What is in no language is told in the visitor's, or in English.
  for (const path of ["xx", "xx/country/tr", "xyz/abc"]) {
    const { status, text } = await read(`/store/${night.slug}/${path}`);
    expect([path, status]).toEqual([path, 404]);
    expect(text).toContain("<title>404 · Nachtzug Mobil</title>");
    expect(text).toContain("This page does not exist");
    expect(text).toContain(`href="/store/${night.slug}/en"`);
    expect(text).not.toContain("Reseller");
  }
  for (const part of ["", "/my", `/checkout/${plan}`])
    expect((await read(`/test-store/${night.slug}/de${part}`)).text).not.toContain("Reseller");
  const gone = await read(`/test-store/${night.slug}/en/checkout/withdrawn`);
  expect(gone.text).toContain("This plan is no longer sold. Nothing was charged.");
});

test("shop pages come from the cache, compressed, with no inline script and next to no script at all", async () => {
  for (const path of ["", "/country/tr", `/package/${plan}`]) {
    const address = `${service.url}/store/${sunny.slug}/en${path}`;
    await fetch(address);
    const { headers } = await fetch(address);
    expect(headers.get("cache-status")).toBe("documents; hit");
    expect(headers.get("content-encoding")).toBe("gzip");
    expect(headers.get("content-security-policy")).toContain("script-src 'self';");
    const again = await request(address, { headers: { "if-none-match": headers.get("etag")! } });
    expect([again.statusCode, again.headers["content-security-policy"]]).toEqual([304, undefined]);
    const context = await browser.newContext();
    const page = await context.newPage();
    const scripts = new Set<string>();
    page.on("request", (request) => request.resourceType() === "script" && scripts.add(request.url()));
    await page.goto(address, { waitUntil: "networkidle" });
    let bytes = 0;
    for (const url of scripts) bytes += gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length;
    expect(bytes, path).toBeLessThanOrEqual(5 * 1024);
    await context.close();
  }
});

test("after purchases while everything around them fails, every payment has its eSIMs or its refund", async () => {
  const look = { colors: ["#E85D2F", "#3A2417", "#1F7A8C"], locale: "en" } as const;
  const poor = await openRunningStore(service, { name: "Poor Travel", slug: "poor-travel", wallet: 12, ...look });
  for (const store of [sunny, poor]) await store.connectStripe(WEBHOOK_SECRET);
  const stores = [sunny, poor];
  const packages = await choosePackages({ service, stores });
  const journey = { service, stripe, stores, packages, share: 0.2 };
  const run = { checkouts: 24, kills: 1, clients: 4, random: seeded(11), paid: 11 };
  const { faults, paid } = await runCheckouts(journey, run);
  expect(faults).toEqual([]);
  expect(paid).toBeGreaterThan(10);
});

// Last, because it uses up what forms one address may send in a minute.
test("codes cannot be tried for long: after some tries the shop looks at none", async () => {
  const problems: (string | null)[] = [];
  for (let i = 0; i < 24; i++) {
    const answer = await fetch(`${service.url}/test-store/${sunny.slug}/en/redeem/take`, {
      method: "POST",
      redirect: "manual",
      headers: { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ code: `0000-0000-0000-00${i + 10}`, email: "a@b.example", email2: "a@b.example" }),
    });
    problems.push(new URL(answer.headers.get("location")!, service.url).searchParams.get("problem"));
  }
  expect(problems.at(-1)).toBe("rate_limit_exceeded");
});
