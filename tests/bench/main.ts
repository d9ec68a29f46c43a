import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "#prisma/migrate.ts";
import { seed } from "#prisma/seed.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { createUser } from "#server/domain/people/staff/index.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { type AccountCtx, systemContext } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { money } from "#server/kernel/money.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { ensureBuild } from "#server/process/ensure-build.ts";
import { fulfilment } from "./fulfilment.ts";
import { http } from "./http.ts";
import { hashedPerSecond, verifiedPerSecond } from "./ledger.ts";
import { lockQueue } from "./lock-queue.ts";
import { byBareStatement, byVerb, rate } from "./orders-core.ts";
import { requestLog } from "./request-log.ts";
import { add, report, say } from "./table.ts";
import { webhooks } from "./webhooks.ts";

// Ratios within one run on one machine; absolute numbers say more about the machine than about the code.

const SECONDS = Number(process.argv[2] ?? 4);
const MASTER_KEY = "a master key for the bench, long enough to be one";

const COUNTRIES =
  "TR DE FR ES IT PT GB IE NL BE LU CH AT PL CZ SK HU RO BG GR HR SI RS BA ME MK AL SE NO DK FI EE LV LT IS MT CY US CA MX BR AR CL CO PE JP KR TH VN MY SG ID PH IN AU NZ ZA EG MA TN".split(
    " ",
  );

const system = () => systemContext({ kind: "command", name: "bench" });
const dataDir = mkdtempSync(join(tmpdir(), "svc-bench-"));
await ensureBuild(say);
const postgres = await startPostgres({ dataDir, password: "bench" });
try {
  await migrate(postgres.url);
  overrideEnv({
    databaseUrl: postgres.url,
    masterKey: MASTER_KEY,
    logLevel: "error",
    checkpointDir: join(dataDir, "checkpoints"),
  });
  setEventShapes(eventShapes);
  await seed(system());
  const setting = { dataDir, databaseUrl: postgres.url, masterKey: MASTER_KEY };
  const hashed = hashedPerSecond();
  const verified = await verifiedPerSecond();
  add("verify the ledger", `${verified} entries/s`, `${hashed} bare hashes/s`, verified / hashed, 0.1);
  // First: a worker would take up the orders that the other rows leave behind.
  await webhooks(SECONDS, dataDir, add);
  await fulfilment((await fundedAccount("Buyer")).ctx, setting, add);
  const prepared = await prepare();
  const { one, hundred, packageCode, packageId } = prepared;
  await core("one account", [one], packageCode, packageId);
  await core("100 accounts", hundred, packageCode, packageId);
  await requestLog(one, prepared.keyOfOne, packageCode, add);
  await http(prepared, { ...setting, seconds: SECONDS });
  for (const { clients, measured, modelled } of await lockQueue(one, packageCode, 2))
    add(
      `orders on one account, ${clients} clients`,
      `${measured}/s`,
      `${modelled}/s modelled`,
      measured / modelled,
      null,
    );
  await room(one, packageCode);
  report();
} finally {
  await database().close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function prepare() {
  const item = await fillCatalogue();
  const accounts = [];
  for (let i = 0; i <= 100; i++) accounts.push(await fundedAccount(`Bench ${i}`));
  const [first, ...others] = accounts;
  const person = { email: "person@bench.example", password: "correct horse battery staple" };
  await createUser(system(), first!.ctx.account.code, { ...person, role: "owner" });
  const guarded = await createKey(system(), first!.ctx.account.code, {
    environment: "live",
    name: "guarded",
    scopes: ["orders:create", "orders:read", "catalog:read"],
    requireHmac: true,
    allowedIps: ["192.0.2.0/24", "2001:db8::/32", "127.0.0.0/8", "::1"],
  });
  return {
    one: first!.ctx,
    hundred: others.map((account) => account.ctx),
    guarded: { key: guarded.key, signingSecret: guarded.signingSecret! },
    keyOfOne: first!.key,
    keysOfHundred: others.map((account) => account.key),
    person,
    ...item,
  };
}

async function fundedAccount(companyName: string): Promise<{ key: string; ctx: AccountCtx }> {
  const email = "bench@example.com";
  const limits = { plan: "scale", rateMinute: 100_000_000, rateDay: 100_000_000 } as const;
  const { code } = await createAccount(system(), { companyName, email, currency: "USD", ...limits });
  await fundWallet(system(), code, money(100_000_000));
  const { key } = await createKey(system(), code, { environment: "live", name: "bench", scopes: SCOPES });
  return { key, ctx: await enterAccount(system(), code, "live") };
}

/** 3,000 packages in 60 countries, as many as a large supplier offers. Gives one of them. */
async function fillCatalogue(): Promise<{ packageCode: string; packageId: number }> {
  const [item] = await database().query<{ packageCode: string; packageId: number }>(sql`
    insert into packages (package_id, supplier_code, supplier_package_id, name, type, country_code, region_code, coverage, data_mb, unlimited, per_day,
      duration_days, validity_days, network_type, speed, operators, activation, product_key, topup_supported, cost_usd, content_hash, changed_at)
    select 'bench-' || i, 'esimaccess', 'B' || i, 'Country ' || country || ' ' || i || ' GB 30 Days', 'local', country, 'europe', array[country],
           1024 * (1 + i / 60), false, false, 30, 180, '3G/4G/5G', '5G',
           jsonb_build_array(jsonb_build_object('country', country, 'name', 'One'), jsonb_build_object('country', country, 'name', 'Two')),
           'first_connection', 'local:' || country || ':' || i, true, 4, '', now()
      from generate_series(1, 3000) i, lateral (select (${COUNTRIES}::text[])[1 + i % 60] as country) c
    returning package_id as package_code, id as package_id`);
  return item!;
}

async function core(name: string, contexts: AccountCtx[], packageCode: string, packageId: number): Promise<void> {
  const bare = await rate(SECONDS, byBareStatement(contexts, packageId));
  // The floor writes no true chain: the verb starts from wallets that the floor has not touched.
  await database().query(sql`
    update wallets w set sequence = l.sequence, head_hash = l.hash from (
      select distinct on (account_id) account_id, sequence, hash from ledger_entries order by account_id, sequence desc) l where l.account_id = w.account_id`);
  const verb = await rate(SECONDS, byVerb(contexts, packageCode));
  add(`accept an order, ${name}, domain verb`, `${verb}/s`, `${bare}/s bare statement`, verb / bare, 0.6);
}

/** 50 clients at once against room for 15 orders. */
async function room({ account }: AccountCtx, packageCode: string): Promise<void> {
  const { code } = await createAccount(system(), {
    companyName: "Room for 15",
    email: "bench@example.com",
    currency: account.currency,
  });
  await fundWallet(system(), code, money(75));
  const own = await enterAccount(system(), code, "live");
  const order = byVerb([own], packageCode);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      order(0).then(
        () => "accepted",
        (error) => error.code as string,
      ),
    ),
  );
  const accepted = outcomes.filter((outcome) => outcome === "accepted").length;
  const refused = outcomes.filter((outcome) => outcome === "insufficient_balance").length;
  add("50 clients, room for 15 orders", `${accepted} accepted, ${refused} × 402`, "15 accepted, 35 × 402", null, null);
}
