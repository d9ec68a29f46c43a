import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityFaults, faultsInLooks, LOOKS, launchBrowser } from "#tests/support/browser.ts";
import { newMember, signedIn } from "#tests/support/portal.ts";
import { newService, type Service } from "#tests/support/service.ts";

let service: Service;
let browser: Browser;
let receiver: Server;
let address: string;
/** What the reseller's server answers. */
let answer = 200;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(answer).end(`Answered ${answer}.`));
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  address = `${origin}/hooks/esim`;
  service = await newService({ WEBHOOK_ALLOWED_ORIGINS: origin });
  await service.start();
  browser = await launchBrowser();
});

/** An order of the test environment; returns its reference. */
async function placeOrder(idempotencyKey: string = crypto.randomUUID()): Promise<string> {
  const { testKey } = service.demo();
  const { json: list } = await service.call(testKey, "GET", "/packages?limit=1");
  const { json } = await service.call(
    testKey,
    "POST",
    "/orders",
    { package_id: list.data.items[0].package_id, quantity: 1 },
    { "Idempotency-Key": idempotencyKey },
  );
  return json.data.reference;
}

afterAll(async () => {
  await browser?.close();
  await service?.dispose();
  receiver?.close();
});

test("an endpoint is added, proved with a test event, and what failed is replayed", async () => {
  const person = await newMember(service, "developer");
  const { context, page } = await signedIn(browser, service, person, "/test/webhooks/new");
  await page.getByLabel("Address").fill("http://10.0.0.1/hooks");
  await page.getByText("This address must start with https://.").waitFor();
  await page.getByLabel("Address").fill("https://10.0.0.1/hooks");
  await page.getByText("This address is not a public IP address.").waitFor();
  await page.getByRole("button", { name: "Sample of order.delivered" }).click();
  await page.getByRole("region", { name: "Body of order.delivered" }).getByText('"order.delivered"').waitFor();
  await page.getByLabel("Address").fill(address);
  await page.getByText("Can be reached by the rule").waitFor();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const secret = (await page.getByRole("region", { name: "Signing secret" }).textContent())!.trim();
  expect(secret).toMatch(/^whsec_/);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByText("I have saved it in a safe place").click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.waitForURL(/\/test\/webhooks\/\d+$/);
  expect(await page.content()).not.toContain(secret);

  await page.getByRole("button", { name: "Send event" }).click();
  await page.getByText("Answered 200.").waitFor();

  answer = 503;
  await page.getByRole("button", { name: "Send event" }).click();
  await page.getByText("The endpoint answered HTTP 503.").first().waitFor();
  await page.getByRole("link", { name: "Request and answer in full" }).click();
  await page.getByRole("heading", { name: "integration.test" }).waitFor();
  await page.getByRole("region", { name: "Headers of attempt 1" }).getByText("X-SVC-Signature").first().waitFor();
  await page.getByRole("region", { name: "Answer to attempt 1" }).getByText("Answered 503.").waitFor();
  await page.getByText("Retrying").first().waitFor();
  answer = 200;
  // While it waits for its next attempt, too.
  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByText(/^HTTP 200 after/).waitFor();
  await page.getByText("Attempt 2: HTTP 200").waitFor();
  await page.getByText(/Attempt 2 followed \d+ seconds? later/).waitFor();
  await context.close();
});

test("a secret is rotated with both in force, and the old one ended at once; an endpoint is switched off and on", async () => {
  const person = await newMember(service, "admin");
  const { context, page } = await signedIn(browser, service, person, "/test/webhooks");
  await page.getByRole("link", { name: address }).first().click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Rotate secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }).click();
  await page.getByText("I have saved it in a safe place").click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("events carry both signatures").waitFor();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Switch to the new secret now" }).click();
  await page.getByRole("button", { name: "Switch now" }).click();
  await page.getByText("events carry both signatures").waitFor({ state: "detached" });

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Disable endpoint" }).click();
  await page.getByText("Nothing is sent to this address.").waitFor();
  const reference = await placeOrder();
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await page.getByText("0 events will be sent.").waitFor();
  await page.getByRole("combobox", { name: "What to send" }).click();
  await page.getByRole("option", { name: "What it never got" }).click();
  await page.getByText("1 event will be sent.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Replay", exact: true }).last().click();
  await page.getByText("1 event is sent again").waitFor();

  await page.goto(`${service.url}/test/webhooks/deliveries?search=${reference}`);
  await page.getByRole("link", { name: "order.delivered" }).waitFor();
  await page.getByRole("link", { name: reference }).waitFor();
  await page.getByText("Delivered", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Replay these" }).click();
  await page.getByText("1 event will be sent.").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Replay" }).click();
  await page.getByText("1 event is sent again").waitFor();
  await context.close();
});

