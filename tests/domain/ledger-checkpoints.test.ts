import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  adjustWallet,
  checkpointPublicKey,
  exportEntries,
  fundWallet,
  makeCheckpoint,
  proveCheckpoint,
  verifyLedger,
} from "#server/domain/money/ledger/index.ts";
import { changeCredit } from "#server/domain/reseller/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { database, one, type Sql, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { whileTampered } from "#tests/support/tampered.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

/** The stand-alone verifier, as a reseller runs it. */
const verifier = await import(join(import.meta.dirname, "../../docs/verify-ledger.mjs"));
type Proof = Awaited<ReturnType<typeof proveCheckpoint>>;

const files = () => readdirSync(env().checkpointDir).sort();
const path = (file: string) => join(env().checkpointDir, file);

let account: { id: number; code: string };
let other: { id: number; code: string };
let proof: Proof;

/** Eight entries, a checkpoint of them, and two more. */
beforeAll(async () => {
  account = await newAccount({ wallet: 100, creditLimit: 50 });
  other = await newAccount({ wallet: 10 });
  for (let i = 1; i <= 6; i++) await adjustWallet(system(), account.code, money(-i), `Correction ${i}, „für“ A & B`);
  expect(await makeCheckpoint(system())).toMatchObject({ made: true, number: 1, accounts: 2 });
  proof = await proveCheckpoint(await enter(account.code));
  await fundWallet(system(), account.code, money(5));
  await fundWallet(system(), account.code, money(6));
});

const asReseller = async (ctx: Ctx, kept = proof): Promise<string | null> => {
  const entries = await exportEntries(ctx, account.id, 0);
  return (
    verifier.verifyChain(entries) ??
    verifier.verifyProof(kept, checkpointPublicKey()) ??
    verifier.compareWithProof(entries, kept)
  );
};

const faultOf = async (ctx: Ctx, code = account.code) =>
  (await verifyLedger(ctx, code)).failures.map(({ fault }) => fault).join("; ") || null;

/** All entries written anew from a number on, so that everything inside the database fits together again. */
const rewriteFrom = (sequence: number): Sql[] => [
  sql`
    with recursive chain as (
      select l.sequence, l.balance_after, l.hash from ledger_entries l where l.account_id = ${account.id} and l.sequence = ${sequence - 1}
      union all
      select l.sequence, (c.balance_after + l.amount)::numeric(18,4), sha256(c.hash || convert_to(ledger_fields(l.id, l.account_id, l.sequence, l.type, l.amount,
             l.currency, c.balance_after, c.balance_after + l.amount, l.credit_usable, l.cause, l.description, l.created_at), 'UTF8'))
        from chain c join ledger_entries l on l.account_id = ${account.id} and l.sequence = c.sequence + 1
    )
    update ledger_entries l set balance_before = c.balance_after - l.amount, balance_after = c.balance_after, hash = c.hash
      from chain c where l.account_id = ${account.id} and l.sequence = c.sequence and c.sequence >= ${sequence}`,
  fitWallet(),
];

/** The wallet says what the last entry says. */
const fitWallet = () => sql`
  update wallets w set sequence = l.sequence, balance = l.balance_after, head_hash = l.hash from ledger_entries l
   where w.account_id = ${account.id} and l.account_id = w.account_id
     and l.sequence = (select max(sequence) from ledger_entries where account_id = ${account.id})`;

const own = () => sql`account_id = ${account.id}`;

