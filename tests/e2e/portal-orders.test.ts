import type { Page } from "playwright";
import { expect, test } from "vitest";
import { sql } from "#server/kernel/db.ts";
import { accessibilityFaults, THEMES } from "#tests/support/browser.ts";
import { enterCredentials, newMember, signedIn } from "#tests/support/portal.ts";
import { liveTestEsim, onServiceDatabase } from "#tests/support/service-database.ts";
import { serviceWithBrowser } from "#tests/support/service-with-browser.ts";
import { soldInShop } from "#tests/support/sold-in-shop.ts";
import { until } from "#tests/support/until.ts";

const { service, browser } = await serviceWithBrowser();

const references = async (key: string): Promise<string[]> =>
  (await service.call(key, "GET", "/orders?limit=100")).json.data.items.map(
    (order: { reference: string }) => order.reference,
  );

async function anOrder(quantity = 1): Promise<{ reference: string; iccid: string; iccids: string[] }> {
  const { testKey } = service.demo();
  const packages = await service.call(testKey, "GET", "/packages?limit=1");
  const body = { package_id: packages.json.data.items[0].package_id, quantity };
  const { json } = await service.call(testKey, "POST", "/orders", body, { "Idempotency-Key": crypto.randomUUID() });
  const iccids: string[] = json.data.profiles.map(({ iccid }: { iccid: string }) => iccid);
  return { reference: json.data.reference, iccid: iccids[0]!, iccids };
}

/** Tab until what has the focus begins with these words. */
async function tabTo(page: Page, name: string): Promise<void> {
  let at = "";
  const isThere = async () => {
    const focused = await page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement | null;
      return at?.getAttribute("aria-label") ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? "";
    });
    at = focused.trim();
    if (at.startsWith(name)) return true;
    await page.keyboard.press("Tab");
    return false;
  };
  await until(isThere, undefined, 0).catch(() => {
    throw new Error(`The keyboard does not reach "${name}"; it is at "${at}".`);
  });
}

test("a live order is placed with the keyboard alone, from its quote, and delivered", async () => {
  const { context, page } = await signedIn(browser, service, await newMember(service), "/live/orders");
  await tabTo(page, "New order");
  await page.keyboard.press("Enter");
  await page.waitForURL(/orders\/new\?draft=/);
  await tabTo(page, "Search packages");
  await page.keyboard.type("Türkiye");
  await page
    .getByRole("button", { name: /^Türkiye/ })
    .first()
    .waitFor();
  await tabTo(page, "Türkiye");
  await page.keyboard.press("Enter");
  await page.getByText(/Good for \d:\d\d minutes/).waitFor();
  expect(Number(await page.getByLabel("Most to pay for one eSIM").inputValue())).toBeGreaterThan(0);
  const command = await page.getByRole("region", { name: "API call" }).textContent();
  await tabTo(page, "Your reference");
  await page.keyboard.type("by-keyboard");
  await tabTo(page, "Place live order");
  await page.keyboard.press("Enter");
  await page.waitForURL(/orders\/B2B-\d+$/);
  await page.getByText("Every eSIM is there.").first().waitFor();
  for (const told of ["Placed, queued", "Charged", "order.created", "order.delivered"])
    await page.getByText(told).first().waitFor();
  await page.getByRole("button", { name: "Copy the supplier’s reference" }).waitFor();
  // The call that the page showed, key and all, is the same order again.
  const { liveKey } = service.demo();
  const key = /Idempotency-Key: (\S+)"/.exec(command!)![1]!;
  const before = await references(liveKey);
  const body = JSON.parse(/-d '(.*)'$/s.exec(command!)![1]!);
  const again = await service.call(
    liveKey,
    "POST",
    "/orders",
    { ...body, client_reference: "by-keyboard" },
    { "Idempotency-Key": key },
  );
  expect(again.json.data.reference).toBe(before[0]);
  expect(await references(liveKey)).toEqual(before);
  await context.close();
});

