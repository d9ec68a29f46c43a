import { inflateRawSync } from "node:zlib";
import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { describe, expect, test } from "vitest";
import { sessionCookie, sessionSecret } from "#server/auth/cookie.ts";
import { requestApproval } from "#server/domain/control/approvals/index.ts";
import {
  beginExport,
  beginExportOf,
  endExport,
  eraseClosed,
  listHeldMoney,
  listHeldRefunds,
} from "#server/domain/control/closing/index.ts";
import { listConcerns } from "#server/domain/control/health/index.ts";
import { adjustWallet } from "#server/domain/money/ledger/index.ts";
import { findSession, sendRecovery } from "#server/domain/people/staff/index.ts";
import { changeAccount, getAccount } from "#server/domain/reseller/accounts/index.ts";
import { getEsim, reportEsim } from "#server/domain/selling/esims/index.ts";
import { exportEntries } from "#server/files/export-entries.ts";
import { openExport, serveExport } from "#server/files/serve-export.ts";
import { type ZipEntry, zipOf } from "#server/files/zip.ts";
import { database, one, sql, statement } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { DAY, HOUR } from "#server/kernel/time.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { DEVICE, movableClock, newPerson } from "#tests/support/people.ts";
import { newOwner } from "#tests/support/portal-samples.ts";
import { goToPay } from "#tests/support/storefront.ts";
import { until } from "#tests/support/until.ts";
import { enter, newAccount, newPackage, system } from "#tests/support/world.ts";

const db = database();

/** Closes it with an empty wallet, a term ago. */
async function closedLongAgo(code: string): Promise<ReturnType<typeof system>> {
  const { wallet } = await getAccount(system(), code);
  const left = money(wallet.balance.toString());
  if (!left.isZero()) await adjustWallet(system(), code, left.negated(), "Paid out");
  await changeAccount(system(), code, { status: "closed" });
  const clock = movableClock();
  clock.move(181 * DAY);
  return system({ clock });
}

const soon = () => new Date(Date.now() + 10 * DAY).toISOString().slice(0, 10);

