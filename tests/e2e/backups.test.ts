import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { openBucket } from "#tests/support/bucket.ts";
import { postSignIn } from "#tests/support/http-session.ts";
import { newMember } from "#tests/support/portal.ts";
import { openRunningStore, type RunningStore } from "#tests/support/running-store.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";
import { goToPay } from "#tests/support/storefront.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { until } from "#tests/support/until.ts";

/** `ORDERS=300 SALES=50` for the whole, by hand: as many before the moment as after it. */
const ORDERS = Number(process.env.ORDERS ?? 4);
const SALES = Number(process.env.SALES ?? 2);
const PACKAGE = "esimaccess-TR_1_7";

let bucket: Awaited<ReturnType<typeof openBucket>>;
let lost: Service;
let restored: Service | undefined;
/** Where travellers pay: it goes on when the machine is lost. */
let provider: Awaited<ReturnType<typeof fakeStripe>>;
let shop: RunningStore;

beforeAll(async () => {
  bucket = await openBucket("backups");
  provider = await fakeStripe();
  overrideEnv({ stripeApiUrl: provider.url });
  lost = await newService({ ...bucket.environment, STRIPE_API_URL: provider.url });
  await lost.start();
  const colors = ["#E85D2F", "#3A2417", "#1F7A8C"] as const;
  shop = await openRunningStore(lost, { name: "Sunny Travel", slug: "sunny", colors, locale: "en", wallet: 10_000 });
  await shop.connectStripe();
  await onServiceDatabase(lost, (ctx) => changeAccount(ctx, lost.demo().accountCode, { rateMinute: 1_000_000 }));
});

afterAll(async () => {
  await lost.dispose();
  await restored?.dispose();
  provider.close();
  bucket.close();
});

async function order(service: Service): Promise<string> {
  const headers = { "Idempotency-Key": `${Date.now()}-${Math.random()}` };
  const body = { package_id: PACKAGE, quantity: 1 };
  const { json } = await service.call(lost.demo().liveKey, "POST", "/orders", body, headers);
  return json.data.reference as string;
}

const isDelivered = async (service: Service, reference: string) =>
  (await service.call(lost.demo().liveKey, "GET", `/orders/${reference}`)).json.data?.status === "delivered";

/** In turn, each delivered: the wallet pays for few at a time. */
async function sell(service: Service, count: number): Promise<string[]> {
  await onServiceDatabase(service, (ctx) => fundWallet(ctx, service.demo().accountCode, money(10 * count)));
  const references: string[] = [];
  for (let i = 0; i < count; i++) references.push(await order(service));
  for (const reference of references) await until(() => isDelivered(service, reference));
  return references;
}

/** A traveller is on the provider's page. */
async function chooseToPay(): Promise<{ checkout: number; session: string }> {
  return await shop.asStaff(async (ctx) => {
    const { checkout } = await goToPay(ctx, PACKAGE);
    const { reference } = await ctx.db.prisma.payment.findFirstOrThrow({ where: { checkoutId: checkout.id } });
    return { checkout: checkout.id, session: reference! };
  });
}
const isSold = (service: Service, checkout: number) =>
  onServiceDatabase(service, async ({ db }) => {
    const payments = await db.prisma.payment.findMany({ where: { checkoutId: checkout, status: "paid" } });
    return (
      payments.length === 1 && !!(await db.prisma.checkout.findFirst({ where: { id: checkout, status: "delivered" } }))
    );
  });

async function pay(checkouts: { checkout: number; session: string }[]): Promise<void> {
  for (const { session } of checkouts) provider.pay(session);
  for (const { checkout } of checkouts) await until(() => isSold(lost, checkout));
}

type Found = { status: string; open: number; differences: { text: string }[] };

/** The first two hundred differences are listed. Its exit code says that some are open. */
async function reconcile(service: Service, what: "suppliers" | "payments", since: string): Promise<Found> {
  const { stdout } = (await service.svc("reconcile", what, "--since", since).catch((error) => error)) as {
    stdout: string;
  };
  const found = JSON.parse(stdout) as Found;
  expect(found.status, stdout).toBe("done");
  return found;
}

type State = { kind: string; doneAt: Date | null; fault: string | null };
const states = async (service: Service): Promise<State[]> =>
  await onServiceDatabase(service, (ctx) => ctx.db.prisma.backupState.findMany({ orderBy: { kind: "asc" } }));

