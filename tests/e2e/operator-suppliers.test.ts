import { afterAll, expect, test } from "vitest";
import { listRates } from "#server/domain/catalogue/pricing/index.ts";
import { accessibilityFaults, faultsInLooks } from "#tests/support/browser.ts";
import { confirm, openOperatorArea } from "#tests/support/operator-area.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";
import { until } from "#tests/support/until.ts";

const { service, browser, asOperator, show, close } = await openOperatorArea();
afterAll(close);

test("a price rule is shown with what it does before it is set", async () => {
  const { context, page } = await asOperator("/operator/pricing");
  await page.getByRole("button", { name: "New rule" }).click();
  await page.getByLabel("Country").fill("TR");
  await page.getByLabel("Markup in percent", { exact: true }).fill("40");
  await page.getByRole("button", { name: "Show what changes" }).click();
  await page.getByRole("region", { name: "Sample prices" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel("Why").fill("Campaign");
  await page.getByRole("button", { name: "Request approval" }).click();
  await page.getByText("Waiting for a second person").waitFor();
  const second = await asOperator("/operator/funding");
  const row = second.page.getByRole("row", { name: /Markup for TR/ }).first();
  await row.getByText("no rule of its own").waitFor();
  await row.getByRole("button", { name: "Approve" }).click();
  await second.page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await second.page.getByText("Approved and done").waitFor();
  await page.reload({ waitUntil: "networkidle" });
  await page.getByText("country TR").waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("region", { name: "Sample prices" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel("Why").fill("The campaign is over");
  await page.getByRole("button", { name: "Request approval" }).click();
  await page.getByText("Waiting for a second person").waitFor();
  await second.context.close();
  await context.close();
});

test("a price rule is scheduled by two, shown until its time comes, and withdrawn", async () => {
  const { context, page } = await asOperator("/operator/pricing");
  await page.getByRole("button", { name: "New rule" }).click();
  await page.getByLabel("Country").fill("GR");
  await page.getByLabel("Markup in percent", { exact: true }).fill("35");
  await page.getByRole("button", { name: "Show what changes" }).click();
  const startsAt = page.getByLabel("In force from");
  await startsAt.fill("2020-01-01T00:00");
  await page.getByLabel("Why").fill("The new season");
  await page.getByRole("button", { name: "Request approval" }).click();
  await page.getByText("This time has passed").waitFor();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await startsAt.fill(`${tomorrow}T06:30`);
  await page.getByRole("button", { name: "Request approval" }).click();
  await page.getByText("Waiting for a second person").waitFor();
  const second = await asOperator("/operator/funding");
  const row = second.page.getByRole("row", { name: new RegExp(`Markup for GR, from ${tomorrow}`) }).first();
  await row.getByRole("button", { name: "Approve" }).click();
  await second.page.getByRole("alertdialog").getByText("It takes effect at its time").waitFor();
  await second.page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await second.page.getByText("Approved for its time").waitFor();
  await second.context.close();
  await page.reload({ waitUntil: "networkidle" });
  expect(await faultsInLooks(page)).toEqual([]);
  const scheduled = page.getByRole("region", { name: "Scheduled changes" });
  await scheduled.getByText("Scheduled", { exact: true }).waitFor();
  await scheduled.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("alertdialog").getByLabel("Why").fill("The season is late");
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await scheduled.waitFor({ state: "detached" });
  await context.close();
});

test("how suppliers are chosen by quality is set within its ranges, and stands on record", async () => {
  const { context, page } = await asOperator("/operator/suppliers");
  const card = page.getByRole("region", { name: "Choosing by quality" });
  await card.getByText("Off", { exact: true }).waitFor();
  await card.getByLabel("Choose by quality").check();
  await card.getByLabel("Orders that say enough").fill("5");
  await card.getByRole("button", { name: "Save limits" }).click();
  await card.getByText("Give a whole number from 10 to 10000.").waitFor();
  expect(await faultsInLooks(page)).toEqual([]);
  await card.getByLabel("Orders that say enough").fill("40");
  await card.getByRole("button", { name: "Save limits" }).click();
  await card.getByText("On", { exact: true }).waitFor();
  await page.goto(`${service.url}/operator/audit`);
  await page.getByText("Set how suppliers are chosen by quality (on)").first().waitFor();
  await context.close();
});

test("a rate is pinned by two", async () => {
  const first = await asOperator("/operator/fx");
  const pin = async (rate: string) => {
    await first.page.getByRole("button", { name: "Actions for CHF" }).click();
    await first.page.getByRole("menuitem", { name: "Pin a rate" }).click();
    await first.page.getByLabel("CHF for 1 USD").fill(rate);
    await first.page.getByLabel("Why").fill("The source is down");
    await first.page.getByRole("alertdialog").getByRole("button", { name: "Request approval" }).click();
  };
  await pin("1.9000");
  await first.page.getByText("Waiting for a second person").waitFor();
  const second = await asOperator("/operator/funding");
  const row = second.page.getByRole("row", { name: /CHF for 1 USD/ }).first();
  await row.getByRole("button", { name: "Approve" }).click();
  await second.page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await second.page.getByText("Approved and done").waitFor();
  const chf = (await onServiceDatabase(service, listRates)).find(({ currency }) => currency === "CHF")!;
  expect([Number(chf.rate), chf.pinned]).toEqual([1.9, true]);
  await first.context.close();
  await second.context.close();
});

test("a supplier is closed and opened, an audit run is asked for, and all of it is on record", async () => {
  const { context, page } = await asOperator("/operator/suppliers/airalo");
  await confirm(page, "Close for sale");
  await page.getByText("Airalo is closed for sale").waitFor();
  await page.goto(`${service.url}/operator`);
  await page.getByText("Airalo is closed for sale.").waitFor();
  await page.goto(`${service.url}/operator/suppliers/airalo`, { waitUntil: "networkidle" });
  await confirm(page, "Open for sale");
  await page.getByText("Airalo is open for sale").waitFor();

  await page.goto(`${service.url}/operator/health`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Verify the ledger" }).click();
  await page.getByText("Passed").first().waitFor();

  await page.goto(`${service.url}/operator/audit?area=supplier`, { waitUntil: "networkidle" });
  await page.getByRole("cell", { name: "Closed supplier airalo for new orders" }).first().waitFor();
  const file = await page.request.get(`${service.url}/api/reports/operator/audit-log?area=supplier`);
  expect(await file.text()).toContain("supplier.close");
  await context.close();
});

test("a supplier's credentials are tried, kept and never shown", async () => {
  const { context, page } = await asOperator("/operator/suppliers/airalo");
  const enter = async (secret: string) => {
    await page.getByLabel("Client id").fill("simulator");
    await page.getByLabel("Client secret").fill(secret);
    await page.getByRole("button", { name: "Test and save" }).click();
  };
  await page.getByRole("button", { name: "Enter credentials" }).click();
  await enter("wrong-secret");
  await page.getByText("The supplier was asked for our wallet with this and did not give it").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await enter("simulator-secret");
  await page.getByText("The credentials are in force").waitFor();
  await page.getByText("Entered here").first().waitFor();
  expect(await page.content()).not.toContain("simulator-secret");
  await confirm(page, "Remove");
  await page.getByText("The credentials are removed").waitFor();
  await page.getByText("From the environment").first().waitFor();
  await context.close();
});

test("an order without an outcome is decided with its evidence, and refunded once", async () => {
  const { liveKey, accountCode } = service.demo();
  for (const operation of ["order", "query"])
    await service.simulate({ kind: "set", supplier: "esimaccess", operation, mode: "garbage" });
  const before = (await show(accountCode)).wallet_balance;
  const body = { package_id: "esimaccess-TR_5_30", quantity: 1 };
  const order = await service.call(liveKey, "POST", "/orders", body, { "idempotency-key": "review-1" });
  const { reference } = order.json.data;
  const { context, page } = await asOperator("/operator/review");
  await until(async () => {
    await page.goto(`${service.url}/operator/review`, { waitUntil: "networkidle" });
    return (await page.getByText("Needs a decision").count()) > 0;
  });
  await page.getByRole("link", { name: reference }).click();
  await page.locator("summary").first().click();
  await page.getByRole("region", { name: "Request 1, order" }).waitFor();
  expect(await page.getByRole("radio", { checked: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Ask the supplier" }).click();
  await page.getByText("eSIM Access does not say").first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("radio", { name: /It did not happen/ }).click();
  await page.getByLabel("Why").fill("The supplier says it never got it");
  await page.getByRole("button", { name: `Decide ${reference}` }).click();
  await page.getByText("Decide it only if you know it from elsewhere").waitFor();
  await page.getByText("I know it from elsewhere", { exact: false }).last().click();
  await page.getByRole("button", { name: `Decide ${reference}` }).click();
  await page.getByText(`${reference} is decided`).waitFor();
  await service.simulate({ kind: "reset" });
  expect((await service.call(liveKey, "GET", `/orders/${reference}`)).json.data.status).toBe("failed");
  expect((await show(accountCode)).wallet_balance).toBe(before);
  await page.goto(`${service.url}/operator/review/${reference}`);
  await page.getByRole("heading", { name: "Nothing here" }).waitFor();
  await context.close();
});

test("what has no outcome is on the overview, which reads itself anew; an alert is acknowledged, and leads to what to do", async () => {
  const { liveKey, accountCode } = service.demo();
  const { context, page } = await asOperator("/operator");
  await page.getByText(/Read \d+ s ago/).waitFor();
  for (const operation of ["order", "query"])
    await service.simulate({ kind: "set", supplier: "esimaccess", operation, mode: "garbage" });
  const body = { package_id: "esimaccess-TR_5_30", quantity: 1 };
  const order = await service.call(liveKey, "POST", "/orders", body, { "idempotency-key": "board-1" });
  const { reference } = order.json.data;
  const row = page.getByRole("row", { name: new RegExp(reference) });
  await row.waitFor();
  expect(await row.getByText("eSIM Access").count()).toBe(1);
  expect(await row.locator(`a[href="/operator/accounts/${accountCode}"]`).count()).toBe(1);
  await page.getByRole("list", { name: "Open alerts" }).getByText("eSIM Access").first().waitFor();
  expect(await faultsInLooks(page)).toEqual([]);
  await page.getByRole("button", { name: "Acknowledge" }).first().click();
  await page
    .getByText(/has it,/)
    .first()
    .waitFor();
  // One click, and the public reads it, without a script and without the supplier's name.
  await page.getByRole("button", { name: "Open an incident" }).first().click();
  await page.getByRole("heading", { name: /^eSIMs of Network \d are delayed$/ }).waitFor();
  expect(await page.getByText(reference).count()).toBeGreaterThan(0);
  expect(await faultsInLooks(page)).toEqual([]);
  const stranger = await browser.newContext({ javaScriptEnabled: false });
  const status = await stranger.newPage();
  await until(async () => {
    await status.goto(`${service.url}/status`);
    return (await status.getByRole("link", { name: /are delayed$/ }).count()) > 0;
  });
  expect(await status.content()).not.toMatch(/eSIM Access|esimaccess|airalo/i);
  await status.getByRole("link", { name: /are delayed$/ }).click();
  await status.getByText("Investigating").waitFor();
  await stranger.close();
  await page.getByLabel("What is known").fill("It is eSIM Access.");
  await page.getByRole("button", { name: "Publish the update" }).click();
  await page.getByText(/is a supplier's name/).waitFor();
  await page.goto(`${service.url}/operator/alerts`, { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "What to do" }).first().click();
  await page.getByRole("heading", { name: "A supplier does not answer" }).waitFor();
  await service.simulate({ kind: "reset" });
  await context.close();
});

test("who is called, how and when is set by admins; an internal address is refused", async () => {
  const { context, page } = await asOperator("/operator/alerts");
  await page.getByLabel("Webhook address").fill("https://10.0.0.1/hook");
  await page.getByLabel("Quiet from").fill("22:00");
  await page.getByLabel("Quiet until").fill("07:00");
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("is not a public IP address").waitFor();
  await page.getByLabel("Webhook address").fill("");
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("The settings are in force").waitFor();
  await page.reload({ waitUntil: "networkidle" });
  expect(await page.getByLabel("Quiet from").inputValue()).toBe("22:00");
  expect(await accessibilityFaults(page)).toEqual([]);
  await context.close();
  const support = await asOperator("/operator/alerts", {}, "support");
  expect(await support.page.getByLabel("Webhook address").count()).toBe(0);
  await support.context.close();
});

test("a supplier's statement is uploaded, compared line by line, and a difference is settled with its reason", async () => {
  const body = { package_id: "esimaccess-TR_5_30", quantity: 1 };
  const placed = await service.call(service.demo().liveKey, "POST", "/orders", body, {
    "idempotency-key": "statement-1",
  });
  const id = Number(placed.json.data.reference.replace("B2B-", ""));
  const part = () =>
    onServiceDatabase(service, ({ db }) =>
      db.prisma.supplierOrder.findFirst({ where: { orderId: id, status: "delivered" } }),
    );
  await until(async () => (await part()) !== null);
  const { supplierReference, unitCostUsd } = (await part())!;
  const today = new Date().toISOString().slice(0, 10);
  const lines = [`${supplierReference},${unitCostUsd},USD,${today}`, `NOBODYS-1,7.00,USD,${today}`];
  const { context, page } = await asOperator("/operator/statements");
  await page.getByLabel("Supplier").click();
  await page.getByRole("option", { name: /access/i }).click();
  const file = Buffer.from(`Order,Amount,Currency,Date\n${lines.join("\n")}\n`);
  await page.locator("input[type=file]").setInputFiles({ name: "november.csv", mimeType: "text/csv", buffer: file });
  await page.getByRole("button", { name: "Compare 2 lines" }).click();
  await page.waitForURL(/\/operator\/statements\/\d+/);
  const row = page.getByRole("row", { name: /NOBODYS-1/ });
  await row.getByRole("button", { name: "Settle" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Why").fill("Not ours: asked their support");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Settle it" }).click();
  await page.getByText("The difference is disputed").waitFor();
  expect(await faultsInLooks(page)).toEqual([]);
  await context.close();
});