/** Every table in which a text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await db.query<{ name: string }>(sql`
    select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query(statement(`select 1 from ${name} t where t::text ilike $1 limit 1`, [`%${text}%`]));
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe("deletion after the term", () => {
  test("addresses of travellers and staff stand nowhere but in what has to be kept", async () => {
    const { person, owned } = await newOwner();
    const given = `mia-${person.userId}@example.com`;
    const gift = { name: given, email: given, message: `For ${given}`, language: "en" as const, date: soon() };
    await goToPay(await person.inAccount("test"), owned.packageId, { gift });
    expect(await tablesWith(given)).toEqual(["gifts"]);
    await sendRecovery(system(), person.email);
    const ctx = await person.inAccount("test");
    const read = await getEsim(ctx, owned.iccid);
    const said = (usedBytes: number) => ({ usedBytes, eid: `89${String(person.userId).padStart(30, "7")}` });
    await reportEsim(ctx, read, said(1_000), "supplier");
    expect(await tablesWith(said(0).eid)).toEqual(expect.arrayContaining(["esims", "events"]));
    const later = await closedLongAgo(person.code);
    const before = await tablesWith(owned.customer);
    expect(before).toEqual(expect.arrayContaining(["checkouts"]));
    expect(await tablesWith(person.email)).toEqual(expect.arrayContaining(["users"]));
    await eraseClosed(system());
    expect(await tablesWith(person.email)).toContain("users");
    await eraseClosed(later);
    await eraseClosed(later);
    expect(await tablesWith(owned.customer)).toEqual([]);
    expect(await tablesWith(given)).toEqual([]);
    expect(await db.query(sql`select from gifts where email = 'deleted' and send_at is null`)).toHaveLength(1);
    // An eSIM that outlives its account takes no device any more, also from who read it before.
    expect(await tablesWith(said(0).eid)).toEqual([]);
    for (const esim of [read, await getEsim(ctx, owned.iccid)])
      expect(await reportEsim(ctx, esim, said(2_000 + esim.version), "supplier")).toMatchObject({ eid: null });
    expect(await tablesWith(said(0).eid)).toEqual([]);
    // Who did what is one chain, and stays.
    expect(await tablesWith(person.email)).toEqual(["audit_entries"]);
    const account = await getAccount(system(), person.code);
    expect(account).toMatchObject({ email: "deleted", erasedAt: later.clock.now() });
    expect(await codeOf(changeAccount(system(), person.code, { status: "active" }))).toBe("conflict");
    const acts = await db.query(
      sql`select from audit_entries where account_id = ${account.id} and act = 'account.erase'`,
    );
    expect(acts).toHaveLength(1);
  });

  test("nobody loses a sign-in that another team needs", async () => {
    const { code, email } = await newPerson();
    const other = await newAccount();
    await db.query(sql`
      insert into memberships (account_id, user_id, role) select ${other.id}, id, 'viewer' from users where email = ${email}`);
    await eraseClosed(await closedLongAgo(code));
    expect(await db.prisma.user.count({ where: { email } })).toBe(1);
    expect(await db.prisma.membership.count({ where: { user: { email } } })).toBe(1);
  });

  test("money that is left is told, waits for its payment, and keeps the account as it is until then", async () => {
    const { code, email } = await newPerson();
    const later = await closedLongAgo(code);
    await adjustWallet(system(), code, money(40), "Came late");
    await eraseClosed(later);
    expect(await db.prisma.user.count({ where: { email } })).toBe(1);
    const operator = await newOperator();
    expect(await listHeldMoney(operator.ctx)).toContainEqual(expect.objectContaining({ code }));
    const said = (await listConcerns(operator.ctx)).map(({ text }) => text).join("\n");
    expect(said).toContain("Closed with money in the wallet");
    // Paid out as any correction is: by an approval, also of a closed account.
    const ask = { kind: "adjustment", accountCode: code, amount: money(-40), reason: "Paid out by transfer" } as const;
    expect(await requestApproval(operator.ctx, ask)).toMatchObject({ status: "done" });
    await eraseClosed(later);
    expect(await db.prisma.user.count({ where: { email } })).toBe(0);
  });

  test("what travellers have to come, or ask back, is told and keeps the account as it is until it is settled", async () => {
    const refund = (payment: number) => sql`
      insert into payment_refunds (payment_id, cause, amount, created_at) values (${payment}, 'whole', 5, now())`;
    const dispute = (payment: number) => sql`
      insert into payment_disputes (payment_id, reference, amount, reason, status, is_inquiry, opened_at, read_at)
      values (${payment}, ${`dp_${payment}`}, 5, 'fraudulent', 'open', false, now(), now())`;
    const settled = (payment: number) => sql`
      with done as (update payment_refunds set done_at = now(), reference = 're_' || id where payment_id = ${payment})
      update payment_disputes set status = 'won', closed_at = now() where payment_id = ${payment}`;
    const [operator, { id: packageId }] = [await newOperator(), await newPackage()];
    for (const open of [refund, dispute]) {
      const { code, email } = await newPerson();
      const { id: accountId } = await getAccount(system(), code);
      const { id: payment } = one(
        await db.query<{ id: number }>(sql`
          with sold as (
            insert into checkouts (account_id, environment, kind, status, attempt, email, locale, package_id, package_name, quantity, retail_price,
              unit_price, total_amount, currency, unit_cap, created_at, paid_at, updated_at)
            values (${accountId}, 'live', 'order', 'delivered', ${email}, 'a@mail.example', 'en', ${packageId}, 'A plan', 1, 9, 9, 9, 'USD', 5, now(),
              now(), now()) returning id)
          insert into payments (account_id, environment, checkout_id, provider, amount, currency, status, created_at, expires_at, paid_at, updated_at)
          select ${accountId}, 'live', id, 'stripe', 9, 'USD', 'paid', now(), now(), now(), now() from sold returning id`),
      );
      // One whose buyer owes the VAT is deleted like any other, although it has to have a number.
      await db.query(sql`
        insert into checkouts (account_id, environment, kind, status, attempt, email, locale, package_id, package_name, quantity, retail_price, unit_price,
          total_amount, currency, unit_cap, vat_kind, vat_country, vat_rate, buyer_vat_id, created_at, updated_at)
        values (${accountId}, 'live', 'order', 'abandoned', ${`b-${email}`}, 'b@mail.example', 'fr', ${packageId}, 'A plan', 1, 9, 9, 9, 'USD', 5,
          'reverse', 'FR', 0, 'FR12345678901', now(), now())`);
      await db.query(open(payment));
      const later = await closedLongAgo(code);
      await eraseClosed(later);
      expect(await db.prisma.user.count({ where: { email } })).toBe(1);
      expect(await listHeldRefunds(operator.ctx)).toContainEqual(expect.objectContaining({ code, count: 1 }));
      const told = (await listConcerns(operator.ctx)).map(({ text }) => text).join("\n");
      expect(told).toContain("Closed with refunds or disputes");
      await db.query(settled(payment));
      await eraseClosed(later);
      expect(await db.prisma.user.count({ where: { email } })).toBe(0);
      expect(await db.prisma.checkout.count({ where: { accountId, buyerVatId: "deleted" } })).toBe(1);
    }
  });

  test("one that cannot be deleted, and twenty more of them, keep no other account as it is", async () => {
    await db.query(sql`
      create function refuse_erasing() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`);
    await db.query(sql`
      create trigger refuse_erasing before update of erased_at on accounts for each row when (new.company_name = 'Stuck Ltd') execute function refuse_erasing()`);
    try {
      for (let i = 0; i < 21; i++) {
        const { code } = await newAccount();
        await db.prisma.account.update({ where: { code }, data: { companyName: "Stuck Ltd" } });
        await closedLongAgo(code);
      }
      const { code } = await newAccount();
      const later = await closedLongAgo(code);
      await expect(eraseClosed(later)).rejects.toThrow("not this one");
      expect(await getAccount(system(), code)).toMatchObject({ email: "deleted" });
    } finally {
      await db.query(sql`drop trigger refuse_erasing on accounts`);
      await db.query(sql`drop function refuse_erasing`);
    }
  });

  test("an account that was opened again, or closed a moment ago, keeps everything", async () => {
    const [again, recent] = [await newPerson(), await newPerson()];
    await closedLongAgo(recent.code);
    await eraseClosed(system());
    expect(await db.prisma.user.count({ where: { email: recent.email } })).toBe(1);
    const later = await closedLongAgo(again.code);
    await changeAccount(system(), again.code, { status: "active" });
    await eraseClosed(later);
    expect(await db.prisma.user.count({ where: { email: again.email } })).toBe(1);
    expect((await getAccount(system(), again.code)).closedAt).toBeNull();
  });

  test("one that is opened again just as it is begun loses nothing, and one that was begun is not opened again", async () => {
    const [{ person, owned }, begun] = [await newOwner(), await newPerson()];
    const later = await closedLongAgo(person.code);
    const { id } = await getAccount(system(), person.code);
    let erasing: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await tx.query(sql`update accounts set status = 'active', closed_at = null where id = ${id}`);
      erasing = eraseClosed(later);
      await until(async () => {
        const waiting = await db.query(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return waiting.length > 0;
      });
    });
    await erasing;
    expect(await tablesWith(owned.customer)).toContain("checkouts");

    await closedLongAgo(begun.code);
    await db.query(sql`update accounts set erasing_at = now() where code = ${begun.code}`);
    expect(await codeOf(changeAccount(system(), begun.code, { status: "active" }))).toBe("conflict");
    await eraseClosed(later);
    expect(await db.prisma.user.count({ where: { email: begun.email } })).toBe(0);
  });
});

/** What an archive holds, read as its directory says. */
async function read(entries: AsyncIterable<ZipEntry>): Promise<Map<string, string>> {
  const bytes = Buffer.concat(await Array.fromAsync(zipOf(entries, new Date())));
  const end = bytes.length - 22;
  expect(bytes.readUInt32LE(end)).toBe(0x06_05_4b_50);
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i++) {
    const [packed, size, nameLength] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
    ];
    const head = bytes.readUInt32LE(at + 42);
    const start = head + 30 + bytes.readUInt16LE(head + 26);
    const content = inflateRawSync(bytes.subarray(start, start + packed));
    expect(content.length).toBe(size);
    files.set(bytes.toString("utf8", at + 46, at + 46 + nameLength), content.toString());
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}

