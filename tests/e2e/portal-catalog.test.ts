import sharp from "sharp";
import { expect, test } from "vitest";
import { MB } from "#server/kernel/data-size.ts";
import { faultsInLooks } from "#tests/support/browser.ts";
import { newMember, signedIn } from "#tests/support/portal.ts";
import { sellFrom } from "#tests/support/sellers.ts";
import { serviceWithBrowser } from "#tests/support/service-with-browser.ts";
import { until } from "#tests/support/until.ts";

const HERO = "Picture behind it";

const { service, browser } = await serviceWithBrowser();

test("a package is found by country and size, and its price is the one that the API gives", async () => {
  const person = await newMember(service, "viewer");
  const { context, page } = await signedIn(browser, service, person, "/test/catalog?data=1-5&days=15-30");
  await page.getByRole("searchbox").fill("turkiye 5gb");
  await page.getByRole("link", { name: "Türkiye 5GB 30Days" }).first().waitFor();
  // Plans of the country itself come before those of regions that cover it.
  const names = await page.getByRole("table").getByRole("link").allTextContents();
  expect(names[0]).toMatch(/^Türkiye/);
  expect(names.findLastIndex((name) => name.startsWith("Türkiye"))).toBeLessThan(
    names.findIndex((name) => name.startsWith("Europe")),
  );
  expect(new URL(page.url()).searchParams.get("q")).toBe("turkiye 5gb");

  const { json } = await service.call(service.demo().testKey, "GET", "/packages/esimaccess-TR_5_30");
  await page.goto(`${service.url}/test/catalog/esimaccess-TR_5_30`);
  const price = Number(json.data.price).toFixed(4).replace(/0+$/, "");
  await page.getByText(price, { exact: false }).first().waitFor();
  await page.getByRole("heading", { name: "Equal packages" }).waitFor();
  await page.getByText("Turkcell").waitFor();
  // A viewer places no orders; whoever does goes on from here.
  expect(await page.getByRole("link", { name: "Order", exact: true }).count()).toBe(0);
  await context.close();
  const seller = await signedIn(browser, service, await newMember(service), "/test/catalog/esimaccess-TR_5_30");
  await seller.page.getByRole("link", { name: "Order", exact: true }).click();
  await seller.page.waitForURL("**/orders/new?package=esimaccess-TR_5_30**");
  await seller.context.close();
});

test("back from a package the list is where it was; by a link it begins at the top", async () => {
  const { context, page } = await signedIn(browser, service, await newMember(service), "/test/catalog");
  const list = page.getByRole("table").locator("xpath=..");
  const scrolled = () => list.evaluate((section) => section.scrollTop);
  const link = list.getByRole("link").nth(30);
  const name = (await link.textContent())!;
  await link.scrollIntoViewIfNeeded();
  const before = await scrolled();
  expect(before).toBeGreaterThan(200);
  await link.click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
  await page.goBack();
  await until(async () => (await page.getByRole("table").count()) > 0 && (await scrolled()) === before);
  await link.click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Catalogue" }).first().click();
  await page.waitForURL("**/test/catalog");
  await page.getByRole("table").waitFor();
  expect(await scrolled()).toBe(0);
  // A search typed is another list, though no other entry of the history.
  await link.scrollIntoViewIfNeeded();
  expect(await scrolled()).toBeGreaterThan(200);
  await page.getByRole("searchbox").fill("japan");
  await page.waitForURL("**/test/catalog?q=japan");
  await until(async () => (await page.getByRole("table").count()) > 0 && (await scrolled()) === 0);
  await context.close();
});

