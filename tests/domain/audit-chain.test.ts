import { beforeAll, describe, expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { fundWallet, makeCheckpoint, verifyLedger } from "#server/domain/money/ledger/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { database, one, type Sql, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { whileTampered } from "#tests/support/tampered.ts";
import { newAccount, system } from "#tests/support/world.ts";

let account: { id: number; code: string };
let other: { id: number; code: string };
/** The number that checkpoint 1 signed. */
let signed: number;

const act = (accountId: number | undefined, subject: string, ctx = system()) =>
  recordAudit(ctx.db, ctx, {
    act: "brand.change",
    accountId,
    subject,
    details: { ü: "„“", n: 1.5, list: [null, true] },
  });
const countSeals = async () =>
  one(await database().query<{ n: number }>(sql`select count(*)::int as n from audit_seals`)).n;

beforeAll(async () => {
  account = await newAccount({ wallet: 100 });
  other = await newAccount({ wallet: 10 });
  for (let i = 1; i <= 6; i++) await act(i % 3 === 0 ? undefined : i % 2 ? account.id : other.id, `subject ${i}`);
  await makeCheckpoint(system());
  signed = await countSeals();
  for (let i = 7; i <= 9; i++) await act(account.id, `subject ${i}`);
});

const faultsOf = async (ctx: Ctx) => (await verifyLedger(ctx)).failures.map(({ fault }) => fault).join("; ") || null;

/** The entry that a test wrote under this subject. */
const entry = (n: number) => sql`(select id from audit_entries where subject = ${`subject ${n}`})`;
const seal = (n: number) => sql`(select sequence from audit_seals where entry_id = ${entry(n)})`;

/** All seals made anew over what the entries say now, so that everything inside the database fits together again. */
const SEAL_ANEW: Sql[] = [
  sql`delete from audit_seals`,
  sql`insert into audit_seals (sequence, entry_id, hash)
      select n, id, ledger_chain(decode(repeat('00', 32), 'hex'), fields) over (order by n)
        from (select n, id, audit_fields(n, e) as fields
                from (select row_number() over (order by id) as n, id, x as e from audit_entries x) numbered) described`,
];

describe("tampering around the triggers is found", () => {
  const cases: [string, () => Sql[], RegExp][] = [
    [
      "a changed field",
      () => [sql`update audit_entries set actor = 'staff:somebody@else.example' where id = ${entry(4)}`],
      /does not match its hash: a field was changed/,
    ],
    [
      "a changed detail",
      () => [sql`update audit_entries set details = details || '{"n": 2}' where id = ${entry(4)}`],
      /does not match its hash/,
    ],
    [
      "a changed time",
      () => [sql`update audit_entries set created_at = created_at + interval '1 ms' where id = ${entry(4)}`],
      /does not match its hash/,
    ],
    [
      "a deleted row in the middle",
      () => [sql`delete from audit_entries where id = ${entry(5)}`],
      /is gone: it was deleted/,
    ],
    [
      "a deleted row with its place in the chain",
      () => [
        sql`delete from audit_seals where entry_id = ${entry(5)}`,
        sql`delete from audit_entries where id = ${entry(5)}`,
      ],
      /entries are missing, added or out of order/,
    ],
    [
      "a tail cut, seals and all",
      () => [
        sql`delete from audit_seals where sequence > ${signed - 2}`,
        sql`delete from audit_entries e where not exists (select from audit_seals s where s.entry_id = e.id)`,
      ],
      /the audit log ends at number \d+, checkpoint 1 signed number \d+: entries were cut off/,
    ],
    [
      "an inserted row",
      () => [
        sql`insert into audit_entries (actor, act, subject, details) values ('operator:planted@example.com', 'key.create', 'planted', '{}')`,
      ],
      /has no place in the chain: it was added/,
    ],
    [
      "an inserted row, numbers moved up",
      () => [
        sql`update audit_seals set sequence = sequence + 1000 where sequence >= ${seal(4)}`,
        sql`update audit_seals set sequence = sequence - 999 where sequence >= 1000`,
        sql`insert into audit_entries (actor, act, subject, details) values ('operator:planted@example.com', 'key.create', 'planted', '{}')`,
        sql`insert into audit_seals (sequence, entry_id, hash)
            select ${seal(4)} - 1, (select id from audit_entries where subject = 'planted'), hash from audit_seals where entry_id = ${entry(4)}`,
      ],
      /does not match its hash/,
    ],
    [
      "two rows swapped",
      () => [
        sql`update audit_seals set entry_id = -entry_id where entry_id in (${entry(4)}, ${entry(5)})`,
        sql`update audit_seals set entry_id = case entry_id when -${entry(4)} then ${entry(5)} else ${entry(4)} end where entry_id < 0`,
      ],
      /does not match its hash/,
    ],
    [
      "a row moved to another account",
      () => [sql`update audit_entries set account_id = ${other.id} where id = ${entry(5)}`],
      /does not match its hash/,
    ],
    [
      "a row of an account made the platform's",
      () => [sql`update audit_entries set account_id = null where id = ${entry(5)}`],
      /does not match its hash/,
    ],
    [
      "the whole chain written anew with all hashes",
      () => [sql`update audit_entries set actor = 'job:x' where id = ${entry(4)}`, ...SEAL_ANEW],
      /is not the one that checkpoint 1 signed: the chain was written anew/,
    ],
  ];
  test.each(cases)("%s", async (_name, tamper, found) => {
    expect(await faultsOf(system())).toBeNull();
    await whileTampered(tamper(), async (ctx) => {
      const failures = (await verifyLedger(ctx)).failures.map(({ account, fault }) => ({ account, fault }));
      expect(failures).toEqual([{ account: "audit log", fault: expect.stringMatching(found) }]);
    });
    expect(await faultsOf(system())).toBeNull();
  });

  test("svc audit names it by a rule of its own", async () => {
    await whileTampered([sql`update audit_entries set act = 'x.y' where id = ${entry(4)}`], async (ctx) => {
      const { ok, failures } = await checkInvariants(ctx);
      expect({ ok, failures }).toMatchObject({
        ok: false,
        failures: [
          { invariant: expect.stringContaining("audit log's chain"), examples: expect.stringContaining("hash") },
        ],
      });
    });
  });

  test("what was cut or written anew is never signed", async () => {
    const rewritten = [sql`update audit_entries set actor = 'job:x' where id = ${entry(4)}`, ...SEAL_ANEW];
    const cut = [sql`delete from audit_seals where sequence > ${signed - 1}`];
    const cutToSigned = [sql`delete from audit_seals where sequence > ${signed}`];
    for (const [tamper, found] of [
      [rewritten, /No checkpoint is made: the audit log/],
      [[...cutToSigned, sql`update audit_seals set hash = '\\x00' where sequence = ${signed}`], /written anew/],
      [cut, /were cut off/],
    ] as const)
      await whileTampered(tamper, (ctx) => expect(makeCheckpoint(ctx)).rejects.toThrow(found));
  });
});

describe("the chain", () => {
  test("is append-only for everybody who goes through the database's rules", async () => {
    for (const table of ["audit_entries", "audit_seals"])
      for (const text of [`update ${table} set hash = ''`, `delete from ${table}`, `truncate ${table}`]) {
        const statement = text.replace("audit_entries set hash = ''", "audit_entries set act = ''");
        await expect(database().query({ text: statement, values: [], name: statement })).rejects.toThrow(
          `${table} is append-only`,
        );
      }
  });

  test("covers every column of an entry", async () => {
    const columns = await database().query<{ name: string }>(
      sql`select column_name as name from information_schema.columns where table_name = 'audit_entries'`,
    );
    const hashed = one(
      await database().query<{ body: string }>(sql`select prosrc as body from pg_proc where proname = 'audit_fields'`),
    ).body;
    expect(columns.map(({ name }) => name).filter((name) => !hashed.includes(`e.${name}`))).toEqual([]);
  });

  test("has one order, whoever writes: forty transactions at once, each with its wallet locked", async () => {
    const before = await countSeals();
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => fundWallet(system(), i % 2 ? account.code : other.code, money(1 + i))),
    );
    expect(await countSeals()).toBe(before + 40);
    expect(await faultsOf(system())).toBeNull();
  });

  test("is waited for at the end only: a transaction that wrote its entry holds up nobody until it commits", async () => {
    let written = () => {};
    let goOn = () => {};
    const hasWritten = new Promise<void>((resolve) => (written = resolve));
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    const slow = database().transaction(async (tx) => {
      await recordAudit(tx, system(), { act: "brand.change", subject: "slow" });
      written();
      await mayGoOn;
    });
    await hasWritten;
    await act(account.id, "quick");
    goOn();
    await slow;
    const order = await database().query<{ subject: string }>(sql`
      select e.subject from audit_seals s join audit_entries e on e.id = s.entry_id where e.subject in ('slow', 'quick') order by s.sequence`);
    expect(order.map(({ subject }) => subject)).toEqual(["quick", "slow"]);
    expect(await faultsOf(system())).toBeNull();
  });

  test("has no place for what was rolled back", async () => {
    const before = await countSeals();
    const undone = database().transaction(async (tx) => {
      await recordAudit(tx, system(), { act: "brand.change", subject: "undone" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await act(undefined, "after");
    expect(await countSeals()).toBe(before + 1);
    expect(await faultsOf(system())).toBeNull();
  });

  test("a checkpoint follows when nothing but the audit log has grown", async () => {
    await makeCheckpoint(system());
    expect((await makeCheckpoint(system())).made).toBe(false);
    await act(undefined, "only this");
    expect((await makeCheckpoint(system())).made).toBe(true);
    expect(await faultsOf(system())).toBeNull();
  });
});