const sessionsOf = (service: Service) =>
  onServiceDatabase(service, async ({ db }) => ({
    all: await db.prisma.session.count(),
    open: await db.prisma.session.count({ where: { revokedAt: null } }),
  }));

test("the first base backup is made, and a database made from it and audited, without being asked", async () => {
  await until(async () => (await states(lost)).filter(({ doneAt }) => doneAt !== null).length === 3);
  expect(await states(lost)).toMatchObject([
    { kind: "base", fault: null },
    { kind: "verify", fault: null },
    { kind: "wal", fault: null },
  ]);
  expect(readdirSync(lost.dataDir)).not.toContain("verify");
});

test("a machine is lost: the database of a moment comes back elsewhere, no number is given twice, and what suppliers sold and travellers paid since is settled or before people", async () => {
  const before = await sell(lost, ORDERS);
  const choose = async () => Promise.all(Array.from({ length: SALES }, chooseToPay));
  const paidBefore = await choose();
  await pay(paidBefore);
  const underWay = await choose();
  await postSignIn(lost, await newMember(lost));
  const moment = new Date();
  const since = await sell(lost, ORDERS);
  const paidSince = await choose();
  await pay([...underWay, ...paidSince]);
  expect(await lost.svc("backup", "verify")).toMatchObject({ ok: true, failures: [] });
  await lost.end("SIGKILL");
  for (const pid of (await lost.processes()).postgres) process.kill(pid, "SIGKILL");

  restored = await newService({ ...bucket.environment, STRIPE_API_URL: provider.url }, { first: true });
  const { dataDir } = restored;
  await expect(restored.svc("restore")).rejects.toThrow(/secrets.json/);
  for (const what of ["secrets.json", "demo.json", "simulator"])
    cpSync(join(lost.dataDir, what), join(dataDir, what), { recursive: true });
  await expect(restored.svc("restore", "--to", "2020-01-01T00:00:00Z")).rejects.toThrow(
    /nothing before can be restored/,
  );
  await expect(restored.svc("restore", "--to", "2100-01-01T00:00:00Z")).rejects.toThrow(
    /archive ends before that moment/,
  );
  const made = await restored.svc<{ restored_to: string }>("restore", "--to", moment.toISOString());
  expect(new Date(made.restored_to).getTime()).toBeLessThanOrEqual(moment.getTime());
  await expect(restored.svc("restore")).rejects.toThrow(/holds a database/);

  await restored.start();
  // Whoever signed out since, or was signed out, would be in again.
  expect(await sessionsOf(restored)).toEqual({ all: expect.any(Number), open: 0 });
  expect((await sessionsOf(restored)).all).toBeGreaterThan(0);
  const { open, differences } = await reconcile(restored, "suppliers", made.restored_to);
  expect(open).toBe(since.length + paidSince.length + underWay.length);
  for (const each of differences)
    expect(each).toMatchObject({ what: "order", finding: "theirs_only", outcome: "waiting" });
  // Who was on the payment page at that moment has paid a purchase that is there: it is delivered, and paid once.
  for (const { checkout } of [...paidBefore, ...underWay]) await until(() => isSold(restored!, checkout));
  const payments = await reconcile(restored, "payments", made.restored_to);
  expect(payments.open).toBe(paidSince.length);
  expect(payments.differences.map(({ text }) => /checkout-\d+/.exec(text)![0]).sort()).toEqual(
    paidSince.map(({ checkout }) => `checkout-${checkout}`).sort(),
  );
  expect(provider.refunds).toEqual([]);
  for (const reference of before) expect(await isDelivered(restored, reference)).toBe(true);
  const given = Math.max(...since.map((reference) => Number(reference.slice(4))));
  const [next] = await sell(restored, 1);
  expect(Number(next!.slice(4))).toBeGreaterThan(given);
  expect(await restored.svc("audit")).toMatchObject({ ok: true, failures: [] });
  expect(await restored.svc("ledger", "verify")).toMatchObject({ ok: true });
  // It goes on being kept: what was sold since the restore comes back too.
  await restored.svc("backup");
  expect(await restored.svc("backup", "verify")).toMatchObject({ ok: true, failures: [] });
});
