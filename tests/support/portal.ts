import { Secret, TOTP } from "otpauth";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { createUser } from "#server/domain/people/staff/index.ts";
import type { Role } from "#server/kernel/roles.ts";
import { open } from "./browser.ts";
import { postSignIn } from "./http-session.ts";
import type { Service } from "./service.ts";
import { onServiceDatabase } from "./service-database.ts";

/** What a browser test of the portal does again and again. */

export const PASSWORD = "correct horse battery staple";

/** Somebody new on the demo reseller's team. */
export async function newMember(service: Service, role: Role = "owner"): Promise<{ email: string; password: string }> {
  const email = `${role}-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@example.com`;
  const member = { email, role, password: PASSWORD };
  await onServiceDatabase(service, (ctx) => createUser(ctx, service.demo().accountCode, member));
  return { email, password: PASSWORD };
}

/** Types address and password into the page and sends them. */
export async function enterCredentials(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Sets an authenticator app up on the page that offers it, and keeps the recovery codes. Returns the app's secret. */
export async function setUpApp(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  const secret = (await page.getByRole("region", { name: "Secret" }).textContent())!.trim();
  await page.getByLabel("Code", { exact: true }).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("I have saved them in a safe place").click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("10 of 10 recovery codes are left").waitFor();
  return secret;
}

/** A browser in which the person is signed in, on the page at `path`. The sign-in page has tests of its own. */
export async function signedIn(
  browser: Browser,
  service: Service,
  person: { email: string; password: string },
  path = "/test",
  options: BrowserContextOptions = {},
  onceSignedIn?: () => Promise<unknown>,
) {
  const { session } = await postSignIn(service, person);
  await onceSignedIn?.();
  const [name, value] = session!.split("=");
  const context = await browser.newContext(options);
  await context.addCookies([{ name: name!, value: value!, url: service.url }]);
  const { page, faults } = await open(context, `${service.url}${path}`);
  // A page may add to its address what it has begun.
  const asked = new URL(path, service.url);
  await page.waitForURL(
    (url) =>
      url.pathname === asked.pathname &&
      [...asked.searchParams].every(([name, value]) => url.searchParams.has(name, value)),
  );
  await page.waitForLoadState("networkidle");
  return { context, page, faults };
}
