import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { makeBaseBackup } from "#server/backup/index.ts";
import { shipWal } from "#server/backup/ship-wal.ts";
import { forgetBackups, recordBackup } from "#server/domain/control/backups/index.ts";
import { listAlarms } from "#server/domain/control/health/index.ts";
import { env, overrideEnv, parseEnv } from "#server/kernel/env.ts";
import { openBackupStore } from "#server/kernel/object-store.ts";
import { HOUR, MINUTE } from "#server/kernel/time.ts";
import { openBucket } from "#tests/support/bucket.ts";
import { system } from "#tests/support/world.ts";

const place = mkdtempSync(join(tmpdir(), "svc-backups-"));
const bucket = await openBucket("backups");
afterAll(() => {
  bucket.close();
  rmSync(place, { recursive: true, force: true });
});
afterEach(() => overrideEnv({ backup: undefined }));

const [FIRST, SECOND, HISTORY] = ["000000010000000000000001", "000000010000000000000002", "00000002.history"];

describe.each([
  ["a directory", (): Record<string, string> => ({ BACKUP_URL: join(place, "kept") })],
  ["a bucket", () => bucket.environment],
])("the archive in %s", (_where, settings) => {
  const folder = mkdtempSync(join(place, "wal-"));
  const leave = (name: string, content: string) => writeFileSync(join(folder, name), content);
  const open = () => {
    overrideEnv({ backup: parseEnv(settings() as unknown as NodeJS.ProcessEnv).backup });
    return openBackupStore()!;
  };

  test("has each file once, whole; what is half written stays where it is", async () => {
    const store = open();
    leave(FIRST, "one");
    leave(SECOND, "two\0ÿ");
    leave(HISTORY, "1\t0/3000000");
    leave("000000010000000000000003.part", "thr");
    leave(`${FIRST}.00000028.backup`, "a label, which restores do not need");
    expect(await shipWal(folder, store)).toBe(3);
    expect(readdirSync(folder)).toEqual(["000000010000000000000003.part"]);
    expect(await store.list("wal/")).toEqual([FIRST, SECOND, HISTORY].map((name) => `wal/${name}.gz`));
    expect(gunzipSync((await store.read(`wal/${SECOND}.gz`))!).toString()).toBe("two\0ÿ");
  });

  test("is not spoilt by a copy that was made and not noticed, nor by another installation", async () => {
    const store = open();
    leave(FIRST, "one");
    expect(await shipWal(folder, store)).toBe(1);
    expect(existsSync(join(folder, FIRST))).toBe(false);
    leave(FIRST, "of somebody else");
    await expect(shipWal(folder, store)).rejects.toThrow(/a second installation writes there/);
    expect(existsSync(join(folder, FIRST))).toBe(true);
    expect(gunzipSync((await store.read(`wal/${FIRST}.gz`))!).toString()).toBe("one");
  });
});

test("a database that runs without an archive is not said to be backed up", async () => {
  overrideEnv({ backup: { path: join(place, "none") } });
  const from = { databaseUrl: env().databaseUrl!, cluster: place, wal: place };
  await expect(makeBaseBackup(from, openBackupStore()!)).rejects.toThrow(/without an archive.*start it again/);
  expect(existsSync(join(place, "none"))).toBe(false);
});

describe("operators are called", () => {
  let now = Date.now();
  const ctx = system({ clock: { now: () => new Date(now) } });
  const called = async () => (await listAlarms(ctx, MINUTE)).filter(({ cause }) => cause === "backups");
  const done = { place: "/mnt/elsewhere", tookMs: 1, fault: null };

  test("when a copy is late or cannot be used, until it is made", async () => {
    expect(await called()).toEqual([]);
    for (const kind of ["wal", "base", "verify"] as const) await recordBackup(ctx, kind, done);
    expect(await called()).toEqual([]);
    await recordBackup(ctx, "wal", { ...done, fault: "ENOSPC: no space left on device" });
    now += 9 * MINUTE;
    expect(await called()).toEqual([]);
    now += 2 * MINUTE;
    expect(await called()).toMatchObject([
      { text: expect.stringMatching(/is not copied \(\/mnt\/elsewhere\) for 11 minutes: ENOSPC/) },
    ]);
    await recordBackup(ctx, "wal", done);
    expect(await called()).toEqual([]);
    await recordBackup(ctx, "verify", { ...done, fault: "the chain of ACC-1 is broken" });
    expect(await called()).toHaveLength(1);
    await recordBackup(ctx, "verify", done);
    now += 31 * HOUR;
    await recordBackup(ctx, "wal", done);
    expect(await called()).toMatchObject([{ text: expect.stringMatching(/^The base backup of the day is not made/) }]);
  });

  test("not where none are made", async () => {
    await forgetBackups(ctx);
    expect(await called()).toEqual([]);
  });
});
