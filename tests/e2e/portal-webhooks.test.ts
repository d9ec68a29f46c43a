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
  await page.getByText("Delivered").first().waitFor();
  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByText("The event is sent again").waitFor();
  await page.getByText("Attempt 3: HTTP 200").waitFor();
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
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  await page.getByRole("button", { name: "Replay failed" }).click();
  await page.getByText("0 failed deliveries will be sent again.").waitFor();
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

test("every page of the webhooks is accessible and fits", async () => {
  const { context, page } = await signedIn(browser, service, await newMember(service), "/test/webhooks", LOOKS[0]);
  const endpoint = await page.getByRole("link", { name: address }).first().getAttribute("href");
  await page.goto(`${service.url}/test/webhooks/deliveries`);
  const delivery = await page.getByRole("link", { name: "integration.test" }).first().getAttribute("href");
  for (const path of [endpoint!, `${endpoint}/edit`, delivery!, "/test/webhooks/deliveries?status=delivered"]) {
    await page.goto(service.url + path, { waitUntil: "networkidle" });
    expect(await faultsInLooks(page), path).toEqual([]);
  }
  await context.close();
});
