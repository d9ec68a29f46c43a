import type { Browser } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findPayment, payInTest } from "#server/domain/money/payments/index.ts";
import { changeBrand, parseBrandFields } from "#server/domain/reseller/brand/index.ts";
import { findSandboxEsim, listOrderEsims, liveSandboxEsim } from "#server/domain/selling/esims/index.ts";
import { chargeDueTopups, settleCheckout } from "#server/domain/shop/checkout/index.ts";
import { setGuarantee } from "#server/domain/shop/guarantee/index.ts";
import { savePage } from "#server/domain/shop/pages/index.ts";
import { sumConversion } from "#server/domain/shop/sales/index.ts";
import { MB } from "#server/kernel/data-size.ts";
import { sql } from "#server/kernel/db.ts";
import { faultsInLooks, launchBrowser, open } from "#tests/support/browser.ts";
import { newMember, PASSWORD, signedIn } from "#tests/support/portal.ts";
import { openRunningStore, type RunningStore } from "#tests/support/running-store.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { readSitemap } from "#tests/support/sitemap.ts";
import { soldInShop } from "#tests/support/sold-in-shop.ts";
import { goToPay } from "#tests/support/storefront.ts";
import { until } from "#tests/support/until.ts";

// A shop in its reseller's own words: pages, mails and what the home page says, written in the portal and read by travellers.

let service: Service;
let browser: Browser;
let store: RunningStore;

beforeAll(async () => {
  service = await newService();
  await service.start();
  browser = await launchBrowser();
  store = await openRunningStore(service, {
    ...{ name: "Fernweh", slug: "fernweh", locale: "de" },
    colors: ["#0F5C63", "#12323A", "#E8A33D"],
  });
});

afterAll(async () => {
  await browser?.close();
  await service?.dispose();
});

test("pages from memory are counted once they were sent, and pages that do not exist are not", async () => {
  const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const look = async (path: string, more = {}) =>
    (await fetch(`${service.url}/store/fernweh/tr${path}`, { headers: { ...headers, ...more } })).status;
  const first = await fetch(`${service.url}/store/fernweh/tr/country/jp`, { headers });
  const tag = { "If-None-Match": first.headers.get("etag")! };
  expect(await look("/country/jp", tag)).toBe(304);
  expect([await look("/region/nowhere"), await look("/country/zz"), await look("")]).toEqual([404, 404, 200]);
  const count = () => store.asStaff((ctx) => sumConversion(ctx, "destination", {}));
  await until(async () => (await count()).total.visits === 3);
  expect((await count()).lines.map(({ key, visits }) => [key, visits])).toEqual([
    ["JP", 2],
    ["", 1],
  ]);
});

const LONG = "Unternehmensverantwortungsübernahmeerklärung".repeat(4);