describe("tampering around the triggers is found, by us and by the reseller's own verifier", () => {
  const cases: [string, () => Sql[], RegExp, RegExp][] = [
    [
      "a changed amount",
      () => [
        sql`update ledger_entries set amount = amount - 1, balance_after = balance_after - 1 where ${own()} and sequence = 4`,
      ],
      /does not match its hash/,
      /does not match its hash/,
    ],
    [
      "a changed text",
      () => [sql`update ledger_entries set description = 'x' where ${own()} and sequence = 4`],
      /does not match its hash/,
      /does not match its hash/,
    ],
    [
      "a deleted row in the middle",
      () => [sql`delete from ledger_entries where ${own()} and sequence = 5`],
      /missing/,
      /missing/,
    ],
    [
      "a tail cut, the wallet made to fit",
      () => [sql`delete from ledger_entries where ${own()} and sequence > 6`, fitWallet()],
      /ends at number 6, checkpoint 1 signed number 8: entries were cut off/,
      /ends at number 6, checkpoint 1 signed number 8/,
    ],
    [
      "an inserted row, numbers moved up",
      () => [
        sql`update ledger_entries set sequence = sequence + 1000 where ${own()} and sequence >= 4`,
        sql`update ledger_entries set sequence = sequence - 999 where ${own()} and sequence >= 1000`,
        sql`
          insert into ledger_entries (account_id, sequence, type, amount, currency, balance_before, balance_after, credit_usable, cause, description, created_at, hash)
          select account_id, 4, 'deposit', 5, currency, balance_after, balance_after + 5, credit_usable, 'planted', 'planted', created_at, hash
            from ledger_entries where ${own()} and sequence = 3`,
      ],
      /number 4 .*does not match its hash/,
      /number 4\) does not match its hash/,
    ],
    [
      "two rows swapped",
      () => [
        sql`update ledger_entries set sequence = case sequence when 4 then 1005 else 1004 end where ${own()} and sequence in (4, 5)`,
        sql`update ledger_entries set sequence = sequence - 1000 where ${own()} and sequence > 1000`,
      ],
      /number 4 .*starts from/,
      /number 4\) starts from/,
    ],
    [
      "a row moved in from another account",
      () => [
        sql`update ledger_entries set sequence = sequence + 1000 where ${own()} and sequence >= 1`,
        sql`update ledger_entries set sequence = sequence - 999 where ${own()}`,
        sql`update ledger_entries set account_id = ${account.id} where account_id = ${other.id} and sequence = 1`,
      ],
      /does not match its hash/,
      /does not match its hash/,
    ],
    [
      "the whole chain written anew with all hashes",
      () => [
        sql`update ledger_entries set amount = amount + 50, balance_after = balance_after + 50 where ${own()} and sequence = 2`,
        ...rewriteFrom(2),
      ],
      /is not the one that checkpoint 1 signed: the chain was written anew/,
      /is not the one that checkpoint 1 signed/,
    ],
  ];
  test.each(cases)("%s", async (_name, tamper, ours, theirs) => {
    expect(await faultOf(system())).toBeNull();
    expect(await asReseller(system())).toBeNull();
    await whileTampered(tamper(), async (ctx) => {
      expect(await faultOf(ctx)).toMatch(ours);
      expect(await asReseller(ctx)).toMatch(theirs);
    });
  });

  test("a changed wallet balance, although no entry was touched", async () => {
    await whileTampered([sql`update wallets set balance = balance + 1000 where ${own()}`], async (ctx) => {
      expect(await faultOf(ctx)).toMatch(/the wallet holds/);
      await expect(makeCheckpoint(ctx)).rejects.toThrow(/No checkpoint is made: .*not where its wallet stands/);
    });
  });

  test("an account that was removed with its entries", async () => {
    const gone = [
      sql`delete from ledger_entries where account_id = ${other.id}`,
      sql`delete from wallets where account_id = ${other.id}`,
    ];
    await whileTampered(gone, async (ctx) => {
      expect((await verifyLedger(ctx)).failures).toContainEqual({
        account: String(other.id),
        fault: "checkpoints signed this account's chain, and it is gone",
      });
    });
  });

  test("what was written anew is never signed", async () => {
    const changed = sql`update ledger_entries set amount = amount + 50, balance_after = balance_after + 50 where ${own()} and sequence = 2`;
    await whileTampered([changed, ...rewriteFrom(2)], async (ctx) => {
      await expect(makeCheckpoint(ctx)).rejects.toThrow(/No checkpoint is made/);
    });
    expect(files()).toHaveLength(1);
  });

  test("an older checkpoint put in the place of the newest, by us and by who kept the newer one", async () => {
    const older = proof;
    expect(await makeCheckpoint(system())).toMatchObject({ made: true, number: 2 });
    const newer = await proveCheckpoint(await enter(account.code));
    const [first, second] = files();
    const kept = readFileSync(path(second!));
    rmSync(path(second!));
    expect(await faultOf(system())).toMatch(/checkpoint 2 was made and is not in/);
    await expect(makeCheckpoint(system())).rejects.toThrow(/does not hold checkpoint 2/);
    writeFileSync(path(second!), readFileSync(path(first!)));
    expect(await faultOf(system())).toMatch(/holds checkpoint 1: another one was put there/);
    rmSync(path(second!), { force: true });
    writeFileSync(path(second!), kept);
    expect(await faultOf(system())).toBeNull();
    // The tail behind the older checkpoint was cut, and the older one is shown: the newer one says so.
    const cut = [sql`delete from ledger_entries where ${own()} and sequence > 8`, fitWallet()];
    await whileTampered(cut, async (ctx) => {
      expect(await asReseller(ctx, older)).toBeNull();
      expect(await asReseller(ctx, newer)).toMatch(/checkpoint 2 signed number 10/);
    });
    expect(verifier.compareProofs([newer, older])).toBeNull();
    const replayed = { ...newer, checkpoint: { ...newer.checkpoint, previous: "ab".repeat(32) } };
    expect(verifier.compareProofs([older, replayed])).toMatch(/does not follow/);
  });
});

