import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listRates } from "#server/domain/catalogue/pricing/index.ts";
import { createOperator } from "#server/domain/people/staff/index.ts";
import { createAccount, enterAccount, getAccount } from "#server/domain/reseller/accounts/index.ts";
import { sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import type { OperatorRole } from "#server/kernel/roles.ts";
import { accessibilityFaults, faultsInLooks, LOOKS, launchBrowser, SIZES } from "#tests/support/browser.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { newMember, PASSWORD, setUpApp, signedIn } from "#tests/support/portal.ts";
import { metricsOf } from "#tests/support/prometheus/promql.ts";
import { readPanels, readRules } from "#tests/support/prometheus/rules.ts";
import { namesIn, readScrape } from "#tests/support/prometheus/scrape.ts";
import { newService, type Service } from "#tests/support/service.ts";
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

let service: Service;
let browser: Browser;
let nth = 0;

async function newOperator(role: OperatorRole = "admin") {
  const email = `operator-${++nth}-${Date.now()}@platform.example`;
  await onServiceDatabase(service, (ctx) => createOperator(ctx, { email, password: PASSWORD, role }));
  return { email, password: PASSWORD };
}

/** As if a passkey had been shown: what leads there is tested on its own. */
async function asOperator(path = "/operator", options = {}, role: OperatorRole = "admin") {
  const operator = await newOperator(role);
  return await signedIn(browser, service, operator, path, options, () =>
    onServiceDatabase(service, ({ db }) =>
      db.query(sql`
        update sessions s set second_factor_at = s.created_at from users u where u.id = s.user_id and u.email = ${operator.email}`),
    ),
  );
}

const newAccount = (companyName = "Nomad Data"): Promise<string> =>
  onServiceDatabase(
    service,
    async (ctx) => (await createAccount(ctx, { companyName, email: "a@example.com", currency: "EUR" })).code,
  );

const show = (code: string) =>
  onServiceDatabase(service, async (ctx) => {
    const { wallet, status, rateMinute } = await getAccount(ctx, code);
    return {
      wallet_balance: Number(wallet.balance),
      credit_status: wallet.creditStatus,
      status,
      rate_minute: rateMinute,
    };
  });

/** The link in the newest mail to an address, as the service wrote it to a file. */
async function mailedLink(email: string, page: string): Promise<string> {
  const folder = join(service.dataDir, "mail");
  const find = () =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
      .map((file) => readFileSync(join(folder, file), "utf8"))
      .findLast((text) => text.includes(`To: ${email}\n`));
  await until(() => find() !== undefined);
  return `${service.url}${new RegExp(`/${page}/\\w+`).exec(find()!)![0]}`;
}

/** Clicks a button of the page and then the one of the question that follows. */
async function confirm(page: Page, button: string, last = button) {
  await page.getByRole("button", { name: button, exact: true }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: last, exact: true }).click();
}

const collector = await openCollector();

beforeAll(async () => {
  const cells = { CELL: "home", CELLS_SECRET: "a secret of all cells for tests, long enough" };
  const settings = { ...cells, METRICS_TOKEN: "a token for this test", TIME_SCALE: "0.0002" };
  service = await newService({ ...settings, ...collector.environment });
  await service.start();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await service.dispose();
});

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

