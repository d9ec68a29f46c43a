import { launchBrowser } from "#tests/support/browser.ts";
import { enterCredentials } from "#tests/support/portal.ts";

/**
 * Signs in as people do; the cookies of the session, as a header has them.
 *
 * @param landing where that leads: a person's last visit decides whether to test or live
 */
export async function signIn(
  origin: string,
  person: { email: string; password: string },
  landing: RegExp,
): Promise<string> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${origin}/sign-in`);
    await enterCredentials(page, person);
    await page.waitForURL(landing);
    return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  } finally {
    await browser.close();
  }
}