test("one form orders once: two clicks, the back button, and the same form in a second tab", async () => {
  const { testKey } = service.demo();
  const { context, page } = await signedIn(browser, service, await newMember(service), "/live/orders");
  await page.goto(`${service.url}/test/orders/new`, { waitUntil: "networkidle" });
  const form = page.url();
  const second = await context.newPage();
  await second.goto(form, { waitUntil: "networkidle" });
  const before = await references(testKey);
  const choose = async (tab: Page) => {
    await tab.getByRole("list", { name: "Packages found" }).getByRole("button").first().click();
    await tab.getByText(/Good for/).waitFor();
  };
  await choose(page);
  await choose(second);
  await page.getByRole("button", { name: "Place test order" }).dblclick();
  await page.waitForURL(/orders\/B2B-\d+$/);
  const placed = page.url().split("/").at(-1)!;
  // The second tab asks when it is looked at; where it did not yet, its order is the one that was placed.
  const button = second.getByRole("button", { name: "Place test order" });
  if (await button.isVisible()) await button.click();
  await second.getByText(placed).first().waitFor();
  await page.goBack();
  await page.getByText(`This form has placed the order ${placed}.`).waitFor();
  expect(await references(testKey)).toEqual([placed, ...before]);
  await context.close();
});

test("what is wrong stands at its field, and what the server refuses too", async () => {
  const { client_reference } = { client_reference: "taken-1" };
  const { testKey } = service.demo();
  const packages = await service.call(testKey, "GET", "/packages?limit=1");
  const package_id = packages.json.data.items[0].package_id;
  await service.call(
    testKey,
    "POST",
    "/orders",
    { package_id, quantity: 1, client_reference },
    { "Idempotency-Key": "taken" },
  );
  const person = await newMember(service);
  const { context, page } = await signedIn(browser, service, person, "/test");
  await page.goto(`${service.url}/test/orders/new?package=${package_id}`, { waitUntil: "networkidle" });
  await page.getByLabel("Quantity").fill("99");
  await page.getByLabel("Most to pay").fill("much");
  await page.getByRole("button", { name: "Place test order" }).click();
  await page.getByText("Enter a number from 1 to 50.").waitFor();
  await page.getByText("“much” is not an amount.").waitFor();
  expect(await page.getByLabel("Quantity").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Quantity").fill("1");
  await page.getByLabel("Most to pay").fill("");
  await page.getByLabel("Your reference").fill(client_reference);
  await page.getByRole("button", { name: "Place test order" }).click();
  await page.getByText(/belongs to another order of this environment/).waitFor();
  expect(await page.getByLabel("Your reference").getAttribute("aria-invalid")).toBe("true");
  await context.close();
});

test("what is typed is kept when the session ends elsewhere, and leaving the page asks first", async () => {
  const { context, page } = await signedIn(browser, service, await newMember(service), "/live/balance");
  await page.getByLabel("Amount, ").fill("12,50");
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await page
    .getByRole("alertdialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Cancel" })
    .click();
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.getByRole("button", { name: "Announce transfer" }).click();
  await page.getByRole("alert").getByRole("link", { name: "sign in again in a new tab" }).waitFor();
  expect(await page.getByLabel("Amount, ").inputValue()).toBe("12,50");
  expect(new URL(page.url()).pathname).toBe("/live/balance");
  await context.addCookies(cookies);
  await page.getByRole("button", { name: "Announce transfer" }).click();
  await page.getByRole("list", { name: "Funding" }).getByText("12.50").waitFor();
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await page.waitForURL("**/live/orders");
  await context.close();
});

test("what is pressed without a network fails at once, and is not sent by itself when there is one again", async () => {
  const { context, page } = await signedIn(browser, service, await newMember(service), "/live/balance");
  await page.getByLabel("Amount, ").fill("31.25");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Announce transfer" }).click();
  await page.getByText("The service could not be reached.").waitFor();
  await context.setOffline(false);
  await page.reload({ waitUntil: "networkidle" });
  expect(await page.getByText("31.25").count()).toBe(0);
  await context.close();
});