test("an account is opened, limited, put on hold and closed", async () => {
  const { context, page } = await asOperator("/operator/accounts/new");
  await page.getByLabel("Company").fill("Reisebüro und Fernwehkontor der Hanseatischen Weltenbummler KG");
  await page.getByLabel("E-mail").fill("buchhaltung.international@fernwehkontor-weltenbummler.example");
  await page.getByRole("button", { name: "Open account" }).click();
  await page.waitForURL(/\/operator\/accounts\/ACC-/);
  const code = new URL(page.url()).pathname.split("/").at(-1)!;
  const line = async (limit: string, why: string) => {
    await page.getByLabel("Limit in EUR").fill(limit);
    await page.getByLabel("Why it is changed").fill(why);
    await page.getByRole("button", { name: "Save credit line" }).click();
  };
  await page.getByRole("switch", { name: "Credit line enabled" }).click();
  await line("1,234", "As agreed");
  await page.getByText("can be read in two ways").waitFor();
  await line("1.234,50", "As agreed");
  await page.getByText("The credit line is changed").waitFor();
  await page.getByText("1,234.50").first().waitFor();
  await line("5000000.00", "As agreed");
  await page.getByText("Waiting for a second person").waitFor();
  await page.getByText("An approval for this account waits for a second person.").waitFor();

  await page.getByLabel("Requests a minute").fill("500");
  await page.getByRole("button", { name: "Save access" }).click();
  await page.getByText("The account is changed").waitFor();
  await page.getByRole("switch", { name: "On hold" }).click();
  await page.getByLabel("Limit in EUR").fill("1234.50");
  await page.getByLabel("Why it is changed").fill("Overdue");
  await page
    .getByLabel("Why it is on hold")
    .fill("Rechnung 2026-0317 über 48.000 € ist seit 45 Tagen überfällig, Mahnung verschickt");
  await page.getByRole("button", { name: "Save credit line" }).click();
  await page.getByText("On hold", { exact: true }).nth(1).waitFor();
  expect(await show(code)).toMatchObject({ rate_minute: 500, credit_status: "blocked" });
  await page.setViewportSize(SIZES.phone);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize(SIZES.wide);

  await page.getByRole("button", { name: "Close account" }).click();
  await page.getByText("Nothing is owed either way.").waitFor();
  await page.getByText("What is personal is deleted 180 days later").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel(/Type .* to confirm/).fill(code);
  await page.getByRole("alertdialog").getByRole("button", { name: "Close account" }).click();
  await page.getByText("The account is closed").waitFor();
  expect(await show(code)).toMatchObject({ status: "closed" });
  const [archive] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download everything" }).click(),
  ]);
  expect(archive.suggestedFilename()).toMatch(new RegExp(`^${code}-.*\\.zip$`));
  expect(
    readFileSync(await archive.path())
      .subarray(0, 4)
      .toString("latin1"),
  ).toBe("PK\u0003\u0004");
  await context.close();
});

test("a reseller signs up, shows what is asked for, and is opened with credit terms by staff", async () => {
  const staff = await asOperator("/operator/sign-ups");
  const stranger = await browser.newContext(LOOKS[0]);
  const page = await stranger.newPage();
  await page.goto(`${service.url}/sign-up`);
  await page.getByRole("heading", { name: "Sign-up is closed" }).waitFor();
  expect(await faultsInLooks(page)).toEqual([]);
  await staff.page
    .getByLabel("Text")
    .fill("## Terms\n\nWhoever sells here pays for what is delivered.\n\n- Within 30 days");
  await staff.page.getByRole("button", { name: "Publish the terms" }).click();
  await staff.page.getByText("Version 1 is in force").waitFor();
  await confirm(staff.page, "Open sign-up");
  await staff.page.getByText("Sign-up is open").waitFor();

  await page.goto(`${service.url}/sign-in`);
  await page.getByRole("link", { name: "Open an account" }).click();
  await page.waitForURL(`${service.url}/sign-up`);
  expect(await faultsInLooks(page)).toEqual([]);
  const email = `rosa-${Date.now()}@agencia.example`;
  await page.getByLabel("Company").fill("Agência de Viagens e Turismo Além-Mar, Limitada");
  await page.getByLabel("Work e-mail").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByRole("heading", { name: "Check your e-mail" }).waitFor();
  const link = await mailedLink(email, "sign-up");
  await page.goto(link);
  expect(await faultsInLooks(page)).toEqual([]);
  await page.getByLabel("Your name").fill("Rosa");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Open the account" }).click();
  await page.getByText("Agree to the terms to open the account.").waitFor();
  await page.getByRole("checkbox").click();
  await page.getByRole("button", { name: "Open the account" }).click();
  await page.waitForURL(`${service.url}/test`);
  const goLive = page.getByRole("region", { name: "Go live" });
  await goLive.getByText("Complete the steps that are not optional").waitFor();
  expect(await faultsInLooks(page)).toEqual([]);
  const used = await browser.newPage();
  await used.goto(link);
  await used.getByRole("heading", { name: "This link has expired" }).waitFor();
  await used.goto(`${service.url}/terms`);
  await used.getByRole("heading", { name: "Terms for resellers" }).waitFor();
  expect(await faultsInLooks(used)).toEqual([]);
  await used.close();

  await goLive.getByRole("link", { name: "Add a passkey or an authenticator app" }).click();
  await page.waitForURL(`${service.url}/test/you`);
  await setUpApp(page);
  const code = await onServiceDatabase(service, async (ctx) => {
    const { code } = await ctx.db.prisma.account.findFirstOrThrow({ where: { email } });
    const { packageId } = await ctx.db.prisma.package.findFirstOrThrow({ where: { status: "on_sale" } });
    await deliveredOrder(await enterAccount(ctx, code, "test"), packageId);
    return code;
  });
  await page.goto(`${service.url}/test`);
  await goLive
    .getByLabel("What will you sell")
    .fill("A travel agency in Porto: eSIMs for families who fly to Cabo Verde.");
  await goLive.getByRole("button", { name: "Ask to go live" }).click();
  await goLive.getByText(`Asked by ${email}`).waitFor();

  await staff.page.goto(`${service.url}/operator`);
  await staff.page.getByText(/Além-Mar, Limitada asked to go live/).waitFor();
  await staff.page.goto(`${service.url}/operator/sign-ups`);
  expect(await faultsInLooks(staff.page)).toEqual([]);
  await staff.page.getByRole("link", { name: /Além-Mar/ }).click();
  await staff.page.waitForURL(`${service.url}/operator/accounts/${code}`);
  await staff.page.getByText("families who fly to Cabo Verde").waitFor();
  expect(await faultsInLooks(staff.page)).toEqual([]);
  await staff.page.getByRole("button", { name: "Open live" }).click();
  const dialog = staff.page.getByRole("dialog");
  await dialog.getByRole("switch", { name: "Sell on credit" }).click();
  await dialog.getByLabel("Credit limit in EUR").fill("900000");
  expect(await accessibilityFaults(staff.page)).toEqual([]);
  await dialog.getByRole("button", { name: "Open live" }).click();
  await staff.page.getByText("The credit line waits for a second person, under Approvals.").waitFor();
  await page.reload();
  await page.getByRole("region", { name: "Getting started" }).waitFor();
  expect(await goLive.count()).toBe(0);
  await staff.page.goto(`${service.url}/operator/sign-ups`, { waitUntil: "networkidle" });
  await confirm(staff.page, "Close sign-up");
  await staff.page.getByText("Sign-up is closed").waitFor();
  await staff.context.close();
  await stranger.close();
});