test("a request that was refused is found among the errors, and one that ordered shows all that came of it", async () => {
  const { testKey } = service.demo();
  const [idempotencyKey, refused] = [crypto.randomUUID(), crypto.randomUUID()];
  const reference = await placeOrder(idempotencyKey);
  await service.call(testKey, "POST", "/orders", { package_id: "no-such" }, { "Idempotency-Key": refused });
  const { context, page } = await signedIn(browser, service, await newMember(service), "/test/requests");
  await page.getByRole("button", { name: /^Show .*, POST \/orders$/ }).click();
  await page.waitForURL(/operation=POST/);
  await page.getByRole("link", { name: "POST /api/v1/orders" }).first().click();
  await page.getByRole("heading", { name: "Why it was refused" }).waitFor();
  await page.getByRole("link", { name: refused }).click();
  await page.waitForURL(/idempotency=/);

  await page.goto(`${service.url}/test/requests?idempotency=${idempotencyKey}`);
  await page.getByRole("link", { name: "POST /api/v1/orders" }).click();
  await page.getByRole("link", { name: reference }).waitFor();
  await page.getByText("made by this request").waitFor();
  await page.getByRole("link", { name: "order.delivered" }).waitFor();
  await page
    .getByRole("region", { name: "Request headers" })
    .getByText(`Bearer ${testKey.slice(0, 17)}•••`)
    .waitFor();
  await page.getByRole("region", { name: "Answer" }).getByText(`"${reference}"`).first().waitFor();
  await page.getByRole("button", { name: "Copy as curl" }).waitFor();
  expect(await page.content()).not.toMatch(new RegExp(`LPA:1|${testKey.slice(17)}`));
  await context.close();
});

test("who may only look finds no button, and a role without webhooks no page", async () => {
  const viewer = await signedIn(browser, service, await newMember(service, "viewer"), "/test/webhooks");
  await viewer.page.getByRole("link", { name: address }).first().click();
  await viewer.page.getByRole("heading", { name: "Health" }).waitFor();
  expect(await viewer.page.getByRole("button", { name: /Send event|Replay|Edit/ }).count()).toBe(0);
  const support = await signedIn(browser, service, await newMember(service, "support"), "/test/webhooks");
  await support.page.getByText("This page is not part of your role.").waitFor();
  await Promise.all([viewer.context.close(), support.context.close()]);
});

test("every page of the webhooks and of the request log is accessible and fits", async () => {
  const { context, page } = await signedIn(browser, service, await newMember(service), "/test/webhooks", LOOKS[0]);
  const endpoint = await page.getByRole("link", { name: address }).first().getAttribute("href");
  await page.goto(`${service.url}/test/webhooks/deliveries`);
  const delivery = await page.getByRole("link", { name: "integration.test" }).first().getAttribute("href");
  await page.goto(`${service.url}/test/requests?operation=POST+%2Forders`);
  const request = await page.getByRole("link", { name: "POST /api/v1/orders" }).last().getAttribute("href");
  for (const path of [
    endpoint!,
    `${endpoint}/edit`,
    delivery!,
    "/test/webhooks/deliveries?status=delivered",
    "/test/requests",
    request!,
  ]) {
    await page.goto(service.url + path, { waitUntil: "networkidle" });
    expect(await faultsInLooks(page), path).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
  }
  await context.close();
});