describe("everything in one archive", () => {
  test("an account's own, and nothing of anybody else", async () => {
    const [mine, other] = [await newOwner(), await newOwner()];
    const files = await read(exportEntries(await enter(mine.person.code)));
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(["account.json", "ledger.csv", "ledger-chain.csv", "test/orders.csv", "live/orders.csv"]),
    );
    expect(files.get("test/orders.csv")).toContain(mine.owned.reference);
    expect(files.get("test/esims.csv")).toContain(mine.owned.iccid);
    expect(files.get("test/sales.csv")).toContain(mine.owned.sale);
    expect(JSON.parse(files.get("account.json")!)).toMatchObject({ account: { code: mine.person.code } });
    const all = [...files.values()].join("\n");
    for (const foreign of [other.person.code, other.person.email, other.owned.reference, other.owned.iccid])
      expect(all).not.toContain(foreign);
  });

  test("the one that staff download has no more in it than the reseller's: nothing of the platform's own", async () => {
    const [{ code }, operator] = [await newPerson(), await newOperator()];
    const ask = { kind: "adjustment", accountCode: code, amount: money(3), reason: "Our margin was wrong" } as const;
    await requestApproval(operator.ctx, ask);
    const files = await read(exportEntries(await beginExportOf(operator.ctx, code)));
    expect(files.get("audit-log.csv")).toContain("platform");
    for (const ours of [operator.email, ask.reason]) expect(files.get("audit-log.csv")).not.toContain(ours);
    // Who downloaded it is on record as who they are.
    const { id: accountId } = await getAccount(system(), code);
    const [entry] = await db.prisma.auditEntry.findMany({ where: { accountId, act: "account.export" } });
    expect(entry).toMatchObject({ actor: `operator:${operator.email}` });
  });

  test("is for who has just shown that they are the person, from our own pages, once at a time", async () => {
    const { code, sessionId, inAccount } = await newPerson();
    const open = async () => {
      const person = await findSession(db, sessionId, new Date());
      const portal = { client: DEVICE, person, environment: "live", accountCode: null } as const;
      return await openExport({ ...system(), ...portal }, null);
    };
    const ask = (site: string) =>
      serveExport(new NextRequest("http://localhost/api/account-export", { headers: { "sec-fetch-site": site } }));
    expect(await ask("cross-site").then(({ status }) => status)).toBe(403);
    expect(await ask("same-origin").then(({ status }) => status)).toBe(401);
    await db.query(sql`update sessions set confirmed_at = now() - interval '11 minutes' where id = ${sessionId}`);
    expect(await codeOf(open())).toBe("access_denied");
    await db.query(sql`update sessions set confirmed_at = now() where id = ${sessionId}`);
    expect((await Promise.all([1, 2, 3].map(() => codeOf(open())))).sort()).toEqual(["conflict", "conflict", "done"]);
    const clock = movableClock();
    clock.move(2 * HOUR);
    const first = await beginExport({ ...(await inAccount()), clock });
    clock.move(2 * HOUR);
    const second = await beginExport({ ...(await inAccount()), clock });
    // One that goes on after that hour ends the other's turn with its own no more.
    await endExport(first);
    expect(await codeOf(beginExport({ ...(await inAccount()), clock }))).toBe("conflict");
    await endExport(second);
    expect(await open()).toMatchObject({ account: { code } });
  });

  test("is not begun for who asks for its head alone: nobody would end it, and the next be refused for an hour", async () => {
    const { sessionId } = await newPerson();
    const token = await encode({ token: { sid: sessionId }, secret: sessionSecret() });
    const headers = { "sec-fetch-site": "same-origin", cookie: `${sessionCookie()}=${token}` };
    const ask = (method: string) =>
      serveExport(new NextRequest("http://localhost/api/account-export", { method, headers }));
    // What is made of a body for HEAD is read by nobody.
    const head = await ask("HEAD");
    const answer = await ask("GET");
    expect([head.status, answer.status]).toEqual([405, 200]);
    await answer.body!.cancel();
  });

  test("is made while it is sent: a file of many megabytes is never whole in memory", async () => {
    let made = 0;
    const row = `${"x".repeat(1_000)}\n`;
    async function* rows() {
      for (; made < 100_000; made++) yield `${made}${row}`;
    }
    async function* entries(): AsyncGenerator<ZipEntry> {
      yield { name: "rows.csv", content: rows() };
    }
    const archive = zipOf(entries(), new Date())[Symbol.asyncIterator]();
    await archive.next();
    await archive.next();
    expect(made).toBeLessThan(20_000);
    await archive.return?.(undefined);
  });
});
