import { expect, test } from "vitest";
import { setSupplierOpen, tellOfSuppliers } from "#server/domain/catalogue/suppliers/index.ts";
import { mailNotifications } from "#server/domain/messaging/mail/index.ts";
import { muteNotifications } from "#server/domain/people/staff/index.ts";
import {
  countUnreadNotifications,
  listNotifications,
  type NewNotification,
  raiseNotifications,
  readNotifications,
} from "#server/domain/record/notifications/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { decrypt } from "#server/kernel/crypto.ts";
import { database, sql } from "#server/kernel/db.ts";
import { DAY } from "#server/kernel/time.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { newPerson } from "#tests/support/people.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { enter, newAccount, newPackage, system } from "#tests/support/world.ts";

let occasion = 0;
const notice = (
  ctx: AccountCtx,
  kind: NewNotification["kind"],
  change: Partial<NewNotification> = {},
): NewNotification => ({
  accountId: ctx.account.id,
  environment: "live",
  kind,
  subject: "webhook:7",
  occasion: String(++occasion),
  text: `It is ${kind}.`,
  ...change,
});
const raise = (...notices: NewNotification[]) => raiseNotifications(database(), new Date(), notices);

type Mail = { recipient: string; subject: string; text: Uint8Array };
const mailsOf = async ({ account }: AccountCtx) =>
  (
    await database().query<Mail>(
      sql`select recipient, subject, text from mails where account_id = ${account.id} order by id`,
    )
  ).map(({ text, ...mail }) => ({ ...mail, text: decrypt(text) }));
const recipients = async (ctx: AccountCtx) => (await mailsOf(ctx)).map(({ recipient }) => recipient).sort();

async function team() {
  const owner = await newPerson("owner");
  const [developer, finance, viewer] = await Promise.all(
    (["developer", "finance", "viewer"] as const).map((role) => newPerson(role, owner.code)),
  );
  return { ctx: await enter(owner.code), owner, developer: developer!, finance: finance!, viewer: viewer! };
}

test("a notice is mailed to those whose role can do something about it, by a job, and leads to its page", async () => {
  const { ctx, owner, developer } = await team();
  await raise(notice(ctx, "webhook.failing"));
  // A mail that was sent keeps no text.
  await runJobsUntil(async () => (await mailsOf(ctx)).length > 0, { without: ["send-mail"] });
  expect(await recipients(ctx)).toEqual([owner.email, developer.email].sort());
  const [mail] = await mailsOf(ctx);
  expect(mail!.subject).toBe("Webhook endpoint failing: Test Travel Ltd");
  expect(mail!.text).toContain("It is webhook.failing.");
  expect(mail!.text).toMatch(/\/live\/webhooks\/7\n/);
  expect(mail!.text).toMatch(/\/live\/you$/);
});

test("one mail per occasion, however often it is raised and mailed side by side", async () => {
  const { ctx } = await team();
  const same = notice(ctx, "balance.low");
  await Promise.all([raise(same), raise(same), raise(same)]);
  await Promise.all(Array.from({ length: 4 }, () => mailNotifications(system())));
  expect(await recipients(ctx)).toHaveLength(2);
  await raise(notice(ctx, "balance.low"));
  await mailNotifications(system());
  expect(await recipients(ctx)).toHaveLength(4);
});

test("who switched a kind off gets no mail of it, also at an address that a notice names", async () => {
  const { ctx, owner, finance } = await team();
  await muteNotifications(owner.personCtx, "balance.low", true);
  await muteNotifications(owner.personCtx, "balance.low", true);
  await raise(
    notice(ctx, "balance.low"),
    notice(ctx, "balance.low", { recipients: [owner.email, "books@example.com"] }),
    notice(ctx, "order.refunded", { subject: "B2B-1" }),
  );
  await mailNotifications(system());
  expect(await recipients(ctx)).toEqual([finance.email, finance.email, owner.email, "books@example.com"].sort());
  await muteNotifications(owner.personCtx, "balance.low", false);
  await raise(notice(ctx, "balance.low", { recipients: [owner.email] }));
  await mailNotifications(system());
  expect((await recipients(ctx)).filter((email) => email === owner.email)).toHaveLength(2);
});