test("a visit shows the portal as the team sees it, says so, and changes nothing", async () => {
  const { accountCode } = service.demo();
  const { context, page } = await asOperator(`/operator/accounts/${accountCode}`);
  await page.getByRole("button", { name: "View as team" }).click();
  await page.getByLabel("What for").fill("Ticket 4711");
  await page.getByRole("button", { name: "View the portal" }).click();
  await page.waitForURL(`${service.url}/live`);
  await page.getByText("The visit is recorded").waitFor();
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goto(`${service.url}/live/balance/ledger`, { waitUntil: "networkidle" });
  await page.getByRole("region", { name: "Ledger entries" }).waitFor();
  const refused = await page.evaluate(async () => {
    const body = JSON.stringify({ json: { email: "x@example.com", role: "admin" } });
    const answer = await fetch("/api/trpc/live/team.invite", {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "x-svc-portal": "1" },
    });
    return answer.status;
  });
  expect(refused).toBe(403);
  await page.getByRole("button", { name: "End the visit" }).click();
  await page.waitForURL(`${service.url}/operator/accounts/${accountCode}`);
  await page.goto(`${service.url}/live`);
  await page.waitForURL(`${service.url}/operator`);
  await context.close();
});

test("a deposit is read back before it is booked; a large one takes a second person", async () => {
  const code = await newAccount();
  const first = await asOperator(`/operator/funding/new?account=${code}`);
  const book = async (amount: string, reference: string, last: string) => {
    await first.page.goto(`${service.url}/operator/funding/new?account=${code}`, { waitUntil: "networkidle" });
    await first.page.getByLabel("Amount").fill(amount);
    await first.page.getByLabel("Bank reference").fill(reference);
    await first.page.getByLabel("Why").fill("Statement of today");
    await first.page.getByRole("button", { name: "Review" }).click();
    await first.page.getByRole("alertdialog").getByRole("button", { name: last }).click();
    await first.page.waitForURL(`${service.url}/operator/funding`);
  };
  await book("1 234,50", "SEPA 1", "Book now");
  expect((await show(code)).wallet_balance).toBe(1234.5);
  await book("25,000.00", "SEPA 2", "Request approval");
  expect((await show(code)).wallet_balance).toBe(1234.5);
  const rowOf = (page: Page) => page.getByRole("row", { name: /SEPA 2/ }).first();
  await rowOf(first.page).getByRole("button", { name: "Withdraw" }).waitFor();
  expect(await rowOf(first.page).getByRole("button", { name: "Approve" }).count()).toBe(0);

  const second = await asOperator("/operator/funding");
  expect(await accessibilityFaults(second.page)).toEqual([]);
  await rowOf(second.page).getByRole("button", { name: "Approve" }).click();
  await second.page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await second.page.getByText("Approved and done").waitFor();
  expect((await show(code)).wallet_balance).toBe(26234.5);
  await first.context.close();
  await second.context.close();
});

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