describe("checkpoints", () => {
  test("are made when money moved, and follow each other", async () => {
    const before = (await verifyLedger(system())).newestCheckpoint!.number;
    expect((await makeCheckpoint(system())).made).toBe(false);
    await changeCredit(system(), other.code, { limit: money(25) });
    expect(await makeCheckpoint(system())).toMatchObject({ made: true, number: before + 1, accounts: 2 });
    const { ok, checkpoints, newestCheckpoint } = await verifyLedger(system());
    expect({ ok, checkpoints }).toEqual({ ok: true, checkpoints: before + 1 });
    expect(newestCheckpoint).toMatchObject({ number: before + 1 });
  });

  test("are signed: a file that was changed or made with another key counts for nothing", async () => {
    const newest = files().at(-1)!;
    const text = readFileSync(path(newest), "utf8");
    const put = (content: string) => {
      rmSync(path(newest), { force: true });
      writeFileSync(path(newest), content);
    };
    put(text.replace(/"at":"20/, '"at":"19'));
    expect(await faultOf(system())).toMatch(/not signed by this service's key/);
    put(text.replace(/"balance":"[^"]+"/, '"balance":"1.0000"'));
    expect(await faultOf(system())).toMatch(/other heads than those that were signed/);
    put(text.slice(0, 40));
    expect(await faultOf(system())).toMatch(/cannot be read/);
    put(text);
    expect(await faultOf(system())).toBeNull();
    const forged = { ...proof, head: { ...proof.head, balance: "999.0000" } };
    expect(verifier.verifyProof(forged, checkpointPublicKey())).toMatch(/did not sign this place/);
    const { publicKey } = await newKeyPair();
    expect(verifier.verifyProof(proof, publicKey)).toMatch(/not signed by this key/);
  });

  test("a file that was written while the process died is booked by the next one", async () => {
    await fundWallet(system(), account.code, money(1));
    const { number } = await makeCheckpoint(system());
    await database().transaction(async (tx) => {
      await tx.query(sql`alter table ledger_checkpoints disable trigger user`);
      await tx.query(sql`delete from ledger_checkpoints where number = ${number}`);
      await tx.query(sql`alter table ledger_checkpoints enable trigger user`);
    });
    expect(await makeCheckpoint(system())).toMatchObject({ made: false, number });
    const { last } = one(
      await database().query<{ last: number }>(sql`select max(number) as last from ledger_checkpoints`),
    );
    expect(last).toBe(number);
  });

  test("of two processes at the same time, one makes it", async () => {
    await fundWallet(system(), account.code, money(1));
    const made = await Promise.all([makeCheckpoint(system()), makeCheckpoint(system()), makeCheckpoint(system())]);
    expect(made.filter(({ made }) => made)).toHaveLength(1);
    expect(new Set(made.map(({ number }) => number)).size).toBe(1);
  });

  test("show an account its own place, whatever the number of accounts, and nothing of the others", async () => {
    for (let i = 0; i < 6; i++) {
      const added = await newAccount({ wallet: 10 + i });
      await makeCheckpoint(system());
      for (const { code, id } of [account, other, added]) {
        const shown = await proveCheckpoint(await enter(code));
        expect(verifier.verifyProof(shown, checkpointPublicKey())).toBeNull();
        expect(shown.head.account_id).toBe(id);
        expect(JSON.stringify(shown)).not.toContain("heads");
      }
    }
  });

  test("are the platform's to make, and their record cannot be changed", async () => {
    await expect(makeCheckpoint(system({ actor: { kind: "key", name: "x" } }))).rejects.toMatchObject({
      code: "access_denied",
    });
    await expect(database().query(sql`delete from ledger_checkpoints`)).rejects.toThrow(/append-only/);
  });
});

const newKeyPair = async () => {
  const { generateKeyPairSync } = await import("node:crypto");
  return { publicKey: generateKeyPairSync("ed25519").publicKey.export({ format: "pem", type: "spki" }).toString() };
};