test("a role sees notices about what it may see, and marks as read what it can do something about", async () => {
  const { ctx, finance, viewer, developer } = await team();
  await raise(notice(ctx, "webhook.failing"), notice(ctx, "balance.low"), notice(ctx, "api_key.expiring"));
  const seenBy = async (person: typeof finance) =>
    (await listNotifications(await person.inAccount(), { limit: 50 })).items.map(({ kind }) => kind).sort();
  expect(await seenBy(finance)).toEqual(["balance.low"]);
  expect(await seenBy(viewer)).toEqual(["api_key.expiring", "balance.low", "webhook.failing"]);
  expect(await countUnreadNotifications(await finance.inAccount())).toBe(1);
  const ids = (await listNotifications(ctx, { limit: 50 })).items.map(({ id }) => id);
  await expect(readNotifications(await viewer.inAccount(), ids)).rejects.toMatchObject({ code: "access_denied" });
  expect(await readNotifications(await developer.inAccount(), { upToId: Math.max(...ids) })).toBe(2);
  expect(await readNotifications(await developer.inAccount(), ids)).toBe(0);
  expect(await readNotifications(await finance.inAccount(), ids)).toBe(1);
  expect(await countUnreadNotifications(ctx)).toBe(0);
});

async function customer(): Promise<AccountCtx> {
  const ctx = await enter((await newAccount()).code);
  await deliveredOrder(ctx, (await newPackage()).packageId);
  return ctx;
}

test("resellers who sell a supplier hear when it is closed and when it is back, once a day each; others do not", async () => {
  const ctx = await customer();
  const stranger = await enter((await newAccount()).code);
  const kinds = async (of: AccountCtx) => (await listNotifications(of, { limit: 50 })).items.map(({ kind }) => kind);
  expect(await tellOfSuppliers(system())).toEqual([]);
  await setSupplierOpen(system(), "esimaccess", false);
  await Promise.all([tellOfSuppliers(system()), tellOfSuppliers(system())]);
  expect(await kinds(ctx)).toEqual(["supplier.disrupted"]);
  await setSupplierOpen(system(), "esimaccess", true);
  expect(await tellOfSuppliers(system())).toEqual(["esimaccess"]);
  expect(await kinds(ctx)).toEqual(["supplier.restored", "supplier.disrupted"]);
  await setSupplierOpen(system(), "esimaccess", false);
  await tellOfSuppliers(system());
  expect(await kinds(ctx)).toHaveLength(2);
  await setSupplierOpen(system(), "esimaccess", true);
  await tellOfSuppliers(system());
  const tomorrow = system({ clock: { now: () => new Date(Date.now() + DAY) } });
  await setSupplierOpen(tomorrow, "esimaccess", false);
  await tellOfSuppliers(tomorrow);
  expect(await kinds(ctx)).toHaveLength(3);
  await setSupplierOpen(system(), "esimaccess", true);
  await tellOfSuppliers(system());
  expect(await kinds(stranger)).toEqual([]);
});

test("a supplier whose calls mostly fail is told of as well", async () => {
  const ctx = await customer();
  await database().query(sql`
    insert into supplier_calls (supplier_code, operation, outcome, request, response, duration_ms, created_at)
    select 'esimaccess', 'balance', 'unclear', '', '', 5, now() from generate_series(1, 20)`);
  expect(await tellOfSuppliers(system({ clock: { now: () => new Date(Date.now() + 2 * DAY) } }))).toEqual([]);
  expect(await tellOfSuppliers(system())).toEqual(["esimaccess"]);
  const [told] = (await listNotifications(ctx, { limit: 1 })).items;
  expect(told).toMatchObject({ kind: "supplier.disrupted", text: expect.stringContaining("does not answer reliably") });
});
