import { inflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { requestApproval } from "#server/domain/control/approvals/index.ts";
import { beginExportOf, eraseClosed, listHeldMoney } from "#server/domain/control/closing/index.ts";
import { listConcerns } from "#server/domain/control/health/index.ts";
import { adjustWallet } from "#server/domain/money/ledger/index.ts";
import { changeAccount, getAccount } from "#server/domain/reseller/accounts/index.ts";
import { exportEntries } from "#server/files/export-entries.ts";
import { type ZipEntry, zipOf } from "#server/files/zip.ts";
import { database, sql, statement } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { DAY } from "#server/kernel/time.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { movableClock, newPerson } from "#tests/support/people.ts";
import { newOwner } from "#tests/support/portal-samples.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

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
    const later = await closedLongAgo(person.code);
    const before = await tablesWith(owned.customer);
    expect(before).toEqual(expect.arrayContaining(["checkouts"]));
    expect(await tablesWith(person.email)).toEqual(expect.arrayContaining(["users"]));
    await eraseClosed(system());
    expect(await tablesWith(person.email)).toContain("users");
    await eraseClosed(later);
    await eraseClosed(later);
    expect(await tablesWith(owned.customer)).toEqual([]);
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
