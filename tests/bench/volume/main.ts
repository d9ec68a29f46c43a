import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "#prisma/migrate.ts";
import { seed } from "#prisma/seed.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { openKeyring } from "#server/domain/control/secrets/index.ts";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { createUser, findSession, signIn } from "#server/domain/people/staff/index.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { type AccountCtx, systemContext } from "#server/kernel/context.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { money } from "#server/kernel/money.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { FULL, fillAccount, fillCheckouts, type Volume } from "./fill.ts";
import { type Known, listsOf } from "./lists.ts";
import { type Measured, measure, watchedApi } from "./measure.ts";

// Every list of the portal, with every filter and every two of them, on an account of a hundred thousand orders.
// With a data directory as the argument it is kept, and measured again without filling it the next time. A share as the second
// argument (0.05) fills that much of it.

const LIMIT_MS = 150;
/** Of what is asked for while somebody types. */
const TYPED_LIMIT_MS = 50;
const limitOf = ({ list }: Pick<Measured, "list">) => (list === "search palette" ? TYPED_LIMIT_MS : LIMIT_MS);
const PASSWORD = "correct horse battery staple";
const EMAIL = "volume@example.com";
const [kept, share = "1"] = process.argv.slice(2);
const dataDir = kept ?? mkdtempSync(join(tmpdir(), "svc-volume-"));
const say = (line: string) => process.stdout.write(`${line}\n`);

mkdirSync(dataDir, { recursive: true });
const postgres = await startPostgres({ dataDir, password: "volume" });
try {
  await migrate(postgres.url);
  overrideEnv({ databaseUrl: postgres.url, masterKey: "a master key for the bench, long enough to be one" });
  setEventShapes(eventShapes);
  await openKeyring(database());
  const ctx = await openAccount();
  const api = watchedApi(await openSession());
  const rows: Measured[] = [];
  for (const list of listsOf(await know(ctx))) {
    const measured: Measured[] = [];
    for (const filter of list.searches) measured.push(await measure(api, list, filter));
    say(summary(measured));
    rows.push(...measured);
  }
  report(rows);
} finally {
  await database().close();
  await postgres.stop();
  if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
}

function scaled(whole: Volume): Volume {
  const sizes = Object.entries(whole).map(([name, count]) => [name, Math.round(count * Number(share))]);
  return Object.fromEntries(sizes) as Volume;
}

/** The account of the data directory; filled, and checked against every invariant, when there is none yet. */
async function openAccount(): Promise<AccountCtx> {
  const ctx = systemContext({ kind: "command", name: "bench" });
  const [known] = await database().query<{ code: string }>(
    sql`select a.code from accounts a join memberships m on m.account_id = a.id join users u on u.id = m.user_id where u.email = ${EMAIL}`,
  );
  if (known) return await enterAccount(ctx, known.code, "live");
  await seed(ctx);
  const { code } = await createAccount(ctx, { companyName: "Volume Travel", email: EMAIL, currency: "USD" });
  await createUser(ctx, code, { email: EMAIL, role: "owner", password: PASSWORD });
  await fundWallet(ctx, code, money(100_000_000));
  const account = await enterAccount(ctx, code, "live");
  await fillAccount(account, scaled(FULL), say);
  const { ok, checked, failures } = await checkInvariants(systemContext(ctx.actor));
  if (!ok) throw new Error(`What was filled in is not as it should be: ${JSON.stringify(failures, null, 2)}`);
  say(`${checked} invariants hold, the ledger's chain among them.`);
  await fillCheckouts(account);
  // As autovacuum leaves tables in use: what was only just written is looked up in the rows too.
  for (const table of ["orders", "esims", "checkouts"])
    await database().query({ text: `vacuum ${table}`, values: [], name: "" });
  return account;
}

async function openSession() {
  const ctx = systemContext({ kind: "command", name: "bench" });
  const signed = await signIn(ctx, { email: EMAIL, password: PASSWORD }, { ip: "203.0.113.9", userAgent: "bench" });
  if (signed.outcome !== "signed_in") throw new Error("The bench's own person could not sign in.");
  return (await findSession(database(), signed.sessionId, new Date()))!;
}

/** Records in the middle of everything, to be looked for. */
async function know({ account: { id } }: AccountCtx): Promise<Known> {
  return one(
    await database().query<Known>(sql`
      with o as (select id from orders where account_id = ${id} and status = 'delivered' and id % 4 = 0 order by id offset (
        select count(*) / 5 from orders where account_id = ${id}) limit 1)
      select o.id as order_id, e.iccid, e.imsi, e.eid, (select max(id) / 2 from ledger_entries where account_id = ${id}) as entry_id,
             (select max(id) / 2 from api_requests where account_id = ${id}) as request_id,
             (select max(id) / 2 from deliveries) as delivery_id, (select max(id) / 2 from audit_entries where account_id = ${id}) as audit_id,
             (select 'svc_live_' || public_id from api_keys where account_id = ${id} order by id limit 1) as key_prefix
        from o join esims e on e.order_id = o.id limit 1`),
  );
}

function summary(measured: Measured[]): string {
  const slowest = measured.toSorted((a, b) => b.median - a.median)[0]!;
  return `  ${slowest.list}: ${measured.length} × filtered, slowest ${slowest.median.toFixed(1)} ms with ${slowest.filter}`;
}

function report(rows: Measured[]): void {
  say(`\n| list | filter | median ms | worst ms | indexes | |\n|---|---|---|---|---|---|`);
  const telling = (row: Measured) =>
    row.median > limitOf(row) || row.scans.length > 0 || (row.filter.match(/":/g)?.length ?? 0) < 2;
  for (const { list, filter, median, worst, indexes, scans } of rows.filter(telling))
    say(
      `| ${list} | \`${filter}\` | ${median.toFixed(1)} | ${worst.toFixed(1)} | ${indexes.join(", ")} | ${scans.length > 0 ? `READS ALL OF ${scans}` : median > limitOf({ list }) ? "SLOW" : "ok"} |`,
    );
  const bad = rows.filter((row) => row.median > limitOf(row) || row.scans.length > 0);
  say(
    `\n${rows.length} searches, ${bad.length} beyond ${LIMIT_MS} ms (the palette ${TYPED_LIMIT_MS}) or without an index.`,
  );
  if (bad.length > 0) process.exitCode = 1;
}
