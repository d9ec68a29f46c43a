import { join } from "node:path";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { setStripeKeys } from "#server/domain/money/payments/index.ts";
import { changeAccount, createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { type AccountCtx, systemContext } from "#server/kernel/context.ts";
import { type Database, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { SIMULATED_SUPPLIERS } from "#server/simulator/credentials.ts";
import type { Reseller } from "./books.ts";
import type { ClientSettings } from "./client.ts";
import { signedReplays } from "./replays.ts";
import type { Stage } from "./stage.ts";
import { WEBHOOK_SECRET } from "./travellers.ts";

type Options = { folder: string; seed: number; pauseMs: number; payments: string };
type Prepared = Reseller & { ctx: AccountCtx; path: string; clients: number[] };

/** A reseller who can pay for everything, and one who cannot: its clients spend the same last money. */
const FUNDS = [1_000_000, 150];
const CLIENTS_EACH = 2;
const PACKAGES_EACH = 10;

/** Resellers, keys and what their clients are to do. */
export async function prepare(db: Database, stage: Stage, { folder, seed, pauseMs, payments }: Options) {
  const system = systemContext({ kind: "command", name: "faults" }, { db });
  // The first pull of a catalogue fails on a busy machine: the load needs all of them.
  for (let tries = 0; tries < 20 && (await choosePackages(db)).length < SIMULATED_SUPPLIERS.length; tries++)
    await stage.service.svc("catalog", "sync").catch(() => {});
  const packages = await choosePackages(db);
  const settings: ClientSettings[] = [];
  const resellers: Prepared[] = [];
  for (const [i, funded] of FUNDS.entries()) {
    const account = await createAccount(system, {
      companyName: `Faults ${i}`,
      email: "faults@example.com",
      currency: "USD",
      plan: "scale",
      rateMinute: 1_000_000,
      rateDay: 100_000_000,
    });
    await fundWallet(system, account.code, money(funded));
    await changeAccount(system, account.code, { failover: true });
    const { key } = await createKey(system, account.code, { environment: "live", name: "load", scopes: SCOPES });
    const clients = Array.from({ length: CLIENTS_EACH }, () => {
      const n = settings.length;
      const file = join(folder, `client-${n}.jsonl`);
      settings.push({ file, url: stage.url, key, seed: seed * 100 + n, packages, stores: [], payments, pauseMs });
      return n;
    });
    const ctx = await enterAccount(system, account.code, "live");
    await setStripeKeys(ctx, { secretKey: `sk_live_${ulid()}`, webhookSecret: WEBHOOK_SECRET });
    resellers.push({ id: ctx.account.id, code: account.code, funded, asked: [], ctx, path: `/${i}`, clients });
  }
  const slugs = await db.query<{ slug: string }>(
    sql`select portal_slug as slug from brands where account_id = any(${resellers.map(({ id }) => id)}) and environment = 'live' order by account_id`,
  );
  const programs = settings.length;
  // One traveller tries a shop out, one pays in both for what is bought from the suppliers.
  for (const stores of [[`/test-store/${slugs[0]!.slug}/en`], slugs.map(({ slug }) => `/store/${slug}/en`)]) {
    const file = join(folder, `client-${settings.length}.jsonl`);
    settings.push({
      file,
      url: stage.url,
      key: "",
      seed: seed * 100 + settings.length,
      packages,
      stores,
      payments,
      pauseMs,
    });
  }
  const [{ code }] = resellers as [Prepared];
  const signed = await createKey(system, code, {
    environment: "test",
    name: "signed",
    scopes: SCOPES,
    requireHmac: true,
  });
  const replays = signedReplays(stage.url, signed.key, signed.signingSecret!, packages[0]![0]!);
  return { resellers, settings, programs, replays };
}

/** Some cheap packages of every supplier that can be topped up; first those that another one sells for less. */
export async function choosePackages(db: Database): Promise<string[][]> {
  const rows = await db.query<{ packageId: string; supplier: string }>(sql`
    select package_id, supplier_code as supplier from (
      select *, row_number() over (partition by supplier_code order by (
          select count(*) = 0 from packages o where o.product_key = p.product_key and o.supplier_code <> p.supplier_code and o.status = 'on_sale' and o.cost_usd <= p.cost_usd
        ), cost_usd, package_id) as n
        from packages p where status = 'on_sale' and topup_supported and type = 'local' and not unlimited) p
     where n <= ${PACKAGES_EACH} order by supplier_code, n`);
  return [...Map.groupBy(rows, ({ supplier }) => supplier).values()].map((own) =>
    own.map(({ packageId }) => packageId),
  );
}
