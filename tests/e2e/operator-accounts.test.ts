import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { afterAll, expect, test } from "vitest";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { accessibilityFaults, faultsInLooks, LOOKS, SIZES } from "#tests/support/browser.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { confirm, openOperatorArea } from "#tests/support/operator-area.ts";
import { newMember, PASSWORD, setUpApp, signedIn } from "#tests/support/portal.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";

const { service, browser, newOperator, asOperator, newAccount, show, mailedLink, close } = await openOperatorArea();
afterAll(close);

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
  const late = await asOperator("/operator/funding");
  for (const { page } of [second, late]) {
    await rowOf(page).getByRole("button", { name: "Approve" }).click();
    // Whose, and which payment: names and sums alone tell no two of them apart.
    for (const said of [code, "SEPA 2"]) await page.getByRole("alertdialog").getByText(said).waitFor();
  }
  await second.page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await second.page.getByText("Approved and done").waitFor();
  expect((await show(code)).wallet_balance).toBe(26234.5);

  // Whoever comes after reads so, and then what is: nothing waits there any more.
  await late.page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await late.page.getByText("This was approved by").waitFor();
  await late.page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await rowOf(late.page).getByText("Done").waitFor();
  expect((await show(code)).wallet_balance).toBe(26234.5);
  for (const { context } of [first, second, late]) await context.close();
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
