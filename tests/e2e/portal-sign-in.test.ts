import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { openDatabase, sql } from "#server/kernel/db.ts";
import { accessibilityFaults, faultsInLooks, LOOKS, open, SIZES } from "#tests/support/browser.ts";
import { cookieHeader, sendRaw } from "#tests/support/http-session.ts";
import { enterCredentials, newMember, PASSWORD, signedIn } from "#tests/support/portal.ts";
import { serviceWithBrowser } from "#tests/support/service-with-browser.ts";
import { until } from "#tests/support/until.ts";

const { service, browser } = await serviceWithBrowser();

/** The path of the link in the newest mail to an address. */
async function linkFor(email: string): Promise<string> {
  const folder = join(service.dataDir, "mail");
  const find = () => {
    try {
      const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
      return texts.filter((text) => text.includes(`To: ${email}\n`)).at(-1);
    } catch {
      return undefined;
    }
  };
  await until(() => find() !== undefined);
  return /https?:\/\/[^/\s]+(\/\S+)/.exec(find()!)![1]!;
}

test("the pages before signing in are accessible and fit", async () => {
  const context = await browser.newContext(LOOKS[0]);
  for (const path of ["/sign-in", "/recovery", "/recovery/nonsense", "/invitation/nonsense"]) {
    const { page, faults } = await open(context, service.url + path);
    expect(await faultsInLooks(page), path).toEqual([]);
    expect(faults, path).toEqual([]);
    await page.close();
  }
  await context.close();
});

test("a wrong password is refused in words; the right one leads to the page that was wanted", async () => {
  const person = await newMember(service);
  const context = await browser.newContext();
  const { page } = await open(context, `${service.url}/live/team?tab=roles`);
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  await enterCredentials(page, { ...person, password: "not the password" });
  await page.getByRole("alert").getByText("E-mail address or password is wrong.").waitFor();
  await enterCredentials(page, person);
  await page.waitForURL("**/live/team?tab=roles");
  const cookie = (await context.cookies()).find(({ name }) => name.includes("session-token"))!;
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  await context.close();
});