test("a row that is pressed before the page's scripts have come opens once they have, where it was asked to", async () => {
  const { context, page } = await signedIn(browser, service, await newMember(service), "/test");
  const come = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await come.promise;
    await route.continue();
  });
  await page.goto(`${service.url}/test/catalog`, { waitUntil: "commit" });
  const row = page.getByRole("row").nth(3);
  const link = await row.getByRole("link").first().getAttribute("href");
  const opened = context.waitForEvent("page");
  await row
    .getByRole("cell")
    .last()
    .click({ modifiers: ["Control"] });
  expect(context.pages()).toHaveLength(1);
  come.resolve();
  await (await opened).waitForURL(service.url + link);
  expect(page.url()).toBe(`${service.url}/test/catalog`);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
});

test("the price list is the filtered one, variants and all", async () => {
  const person = await newMember(service, "support");
  const { context, page } = await signedIn(browser, service, person, "/test/catalog?country=TR&type=local");
  const file = await page.getByRole("link", { name: "Price list as CSV" }).getAttribute("href");
  const csv = await (await context.request.get(service.url + file)).text();
  const [head, ...rows] = csv.trim().split("\n");
  expect(head).toContain("package_id,name,type,place");
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.every((row) => row.includes("local,Türkiye,TR,"))).toBe(true);
  const json = await page.getByRole("link", { name: "Price list as JSON" }).getAttribute("href");
  const list = await (await context.request.get(service.url + json)).json();
  expect(list).toHaveLength(rows.length);
  expect(list[0]).toMatchObject({ place: "Türkiye", currency: "EUR", price: expect.stringMatching(/^\d+\.\d{4}$/) });
  await context.close();
});

test("nothing found says so and leads back", async () => {
  const person = await newMember(service);
  const { context, page } = await signedIn(browser, service, person, "/live/catalog?q=qwertzuiop");
  await page.getByText("No package matches these filters.").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("table").waitFor();
  await page.goto(`${service.url}/live/catalog/no-such-package`);
  await page.getByText("There is no package").waitFor();
  await context.close();
});

