import { join } from "node:path";
import { createAccount, enterAccount } from "#server/domain/accounts/index.ts";
import { createKey } from "#server/domain/keys/index.ts";
import { fundWallet } from "#server/domain/ledger/index.ts";
import { type AccountCtx, systemContext } from "#server/kernel/context.ts";
import { type Database, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import type { Reseller } from "./books.ts";
import type { ClientSettings } from "./client.ts";
import { signedReplays } from "./replays.ts";
import type { Stage } from "./stage.ts";

type Options = { folder: string; seed: number; pauseMs: number };
type Prepared = Reseller & { ctx: AccountCtx; path: string; clients: number[] };

/** A reseller who can pay for everything, and one who cannot: its clients spend the same last money. */
const FUNDS = [1_000_000, 150];
const CLIENTS_EACH = 2;
const PACKAGES_EACH = 10;

/** Resellers, keys and what their clients are to do. */
export async function prepare(db: Database, stage: Stage, { folder, seed, pauseMs }: Options) {
  const system = systemContext({ kind: "command", name: "faults" }, { db });
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
    const { key } = await createKey(system, account.code, { environment: "live", name: "load", scopes: SCOPES });
    const clients = Array.from({ length: CLIENTS_EACH }, () => {
      const n = settings.length;
      const file = join(folder, `client-${n}.jsonl`);
      settings.push({ file, url: stage.url, key, seed: seed * 100 + n, packages, store: null, pauseMs });
      return n;
    });
    const ctx = await enterAccount(system, account.code, "live");
    resellers.push({ id: ctx.account.id, code: account.code, funded, asked: [], ctx, path: `/${i}`, clients });
  }
  const [{ code, ctx }] = resellers as [Prepared];
  const [brand] = await db.query<{ slug: string }>(
    sql`select portal_slug as slug from brands where account_id = ${ctx.account.id} and environment = 'live'`,
  );
  const store = `/test-store/${brand!.slug}/en`;
  const file = join(folder, `client-${settings.length}.jsonl`);
  settings.push({ file, url: stage.url, key: "", seed: seed * 100 + settings.length, packages, store, pauseMs });
  const signed = await createKey(system, code, {
    environment: "test",
    name: "signed",
    scopes: SCOPES,
    requireHmac: true,
  });
  const replays = signedReplays(stage.url, signed.key, signed.signingSecret!, packages[0]![0]!);
  return { resellers, settings, replays };
}

/** Some cheap packages of every supplier that can be topped up. */
async function choosePackages(db: Database): Promise<string[][]> {
  const rows = await db.query<{ packageId: string; supplier: string }>(sql`
    select package_id as "packageId", supplier_code as supplier from (
      select *, row_number() over (partition by supplier_code order by cost_usd, package_id) as n
        from packages where status = 'on_sale' and topup_supported and type = 'local' and not unlimited) p
     where n <= ${PACKAGES_EACH} order by supplier_code, n`);
  return [...Map.groupBy(rows, ({ supplier }) => supplier).values()].map((own) =>
    own.map(({ packageId }) => packageId),
  );
}