test("nobody is led to a foreign page, and nobody changes anything from one", async () => {
  const person = await newMember(service);
  const { context, page } = await signedIn(browser, service, person, "/test");
  await page.goto(`${service.url}/sign-in?to=//evil.example/`);
  expect(new URL(page.url()).host).toBe(new URL(service.url).host);
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const send = (headers: Record<string, string>) =>
    fetch(`${service.url}/api/trpc/people/person.revokeOtherSessions`, {
      method: "POST",
      headers: { cookie: cookies, "content-type": "application/json", "x-svc-portal": "1", ...headers },
      body: "{}",
    });
  expect((await send({ origin: "https://evil.example" })).status).toBe(403);
  expect((await send({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await send({})).status).toBe(403);
  expect((await send({ origin: service.url })).status).toBe(200);
  await context.close();
});

test("what no page sends to the sign-in is refused in words, not failed on", async () => {
  const csrf = await sendRaw(service, "/api/auth/csrf");
  const { csrfToken } = JSON.parse(csrf.body) as { csrfToken: string };
  const send = async (way: string, given: Record<string, string>) => {
    const body = new URLSearchParams({ ...given, csrfToken, json: "true" }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded", cookie: cookieHeader(csrf.cookies) };
    const answer = await sendRaw(service, `/api/auth/callback/${way}`, { method: "POST", headers, body });
    return decodeURIComponent(answer.body);
  };
  expect(await send("password", { email: "a\0b@example.com", password: "x" })).toContain("without control characters");
  for (const response of ["", "null", "{", "[]", '{"id":{"not":null}}', '{"id":"\\u0000"}', "5"])
    expect(await send("passkey", { response }), response).toMatch(/passkey (was not accepted|is not known here)/);
});

test("the authenticator app: set up, asked for, a recovery code instead, not on a trusted device, turned off", async () => {
  const person = await newMember(service);
  const { context, page } = await signedIn(browser, service, person, "/test/you");
  await page.getByRole("button", { name: "Set up" }).click();
  const secret = (await page.getByRole("region", { name: "Secret" }).textContent())!.trim();
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await page.getByLabel("Code", { exact: true }).fill(code());
  await page.getByRole("button", { name: "Turn on" }).click();
  const codes = (await page.getByRole("region", { name: "Recovery codes" }).textContent())!.trim().split("\n");
  expect(codes).toHaveLength(10);
  await page.getByText("I have saved them in a safe place").click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("10 of 10 recovery codes are left").waitFor();
  await context.close();

  const again = await browser.newContext();
  const { page: second } = await open(again, `${service.url}/sign-in`);
  await enterCredentials(second, person);
  await second.getByRole("heading", { name: "Confirm it is you" }).waitFor();
  expect(await accessibilityFaults(second)).toEqual([]);
  await second.getByRole("button", { name: "Use a recovery code" }).click();
  await second.getByLabel("Recovery code").fill(codes[0]!);
  await second.getByLabel("Trust this device").check();
  await second.getByRole("button", { name: "Sign in" }).click();
  await second.waitForURL("**/test");
  // Signed out and in again: the password is enough in this browser until it is trusted no more.
  await second.getByRole("button", { name: /^Your account/ }).click();
  await second.getByRole("menuitem", { name: "Sign out" }).click();
  await second.waitForURL("**/sign-in**");
  // Signing out leads to the service's own name, which is another one to a browser.
  await second.goto(`${service.url}/sign-in`);
  await enterCredentials(second, person);
  await second.waitForURL("**/test");
  await second.goto(`${service.url}/test/you`);
  await second.getByText("On 1 trusted device").waitFor();
  await second.getByRole("button", { name: "Forget trusted devices" }).click();
  await second.getByText("On 1 trusted device").waitFor({ state: "detached" });
  await second.goto(`${service.url}/test/you`);
  await second.getByText("9 of 10 recovery codes are left").waitFor();
  await second.getByRole("button", { name: "Turn off" }).click();
  await second.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click();
  // The password alone led in here: it does not change how one signs in.
  const confirm = second.getByRole("dialog", { name: "Confirm that it is you" });
  await confirm.getByLabel("Code from your app, or a recovery code").fill(codes[1]!);
  expect(await confirm.getByRole("button", { name: "Use your password" }).count()).toBe(0);
  await second.keyboard.press("Enter");
  await second.getByRole("button", { name: "Set up" }).waitFor();
  await again.close();
});

test("a key takes a confirmation after ten minutes, in a dialog of its own, and is made by itself then", async () => {
  const person = await newMember(service);
  const { context, page } = await signedIn(browser, service, person, "/test/api-keys/new", { viewport: SIZES.phone });
  const { postgresPassword } = JSON.parse(readFileSync(join(service.dataDir, "secrets.json"), "utf8"));
  const database = openDatabase(
    `postgresql://postgres:${postgresPassword}@localhost/service?host=${join(service.dataDir, "run")}`,
  );
  await database.query(sql`
    update sessions set confirmed_at = now() - interval '11 minutes'
     where user_id = (select id from users where email = ${person.email})`);
  await database.close();
  const ask = async () => {
    await page.getByRole("button", { name: "Create test key" }).click();
    await page.getByRole("dialog", { name: "Confirm that it is you" }).waitFor();
  };
  // Above a dialog that is open: what was typed there stays, and Escape closes the one on top alone.
  await page.goto(`${service.url}/test/team`);
  await page.getByRole("button", { name: "Invite" }).click();
  const below = page.getByRole("dialog", { name: "Invite to the team" });
  await below.getByLabel("E-mail").fill("new@example.com");
  await below.getByRole("button", { name: "Send invitation" }).click();
  const above = page.getByRole("dialog", { name: "Confirm that it is you" });
  await above.getByLabel("Your password").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");
  await above.waitFor({ state: "detached" });
  await below.getByText("Confirm that it is you, and do it again.").waitFor();
  expect(await below.getByLabel("E-mail").inputValue()).toBe("new@example.com");
  await page.goto(`${service.url}/test/api-keys/new`);
  await page.getByLabel("Name", { exact: true }).fill("Shop");
  await page.getByRole("button", { name: "Read only" }).click();
  await ask();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Escape");
  await page.getByText("Confirm that it is you, and do it again.").waitFor();
  await ask();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await page.getByText("This is not your current password.").waitFor();
  await page.getByLabel("Your password").fill(person.password);
  await page.keyboard.press("Enter");
  await page.getByText(/svc_test_\w{40}/).waitFor();
  await context.close();
});

test("what is typed and pressed before the page's scripts have come is kept, done once they have, and in no address", async () => {
  const person = await newMember(service);
  const context = await browser.newContext();
  const page = await context.newPage();
  const addresses: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && addresses.push(request.url()));
  const come = { signIn: Promise.withResolvers<void>(), you: Promise.withResolvers<void>() };
  await page.route("**/_next/static/**/*.js", async (route) => {
    const { pathname } = new URL(route.request().frame().url());
    await come[pathname === "/sign-in" ? "signIn" : "you"].promise;
    const response = await route.fetch();
    const body = await response.text();
    // The part that was pressed wakes up after what stands around it.
    if (body.includes("Authenticator app")) await setTimeout(1_000);
    await route.fulfill({ response, body });
  });
  await page.goto(`${service.url}/sign-in?to=/test/you`, { waitUntil: "commit" });
  await enterCredentials(page, person);
  come.signIn.resolve();
  await page.waitForURL("**/test/you", { waitUntil: "commit" });
  await page.getByLabel("Name", { exact: true }).fill("Early Bird");
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  expect(await page.getByRole("dialog").count()).toBe(0);
  come.you.resolve();
  await page.getByRole("region", { name: "Secret" }).waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Early Bird");
  for (const address of addresses) expect(address).not.toContain("password");
  // Scripts that the page asked for last may still be on their way.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
});

test("a passkey is added and signs in without a password", async () => {
  const person = await newMember(service);
  const origin = `http://localhost:${service.port}`;
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${origin}/sign-in?to=/test/you`);
  await enterCredentials(page, person);
  await page.waitForURL("**/test/you");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("never used").waitFor();
  await context.clearCookies();
  await page.goto(`${origin}/sign-in?to=/test/you`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("**/test/you");
  await page.getByText("last used").waitFor();
  await context.close();
});

test("an invitation leads onto the team; the link works once", async () => {
  const owner = await newMember(service);
  const { context, page } = await signedIn(browser, service, owner, "/test/team");
  const email = `invited-${Date.now()}@example.com`;
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("E-mail").fill("nonsense");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("Enter an e-mail address such as").waitFor();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByRole("table", { name: "" }).last().getByText(email).waitFor();
  const link = await linkFor(email);
  const guest = await browser.newContext();
  const { page: theirs } = await open(guest, service.url + link);
  expect(await accessibilityFaults(theirs)).toEqual([]);
  await theirs.getByLabel("Your name").fill("New Person");
  await theirs.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await theirs.getByRole("button", { name: "Join the team" }).click();
  await theirs.waitForURL(/\/(test|live)$/);
  await theirs.goto(service.url + link);
  await theirs.getByRole("heading", { name: "This invitation has expired" }).waitFor();
  await page.reload();
  await page.getByText("New Person").waitFor();
  await Promise.all([guest.close(), context.close()]);
});

test("a forgotten password is replaced by mail, and every browser is signed out", async () => {
  const person = await newMember(service, "viewer");
  const old = await signedIn(browser, service, person, "/test");
  const context = await browser.newContext();
  const { page } = await open(context, `${service.url}/recovery`);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByRole("heading", { name: "Check your e-mail" }).waitFor();
  await page.goto(service.url + (await linkFor(person.email)));
  await page.getByLabel("New password").fill("four other random words");
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.getByText("Your password has been changed").waitFor();
  // The browser that it was done in is known from then on.
  expect((await context.cookies()).map(({ name }) => name)).toContain("next-auth.devices");
  await enterCredentials(page, { email: person.email, password: "four other random words" });
  await page.waitForURL("**/test");
  await old.page.goto(`${service.url}/test/balance`);
  expect(new URL(old.page.url()).pathname).toBe("/sign-in");
  await Promise.all([context.close(), old.context.close()]);
});
