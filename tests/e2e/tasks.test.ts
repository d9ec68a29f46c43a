import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setBankAccount } from "#server/domain/money/funding/index.ts";
import { launchBrowser } from "#tests/support/browser.ts";
import { newMember, signedIn } from "#tests/support/portal.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { liveTestEsim, onServiceDatabase } from "#tests/support/service-database.ts";
import { until } from "#tests/support/until.ts";

// What a reseller's staff do on most days, as they do it: from the overview, with what they know. How many clicks and fields
// each takes is written down in docs/tasks.md, and is not to grow unseen.

let service: Service;
let browser: Browser;
let receiver: Server;
let context: BrowserContext;
let page: Page;
/** What the reseller's server answers. */
let answer = 200;
/** What was placed first; later tasks are about it. */
let order: { reference: string; iccid: string };

let taken = { clicks: 0, fields: 0, keys: 0 };

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(answer).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  service = await newService({ WEBHOOK_ALLOWED_ORIGINS: origin });
  await service.start();
  await service.call(service.demo().testKey, "POST", "/webhooks", { url: `${origin}/hooks` });
  const bank = { holder: "Reseller Service GmbH", bank: "Musterbank", number: "DE89370400440532013000" };
  await onServiceDatabase(service, async (ctx) => {
    for (const currency of ["USD", "EUR"]) await setBankAccount(ctx, { ...bank, currency, bic: "", note: "" });
  });
  browser = await launchBrowser();
  ({ context, page } = await signedIn(browser, service, await newMember(service)));
  await context.exposeFunction("taken", (what: keyof typeof taken) => taken[what]++);
  await context.addInitScript(() => {
    const { taken } = window as unknown as { taken: (what: string) => void };
    let field: EventTarget | null = null;
    // Not the window's: one that would have met what lay over its target for a moment is stopped there, and made anew.
    document.addEventListener("pointerdown", () => taken("clicks"), true);
    addEventListener(
      "keydown",
      ({ key, ctrlKey }) => (key === "Enter" || ctrlKey) && key !== "Control" && taken("keys"),
      true,
    );
    addEventListener(
      "input",
      ({ target }) => {
        const typed = target instanceof HTMLInputElement && /text|search|email|number|password/.test(target.type);
        if (typed && target !== field) taken("fields");
        if (typed) field = target;
      },
      true,
    );
  });
});

afterAll(async () => {
  await browser?.close();
  await service?.dispose();
  receiver?.close();
});

/** The rows of the document: task, clicks, fields and keys. */
const ROWS = new Map(
  readFileSync(join(import.meta.dirname, "../../docs/tasks.md"), "utf8")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter((cells) => /^\d+$/.test(cells[3] ?? ""))
    .map(([, task, , clicks, fields, keys]) => [task!, { clicks: +clicks!, fields: +fields!, keys: +keys! }]),
);

/** Begins on the overview; what it took is what the document says. */
function task(name: string, environment: "test" | "live", run: () => Promise<unknown>): void {
  test(name, async () => {
    await page.goto(`${service.url}/${environment}`, { waitUntil: "networkidle" });
    taken = { clicks: 0, fields: 0, keys: 0 };
    const began = performance.now();
    await run();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (process.env.TASKS === "tell") process.stdout.write(`${name}: ${JSON.stringify(taken)}, ${seconds} s\n`);
    else expect(taken).toEqual(ROWS.get(name));
  });
}

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const go = (place: string) =>
  page.getByRole("navigation").getByRole("link", { name: place, exact: true }).first().click();

/** Finds a record as people do: the search, what they were told, Enter. */
async function find(text: string, shows: string | RegExp = text.slice(-6)): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Action, page" }).fill(text);
  await page
    .locator("[role=option][aria-selected=true]")
    .filter({ hasText: shows })
    .or(page.locator("[role=option][aria-selected=true]").filter({ hasText: order.reference }))
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
}

