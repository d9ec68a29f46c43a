import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  checkpointPublicKey,
  copyCheckpoints,
  findRestoredDatabase,
  fundWallet,
  makeCheckpoint,
  proveCheckpoint,
  verifyLedger,
} from "#server/domain/money/ledger/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { env, overrideEnv, parseEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { DAY } from "#server/kernel/time.ts";
import { openBucket } from "#tests/support/bucket.ts";
import { whileTampered } from "#tests/support/tampered.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const verifier = await import(join(import.meta.dirname, "../../docs/verify-ledger.mjs"));

const parse = (settings: Record<string, string>) => parseEnv(settings as unknown as NodeJS.ProcessEnv);
const files = () => readdirSync(env().checkpointDir).sort();
const path = (file: string) => join(env().checkpointDir, file);
const faults = async (ctx: Ctx = system()) => (await verifyLedger(ctx)).failures.map(({ fault }) => fault).join("; ");

let account: { id: number; code: string };
const fund = (amount: number, ctx: Ctx = system()) => fundWallet(ctx, account.code, money(amount));

beforeAll(async () => {
  account = await newAccount({ wallet: 100 });
});

const nextOrderId = async () =>
  (await system().db.query<{ id: number }>(sql`select nextval('orders_id_seq')::int as id`))[0]!.id;

afterEach(() => overrideEnv({ backup: undefined }));

test("that there is no checkpoint is only believed on the first day", async () => {
  expect(await faults()).toBe("");
  const later = { now: () => new Date(Date.now() + 2 * DAY) };
  expect(await faults(system({ clock: later }))).toMatch(
    /there is no checkpoint, and the first entry is older than a day/,
  );
});

const folder = mkdtempSync(join(tmpdir(), "svc-elsewhere-"));
const bucket = await openBucket("kept");
afterAll(() => {
  bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ["a directory", (): Record<string, string> => ({ BACKUP_URL: folder })],
  ["a bucket", () => bucket.environment],
])("a copy in %s", (_where, settings) => {
  const copyThere = () => overrideEnv({ backup: parse(settings()).backup });

  test("has every checkpoint once, also those that could not be copied when they were made", async () => {
    await fund(1);
    await makeCheckpoint(system());
    await fund(2);
    await makeCheckpoint(system());
    copyThere();
    expect(await copyCheckpoints(system())).toBe(files().length);
    expect(await copyCheckpoints(system())).toBe(0);
    expect(await faults()).toBe("");
  });

  test("finds that the newest files were taken away together with every record of them", async () => {
    copyThere();
    await fund(3);
    const { number } = await makeCheckpoint(system());
    await copyCheckpoints(system());
    const newest = path(files().at(-1)!);
    renameSync(newest, `${newest}.away`);
    const forget = sql`delete from ledger_checkpoints where number = ${number}`;
    await whileTampered([forget], async (ctx) => expect(await faults(ctx)).toMatch(`checkpoint ${number} is kept at`));
    renameSync(`${newest}.away`, newest);
    expect(await faults()).toBe("");
  });

  test("finds that a checkpoint was made anew, with the service's own key", async () => {
    copyThere();
    const newest = path(files().at(-1)!);
    const kept = readFileSync(newest, "utf8");
    const forged = kept.replace(/"at":"\d{4}/, '"at":"1999');
    rmSync(newest);
    writeFileSync(newest, forged);
    expect(await faults()).toMatch(/is not the one that is kept at/);
    rmSync(newest);
    writeFileSync(newest, kept);
    expect(await faults()).toBe("");
  });
});

test("a place that cannot be read is said, and holds no checkpoint up", async () => {
  await fund(4);
  overrideEnv({ backup: { path: join(path(files()[0]!), "below-a-file") } });
  expect((await makeCheckpoint(system())).made).toBe(true);
  await expect(copyCheckpoints(system())).rejects.toThrow(/ENOTDIR/);
  expect(await faults()).toMatch(/the copies at .* cannot be read/);
});

test("a bucket needs its keys, and any other address is refused by name", () => {
  expect(() => parse({ BACKUP_URL: "s3://kept/here" })).toThrow(/AWS_ACCESS_KEY_ID/);
  expect(() => parse({ BACKUP_URL: "ftp://kept" })).toThrow(/BACKUP_URL .* must be a directory/);
});

describe("after a restore of the database", () => {
  const cut = () => [
    sql`delete from ledger_entries where account_id = ${account.id} and sequence > 2`,
    sql`update wallets w set sequence = l.sequence, balance = l.balance_after, head_hash = l.hash from ledger_entries l
         where w.account_id = ${account.id} and l.account_id = w.account_id and l.sequence = 2`,
  ];
  const why = { restored: "disk lost, backup of yesterday" };

  test("a new epoch begins with a reason, and from there on everything is held against checkpoints as before", async () => {
    await makeCheckpoint(system());
    const before = files();
    await whileTampered(cut(), async (ctx) => {
      expect(await faults(ctx)).toMatch(/entries were cut off/);
      expect(await findRestoredDatabase(ctx)).toMatch(/lacks ledger entries of one account/);
      await expect(makeCheckpoint(ctx)).rejects.toMatchObject({ code: "conflict" });
      await expect(makeCheckpoint(ctx, { restored: "a\nb" })).rejects.toMatchObject({ code: "validation_error" });
      // The rest is the service's again: its triggers, which seal the audit log when a transaction ends.
      await ctx.db.query(sql`set local session_replication_role = origin`);
      const { number } = await makeCheckpoint(ctx, why);
      await ctx.db.query(sql`set constraints all immediate`);
      const { failures, epochs } = await verifyLedger(ctx);
      expect(failures).toEqual([]);
      expect(await findRestoredDatabase(ctx)).toBeNull();
      expect(epochs).toMatchObject([{ epoch: 2, checkpoint: number, reason: why.restored, accounts: 1 }]);
      const proof = await proveCheckpoint({ ...(await enter(account.code)), db: ctx.db });
      expect(verifier.verifyProof(proof, checkpointPublicKey())).toBeNull();
      // New entries take the numbers of those that were given up, and are signed in their turn.
      await fund(50, ctx);
      await fund(60, ctx);
      expect((await makeCheckpoint(ctx)).made).toBe(true);
      expect(await faults(ctx)).toBe("");
      await ctx.db.query(sql`set local session_replication_role = replica`);
      for (const statement of cut()) await ctx.db.query(statement);
      expect(await faults(ctx)).toMatch(/checkpoint \d+ signed number 4: entries were cut off/);
      const said = await ctx.db.query<{ act: string }>(
        sql`select act from audit_entries where act = 'ledger.restored'`,
      );
      expect(said).toHaveLength(1);
      const begun = path(files()[before.length]!);
      const text = readFileSync(begun, "utf8");
      rmSync(begun);
      writeFileSync(begun, text.replace('"kept":2', '"kept":1'));
      expect(await faults(ctx)).toMatch(/gives up other entries than those that were signed/);
    });
    for (const made of files().slice(before.length)) rmSync(path(made), { force: true });
  });

  test("nothing is given up when nothing is missing, or when what is there does not verify", async () => {
    const before = await nextOrderId();
    await makeCheckpoint(system(), why);
    expect((await verifyLedger(system())).epochs).toEqual([]);
    expect(await nextOrderId()).toBeGreaterThan(before + 900_000);
    const changed = sql`update ledger_entries set description = 'x' where account_id = ${account.id} and sequence = 1`;
    await whileTampered([...cut(), changed], async (ctx) => {
      await expect(makeCheckpoint(ctx, why)).rejects.toThrow(/does not match its hash/);
    });
  });
});
