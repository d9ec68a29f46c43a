import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { money } from "#server/kernel/money.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";
import { until } from "#tests/support/until.ts";

/** `ORDERS=300` for the whole, by hand. */
const ORDERS = Number(process.env.ORDERS ?? 4);

const place = mkdtempSync(join(tmpdir(), "svc-backups-"));
let lost: Service;
let restored: Service | undefined;

beforeAll(async () => {
  lost = await newService({ BACKUP_URL: place });
  await lost.start();
  await onServiceDatabase(lost, (ctx) => changeAccount(ctx, lost.demo().accountCode, { rateMinute: 1_000_000 }));
});

afterAll(async () => {
  await lost.dispose();
  await restored?.dispose();
  rmSync(place, { recursive: true, force: true });
});

async function order(service: Service): Promise<string> {
  const headers = { "Idempotency-Key": `${Date.now()}-${Math.random()}` };
  const body = { package_id: "esimaccess-TR_1_7", quantity: 1 };
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

type State = { kind: string; doneAt: Date | null; fault: string | null };
const states = async (service: Service): Promise<State[]> =>
  await onServiceDatabase(service, (ctx) => ctx.db.prisma.backupState.findMany({ orderBy: { kind: "asc" } }));

test("the first base backup is made, and a database made from it and audited, without being asked", async () => {
  await until(async () => (await states(lost)).filter(({ doneAt }) => doneAt !== null).length === 3);
  expect(await states(lost)).toMatchObject([
    { kind: "base", fault: null },
    { kind: "verify", fault: null },
    { kind: "wal", fault: null },
  ]);
  expect(readdirSync(lost.dataDir)).not.toContain("verify");
});

test("a machine is lost: the database of a moment comes back elsewhere, no number is given twice, and what suppliers sold since is before people", async () => {
  const before = await sell(lost, ORDERS);
  const moment = new Date();
  const since = await sell(lost, ORDERS);
  expect(await lost.svc("backup", "verify")).toMatchObject({ ok: true, failures: [] });
  await lost.end("SIGKILL");
  for (const pid of (await lost.processes()).postgres) process.kill(pid, "SIGKILL");

  restored = await newService({ BACKUP_URL: place }, { first: true });
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
  const { stdout } = (await restored
    .svc("reconcile", "suppliers", "--since", made.restored_to)
    .catch((error) => error)) as { stdout: string };
  // The first two hundred are listed.
  const { status, open, differences } = JSON.parse(stdout) as { status: string; open: number; differences: object[] };
  expect([status, open]).toEqual(["done", since.length]);
  for (const each of differences)
    expect(each).toMatchObject({ what: "order", finding: "theirs_only", outcome: "waiting" });
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
