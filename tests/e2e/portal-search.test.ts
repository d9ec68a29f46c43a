import type { Page } from "playwright";
import { expect, test } from "vitest";
import { accessibilityFaults } from "#tests/support/browser.ts";
import { newMember, signedIn } from "#tests/support/portal.ts";
import { serviceWithBrowser } from "#tests/support/service-with-browser.ts";

const { service, browser } = await serviceWithBrowser();

/** A page that is not ready yet does not hear its keys. */
async function openPalette(page: Page) {
  const field = page.getByRole("combobox", { name: "Action, page" });
  for (let attempt = 0; attempt < 20 && !(await field.isVisible()); attempt++) {
    await page.keyboard.press("Control+k");
    await field.waitFor({ timeout: 2_000 }).catch(() => {});
  }
  return field;
}

const chosen = (page: Page) => page.locator("[role=option][aria-selected=true]");

async function newOrder(): Promise<{ reference: string; iccid: string }> {
  const { testKey } = service.demo();
  const body = { package_id: "esimaccess-TR_1_7", quantity: 1, client_reference: `shop-${crypto.randomUUID()}` };
  const { json } = await service.call(testKey, "POST", "/orders", body, { "Idempotency-Key": crypto.randomUUID() });
  return { reference: json.data.reference, iccid: json.data.profiles[0].iccid };
}

test("the order form finds a package by what people type, and says why", async () => {
  const person = await newMember(service);
  const { context, page, faults } = await signedIn(browser, service, person, "/test/orders/new");
  const field = page.getByRole("searchbox", { name: "Search packages" });
  const first = page.getByRole("list", { name: "Packages found" }).getByRole("button").first();
  for (const [typed, name, reason] of [
    ["5gb italy", /^Italy 5GB/, null],
    ["US 10GB", /^United States 10GB/, null],
    ["köln 5 GB", /^Germany 5GB/, "Köln → Germany"],
    ["germny 10gb", /^Germany 10GB/, "germny → Germany"],
    ["schengen 10gb", /^Europe/, "Schengen: 29 of 29 countries"],
  ] as const) {
    await field.fill(typed);
    await first.filter({ hasText: name }).waitFor();
    if (reason) await first.filter({ hasText: reason }).waitFor();
  }
  expect(await accessibilityFaults(page)).toEqual([]);
  await first.click();
  await page.getByRole("button", { name: "Change package" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("the palette offers what can be done first, and does it, with the keyboard alone", async () => {
  const person = await newMember(service);
  const { context, page, faults } = await signedIn(browser, service, person, "/test");
  await openPalette(page);
  await chosen(page).filter({ hasText: "New order" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("ArrowUp");
  await chosen(page).filter({ hasText: "Team" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await chosen(page).filter({ hasText: "Create key" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/test/api-keys/new");
  await (await openPalette(page)).fill("dark");
  await chosen(page).filter({ hasText: "Dark theme" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator("[data-theme=dark]").waitFor();
  const shop = context.waitForEvent("page");
  await (await openPalette(page)).fill("open store");
  await chosen(page).filter({ hasText: "Open storefront" }).waitFor();
  await page.keyboard.press("Enter");
  await (await shop).close();
  expect(faults).toEqual([]);
  await (await openPalette(page)).fill("sign out");
  await chosen(page).filter({ hasText: "Sign out" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/sign-in*");
  await context.close();
});

test("the palette finds an eSIM by its last six digits, remembers what was opened, and finds packages", async () => {
  const person = await newMember(service);
  const { reference, iccid } = await newOrder();
  const { context, page } = await signedIn(browser, service, person, "/test");
  await (await openPalette(page)).fill(iccid.slice(-6));
  await page.getByRole("option", { name: iccid }).filter({ hasText: reference }).click();
  await page.waitForURL(`**/test/esims/${iccid}`);
  await openPalette(page);
  await page.getByRole("group", { name: "Recent" }).getByRole("option", { name: iccid }).waitFor();
  await (await openPalette(page)).fill("türkei 1gb");
  await page
    .getByRole("group", { name: "Packages" })
    .getByRole("option")
    .filter({ hasText: "Türkei → Türkiye" })
    .first()
    .click();
  await page.waitForURL("**/test/catalog/*");
  await page.goto(`${service.url}/live`);
  await (await openPalette(page)).fill(iccid.slice(-6));
  await page.getByText("No results in this environment.").waitFor();
  await context.close();
});