test("rows of lists are as high as somebody wants them, from then on", async () => {
  await anOrder();
  const { context, page } = await signedIn(browser, service, await newMember(service), "/test/orders");
  const height = async () => (await page.getByRole("row").nth(1).boundingBox())!.height;
  const roomy = await height();
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("menuitemradio", { name: "Compact" }).click();
  await expect.poll(height).toBeLessThan(roomy);
  await page.reload();
  // Two thirds of it at most, also where rows are picked and their names copied.
  expect(await height()).toBeLessThan((2 / 3) * roomy);
  expect(await accessibilityFaults(page)).toEqual([]);
  await context.close();
});

test("over a slow line a form that is pressed twice is sent once", async () => {
  const { context, page } = await signedIn(browser, service, await newMember(service), "/test/api-keys/new");
  let sent = 0;
  page.on("request", (request) => {
    if (/keys\.create/.test(request.url())) sent++;
  });
  const line = Promise.withResolvers<void>();
  // What checks a form comes when it is first touched.
  await page.route("**/_next/static/**", async (route) => {
    await line.promise;
    await route.continue();
  });
  await page.getByLabel("Name").fill("Pressed twice");
  await page.getByRole("button", { name: "Storefront" }).click();
  const create = page.getByRole("button", { name: "Create test key" });
  await create.click();
  await create.click();
  line.resolve();
  await page.getByRole("dialog", { name: "Keep this key now" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(sent).toBe(1);
  await context.close();
});

test("whose answer is lost, the page says that it may have been done, and shows whether it was", async () => {
  const { context, page } = await signedIn(browser, service, await newMember(service), "/live/balance");
  await page.getByLabel("Amount, ").fill("47.11");
  await page.route("**/api/trpc/live/balance.requestFunding*", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Announce transfer" }).click();
  await page.getByText("This may have been done all the same: check before you send it again.").waitFor();
  await page.getByRole("list", { name: "Funding" }).getByText("47.11").waitFor();
  expect(await page.getByLabel("Amount, ").inputValue()).toBe("47.11");
  await context.close();
});

test("a fault of the server is told with its request id and a retry, and an ended session leads back here", async () => {
  const person = await newMember(service);
  const { context, page } = await signedIn(browser, service, person, "/test/orders");
  const { reference } = await anOrder();
  const fault = {
    message: "Something went wrong on our side. It has been recorded.",
    code: -32603,
    data: { httpStatus: 500, code: "internal_error", requestId: "req_FAULT" },
  };
  await page.route("**/api/trpc/test/orders.list*", (route) =>
    route.fulfill({ status: 500, json: [{ error: { json: fault } }] }),
  );
  await page.getByLabel("Order, your reference or ICCID").fill(reference);
  await page.getByText("req_FAULT").waitFor();
  await page.unroute("**/api/trpc/test/orders.list*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: reference }).waitFor();
  await page.route("**/api/trpc/test/**", (route) => route.fulfill({ status: 502, body: "Bad gateway" }));
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Action, page" }).fill("B2B-1");
  await page.getByText("Not everything could be searched").waitFor();
  await page.keyboard.press("Escape");
  await page.unroute("**/api/trpc/test/**");
  const address = page.url();
  await context.clearCookies();
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Delivered", exact: true }).click();
  await page.waitForURL(/\/sign-in\?to=/);
  await enterCredentials(page, person);
  await page.waitForURL(`${address}&status=delivered`);
  await page.getByRole("link", { name: reference }).waitFor();
  await context.close();
});

test("an eSIM lives, is topped up, paused, shared with its traveller and cancelled with what comes back", async () => {
  const { reference, iccid } = await anOrder();
  const { context, page } = await signedIn(
    browser,
    service,
    await newMember(service, "support"),
    `/test/esims/${iccid}`,
  );
  for (const [button, then] of [
    ["Install", "On a device"],
    ["Connect", "Sandbox Mobile"],
    ["Use 10 %", "used"],
  ] as const) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.getByText(then).first().waitFor();
  }
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = (await page
    .getByText(/\/share\//)
    .first()
    .textContent())!;
  const code = (await page
    .getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    .first()
    .textContent())!;
  const traveller = await browser.newPage();
  await traveller.goto(link.replace(/^https?:\/\/[^/]+/, service.url));
  expect(await traveller.content()).not.toContain("LPA:1$");
  await traveller.getByRole("textbox").fill(code);
  await traveller.locator("form button[type=submit]").click();
  await traveller.locator("text=SM-DP+").first().waitFor();
  expect(await traveller.content()).toContain("rsp.sandbox.example");
  await traveller.close();
  await page.getByRole("button", { name: "Top-up" }).click();
  await page.getByRole("radio").first().click();
  await page.getByText("When it is applied").waitFor();
  await page.getByRole("button", { name: "Top up for free" }).click();
  await page.getByText("Topped up").waitFor();
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByRole("button", { name: "Suspend eSIM" }).click();
  await page.getByText("Paused; it can be resumed.").waitFor();
  await page.getByText("Suspend: The eSIM is suspended.").waitFor();
  await page.goto(`${service.url}/test/orders/${reference}`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Cancel order" }).click();
  await page.getByText("the sandbox refuses it").waitFor();
  await page.getByRole("button", { name: "Keep eSIM" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await context.close();
});

let looked = 0;

/**
 * A page fits the narrowest phone and a wide screen, and is accessible: in one of them and its theme, in turn from page to page;
 * `npm run looks` audits both.
 */
async function looksWell(page: Page, what: string): Promise<void> {
  const audited = looked++ % 2;
  for (const [look, { colorScheme, width }] of (
    [
      { colorScheme: "light", width: 360 },
      { colorScheme: "dark", width: 1440 },
    ] as const
  ).entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await until(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    if (look === audited || process.env.LOOKS === "full")
      expect(await accessibilityFaults(page), `${what}, ${width}`).toEqual([]);
  }
}

test("many orders are sent again and cancelled at once: each says what happens to it, and what happened", async () => {
  const [sent, bare, used] = [await anOrder(2), await anOrder(), await anOrder()];
  await liveTestEsim(service, used.iccid, "activate");
  const { context, page } = await signedIn(
    browser,
    service,
    await newMember(service, "support"),
    `/test/orders/${sent.reference}`,
  );
  await page.getByRole("button", { name: "Send to customer" }).click();
  await page.getByLabel("Customer’s e-mail").fill("mia@example.com");
  await page.getByRole("button", { name: "Send 2 eSIMs" }).click();
  await page.getByText("2 eSIMs sent to mia@example.com").waitFor();
  await page.goto(`${service.url}/test/orders`, { waitUntil: "networkidle" });
  const box = ({ reference }: { reference: string }) => page.getByRole("checkbox", { name: `Select ${reference}` });
  // With Shift what lies between, with Enter on to what can be done.
  await box(used).focus();
  await page.keyboard.press("Space");
  await box(sent).click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "Selected rows" });
  await bar.getByText(/^3 of \d+ selected$/).waitFor();
  await page.keyboard.press("Enter");
  expect(await bar.locator(":focus").textContent()).toContain("CSV");
  const file = await bar.getByRole("link", { name: "CSV" }).getAttribute("href");
  const csv = await (await context.request.get(service.url + file)).text();
  expect(csv.trim().split("\n")).toHaveLength(4);
  await looksWell(page, "rows that are selected");
  await page.setViewportSize({ width: 1280, height: 900 });

  await bar.getByRole("button", { name: "Send again" }).click();
  const row = ({ reference }: { reference: string }) =>
    page.getByRole("dialog").getByRole("listitem").filter({ hasText: reference });
  await row(bare).getByText("No e-mail address is on record.").waitFor();
  await page.getByRole("button", { name: "Send 1 e-mail" }).click();
  await row(sent).getByText("Written to the outbox").waitFor();
  await page.getByRole("dialog").getByText("1 of 1 done").waitFor();
  await page.getByRole("button", { name: "Close" }).last().click();

  await bar.getByRole("button", { name: "Cancel eSIMs" }).click();
  await row(used).getByText("the sandbox refuses it").waitFor();
  await looksWell(page, "what a cancel of many does");
  await page.getByRole("button", { name: "Cancel 4 eSIMs" }).click();
  await row(sent).getByText("2 eSIMs cancelled").waitFor();
  await row(used).getByText("not taken back by the supplier").waitFor();
  await page.getByText("3 of 3 done").waitFor();
  await page.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("row").filter({ hasText: sent.reference }).getByText("Cancelled").waitFor();
  await context.close();
});

test("a list is kept as a view with its filters, order and columns, opened by its address and by default", async () => {
  const { reference } = await anOrder();
  const person = await newMember(service, "support");
  const { context, page } = await signedIn(browser, service, person, "/test/orders?status=delivered");
  await page.getByRole("button", { name: "Placed" }).click();
  await page.waitForURL(/order=oldest/);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Refunded" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("columnheader", { name: "Refunded" }).waitFor();
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("Name").fill("First delivered");
  await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: "First delivered" }).waitFor();
  const address = page.url();
  await page.getByRole("button", { name: "Change the view First delivered" }).click();
  await page.getByRole("menuitem", { name: "Open it by default" }).click();
  await views.getByText("default").waitFor();
  await looksWell(page, "a list with a view");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${service.url}/test/orders`);
  await page.waitForURL((url) => url.searchParams.toString() === new URL(address).searchParams.toString());
  await page.getByRole("columnheader", { name: "Refunded" }).waitFor();
  expect(await page.getByRole("row").last().textContent()).toContain(reference);
  await views.getByRole("link", { name: "All" }).click();
  await page.waitForURL(/view=all/);
  await page.getByRole("button", { name: "Clear filters" }).waitFor({ state: "detached" });
  // What was cleared stays cleared, although the bare address opens a view.
  await views.getByRole("link", { name: "First delivered" }).click();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("button", { name: "Placed" }).click();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Refunded" }).click();
  await page.waitForURL((url) => url.search === "?view=all");
  await page.reload({ waitUntil: "networkidle" });
  await page.waitForURL((url) => url.search === "?view=all");
  await page.keyboard.press("Escape");
  await views.getByRole("link", { name: "First delivered" }).click();
  await page.getByRole("button", { name: "Change the view First delivered" }).click();
  await page.getByRole("menuitem", { name: "Delete view" }).click();
  await views.waitFor({ state: "detached" });
  await context.close();
});

test("eSIMs go to a customer by one link, which shows them until it is withdrawn; what has ended is offered nowhere", async () => {
  const { reference, iccids } = await anOrder(3);
  const ended = iccids[2]!;
  await liveTestEsim(service, ended, "expire");
  const { context, page } = await signedIn(
    browser,
    service,
    await newMember(service, "support"),
    `/test/orders/${reference}`,
  );
  expect(await page.getByRole("button", { name: /^QR code of/ }).count()).toBe(2);
  await page.getByRole("button", { name: "Send to customer" }).click();
  await page.getByText("Expired: nothing to install any more.").waitFor();
  await looksWell(page, "the dialog");
  const file = (await page.getByRole("link", { name: "PDF, 2 pages" }).getAttribute("href"))!;
  const status = async (path: string) => (await context.request.get(service.url + path)).status();
  expect(await status(file)).toBe(200);
  expect(await status(`${file}&iccid=${ended}`)).toBe(409);
  for (const picture of ["code.png", "sheet.png"]) expect(await status(file.replace("sheets.pdf", picture))).toBe(200);
  await page.getByRole("button", { name: "Send 2 eSIMs" }).click();
  await page.getByText("Enter an e-mail address such as").waitFor();
  await page.getByLabel("Customer’s e-mail").fill("mia@example.com");
  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "German" }).click();
  await page.getByRole("button", { name: "Send 2 eSIMs" }).click();
  await page.getByText("2 eSIMs sent to mia@example.com").waitFor();
  await page.getByText("E-mail kept in the outbox, not sent").waitFor();
  await looksWell(page, "the order");

  const outbox = await context.newPage();
  await outbox.goto(`${service.url}/test/storefront/mails`, { waitUntil: "networkidle" });
  await outbox.getByRole("button", { name: /Ihre eSIM ist bereit: 2 × / }).click();
  const mail = await outbox.locator("pre").textContent();
  const link = /https?:\S+/.exec(mail!)![0].replace(/^https?:\/\/[^/]+/, service.url);
  const customer = await browser.newPage();
  await customer.goto(link);
  expect(await customer.locator('a[href*="/esim/"]').count()).toBe(2);
  await looksWell(customer, "the customer's list");
  await customer.locator('a[href*="/esim/"]').first().click();
  await customer.locator("svg[role=img]:visible").waitFor();
  const sold = /Aufladen|Link erstellen/;
  expect(
    await customer
      .getByRole("button", { name: sold })
      .or(customer.getByRole("link", { name: sold }))
      .count(),
  ).toBe(0);

  await page.getByRole("button", { name: "Withdraw link" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw link" }).click();
  await page.getByText("Link sent to mia@example.com withdrawn").waitFor();
  for (const address of [link, customer.url()]) expect((await customer.goto(address))!.status()).toBe(404);
  await page.goto(`${service.url}/test/esims/${ended}`, { waitUntil: "networkidle" });
  await page.getByText("Expired: nothing to install any more.").waitFor();
  expect(await page.content()).not.toContain("QR code that installs");
  expect(await page.getByRole("button", { name: "Send to customer" }).count()).toBe(0);
  await customer.close();
  await context.close();
});

test.each(THEMES)("what opens on a page is accessible too, and closes with Escape: %s", async (colorScheme) => {
  const { reference, iccid } = await anOrder();
  const { context, page, faults } = await signedIn(browser, service, await newMember(service), "/test/orders", {
    colorScheme,
  });
  const check = async (what: string) => expect(await accessibilityFaults(page), what).toEqual([]);
  const closes = async (role: "listbox" | "menu" | "dialog" | "alertdialog") => {
    await page.getByRole(role).first().waitFor();
    await check(role);
    await page.keyboard.press("Escape");
    await page.getByRole(role).waitFor({ state: "detached" });
  };
  await page.getByRole("combobox", { name: "Status" }).focus();
  await page.keyboard.press("ArrowDown");
  await closes("listbox");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Status");
  await page.getByRole("button", { name: /Your account/ }).click();
  await closes("menu");
  await page.locator("main time").first().hover();
  await page.getByRole("tooltip").waitFor();
  await check("tooltip");
  await page.getByRole("button", { name: "Copy the order reference" }).first().click();
  await page
    .getByText(/is copied|did not allow/)
    .first()
    .waitFor();
  await check("toast");
  await page.goto(`${service.url}/test/orders/${reference}`, { waitUntil: "networkidle" });
  await page
    .getByRole("button", { name: /^QR code/ })
    .first()
    .click();
  await closes("dialog");
  await page.getByRole("button", { name: "Cancel order" }).click();
  await page.getByText(/Comes back if/).waitFor();
  await closes("alertdialog");
  await page.goto(`${service.url}/test/esims/${iccid}`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Top-up" }).click();
  await page.getByRole("radio").first().waitFor();
  await closes("dialog");
  expect(faults).toEqual([]);
  await context.close();
});

test("a sale is refunded in part, then cancelled with its payment: the sale, the order and the traveller's pages say so", async () => {
  const sale = await soldInShop(service, { quantity: 2, locale: "de" });
  const { context, page, faults } = await signedIn(
    browser,
    service,
    await newMember(service),
    `/test/sales/${sale.number}`,
  );
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.getByLabel("Amount in EUR").fill("9999");
  await dialog.getByLabel("Reason").fill("a slow network");
  await dialog.getByRole("button", { name: "Refund" }).click();
  await dialog.getByText("of the payment are left to refund").waitFor();
  // Nothing that was typed is lost.
  expect(await dialog.getByLabel("Reason").inputValue()).toBe("a slow network");
  await dialog.getByLabel("Amount in EUR").fill("1");
  await dialog.getByRole("button", { name: "Refund" }).dblclick();
  await page.getByText("Partly refunded").first().waitFor();
  await page.getByRole("cell", { name: /a slow network/ }).waitFor();
  await page.getByText("Sent", { exact: true }).first().waitFor();

  const traveller = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const theirs = await traveller.newPage();
  await theirs.goto(sale.page());
  await theirs.getByText(sale.number).waitFor();
  await theirs.getByText(/Wir erstatten 1,00/).waitFor();

  await page.getByRole("link", { name: sale.reference }).click();
  await page.getByRole("button", { name: "Cancel order" }).click();
  await dialog.getByText("The traveller gets back").waitFor();
  await dialog.getByText("Keep the payment").click();
  expect(await dialog.getByRole("button", { name: "Cancel 2 eSIMs" }).isDisabled()).toBe(true);
  await dialog.getByText("Keep the payment").click();
  await dialog.getByRole("button", { name: "Cancel 2 eSIMs" }).click();
  await page.getByText("Every eSIM of it is cancelled.").first().waitFor();

  // The traveller's page stood open: it says so by itself, and that of the eSIM offers nothing to install.
  await theirs.getByRole("heading", { name: "Ihre Bestellung wurde storniert" }).waitFor();
  await theirs.locator('a[href*="/esim/"]').first().click();
  await theirs.getByText("Diese eSIM wurde storniert und funktioniert nicht mehr.").waitFor();
  expect(await theirs.getByText(/SM-DP\+|Bereit/).count()).toBe(0);
  for (const language of ["de", "fr", "tr"]) {
    await theirs.goto(sale.page(language), { waitUntil: "load" });
    expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  }
  expect(await accessibilityFaults(theirs)).toEqual([]);

  await page.getByRole("link", { name: sale.number }).click();
  await until(async () => (await page.getByText("Refunded", { exact: true }).count()) > 0);
  await page
    .getByRole("button", { name: /Ihre eSIM wurde storniert/ })
    .first()
    .click();
  await page
    .getByText(/funktioniert nicht mehr|funktionieren nicht mehr/)
    .first()
    .waitFor();
  // The browser notes the refund that was refused.
  expect(faults.filter((fault) => !fault.includes("409"))).toEqual([]);
  await traveller.close();
  await context.close();
});

test("a disputed sale and a refund that came back are on the overview, with what can be done", async () => {
  const [disputed, back] = [await soldInShop(service), await soldInShop(service)];
  const { context, page, faults } = await signedIn(browser, service, await newMember(service), "/test");
  await onServiceDatabase(service, async ({ db }) => {
    const paymentOf = (number: string) =>
      sql`(select p.id from payments p join checkouts c on c.id = p.checkout_id where c.number = ${number})`;
    await db.query(sql`
      insert into payment_disputes (payment_id, reference, amount, reason, status, is_inquiry, respond_by, opened_at, read_at)
      values (${paymentOf(disputed.number)}, 'du_browser', 3.5, 'product not received', 'open', false, now() + interval '9 days', now(), now())`);
    // As `adoptRecord` books it: the test payment page has no bank that sends anything back.
    await db.query(sql`
      with refund as (
        insert into payment_refunds (payment_id, cause, amount, created_at, returned, returned_at, last_error)
        values (${paymentOf(back.number)}, 'provider:re_browser', 1, now(), '{re_browser}', now(), 'lost or stolen card') returning payment_id)
      update checkouts set refund_due = 1 from refund r join payments p on p.id = r.payment_id where checkouts.id = p.checkout_id`);
  });
  await page.reload({ waitUntil: "networkidle" });
  await page.getByText("Refund came back").waitFor();
  await page.getByRole("link", { name: "See the dispute" }).click();
  await page.getByText("The bank of the card has the money until it decides.").waitFor();
  expect(await page.getByRole("button", { name: "Refund", exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Write the evidence" }).click();
  const evidence = page.getByRole("region", { name: "Evidence to send" });
  await evidence.getByText(new RegExp(`Order ${disputed.number}.*was delivered on`, "s")).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.goto(`${service.url}/test/sales/${back.number}`, { waitUntil: "networkidle" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByText("Came back", { exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole("button", { name: "Paid another way" }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  expect(await dialog.getByRole("button", { name: "Note it" }).isDisabled()).toBe(true);
  await dialog.getByLabel("How it was paid").fill("bank transfer 2026-77");
  await dialog.getByRole("button", { name: "Note it" }).dblclick();
  await page.getByText("Refund of", { exact: false }).getByText("paid another way").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});
