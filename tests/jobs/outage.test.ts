import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atomFeed, publicJson } from "#components/status/feed.ts";
import {
  acknowledgeAlert,
  changeAlertSettings,
  listAlerts,
  watchService,
} from "#server/domain/control/alerts/index.ts";
import { listConcerns, listUnsettled, readBoard } from "#server/domain/control/health/index.ts";
import {
  getIncident,
  openIncident,
  openIncidentFromAlert,
  readStatus,
  setPublicName,
  writeIncidentUpdate,
} from "#server/domain/control/incidents/index.ts";
import { mailNotifications } from "#server/domain/messaging/mail/index.ts";
import { paced } from "#server/kernel/clock.ts";
import { decrypt } from "#server/kernel/crypto.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { after, HOUR, MINUTE, SECOND } from "#server/kernel/time.ts";
import { packageOf, placed, settled } from "#tests/support/bought.ts";
import { newOperator } from "#tests/support/operators.ts";
import { ownTime } from "#tests/support/own-time.ts";
import { movableClock, newPerson } from "#tests/support/people.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { system } from "#tests/support/world.ts";

// A supplier takes orders, answers nothing and fails its look-ups. From the first failed call people see it, and are called, within a
// minute of the service's time; when it answers again they hear of that too.

const TIME_SCALE = 0.1;
const suppliers = await simulatedSuppliers(["esimaccess"], { timeScale: TIME_SCALE });
const supplier = suppliers.of("esimaccess");
const db = database();

/** So long from now, as a clock in UTC shows it. */
const timeOfDay = (ms: number): string => after(new Date(), ms).toISOString().slice(11, 16);

const posts: string[] = [];
const slack = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    posts.push(body);
    response.end("ok");
  });
});

let first: Awaited<ReturnType<typeof newOperator>>;
let second: Awaited<ReturnType<typeof newOperator>>;

