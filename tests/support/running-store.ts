import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findInShop } from "#server/domain/catalogue/catalog/index.ts";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { setStripeKeys } from "#server/domain/money/payments/index.ts";
import { createUser } from "#server/domain/people/staff/index.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { getDomainSetup, verifyDomain } from "#server/domain/reseller/brand/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import type { AccountCtx, Environment } from "#server/kernel/context.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { postSignIn } from "./http-session.ts";
import type { Service } from "./service.ts";
import { onServiceDatabase } from "./service-database.ts";

type Look = {
  name: string;
  slug: string;
  colors: readonly [string, string, string];
  locale: string;
  /** EUR in the wallet. */
  wallet?: number;
};

export type RunningStore = Awaited<ReturnType<typeof openRunningStore>>;

/** A reseller of a running service, with a brand, money and both keys. */
export async function openRunningStore(service: Service, { name, slug, colors, locale, wallet = 200 }: Look) {
  const { code, live, test } = await onServiceDatabase(service, async (ctx) => {
    const account = { companyName: name, email: "store@example.com", currency: "EUR", rateMinute: 100_000 };
    const { code } = await createAccount(ctx, account);
    await fundWallet(ctx, code, money(wallet));
    const makeKey = async (environment: Environment) =>
      (await createKey(ctx, code, { environment, name: "store", scopes: SCOPES })).key;
    return { code, live: await makeKey("live"), test: await makeKey("test") };
  });
  const [primary_color, secondary_color, accent_color] = colors;
  const changeBrand = (change: object) => service.call(live, "POST", "/brand", change);
  await changeBrand({ brand_name: name, portal_slug: slug, primary_color, secondary_color, accent_color, locale });

  /** Verbs that staff reach through the portal, against the service's own database. */
  const asStaff = <T>(work: (ctx: AccountCtx) => Promise<T>, environment: Environment = "live"): Promise<T> =>
    onServiceDatabase(service, async (ctx) => await work(await enterAccount(ctx, code, environment)));

  /** The newest mail of a kind, as a mail program would read it. */
  function mailText(kind: string): string | null {
    const folder = join(service.dataDir, "mail");
    const file = readdirSync(folder)
      .filter((each) => each.endsWith(`-${kind}.eml`))
      .sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))[0];
    return file
      ? readFileSync(join(folder, file), "utf8")
          .replace(/=\r?\n/g, "")
          .replaceAll("=3D", "=")
      : null;
  }

  return {
    code,
    slug,
    /** Somebody comes to the team and signs in: a test shop writes to them from then on. */
    async join(email: string) {
      const password = "correct horse battery staple";
      await onServiceDatabase(service, (ctx) => createUser(ctx, code, { email, role: "viewer", password }));
      if (!(await postSignIn(service, { email, password })).session) throw new Error(`${email} could not sign in.`);
    },
    liveKey: live,
    asStaff,
    mailText,
    mailLink: (kind: string) =>
      /https?:\/\/\S+\/(?:my|order|esim)\/[0-9A-Za-z]{43}\S*/.exec(mailText(kind) ?? "")?.[0] ?? null,
    /** The part of addresses that stands for a package. */
    shopCode: (packageId: string) => asStaff(async (ctx) => (await findInShop(ctx, packageId))!.shopCode),
    newestIccid: async (env: "test" | "live" = "test") =>
      (await service.call(env === "live" ? live : test, "GET", "/esims?limit=1")).json.data.items[0].iccid as string,
    async claim(domain: string, enter: (name: string, token: string) => void) {
      await changeBrand({ custom_domain: domain });
      await asStaff(async (ctx) => {
        const proof = (await getDomainSetup(ctx))!.records.find(({ type }) => type === "TXT")!;
        enter(proof.name, proof.value);
        await verifyDomain(ctx);
      });
    },
    connectStripe: (webhookSecret?: string) =>
      asStaff((ctx) => setStripeKeys(ctx, { secretKey: `sk_live_${ulid()}`, webhookSecret })),
  };
}