test("travellers read what was written, in their language or the shop's, at every width", async () => {
  const write = (name: string, texts: Parameters<typeof savePage>[1]["texts"], isShown = true) =>
    store.asStaff((ctx) => savePage(ctx, { name, texts, isShown, revision: 0 }));
  await write("terms", {
    de: { title: "", body: `# Geltung\n\nFür [alle](https://a.example/${LONG}).\n\n<b>${LONG}</b>` },
  });
  await write("imprint", { en: { title: "", body: "Licensed by the *regulator*." } });
  await write("about-us", {
    de: { title: `Über uns ${LONG.slice(0, 40)}`, body: "- eins\n- zwei" },
    en: { title: "About us", body: "Hello." },
  });
  await write("secret", { en: { title: "Later", body: "Not yet." } }, false);
  for (const [language, width] of [
    ["de", 360],
    ["en", 1440],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const { page, faults } = await open(context, `${service.url}/store/fernweh/${language}`);
    const footer = page.locator("footer");
    expect(await footer.getByRole("link", { name: /Later|Gutschein|Voucher/ }).count()).toBe(0);
    await footer.getByRole("link", { name: language === "de" ? "AGB" : "Terms" }).click();
    await page.getByRole("heading", { level: 2, name: "Geltung" }).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("AGB");
    expect(await page.locator("article").getAttribute("lang")).toBe("de");
    expect(await page.locator("article").textContent()).toContain("<b>");
    expect(await faultsInLooks(page)).toEqual([]);
    await page
      .locator("footer")
      .getByRole("link", { name: language === "de" ? /^Über uns/ : "About us" })
      .click();
    await page.getByText(language === "de" ? "zwei" : "Hello.").waitFor();
    expect(await faultsInLooks(page)).toEqual([]);
    await page.goto(`${service.url}/store/fernweh/${language}/legal`);
    await page.getByText("regulator").waitFor();
    await page.goto(`${service.url}/store/fernweh/${language}/info/imprint`);
    await page.waitForURL(/\/legal$/);
    expect(faults).toEqual([]);
    for (const name of ["secret", "nothing", "Terms", "a%3Cb"]) {
      const answer = await page.goto(`${service.url}/store/fernweh/${language}/info/${name}`);
      expect([name, answer!.status()]).toEqual([name, 404]);
      expect(await page.content()).not.toContain("Not yet.");
    }
    await context.close();
  }
  const sitemap = await readSitemap(async (path) => await (await fetch(`${service.url}/store/fernweh${path}`)).text());
  expect([sitemap.includes("/de/info/about-us"), sitemap.includes("secret")]).toEqual([true, false]);
});

test("staff write a page beside its preview, hide it, and are told what is wrong where it stands", async () => {
  const person = await newMember(service);
  const { context, page, faults } = await signedIn(browser, service, person, "/live/storefront/pages");
  await page.getByRole("link", { name: "New page" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("1 to 40 characters of a-z, 0-9 and hyphens.").waitFor();
  await page.getByLabel("Address").fill("about-us");
  await page.getByRole("textbox", { name: "Text" }).fill("We *travel* too.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Enter what the page is called in this language.").waitFor();
  await page.getByLabel("Title").fill("About us");
  await page.getByLabel("Language").click();
  await page.getByRole("option", { name: "French" }).click();
  await page.getByLabel("Title").fill("À propos");
  // What is missing stands in a language that is not shown.
  await page.getByLabel("Language").click();
  await page.getByRole("option", { name: "English" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Write the text, or clear the title too.").waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("À propos");
  await page.getByRole("textbox", { name: "Text" }).fill("Nous voyageons aussi.");
  await page.getByRole("switch").click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/live\/storefront\/pages\/about-us\/edit$/);
  await page.getByText("Hidden", { exact: true }).waitFor();
  await page.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
  expect(await faultsInLooks(page)).toEqual([]);
  const logo = (await service.call(service.demo().liveKey, "GET", "/brand")).json.data.logo_url;
  const slug = /brands\/live\/([^/]+)/.exec(logo)![1];
  const address = `${service.url}/store/${slug}/fr/info/about-us`;
  expect((await fetch(address)).status).toBe(404);
  await page.getByRole("switch").click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Shown", { exact: true }).waitFor();
  await expect.poll(async () => (await fetch(address)).status).toBe(200);
  await page.goto(`${service.url}/live/storefront/pages`);
  await page.getByRole("link", { name: "About us" }).waitFor();
  expect(await faultsInLooks(page)).toEqual([]);
  await page.getByRole("link", { name: "About us" }).click();
  await page.getByRole("button", { name: "Remove …" }).click();
  await page.getByRole("button", { name: "Remove the page" }).click();
  await page.getByText("Your shop has no page of its own yet.").waitFor();
  await expect.poll(async () => (await fetch(address)).status).toBe(404);
  await page.getByRole("link", { name: "Write: Terms" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill("You travel, we deliver.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/pages\/terms\/edit$/);
  expect(faults.filter((fault) => !/status of (404|422)/.test(fault))).toEqual([]);
  await context.close();
});

test("the home page says how to pay, when somebody answers and what others said, only where it was entered", async () => {
  const home = async (language: string) => await (await fetch(`${service.url}/store/fernweh/${language}`)).text();
  expect(await home("de")).not.toMatch(/Gut zu wissen|Was Reisende sagen/);
  const fields = {
    payment_marks: "visa,apple_pay",
    support_hours_de: "Mo–Fr 9–17 Uhr",
    reviews: `Online, bevor der Koffer da war. — Mia, Berlin\n${"x".repeat(300)} — ${"y".repeat(80)}`,
    hero_title_de: "Ab ins Netz",
    hero_title_en: "Get online",
  };
  await store.asStaff((ctx) => changeBrand(ctx, parseBrandFields(fields)));
  await expect.poll(() => home("de")).toContain("Was Reisende sagen");
  expect(await home("en")).toContain("Mo–Fr 9–17 Uhr");
  for (const width of [360, 1440]) {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const { page, faults } = await open(context, `${service.url}/store/fernweh/de`);
    for (const words of ["Visa", "Apple Pay", "Mo–Fr 9–17 Uhr", "Mia, Berlin", "Ausgewählt von Fernweh"])
      await page.locator("main").getByText(words).waitFor();
    expect([await faultsInLooks(page), faults]).toEqual([[], []]);
    await context.close();
  }
});

test.each([
  ["en", 360, "Europe eSIM", "Lowest price that is enough", "Supports eSIM"],
  ["de", 1440, "eSIM Europa", "Günstigster, der reicht", "Unterstützt eSIM"],
] as const)(
  "in %s at %i pixels a trip finds its plans, and a phone what it can, with and without scripts",
  async (language, width, europe, best, supports) => {
    const start = `${service.url}/store/fernweh/${language}`;
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled });
      const { page, faults } = await open(context, `${start}/country/tr`);
      const looks = async () => expect(javaScriptEnabled ? await faultsInLooks(page) : []).toEqual([]);
      await looks();
      await page.locator('a[href="#regional"]').click();
      await page.waitForURL(/#regional$/);
      await page.locator('a[href="#trip"]').click();
      await page.locator("input[name=days]").fill("12");
      await page.locator("input[name=video]").fill("0.5");
      await page.locator("#trip button").click();
      await page.waitForURL(/\/trip\?to=country%2Ftr&days=12/);
      await looks();
      const first = page.locator('main a[href*="/package/"]').first();
      expect(await first.textContent()).toContain(best);
      expect(await page.locator("input[name=days]").inputValue()).toBe("12");
      await page.locator("select[name=to]").selectOption("region/europe");
      await page.locator("#trip button").click();
      await page.getByRole("heading", { level: 1, name: europe }).waitFor();
      await page.locator('main a[href*="/package/"]').first().click();
      await page.waitForURL(/\/package\//);
      await page.locator("nav ol a").last().click();
      await page.waitForURL(/\/region\/europe$/);
      await looks();
      await page.goto(`${start}/device`);
      await page.locator("input[name=model]").fill("iPhone 13");
      await page.locator("input[name=model]").press("Enter");
      await page.locator('[role="status"]').getByText(supports).waitFor();
      await looks();
      for (const odd of [
        "trip?to=country/xx&days=-5&video=NaN",
        "trip?to=&to=x",
        "device/check",
        "device/check?model=%3Cb%3E%F0%9F%92%B6",
      ])
        expect([odd, (await page.goto(`${start}/${odd}`))!.status()]).toEqual([odd, 200]);
      expect(faults).toEqual([]);
      await context.close();
    }
  },
);

test("a link to the shop is passed on with a picture of it, in the page's language, drawn once", async () => {
  const page = await (await fetch(`${service.url}/store/fernweh/de`)).text();
  const address = /<meta property="og:image" content="([^"]+)"/.exec(page)![1]!.replaceAll("&amp;", "&");
  const answers = await Promise.all(Array.from({ length: 4 }, () => fetch(address)));
  const pictures = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(pictures.map((picture) => picture.toString("base64"))).size).toBe(1);
  expect(await sharp(pictures[0]).metadata()).toMatchObject({ format: "png", width: 1_200, height: 630 });
  expect(pictures[0]!.length).toBeLessThan(150_000);
  const english = Buffer.from(await (await fetch(address.replace("language=de", "language=en"))).arrayBuffer());
  expect(english.equals(pictures[0]!)).toBe(false);
  for (const wrong of [address.replace("language=de", "language=xx"), address.replace("/fernweh/", "/nobody/")])
    expect((await fetch(wrong)).status).toBe(404);
});

test("staff word a mail beside the mail itself, in each language, and are told what it cannot say", async () => {
  const person = await newMember(service);
  const { context, page, faults } = await signedIn(browser, service, person, "/test/storefront/mails");
  await page.getByRole("link", { name: "Words of mails" }).click();
  const mail = page.frameLocator("iframe");
  await mail.getByText("Install it while you have Wi-Fi").waitFor();
  await page.getByLabel("Note").fill("See you in {place}.");
  await page.getByText("This e-mail cannot say {place}.").waitFor();
  await page.getByLabel("Subject").fill("{brand}: {item}");
  await page.getByLabel("Note").fill("Bon <b>voyage</b> with {brand}.");
  await mail.getByText("Bon <b>voyage</b> with").waitFor();
  await page.getByRole("button", { name: "Save for test" }).click();
  await page.getByText("The words are saved").waitFor();
  expect(await faultsInLooks(page)).toEqual([]);
  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "German" }).click();
  await mail.getByText("Installieren Sie").waitFor();
  expect(await page.getByLabel("Note").inputValue()).toBe("");
  await page.goto(`${service.url}/test/storefront/mails/words?kind=delivery&language=en`);
  await mail.getByText("Bon <b>voyage</b> with").waitFor();
  expect(await page.getByLabel("Subject").inputValue()).toBe("{brand}: {item}");
  expect(faults.filter((fault) => !fault.includes("status of 422"))).toEqual([]);
  await context.close();
});

/** eSIMs of a purchase in the test shop, on their travellers' phones for longer than it takes to connect. */
async function silentEsims(quantity: number) {
  return await store.asStaff(async (ctx) => {
    await setGuarantee(ctx, 20);
    const [plan] = await ctx.db.query<{ packageId: string }>(sql`
      select p.package_id from packages p join packages q on q.product_key = p.product_key and q.supplier_code <> p.supplier_code
       where p.type = 'local' and p.status = 'on_sale' and q.status = 'on_sale' and q.cost_usd <= p.cost_usd order by p.id limit 1`);
    const { checkout, token } = await goToPay(ctx, plan!.packageId, { quantity });
    await payInTest(ctx, (await findPayment(ctx.db, checkout.id))!);
    await settleCheckout(ctx, checkout.id);
    const { orderId } = await ctx.db.prisma.checkout.findUniqueOrThrow({ where: { id: checkout.id } });
    const esims = await listOrderEsims(ctx.db, Number(orderId));
    for (const { iccid } of esims) await liveSandboxEsim(ctx, (await findSandboxEsim(ctx, iccid))!, "install");
    await ctx.db.query(
      sql`update esims set installed_at = now() - interval '11 minutes' where order_id = ${orderId}::bigint`,
    );
    return { token, ids: esims.map(({ id }) => id) };
  }, "test");
}

test("an eSIM that does not connect: two questions, what to try, and another one, in two languages, with and without scripts", async () => {
  const { token, ids } = await silentEsims(3);
  const words = {
    de: [
      "Hilfe anfordern",
      "Ja",
      "Nein",
      "Schalten Sie Datenroaming",
      "Flugmodus",
      "und wir haben sie ersetzt",
      "Ersetzt",
      "Installieren",
      "Aufladen",
    ],
    en: [
      "Get help",
      "Yes",
      "No",
      "Switch on data roaming for this eSIM",
      "flight mode",
      "we have replaced it",
      "Replaced",
      "Install",
      "Top up",
    ],
  };
  for (const [i, [language, width, javaScriptEnabled]] of (
    [
      ["de", 390, false],
      ["en", 360, false],
      ["en", 1440, true],
    ] as const
  ).entries()) {
    const [help, yes, no, roaming, bars, replaced, badge, install, topUp] = words[language];
    const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled });
    const { page, faults } = await open(
      context,
      `${service.url}/test-store/fernweh/${language}/esim/${token}/${ids[i]}`,
    );
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    const answer = async (...answers: (string | undefined)[]) => {
      for (const [nth, text] of answers.entries())
        await page
          .getByRole("group")
          .filter({ has: page.getByRole("radio") })
          .nth(nth)
          .getByText(text!, { exact: true })
          .click();
      await page.getByRole("checkbox").check();
      await page.getByRole("button", { name: help! }).click();
    };
    if (javaScriptEnabled) expect(await faultsInLooks(page)).toEqual([]);
    await answer(no, no);
    await page.getByRole("alert").getByText(roaming!).waitFor();
    await answer(yes, yes);
    await page.getByRole("alert").getByText(bars!).waitFor();
    expect(await isWide()).toBe(false);
    // The address is the same as after the first time: a page that is read anew before this was sent never sends it.
    const sent = page.waitForResponse((response) => response.request().method() === "POST");
    await answer(yes, yes);
    await sent;
    await page.waitForURL(/#arrival$/);
    await expect
      .poll(async () => {
        if (!javaScriptEnabled) await page.reload();
        return await page.getByText(replaced!).count();
      })
      .toBe(1);
    if (javaScriptEnabled) expect(await faultsInLooks(page)).toEqual([]);
    // It says that it was replaced and by what, and nothing on it costs money any more.
    await page.getByText(badge!, { exact: true }).waitFor();
    const offers = page.getByRole("link", { name: topUp! });
    expect(await offers.count()).toBe(0);
    const first = page.url().replace(/[?#].*/, "");
    await page.goto(`${first}/top-up`);
    expect(await page.locator("form[action$=pay]").count()).toBe(0);
    await page.goto(first);
    await page.getByRole("link", { name: install! }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(`/${ids[i]}`));
    expect(await isWide()).toBe(false);
    // The traveller's own switch of the mails about it.
    const mails = page.locator("#mails").getByRole("button");
    const before = await mails.textContent();
    await mails.click();
    await expect.poll(() => page.locator("#mails").getByRole("button").textContent()).not.toBe(before);
    expect(faults).toEqual([]);
    await context.close();
  }
});

// The last one: it ends the service.
test("a top-up that is bought by itself: allowed, bought once and stopped, without scripts on a narrow phone; the reseller sees it", async () => {
  const { token, id, iccid, number } = await store.asStaff(async (ctx) => {
    const { checkout, token } = await goToPay(ctx, "esimaccess-TR_5_30", { email: "leo@example.com", locale: "de" });
    await payInTest(ctx, (await findPayment(ctx.db, checkout.id))!);
    await settleCheckout(ctx, checkout.id);
    const { orderId } = await ctx.db.prisma.checkout.findUniqueOrThrow({ where: { id: checkout.id } });
    const [esim] = await listOrderEsims(ctx.db, Number(orderId));
    return { token, id: esim!.id, iccid: esim!.iccid, number: checkout.number };
  }, "test");
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
  const here = `${service.url}/test-store/fernweh/de/esim/${token}/${id}`;
  const { page, faults } = await open(context, here);
  const fits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const audit = async (url: string) => {
    const scripted = await browser.newContext();
    const looked = await open(scripted, url);
    expect(await faultsInLooks(looked.page)).toEqual([]);
    await scripted.close();
  };
  await page.locator("#auto").getByRole("link", { name: "Einrichten" }).click();
  await page.waitForURL(/\/auto-top-up$/);
  await fits();
  await audit(page.url());
  await page.getByText("Wenn 80 % der Daten verbraucht sind").click();
  await page.getByText("Höchstens 2-mal").click();
  // A limit that pays for none comes back with the form as it was.
  await page.getByLabel(/^Höchstens insgesamt/).fill("0.01");
  await button("Weiter").click();
  await page.getByText(/^Eine Aufladung kostet/).waitFor();
  await fits();
  await audit(page.url());
  expect(await page.getByLabel("Höchstens 2-mal").isChecked()).toBe(true);
  await page.getByLabel(/^Höchstens insgesamt/).fill("999.50");
  await button("Weiter").click();
  await page.waitForURL(/when=data-80.*most=999\.50/);
  // What it means stands there before anything is agreed to.
  await page.getByText(/Fernweh, über die Karte/).waitFor();
  await fits();
  await audit(page.url());
  await page.getByRole("checkbox").check();
  await button("Karte speichern").click();
  await page.waitForURL(/\/card$/);
  await fits();
  await button("Testkarte speichern").click();
  await page.waitForURL(/\/auto-top-up$/);
  await page.getByText("Bisher gekauft: 0 von höchstens 2").waitFor();
  await page.getByText(/^Bisher berechnet: 0,00/).waitFor();
  await audit(page.url());
  // Two runs at its moment, as there are every ten minutes: one is bought.
  await store.asStaff(async (ctx) => {
    const esim = (await findSandboxEsim(ctx, iccid))!;
    await liveSandboxEsim(ctx, esim, "usage", (esim.totalBytes / MB) * 0.85);
    await chargeDueTopups(ctx);
    await chargeDueTopups(ctx);
  }, "test");
  const purchases = () =>
    store.asStaff(async (ctx) => {
      const of = { esimId: id, autoTopupId: { not: null } };
      for (const one of await ctx.db.prisma.checkout.findMany({ where: of })) await settleCheckout(ctx, Number(one.id));
      return await ctx.db.prisma.checkout.findMany({ where: of, select: { status: true } });
    }, "test");
  // What its supplier is slow to say is asked for again.
  await expect.poll(purchases).toEqual([{ status: "delivered" }]);
  await page.reload();
  await page.getByText("Bisher gekauft: 1 von höchstens 2").waitFor();
  // Whoever is on the team sees it with the sale.
  await store.join("vera@example.com");
  const member = await signedIn(
    browser,
    service,
    { email: "vera@example.com", password: PASSWORD },
    `/test/sales/${number}`,
  );
  await member.page.getByRole("region", { name: "Automatic top-ups: table" }).getByText("1 of 2").waitFor();
  await member.context.close();
  await button("Beenden").click();
  await page.getByText("Sie haben die automatische Aufladung beendet").waitFor();
  await page.goto(here);
  await page.locator("#auto").getByRole("link", { name: "Einrichten" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("the page of an eSIM is read without a network once it was opened, and is gone when the eSIM is", async () => {
  const [sale, other] = [await soldInShop(service), await soldInShop(service)];
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const { page, faults } = await open(context, sale.page());
  const kept = () =>
    page.evaluate(async () => {
      const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = await Promise.all(all.map((cache) => cache.keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
  const opened: string[] = [];
  for (const { page: order } of [sale, other]) {
    await page.goto(order());
    await page.locator('a[href*="/esim/"]').click();
    await page.waitForURL(/\/esim\//);
    const path = new URL(page.url()).pathname;
    await expect.poll(async () => (await kept()).includes(path)).toBe(true);
    opened.push(path);
  }
  const [first, second] = opened as [string, string];
  const manifest = await (
    await fetch(new URL((await page.locator('link[rel="manifest"]').getAttribute("href"))!, service.url))
  ).json();
  expect(manifest).toMatchObject({ start_url: second, display: "minimal-ui" });
  await page.goto(service.url + first);
  const code = await page.locator("main textarea[readonly]").nth(1).inputValue();
  const number = (await page.getByText(/^Number ending in/).textContent())!;
  // The other one is cancelled: what no longer works stays on no device.
  const { testKey } = service.demo();
  const idempotency = { "Idempotency-Key": "offline" };
  const cancelled = await service.call(testKey, "POST", `/orders/${other.reference}/cancel`, {}, idempotency);
  expect(cancelled.status).toBe(200);
  await page.goto(service.url + second);
  await expect.poll(async () => (await kept()).includes(second)).toBe(false);
  expect(await kept()).toContain(first);
  expect(faults).toEqual([]);
  await service.end("SIGTERM");
  await page.goto(service.url + first);
  await page.getByText(number).waitFor();
  expect(await page.locator("main textarea[readonly]").nth(1).inputValue()).toBe(code);
  await page.getByRole("img", { name: "QR code with the activation code" }).first().waitFor();
  await page.getByText("The shop cannot be reached.").waitFor();
  // Its styles are there too, and nothing scrolls sideways.
  expect(
    await page.evaluate(() => [
      getComputedStyle(document.querySelector("header")!).borderBottomStyle,
      document.documentElement.scrollWidth,
    ]),
  ).toEqual(["solid", 360]);
  for (const path of [second, first.replace(/\/esim\/.*/, "/help")])
    await expect(page.goto(service.url + path)).rejects.toThrow(/ERR_/);
  await context.close();
});
