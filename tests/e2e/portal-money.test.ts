import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setSupplierOpen } from "#server/domain/catalogue/suppliers/index.ts";
import { fundLowWallets, setBankAccount } from "#server/domain/money/funding/index.ts";
import { adjustWallet, fundWallet } from "#server/domain/money/ledger/index.ts";
import { changeCredit, getAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { refundOrder } from "#server/domain/selling/orders/index.ts";
import { sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { DAY } from "#server/kernel/time.ts";
import { faultsInLooks, LOOKS, launchBrowser } from "#tests/support/browser.ts";
import { newMember, signedIn } from "#tests/support/portal.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";
import { fakeStripe } from "#tests/support/stripe.ts";

let service: Service;
let browser: Browser;
let stripe: Awaited<ReturnType<typeof fakeStripe>>;

beforeAll(async () => {
  stripe = await fakeStripe();
  service = await newService({
    STRIPE_SECRET_KEY: "sk_test_platform",
    STRIPE_WEBHOOK_SECRET: "whsec_platform",
    STRIPE_API_URL: stripe.url,
  });
  await service.start();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await service?.dispose();
  stripe?.close();
});

test("a transfer is announced and withdrawn, an alert is set, with what is wrong said at the field", async () => {
  const account = { holder: "Reseller Service GmbH", bank: "Musterbank", number: "DE89370400440532013000" };
  await onServiceDatabase(service, (ctx) => setBankAccount(ctx, { ...account, currency: "EUR", bic: "", note: "" }));
  const { context, page } = await signedIn(browser, service, await newMember(service, "finance"), "/live/balance", {
    locale: "de-DE",
  });
  await page.getByLabel("Amount, ").fill("1.250");
  await page.getByRole("button", { name: "Announce transfer" }).click();
  await page.getByText("“1.250” can be read in two ways.").waitFor();
  await page.getByLabel("Amount, ").fill("250,50");
  await page.keyboard.press("Enter");
  const bank = page.getByRole("region", { name: "Bank details" });
  await bank.getByText("DE89 3704 0044 0532 0130 00").waitFor();
  await bank.getByText(/^FND-/).waitFor();
  const announced = page.getByRole("list", { name: "Funding" }).getByRole("listitem").first();
  await announced.getByText("250,50").waitFor();
  await announced.getByText("Waiting for the transfer").waitFor();
  expect(await announced.textContent()).toMatch(/FND-[0-9A-Z]{8}/);
  await announced.getByRole("button", { name: "Withdraw" }).click();
  await announced.getByText("Withdrawn").waitFor();
  await page.getByRole("button", { name: "Set an alert" }).click();
  await page.getByLabel("Below, ").fill("100");
  await page.getByLabel("E-mail addresses").fill("books@example.com, nobody");
  await page.getByRole("button", { name: "Set alert" }).click();
  await page.getByText("One of these is not an e-mail address.").waitFor();
  await page.getByLabel("E-mail addresses").fill("books@example.com");
  await page.getByRole("button", { name: "Set alert" }).click();
  await page.getByText("100,00 EUR, to books@example.com").waitFor();
  await page.getByRole("button", { name: "Change alert" }).click();
  await page.getByRole("button", { name: "Remove" }).waitFor();
  await context.close();
});

test("a wallet is funded by card: the wallet has it once the provider says so, and not before", async () => {
  const { context, page } = await signedIn(browser, service, await newMember(service), "/live/balance");
  await context.route("https://checkout.stripe.com/**", (route) => route.fulfill({ body: "The payment page" }));
  await page.getByLabel("Amount, ").fill("77.70");
  await page.getByRole("button", { name: "Pay by card" }).click();
  await page.getByText("The payment page").waitFor();
  const [id, session] = [...stripe.sessions].at(-1)!;
  // The provider leads back to the public address; the browser is signed in at the test's.
  const { pathname, search } = new URL(session.success_url);
  await page.goto(service.url + pathname + search);
  await page.getByText("The payment is not confirmed yet.").waitFor();
  stripe.pay(id);
  const { body, signature } = stripe.notice(id, "whsec_platform");
  const answer = await fetch(`${service.url}/api/payments/stripe`, {
    method: "POST",
    body,
    headers: { "stripe-signature": signature },
  });
  expect(answer.status).toBe(200);
  await page.getByText("The payment has arrived and is in your wallet.").waitFor();
  await page.goto(`${service.url}/live/balance/ledger`);
  const booked = page.getByRole("table").getByText("Card payment FND-");
  await booked.first().waitFor();
  expect(await booked.count()).toBe(1);
  await context.close();
});

test("a saved card is charged by itself when little is left, until that is switched off", async () => {
  const { context, page } = await signedIn(browser, service, await newMember(service, "finance"), "/live/balance");
  await context.route("https://checkout.stripe.com/**", (route) => route.fulfill({ body: "The provider's page" }));
  const card = page.getByRole("region", { name: "Automatic funding" });
  await card.getByRole("button", { name: "Save a card" }).click();
  await page.getByText("The provider's page").waitFor();
  stripe.saveCard([...stripe.sessions.keys()].at(-1)!);
  await page.goto(`${service.url}/live/balance`);
  await card.getByText("4242").waitFor();
  await card.getByRole("button", { name: "Switch on" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("When less can be spent than").fill("100000");
  await dialog.getByLabel("Charge").fill("55.50");
  await dialog.getByLabel("At most in a month").fill("50");
  await dialog.getByRole("button", { name: "Switch on" }).click();
  await dialog.getByText("The most in a month is less than one charge.").waitFor();
  await dialog.getByLabel("At most in a month").fill("60");
  await dialog.getByRole("button", { name: "Switch on" }).click();
  await card.getByText("On", { exact: true }).waitFor();
  // Instead of the minute after which the service looks by itself.
  overrideEnv({ stripeApiUrl: stripe.url, stripe: { secretKey: "sk_test_platform", webhookSecret: undefined } });
  await onServiceDatabase(service, fundLowWallets);
  await page.goto(`${service.url}/live/balance/ledger`);
  const booked = page.getByRole("table").getByText("Automatic card payment FND-");
  await expect.poll(async () => (await page.reload()) && (await booked.count())).toBe(1);
  expect(stripe.intents).toHaveLength(1);
  await page.goto(`${service.url}/live/balance`);
  await card.getByText("This month: 55.50 EUR of at most 60.00 EUR").waitFor();
  await card.getByRole("button", { name: "Switch off" }).click();
  await card.getByText("Off", { exact: true }).waitFor();
  await context.close();
});

test("what is owed has its days on the balance page, and what is overdue is on the overview; both fit", async () => {
  const { accountCode } = service.demo();
  const setCredit = (change: Parameters<typeof changeCredit>[2]) =>
    onServiceDatabase(service, (ctx) => changeCredit(ctx, accountCode, change));
  await setCredit({ limit: money(100_000), paymentTermsDays: 14 });
  const { wallet } = await onServiceDatabase(service, (ctx) => getAccount(ctx, accountCode));
  const balance = money(wallet.balance.toString());
  const charge = (daysAgo: number, amount: Money) =>
    onServiceDatabase(service, (ctx) =>
      adjustWallet(
        { ...ctx, clock: { now: () => new Date(Date.now() - daysAgo * DAY) } },
        accountCode,
        amount.negated(),
        "Charged",
      ),
    );
  await charge(20, balance.plus(120));
  await charge(10, money(30));
  const shown = await service.svc("account", "show", accountCode);
  expect(shown).toMatchObject({ owed: 150, overdue: 120, due_within_a_week: 30 });
  const { context, page, faults } = await signedIn(
    browser,
    service,
    await newMember(service),
    "/live/balance",
    LOOKS[0],
  );
  const owed = page.getByRole("region", { name: "Owed" });
  expect(await owed.getByRole("listitem").allTextContents()).toEqual([
    expect.stringMatching(/^Due .*Overdue.*120\.00 EUR$/),
    expect.stringMatching(/^Due .*Due soon.*30\.00 EUR$/),
  ]);
  expect(await faultsInLooks(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.goto(`${service.url}/live`);
  await page.getByRole("region", { name: "Needs attention" }).getByText("120.00 EUR of your credit line").waitFor();
  await context.close();
  await onServiceDatabase(service, (ctx) => fundWallet(ctx, accountCode, balance.plus(150)));
  await setCredit({ enabled: false, paymentTermsDays: 0 });
});

test("the browser verifies the chain of entries, and the statement is a PDF", async () => {
  const { context, page } = await signedIn(
    browser,
    service,
    await newMember(service, "viewer"),
    "/live/balance/ledger",
  );
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("computed by this browser just now").waitFor();
  const file = await page.getByRole("link", { name: "PDF" }).getAttribute("href");
  const pdf = await (await context.request.get(service.url + file)).body();
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  await context.close();
});

test("a key is changed after its making, with the keyboard alone, and its use is shown", async () => {
  // A developer changes what a developer may give.
  const asked = { environment: "test", name: "Old name", scopes: ["catalog:read", "orders:read"] } as const;
  const made = await onServiceDatabase(service, (ctx) => createKey(ctx, service.demo().accountCode, asked));
  await service.call(made.key, "GET", "/packages?limit=1");
  const path = `/test/api-keys/${made.keyPrefix}`;
  const { context, page } = await signedIn(browser, service, await newMember(service, "developer"), path);
  await page.getByRole("link", { name: "Change" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${path}/edit`);
  await page.getByLabel("Name").fill("New name");
  await page.getByLabel("Allowed addresses").fill("203.0.113.0/99");
  await page.getByLabel("Name").press("Enter");
  await page.getByText('"203.0.113.0/99" is neither an IP address').waitFor();
  await page.getByLabel("Allowed addresses").fill("203.0.113.0/24");
  await page.getByLabel("Name").press("Enter");
  await page.getByRole("heading", { name: "New name" }).waitFor();
  await page.getByText("203.0.113.0/24").waitFor();
  await page.getByText("GET /packages").first().waitFor();
  expect((await service.call(made.key, "GET", "/packages?limit=1")).status).toBe(403);
  await context.close();
});

test("a supplier that is closed is on the overview; a refund is in the bell, read once, and mailed", async () => {
  const person = await newMember(service);
  const { context, page } = await signedIn(browser, service, person, "/live");
  const setOpen = (open: boolean) => onServiceDatabase(service, (ctx) => setSupplierOpen(ctx, "airalo", open));
  await setOpen(false);
  await page.reload();
  await page.getByText("New orders for its packages are refused").waitFor();
  await setOpen(true);
  const order = { package_id: "esimaccess-TR_1_7", quantity: 1 };
  const { json } = await service.call(service.demo().liveKey, "POST", "/orders", order, {
    "idempotency-key": "refunded-later",
  });
  const reference: string = json.data.reference;
  await expect
    .poll(async () => (await service.call(service.demo().liveKey, "GET", `/orders/${reference}`)).json.data.status)
    .toBe("delivered");
  await onServiceDatabase(service, (ctx) => refundOrder(ctx, reference, "The traveller never got on line."));
  await page.reload();
  await page.getByRole("link", { name: /^Notifications, \d+ unread/ }).click();
  await page.getByText(`${reference} was refunded`).waitFor();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
  const folder = join(service.dataDir, "mail");
  const mailed = () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .filter((mail) => mail.includes(`To: ${person.email}`) && mail.includes(reference)).length;
  await expect.poll(mailed).toBe(1);
  await page.goto(`${service.url}/live/you`);
  const refunds = page.getByRole("switch", { name: "Order refunded by us" });
  await refunds.click();
  await expect.poll(() => refunds.getAttribute("aria-checked")).toBe("false");
  await page.waitForLoadState("networkidle");
  await page.reload();
  await expect.poll(() => refunds.getAttribute("aria-checked")).toBe("false");
  await context.close();
});

test("who may only look finds no button, and finance sees no notice about webhooks", async () => {
  const viewer = await signedIn(browser, service, await newMember(service, "viewer"), "/live/balance");
  await viewer.page.getByText("Available to spend").waitFor();
  expect(
    await viewer.page
      .getByRole("button", { name: /Announce|Pay by card|Set an alert|Change|Save|Switch|Withdraw/ })
      .count(),
  ).toBe(0);
  await viewer.page.goto(`${service.url}/live/you`);
  await viewer.page.getByText("Your role is read-only").waitFor();
  const support = await signedIn(browser, service, await newMember(service, "support"), "/test/api-keys/x/edit");
  await support.page.getByText("This page is not part of your role.").waitFor();
  await Promise.all([viewer.context.close(), support.context.close()]);
});

test("pages of money, notices and brand are accessible and fit with something on them", async () => {
  const { context, page, faults } = await signedIn(browser, service, await newMember(service), "/live", LOOKS[0]);
  for (const path of ["/live/balance", "/live/notices", "/live/brand"]) {
    faults.length = 0;
    await page.goto(service.url + path, { waitUntil: "networkidle" });
    expect(await faultsInLooks(page), path).toEqual([]);
    expect(faults, path).toEqual([]);
  }
  await context.close();
});

test("what needs attention is on the overview, worst first, and leads to where something can be done", async () => {
  const { liveKey, accountCode } = service.demo();
  const order = { package_id: "esimaccess-TR_1_7", quantity: 1 };
  const headers = { "idempotency-key": crypto.randomUUID() };
  const slow = { supplier: "esimaccess", operation: "order", mode: "slow", latencyMs: 60_000 };
  await service.simulate({ kind: "set", ...slow });
  const { json } = await service.call(liveKey, "POST", "/orders", order, headers);
  const { id, reference } = json.data;
  await expect
    .poll(async () => (await service.call(liveKey, "GET", `/orders/${reference}`)).json.data.status)
    .toBe("processing");
  await onServiceDatabase(service, async (ctx) => {
    await ctx.db.query(sql`update orders set created_at = created_at - interval '1 hour' where id = ${id}`);
    await createKey(ctx, accountCode, {
      environment: "live",
      name: "till",
      scopes: ["orders:read"],
      expiresAt: new Date(Date.now() + 5 * DAY),
    });
  });
  const { context, page, faults } = await signedIn(browser, service, await newMember(service), "/live", LOOKS[0]);
  const list = page.getByRole("region", { name: "Needs attention" }).getByRole("listitem");
  await list.nth(1).waitFor();
  const items = await list.allTextContents();
  expect(items[0]).toMatch(
    /No outcome.*Sent; the network supplier has not said.*0\.\d{2,4} EUR stays charged.*refunded/s,
  );
  expect(items.findIndex((text) => /Expiring.*\(till\)/s.test(text))).toBeGreaterThan(0);
  expect(await faultsInLooks(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await page.getByRole("link", { name: `Open ${reference}` }).click();
  await page.getByRole("heading", { name: reference }).waitFor();
  await service.simulate({ kind: "reset" });
  await context.close();
});