beforeAll(async () => {
  await new Promise<void>((resolve) => slack.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(slack.address() as AddressInfo).port}`;
  overrideEnv({ webhookAllowedOrigins: [origin] });
  [first, second] = [await newOperator("admin"), await newOperator("support")];
  await changeAlertSettings(first.ctx, {
    webhookUrl: `${origin}/services/a-secret`,
    onCall: [second.email, first.email],
    quietFrom: timeOfDay(-HOUR),
    quietUntil: timeOfDay(22 * HOUR),
    timeZone: "UTC",
    unsettledMinutes: 5,
    escalateMinutes: 15,
  });
});
afterAll(() => slack.close());

const mailsTo = async (email: string) =>
  (
    await db.query<{ subject: string; text: Buffer | null; sentAt: Date | null }>(
      sql`select subject, text, sent_at from mails where kind = 'alert' and recipient = ${email} order by id`,
    )
  ).map(({ subject, text, sentAt }) => ({ subject, text: text && decrypt(text), sentAt }));

const ofSupplier = async (email: string) =>
  (await mailsTo(email)).filter(({ subject }) => subject.includes("eSIM Access"));

const hasFailed = async () =>
  (await db.prisma.supplierCall.count({ where: { outcome: { in: ["unclear", "not_sent", "busy"] } } })) > 0;

/** Seconds as the service counts them, without those in which a busy machine lets it wait. */
const serviceSeconds = (from: number, to: number) => (to - from) / TIME_SCALE / SECOND;

test("an outage is on the board and people are called within a minute of its first failed call, and told when it is over", async () => {
  await suppliers.reset();
  await db.query(sql`delete from supplier_calls`);
  expect((await listConcerns(system())).filter(({ area }) => area === "board")).toEqual([]);
  await supplier.set({ operation: "order", mode: "timeout_after" });
  await supplier.set({ operation: "query", mode: "garbage" });
  const packageId = await packageOf("esimaccess");
  const orders = [];
  for (let i = 0; i < 5; i++) orders.push(await placed(packageId, 1));

  const seenAt: { failure?: number; board?: number; alert?: number } = {};
  await runJobsUntil(async () => {
    if (await hasFailed()) seenAt.failure ??= ownTime();
    if (seenAt.failure && (await listUnsettled(system())).items.length > 0) seenAt.board ??= ownTime();
    if ((await mailsTo(second.email)).some(({ sentAt }) => sentAt)) seenAt.alert ??= ownTime();
    return seenAt.board !== undefined && seenAt.alert !== undefined && posts.length > 0;
  });
  const toBoard = serviceSeconds(seenAt.failure!, seenAt.board!);
  const toAlert = serviceSeconds(seenAt.failure!, seenAt.alert!);
  process.stdout.write(
    `first failed call → on the board ${toBoard.toFixed(1)} s → alert sent ${toAlert.toFixed(1)} s (of service time)\n`,
  );
  expect(toBoard).toBeLessThan(60);
  expect(toAlert).toBeLessThan(60);

  await runJobsUntil(async () => (await listUnsettled(system())).items.length === 5);
  const board = await readBoard(system());
  expect(board.unsettled).toHaveLength(5);
  expect(board.unsettled[0]).toMatchObject({
    kind: "order",
    companyName: "Test Travel Ltd",
    supplier: "esimaccess",
    known: "unanswered",
    ref: orders[0]!.reference,
  });
  expect(board.stakes).toMatchObject([{ supplier: "esimaccess", count: 5, currency: "USD" }]);
  const onBoard = board.suppliers.find(({ code }) => code === "esimaccess")!;
  expect(onBoard).toMatchObject({ isFailing: true, affected: 5 });
  expect(onBoard.failures.length).toBeGreaterThan(0);
  expect((await listConcerns(system())).filter(({ area, urgent }) => area === "board" && urgent)).toHaveLength(1);

  // One alert for one cause, to the first person only, with what to do; quiet hours do not hold back what is critical.
  const [alert, ...more] = await listAlerts(system(), "open");
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ cause: "supplier:esimaccess", critical: true, told: [second.email] });
  expect(await mailsTo(first.email)).toEqual([]);
  const message = JSON.parse(posts[0]!) as { text: string };
  expect(message.text).toContain("eSIM Access");
  expect(message.text).toContain("/operator/runbooks/supplier-not-answering");

  // Nobody acknowledges it: the next person is told, then all; then somebody has it.
  const clock = movableClock();
  clock.move(paced(16 * MINUTE));
  await watchService(system({ clock }));
  expect(await ofSupplier(first.email)).toHaveLength(1);
  await acknowledgeAlert(second.ctx, alert!.id);
  await expect(acknowledgeAlert(first.ctx, alert!.id)).rejects.toMatchObject({ code: "conflict" });
  clock.move(paced(3 * HOUR));
  await watchService(system({ clock }));
  expect(await ofSupplier(first.email)).toHaveLength(1);

  // It answers again: the orders have their eSIMs, the alert closes by itself, and both are told.
  await suppliers.reset();
  for (const order of orders) expect(await settled(order)).toMatchObject({ status: "delivered" });
  const isOpen = async () => (await listAlerts(system(), "open")).some(({ id }) => id === alert!.id);
  await watchService(system({ clock }));
  expect(await isOpen()).toBe(true);
  clock.move(paced(3 * MINUTE));
  await watchService(system({ clock }));
  expect(await isOpen()).toBe(false);
  for (const { email } of [first, second])
    expect((await ofSupplier(email)).filter(({ subject }) => subject.startsWith("Well again: "))).toHaveLength(1);
  expect((await listConcerns(system({ clock }))).filter(({ area }) => area === "board")).toEqual([]);
});

test("a warning waits for the end of the quiet hours, and few calls are enough to call somebody", async () => {
  const clock = movableClock();
  await db.query(sql`
    insert into reconciliation_runs (kind, status, range_from, range_to, asked_by, started_at) values ('suppliers', 'done', now(), now(), 'test', now())`);
  await db.query(sql`
    insert into reconciliation_differences (key, kind, source, what, finding, outcome, text, at, found_run, seen_run, found_at, updated_at)
    select 'k', 'suppliers', 'airalo', 'order', 'theirs_only', 'waiting', 'x', now(), id, id, now(), now() from reconciliation_runs limit 1`);
  await watchService(system({ clock }));
  const of = async (cause: string) => (await listAlerts(system(), "open")).find((alert) => alert.cause === cause);
  expect(await of("review")).toMatchObject({ critical: false, told: [] });
  await db.query(sql`
    insert into supplier_calls (supplier_code, operation, outcome, request, response, duration_ms, created_at)
    select 'airalo', 'order', case when i % 2 = 0 then 'unclear' else 'ok' end, '', '', 5, ${clock.now()} from generate_series(1, 16) i`);
  await watchService(system({ clock }));
  expect(await of("supplier:airalo")).toMatchObject({ critical: true, text: expect.stringContaining("8 of 16 calls") });
  await db.query(sql`update reconciliation_differences set outcome = 'kept'`);
});

test("one click makes an incident of an alert: the public, and whom it affects, hear of it once, and of no supplier's name", async () => {
  await suppliers.reset();
  await db.query(sql`delete from supplier_calls`);
  await db.query(sql`update service_alerts set closed_at = now(), next_at = null where closed_at is null`);
  await setPublicName(first.ctx, "esimaccess", "Network East");
  const stateOf = async (name = "Network East") =>
    (await readStatus(system())).components.find((component) => component.name === name)?.state;
  expect(await stateOf()).toBe("operational");
  await supplier.set({ operation: "order", mode: "timeout_after" });
  await supplier.set({ operation: "query", mode: "garbage" });
  const bystander = await newPerson("owner");
  const order = await placed(await packageOf("esimaccess"), 1);
  const { code } = order.ctx.account;
  const affected = await newPerson("owner", code);
  const openAlert = async () =>
    (await listAlerts(system(), "open")).find(({ cause }) => cause === "supplier:esimaccess");
  await runJobsUntil(async () => (await openAlert()) !== undefined && (await listUnsettled(system())).items.length > 0);
  // Nobody has said a word yet, and the page shows what the board shows.
  expect(await stateOf()).toBe("degraded");

  const alert = (await openAlert())!;
  const clicks = await Promise.allSettled([
    openIncidentFromAlert(first.ctx, alert.id),
    openIncidentFromAlert(second.ctx, alert.id),
  ]);
  expect(clicks.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const id = (clicks.find(({ status }) => status === "fulfilled") as PromiseFulfilledResult<number>).value;
  expect(await openAlert()).toMatchObject({ incidentId: id, nextAt: null, acknowledgedBy: expect.any(String) });
  const open = await getIncident(first.ctx, id);
  expect(open.affected).toMatchObject([{ code, orders: 1, refs: [order.reference] }]);
  expect(await stateOf()).toBe("partial_outage");
  expect(await stateOf("Network 1")).not.toBe("partial_outage");

  // Two operators write at once, and the job of the mails runs twice: one update, one mail to each person of whom it affects.
  const update = (seen: number, state: "identified" | "resolved", text: string) => ({
    ...{ id, seen, state, text, mail: true },
    ...({ severity: "major", audience: "affected", components: open.components } as const),
  });
  await expect(writeIncidentUpdate(first.ctx, update(1, "identified", "It is esim-access."))).rejects.toMatchObject({
    details: { field: "text" },
  });
  const both = await Promise.allSettled(
    [first, second].map(({ ctx }) =>
      writeIncidentUpdate(ctx, update(1, "identified", "The network has found the cause.")),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await mailNotifications(system());
  await mailNotifications(system());
  const told = async (email: string) =>
    (
      await db.query<{ text: Buffer | null }>(
        sql`select text from mails where kind = 'notice-service-incident' and recipient = ${email} order by id`,
      )
    ).map(({ text }) => text && decrypt(text));
  expect(await told(affected.email)).toEqual([expect.stringContaining(`/status/incidents/${id}`)]);
  expect(await told(bystander.email)).toEqual([]);
  const shownTo = async (person: typeof affected) =>
    (await (await person.api("live")).overview.announcements()).map(({ text }) => text);
  expect(await shownTo(affected)).toEqual(["The network has found the cause."]);
  expect(await shownTo(bystander)).toEqual([]);

  await suppliers.reset();
  expect(await settled(order)).toMatchObject({ status: "delivered" });
  await db.query(sql`update service_alerts set closed_at = now() where id = ${alert.id}`);
  await db.query(sql`delete from supplier_calls where outcome <> 'ok'`);
  await writeIncidentUpdate(second.ctx, update(2, "resolved", "All eSIMs were delivered."));
  await expect(writeIncidentUpdate(first.ctx, update(3, "identified", "Again."))).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await stateOf()).toBe("operational");

  // History, feed and JSON of the same: in order, valid, and without a name of a supplier, an account or somebody who works here.
  const status = await readStatus(system());
  expect(status.incidents[0]).toMatchObject({ id, state: "resolved", components: [{ name: "Network East" }] });
  expect(status.incidents[0]!.updates.map(({ state }) => state)).toEqual(["resolved", "identified", "investigating"]);
  expect(status.components.find(({ name }) => name === "Network East")!.days.at(-1)).toBe("partial_outage");
  const feed = atomFeed(status, "https://status.example");
  expect(feed).toContain(`<id>tag:status.example,2026:incident/${id}</id>`);
  for (const text of [feed, JSON.stringify(status), JSON.stringify(publicJson(status, "https://status.example"))])
    expect(text).not.toMatch(/esim.?access|airalo|esim.?go\b|ACC-|B2B-|@/i);
  expect(await told(affected.email)).toHaveLength(1);
  await mailNotifications(system());
  expect(await told(affected.email)).toHaveLength(2);
});

test("an incident that is opened by hand is for everybody, and reaches every account", async () => {
  const person = await newPerson("owner");
  const id = await openIncident(second.ctx, {
    ...{ title: "The portal is slow", text: "Pages take seconds.", components: ["portal"], mail: false },
    ...({ severity: "minor", audience: "all" } as const),
  });
  expect((await (await person.api("live")).overview.announcements()).map(({ title }) => title)).toContain(
    "The portal is slow",
  );
  expect(await readStatus(system())).toMatchObject({
    incidents: expect.arrayContaining([expect.objectContaining({ id })]),
  });
});
