import { afterAll, expect, test } from "vitest";
import { ulid } from "#server/kernel/ids.ts";
import { accessibilityFaults, faultsInLooks, LOOKS, SIZES } from "#tests/support/browser.ts";
import { openOperatorArea } from "#tests/support/operator-area.ts";
import { newMember, setUpApp, signedIn } from "#tests/support/portal.ts";
import { metricsOf } from "#tests/support/prometheus/promql.ts";
import { readPanels, readRules } from "#tests/support/prometheus/rules.ts";
import { namesIn, readScrape } from "#tests/support/prometheus/scrape.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";
import { openCollector } from "#tests/support/trace-collector.ts";
import { PATIENCE_MS, until } from "#tests/support/until.ts";

/** Every page of the platform's own side. */
const PAGES = (code: string) => [
  "/search?q=demo",
  "/search?q=nothing-like-it",
  "/orders",
  "/orders?status=failed",
  "/esims",
  "",
  "/review",
  "/alerts",
  "/runbooks/supplier-not-answering",
  "/incidents",
  "/health",
  "/accounts",
  "/accounts?search=nobody",
  "/accounts/new",
  `/accounts/${code}`,
  `/accounts/${code}?tab=people`,
  `/accounts/${code}?tab=prices`,
  `/accounts/${code}?tab=money`,
  "/announcements",
  "/sign-ups",
  "/funding",
  "/funding/new",
  "/funding/new?kind=refund",
  "/pricing",
  "/fx",
  "/numbers",
  "/numbers?by=country",
  "/books",
  "/statements",
  "/numbers?by=package",
  "/books?on=2026-01-31",
  "/cells",
  "/suppliers",
  "/suppliers/esimaccess",
  "/suppliers/esimaccess?pull=1",
  "/audit",
  "/audit?area=account",
  "/operators",
  "/you",
  "/nowhere",
];

const collector = await openCollector();
const cells = { CELL: "home", CELLS_SECRET: "a secret of all cells for tests, long enough" };
const { service, browser, newOperator, asOperator, close } = await openOperatorArea({
  ...cells,
  METRICS_TOKEN: "a token for this test",
  ...collector.environment,
});
afterAll(close);

test("every page is accessible and fits both screens in both themes", async () => {
  const { context, page, faults } = await asOperator("/operator", LOOKS[0]);
  for (const path of PAGES(service.demo().accountCode)) {
    faults.length = 0;
    await page.goto(`${service.url}/operator${path}`, { waitUntil: "networkidle" });
    expect(await faultsInLooks(page), path).toEqual([]);
    // A page that does not exist is answered with 404, which the browser notes.
    if (path !== "/nowhere") expect(faults, path).toEqual([]);
  }
  await context.close();
});