test("what somebody reads out is found, with whose it is, and opened as its team sees it", async () => {
  const { testKey, accountCode } = service.demo();
  const packages = await service.call(testKey, "GET", "/packages?limit=1");
  const order = await service.call(
    testKey,
    "POST",
    "/orders",
    { package_id: packages.json.data.items[0].package_id, quantity: 1, client_reference: "read-out-7" },
    { "Idempotency-Key": crypto.randomUUID() },
  );
  const { reference } = order.json.data;
  const { context, page } = await asOperator("/operator");
  await page.getByRole("searchbox", { name: "Find anything" }).fill("read-out");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/operator\/search\?q=read-out$/);
  const row = page.getByRole("row").filter({ hasText: reference });
  await row.getByText("read-out-7").waitFor();
  await row.getByRole("link").waitFor();
  await row.getByRole("button", { name: `View as team: ${reference}` }).click();
  await page.getByLabel("What for").fill("Their call");
  await page.getByRole("button", { name: "View the portal" }).click();
  await page.waitForURL(`**/test/orders/${reference}`);
  await page.getByText("read-out-7").first().waitFor();
  await page.goto(`${service.url}/operator/orders?environment=test&account=${accountCode}`);
  await page.getByRole("row").filter({ hasText: reference }).waitFor();
  await page.goto(`${service.url}/operator/search?q=${encodeURIComponent("<b>nobody</b>")}`);
  await page.getByText("Nothing is called “<b>nobody</b>”.").waitFor();
  await context.close();
});

test("an announcement reaches resellers' overview pages, and goes", async () => {
  const { context, page } = await asOperator("/operator/announcements");
  await page.getByRole("button", { name: "Announce" }).click();
  await page.getByLabel("Title").fill("Maintenance on Sunday");
  await page.getByLabel("Text").fill("From 02:00 to 03:00 UTC.");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("The announcement is published").waitFor();
  const reseller = await signedIn(browser, service, await newMember(service, "viewer"), "/live");
  await reseller.page.getByRole("heading", { name: "Maintenance on Sunday" }).waitFor();
  expect(await accessibilityFaults(reseller.page)).toEqual([]);
  await confirm(page, "Withdraw");
  await page.getByText("The announcement is withdrawn").waitFor();
  await reseller.page.reload({ waitUntil: "networkidle" });
  expect(await reseller.page.getByText("Maintenance on Sunday").count()).toBe(0);
  await reseller.context.close();
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

test("an owner is invited by two, and nobody of the platform sets a password", async () => {
  const code = await newAccount("Fernwehkontor");
  const first = await asOperator(`/operator/accounts/${code}?tab=people`);
  await first.page.getByRole("button", { name: "Invite a member" }).click();
  expect(await first.page.getByLabel(/password/i).count()).toBe(0);
  const email = `owner-${Date.now()}@reseller.example`;
  await first.page.getByLabel("E-mail").fill(email);
  await first.page.getByLabel("Why").fill("Contract signed");
  await first.page.getByRole("button", { name: "Invite", exact: true }).click();
  await first.page.getByText("Waiting for a second person").waitFor();
  const second = await asOperator("/operator/funding");
  await second.page
    .getByRole("row", { name: new RegExp(email) })
    .first()
    .getByRole("button", { name: "Approve" })
    .click();
  await second.page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await second.page.getByText("Approved and done").waitFor();
  await first.page.reload({ waitUntil: "networkidle" });
  await first.page.getByText(`${email} as owner`).waitFor();
  await first.context.close();
  await second.context.close();
});

test("roles: support finds no page and no button of money; an admin invites, changes a role and switches off", async () => {
  const support = await asOperator("/operator", {}, "support");
  expect(await support.page.getByRole("link", { name: "Operators" }).count()).toBe(0);
  for (const path of ["/operators", "/funding/new", "/accounts/new"]) {
    await support.page.goto(`${service.url}/operator${path}`, { waitUntil: "networkidle" });
    await support.page.getByText("This page is not part of your role.").waitFor();
    expect(await accessibilityFaults(support.page), path).toEqual([]);
  }
  await support.page.goto(`${service.url}/operator/accounts/${service.demo().accountCode}`, {
    waitUntil: "networkidle",
  });
  expect(await support.page.getByRole("button", { name: /Save|Close account/ }).count()).toBe(0);

  const { email } = await newOperator("finance");
  const { context, page } = await asOperator("/operator/operators");
  await page.getByRole("button", { name: "Invite an operator" }).click();
  const invited = `new-${Date.now()}@platform.example`;
  await page.getByLabel("E-mail").fill(invited);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByRole("row", { name: new RegExp(invited) }).waitFor();
  await page.waitForLoadState("networkidle");
  const name = email.split("@")[0]!;
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Switch off" }).click();
  await page.getByLabel(/Type .* to confirm/).fill(email);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("alertdialog").getByRole("button", { name: "Switch off" }).click();
  await page.getByText("Switched off").first().waitFor();
  await context.close();
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