describe("from the overview", () => {
  task("Make a key with scopes", "test", async () => {
    await go("API keys");
    await page.getByRole("link", { name: "New key" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Shop");
    await button("Storefront").click();
    await button("Create test key").click();
    await page.getByText("I have saved it in a safe place").click();
    await button("Done").click();
    await page.waitForURL("**/test/api-keys");
  });

  task("Order for “Turkey, 5 GB, two weeks”", "test", async () => {
    await go("Orders");
    await page.getByRole("link", { name: "New order" }).first().click();
    await page.getByRole("searchbox", { name: "Search packages" }).fill("turkey 5gb 15 days");
    const first = page.getByRole("list", { name: "Packages found" }).getByRole("button").first();
    await first.filter({ hasText: /Türkiye 5\s?GB/ }).click();
    await button("Place test order").click();
    await page.waitForURL(/orders\/B2B-\d+$/);
    await page.getByText("Every eSIM is there.").first().waitFor();
    const reference = page.url().split("/").at(-1)!;
    const { json } = await service.call(service.demo().testKey, "GET", `/orders/${reference}`);
    order = { reference, iccid: json.data.profiles[0].iccid };
  });

  task("Hand its QR code over", "test", async () => {
    await go("Orders");
    await page.getByRole("link", { name: order.reference }).first().click();
    await button("Send to customer").click();
    await page.getByLabel("Customer’s e-mail").fill("mia@example.com");
    await button("Send 1 eSIM").or(button("Send eSIM")).click();
    await page.getByText("sent to mia@example.com").first().waitFor();
  });

  task("Find an order by the last digits of an ICCID", "test", async () => {
    await find(order.iccid.slice(-6));
    await page.waitForURL(`**/esims/${order.iccid}`);
    await page.getByRole("link", { name: order.reference }).first().click();
    await page.waitForURL(`**/orders/${order.reference}`);
  });

  task("Find an order by an e-mail address", "test", async () => {
    await find("mia@example.com");
    await page.waitForURL(`**/orders/${order.reference}`);
  });

  task("Top up an eSIM", "test", async () => {
    await liveTestEsim(service, order.iccid, "install");
    await find(order.iccid.slice(-6));
    await button("Top-up").click();
    await page.getByRole("radio").first().click();
    await button("Top up for free").click();
    await page.getByText("Topped up").first().waitFor();
  });

  task("Cancel an order", "test", async () => {
    const { testKey } = service.demo();
    const body = { package_id: "esimaccess-TR_1_7", quantity: 1, client_reference: "to-cancel" };
    const { json } = await service.call(testKey, "POST", "/orders", body, { "Idempotency-Key": "to-cancel" });
    await go("Orders");
    // The list may be shown as it was a moment ago.
    await page.getByRole("link", { name: json.data.reference, exact: true }).click();
    await button("Cancel order").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel 1 eSIM", exact: true }).click();
    await page.getByText("Cancelled").first().waitFor();
  });

  task("See why a webhook failed, and send it again", "test", async () => {
    answer = 503;
    const body = { package_id: "esimaccess-TR_1_7", quantity: 1 };
    await service.call(service.demo().testKey, "POST", "/orders", body, { "Idempotency-Key": "not-heard" });
    const where = { lastHttpStatus: answer };
    await until(() => onServiceDatabase(service, async ({ db }) => (await db.prisma.delivery.count({ where })) > 0));
    await page.reload({ waitUntil: "networkidle" });
    await go("Webhooks");
    await page.getByRole("link", { name: "Deliveries" }).first().click();
    await page.getByRole("link", { name: "order.delivered" }).first().click();
    await page.getByText("HTTP 503").first().waitFor();
    answer = 200;
    await button("Replay").click();
    await page.getByText(/^HTTP 200 after/).waitFor();
  });

  task("See what a request got", "test", async () => {
    const refused = await service.call(
      service.demo().testKey,
      "POST",
      "/orders",
      { package_id: "no-such" },
      {
        "Idempotency-Key": "refused",
      },
    );
    // Requests are on record a moment after they were answered.
    const requestId: string = refused.json.meta.request_id;
    await until(() =>
      onServiceDatabase(service, async ({ db }) => !!(await db.prisma.apiRequest.findFirst({ where: { requestId } }))),
    );
    await page.reload({ waitUntil: "networkidle" });
    await find(requestId, /POST .*orders/);
    await page.getByRole("heading", { name: "Why it was refused" }).waitFor();
  });

  task("Fund the wallet by transfer", "live", async () => {
    await go("Balance");
    await page.getByLabel("Amount, ").fill("250.50");
    await button("Announce transfer").click();
    await page.getByRole("region", { name: "Bank details" }).getByText(/^FND-/).waitFor();
  });

  task("Take the month’s figures into a spreadsheet", "live", async () => {
    const body = { package_id: "esimaccess-TR_1_7", quantity: 3 };
    await service.call(service.demo().liveKey, "POST", "/orders", body, { "Idempotency-Key": "a debit" });
    await go("Balance");
    await page.getByRole("link", { name: "Ledger", exact: true }).click();
    const link = page.getByRole("link", { name: /CSV/ });
    const download = page.waitForEvent("download");
    await link.click();
    const file = readFileSync(await (await download).path(), "utf8");
    const [head, ...lines] = file
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(","));
    const [amount, balance] = ["amount", "balance"].map((name) => head!.findIndex((cell) => cell.includes(name)));
    const sum = lines.reduce((total, cells) => total + Number(cells[amount!]), 0);
    expect(lines.length).toBeGreaterThan(1);
    expect(sum).toBeCloseTo(Number(lines[0]![balance!]), 4);
  });

  task("Invite a colleague", "test", async () => {
    await go("Team");
    await button("Invite").click();
    await page.getByLabel("E-mail").fill("colleague@example.com");
    await button("Send invitation").click();
    await page.getByText("colleague@example.com").first().waitFor();
  });
});