test("all cells are on one page, one that does not answer is said to be so, and home is behind nobody", async () => {
  const cells = ["home", "east"].map((name, i) => ({ number: i + 1, name, address: "http://127.0.0.1:1" }));
  await onServiceDatabase(service, ({ db }) => db.prisma.cell.createMany({ data: cells }));
  try {
    const { context, page, faults } = await asOperator("/operator/cells", LOOKS[0]);
    const rows = page.getByRole("row");
    await page.setViewportSize(SIZES.wide);
    expect(await rows.nth(1).textContent()).toMatch(/^home.*this one/s);
    expect(await rows.nth(2).textContent()).toMatch(/^east.*It cannot be reached\..*Down/s);
    const phone = page.locator("[data-label='Replication lag']");
    await page.setViewportSize(SIZES.phone);
    expect([await phone.nth(0).isVisible(), await phone.nth(1).isVisible()]).toEqual([false, true]);
    expect(await faultsInLooks(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  } finally {
    await onServiceDatabase(service, ({ db }) => db.prisma.cell.deleteMany());
  }
});

test("a reseller's owner finds no page, no file and no number of the platform", async () => {
  const { context, page } = await signedIn(browser, service, await newMember(service, "owner"), "/live");
  for (const path of PAGES(service.demo().accountCode)) {
    const answer = await page.request.get(`${service.url}/operator${path}`);
    expect(answer.status(), path).toBe(404);
    expect(await answer.text(), path).not.toContain("Platform operations");
  }
  for (const path of [
    "/api/reports/operator/sales?by=account",
    "/api/reports/operator/audit-log",
    "/api/reports/operator/trial-balance",
  ])
    expect((await page.request.get(service.url + path)).status(), path).toBe(403);
  expect((await page.request.get(`${service.url}/metrics`)).status()).toBe(401);
  await context.close();
});

test("operators land on their own side, and an API key opens nothing of it", async () => {
  const operator = await newOperator();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${service.url}/sign-in`);
  await page.getByLabel("E-mail").fill(operator.email);
  await page.getByLabel("Password", { exact: true }).fill(operator.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${service.url}/second-factor`);
  await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const path of ["/operator", "/operator/accounts", "/live"]) {
    await page.goto(service.url + path);
    expect(new URL(page.url()).pathname, path).toBe("/second-factor");
  }
  expect((await page.request.get(`${service.url}/metrics`)).status()).toBe(401);
  expect((await page.request.get(`${service.url}/api/reports/operator/audit-log`)).status()).toBe(403);
  await setUpApp(page);
  await page.setViewportSize(SIZES.phone);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize(SIZES.wide);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`${service.url}/operator`);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const headers = { authorization: `Bearer ${service.demo().liveKey}` };
  expect((await fetch(`${service.url}/metrics`, { headers })).status).toBe(401);
  expect((await fetch(`${service.url}/api/trpc/people/operator.concerns`, { headers })).status).toBe(401);
  expect((await fetch(`${service.url}/api/reports/operator/audit-log`, { headers })).status).toBe(401);
  await context.close();
});

test("both processes say what alerts and dashboard ask for, and one trace goes through them", async () => {
  const { liveKey } = service.demo();
  const { json } = await service.call(liveKey, "GET", "/packages?limit=1");
  const body = { package_id: json.data.items[0].package_id };
  const ordered = () => collector.spans.find(({ name }) => /^supplier \w+ order$/.test(name));
  // A worker that is ended, as one that its database does not answer ends itself, takes what it has not sent with it: another order is told.
  for (let tries = 0; tries < 10 && !ordered(); tries++) {
    const placed = await service.call(liveKey, "POST", "/orders", body, { "idempotency-key": ulid() });
    expect(placed.status).toBe(200);
    await until(() => ordered() !== undefined, PATIENCE_MS / 10).catch(() => {});
  }
  const call = ordered()!;
  const { by } = await collector.find("POST /orders", call.traceId);
  expect(await collector.wayUp(call)).toEqual([call.name, "job fulfil-order", "POST /orders"]);
  expect([by, call.by].map((who) => who.replace(/-\d+$/, ""))).toEqual(["web", "worker"]);

  const headers = { authorization: "Bearer a token for this test" };
  const read = async () => await (await fetch(`${service.url}/metrics`, { headers })).text();
  let text = "";
  // A process that is slow to say what it measured is left out.
  await until(async () => {
    text = await read();
    return ["web", "worker"].every((process) => text.includes(`process="${process}"`));
  });
  const known = namesIn(text);
  const asked = [...readRules(), ...readPanels().flatMap(({ targets = [] }) => targets)].flatMap(({ expr }) =>
    metricsOf(expr),
  );
  expect(asked.filter((name) => !known.has(name) && !name.includes(":"))).toEqual([]);
  expect(text).toMatch(/^svc_request_duration_seconds_count\{.*operation="POST \/orders".*process="web".*\} [1-9]/m);
  expect(text).toMatch(/^svc_supplier_call_duration_seconds_count\{.*process="worker".*\} [1-9]/m);
  expect(text).toMatch(/^svc_database_up\{cell="home"\} 1$/m);
  expect(readScrape(text, 0).samples.length).toBeGreaterThan(100);
  // A worker that says nothing holds up nobody who asks.
  const [worker] = (await service.processes()).worker;
  process.kill(worker!, "SIGSTOP");
  try {
    expect(await read()).not.toContain('process="worker"');
  } finally {
    process.kill(worker!, "SIGCONT");
  }
  await until(async () => (await read()).includes('process="worker"'));
});