test("packages are compared side by side, and the address keeps the choice", async () => {
  const person = await newMember(service, "support");
  const { context, page } = await signedIn(browser, service, person, "/test/catalog?q=turkiye+5gb");
  await page.getByRole("checkbox", { name: "Select esimaccess-TR_5_30" }).click();
  await page.getByText("Select another one to compare them.").waitFor();
  await page.getByRole("searchbox").fill("japan");
  await page
    .getByRole("link", { name: /^Japan/ })
    .first()
    .waitFor();
  await page.getByRole("checkbox").first().click();
  await page.getByRole("link", { name: "Compare 2" }).click();
  await page.waitForURL(/catalog\/compare\?/);
  await page.getByRole("rowheader", { name: "Validity starts" }).waitFor();
  expect(await page.getByRole("columnheader").count()).toBe(3);
  await page.reload({ waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Remove esimaccess-TR_5_30" }).click();
  await page.getByRole("columnheader", { name: /Türkiye/ }).waitFor({ state: "detached" });
  expect(page.url()).not.toContain("TR_5_30");
  await context.close();
});

test("a brand goes from a logo file to the live shop, past a colleague who edits it too, and back", async () => {
  const wordmark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><script>alert(1)</script><rect width="400" height="100" fill="#0F5C63"/></svg>`;
  await sellFrom(service, "CH");
  const file = { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(wordmark) };
  const person = await newMember(service);
  const { context, page, faults } = await signedIn(browser, service, person, "/live/brand");
  const slug = await page.getByLabel("Slug").inputValue();
  const shop = async () => await (await fetch(`${service.url}/store/${slug}/en`)).text();
  await page.evaluate(() => {
    const counted = Object.assign(window, { clicks: 0 });
    addEventListener("pointerdown", () => counted.clicks++, true);
  });
  const began = performance.now();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload logo" }).click();
  await (await chooser).setFiles(file);
  await page.getByLabel("Brand name").fill("Wordmark Travel");
  await page.getByText(`2 changes in the draft, by ${person.email}`).waitFor();

  // The real shop, as it would be: a wordmark in place of the name, as wide as it is.
  const logo = page.frameLocator("iframe").getByRole("link", { name: "Wordmark Travel" }).first().locator("img");
  await until(async () => (await logo.getAttribute("width")) === "160");
  const drawn = () => logo.evaluate((img: HTMLImageElement) => (img.complete ? img.naturalWidth : 0));
  await until(async () => (await drawn()) > 0);
  expect(await drawn()).toBe(960);
  const preview = await fetch(new URL((await page.locator("iframe").getAttribute("src"))!, service.url));
  expect(preview.headers.get("cache-control")).toBe("no-store");
  expect(preview.headers.get("x-robots-tag")).toBe("noindex, nofollow");
  expect(preview.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  expect(await shop()).not.toContain("Wordmark Travel");
  expect(await faultsInLooks(page)).toEqual([]);

  await page.getByRole("button", { name: "Publish to live" }).click();
  await page.getByRole("dialog").getByText("Wordmark Travel").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("The brand is published").waitFor();
  await until(async () => (await shop()).includes("Wordmark Travel"));
  // And one in the system's own window, for the file.
  const clicks = await page.evaluate(() => (window as unknown as { clicks: number }).clicks);
  expect(clicks).toBe(3);
  process.stdout.write(
    `brand: from a logo file to the live shop in ${((performance.now() - began) / 1_000).toFixed(1)} s\n`,
  );
  const { json } = await service.call(service.demo().liveKey, "GET", "/brand");
  expect(json.data.logo_url).toMatch(/\/pictures\/[0-9a-f]{64}\.png$/);
  const stored = await fetch(service.url + new URL(json.data.logo_url).pathname);
  expect(Object.fromEntries(stored.headers)).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": expect.stringMatching(/^default-src 'none';.*sandbox$/),
    "x-content-type-options": "nosniff",
  });

  // Of two who edit at once the second is told, and nothing of either is lost without their word.
  const colleague = await signedIn(browser, service, await newMember(service), "/live/brand");
  await colleague.page.getByLabel("Support phone").fill("+41 44 000 00 00");
  await colleague.page.getByText("1 change in the draft").waitFor();
  await page.getByLabel("Legal name").fill("Mine Ltd");
  await page.getByRole("alert").getByText("Somebody else changed this draft").waitFor();
  await page.getByRole("button", { name: "Show their draft" }).click();
  await until(async () => (await page.getByLabel("Support phone").inputValue()) === "+41 44 000 00 00");
  await page.getByRole("button", { name: "Discard draft" }).click();
  await page.getByText("Everything is published.").waitFor();

  await page.getByRole("button", { name: "Earlier versions" }).click();
  await page.getByRole("button", { name: "Return to this" }).first().click();
  await page.getByRole("button", { name: "Publish this version" }).click();
  await until(async () => !(await shop()).includes("Wordmark Travel"));

  // A photograph as large as is taken goes all the way; of a larger one the page says how large it may be.
  const dot = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#37a" } })
    .png()
    .toBuffer();
  const photo = (bytes: number) => ({
    ...{ name: "hero.png", mimeType: "image/png", buffer: Buffer.concat([dot, Buffer.alloc(bytes - dot.length)]) },
  });
  const hero = page.locator(`input[type=file][aria-label="${HERO} file"]`);
  await hero.setInputFiles(photo(8 * MB + 1));
  await page.getByText("The picture is larger than 8 MB").waitFor();
  const taken = page.getByRole("button", { name: `Remove ${HERO.toLowerCase()}` });
  // What was refused before is noted by now.
  expect(faults.filter((fault) => !/409/.test(fault))).toEqual([]);
  await until(async () => {
    await hero.setInputFiles(photo(8 * MB));
    // On a busy machine it may have taken too long to be drawn: who is told so tries again.
    await taken.or(page.getByText("takes too long")).first().waitFor();
    return (await taken.count()) === 1;
  });
  await page.getByText("1 change in the draft").waitFor();
  expect(faults.filter((fault) => !/409|422/.test(fault))).toEqual([]);
  await Promise.all([context.close(), colleague.context.close()]);
});
