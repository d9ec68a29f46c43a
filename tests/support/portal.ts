import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { open } from "./browser.ts";
import type { Service } from "./service.ts";

/** What a browser test of the portal does again and again. */

export const PASSWORD = "correct horse battery staple";

/** Somebody new on the demo reseller's team. */
export async function newMember(service: Service, role = "owner"): Promise<{ email: string; password: string }> {
  const email = `${role}-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@example.com`;
  await service.svc(
    "user",
    "create",
    service.demo().accountCode,
    "--email",
    email,
    "--role",
    role,
    "--password",
    PASSWORD,
  );
  return { email, password: PASSWORD };
}

/** Types address and password into the page and sends them. */
export async function enterCredentials(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A browser in which the person is signed in, on the page at `path`. */
export async function signedIn(
  browser: Browser,
  service: Service,
  person: { email: string; password: string },
  path = "/test",
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext(options);
  const { page, faults } = await open(context, `${service.url}${path}`);
  await enterCredentials(page, person);
  await page.waitForURL((url) => url.pathname + url.search === path);
  await page.waitForLoadState("networkidle");
  return { context, page, faults };
}
