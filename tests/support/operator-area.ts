import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright";
import { createOperator } from "#server/domain/people/staff/index.ts";
import { createAccount, getAccount } from "#server/domain/reseller/accounts/index.ts";
import { sql } from "#server/kernel/db.ts";
import type { OperatorRole } from "#server/kernel/roles.ts";
import { launchBrowser } from "./browser.ts";
import { PASSWORD, signedIn } from "./portal.ts";
import { newService } from "./service.ts";
import { onServiceDatabase } from "./service-database.ts";
import { until } from "./until.ts";

/** What tests of the platform's own side begin with: a service, a browser, and people who work there. */
export async function openOperatorArea(settings: Record<string, string> = {}) {
  const service = await newService({ TIME_SCALE: "0.0002", ...settings });
  await service.start();
  const browser = await launchBrowser();
  let nth = 0;

  const newOperator = async (role: OperatorRole = "admin") => {
    const email = `operator-${++nth}-${Date.now()}@platform.example`;
    await onServiceDatabase(service, (ctx) => createOperator(ctx, { email, password: PASSWORD, role }));
    return { email, password: PASSWORD };
  };

  /** As if a passkey had been shown: what leads there is tested on its own. */
  const asOperator = async (path = "/operator", options: BrowserContextOptions = {}, role: OperatorRole = "admin") => {
    const operator = await newOperator(role);
    return await signedIn(browser, service, operator, path, options, () =>
      onServiceDatabase(service, ({ db }) =>
        db.query(sql`
        update sessions s set second_factor_at = s.created_at from users u where u.id = s.user_id and u.email = ${operator.email}`),
      ),
    );
  };

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
  const mailedLink = async (email: string, page: string): Promise<string> => {
    const folder = join(service.dataDir, "mail");
    const find = () =>
      (existsSync(folder) ? readdirSync(folder) : [])
        .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
        .map((file) => readFileSync(join(folder, file), "utf8"))
        .findLast((text) => text.includes(`To: ${email}\n`));
    await until(() => find() !== undefined);
    return `${service.url}${new RegExp(`/${page}/\\w+`).exec(find()!)![0]}`;
  };

  const close = async () => {
    await browser.close();
    await service.dispose();
  };
  return { service, browser, newOperator, asOperator, newAccount, show, mailedLink, close };
}

/** Clicks a button of the page and then the one of the question that follows. */
export async function confirm(page: Page, button: string, last = button) {
  await page.getByRole("button", { name: button, exact: true }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: last, exact: true }).click();
}
