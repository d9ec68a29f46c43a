import { setTimeout as sleep } from "node:timers/promises";
import { handLedgerKeyOver } from "#server/domain/money/ledger/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { activeKeyId, fingerprintOf, newKey } from "#server/kernel/keyring.ts";
import { requireMachine } from "#server/kernel/operator-permissions.ts";
import { SECOND } from "#server/kernel/time.ts";
import {
  fingerprint,
  type Holder,
  insertWrap,
  listHolders,
  masterKey,
  mastersOf,
  openKeys,
  readKeys,
} from "./key-rows.ts";
import { refreshKeyring } from "./open-keyring.ts";
import { countOldCiphertexts, reEncrypt } from "./re-encrypt.ts";
import { GONE_AFTER_S, REFRESH_MS } from "./stored-secrets.ts";

/** Where the new MASTER_KEY comes from, and who is told of it. */
export type MasterStore = {
  /** The one that shall be, the same however often it is asked for; null when nobody said. */
  next(): string | null;
  /** Both open the keys from now on: processes may take the new one. */
  introduce(next: string): void;
  /** The former one opens nothing any more. */
  forgetFormer(): void;
  /** What has to be done so that processes take the new one; null when they notice by themselves. */
  advice: string | null;
};

export type Rotated = { done: true; reEncrypted: number } | { done: false; next: string; waitsFor: string[] };

/** Long enough for every process that runs to look three times, and for one that died to count as gone. */
const PATIENCE_MS = GONE_AFTER_S * SECOND + 4 * REFRESH_MS;

/**
 * Replaces MASTER_KEY and every key below it while the service runs, step by step; each step is on record in the database,
 * so that the next call goes on wherever one was broken off:
 *
 * 1. the keys are opened by both MASTER_KEYs, and every process takes the new one;
 * 2. the former one is closed out, and a new key is made that only the new one opens;
 * 3. once every process has the new key, it is written under;
 * 4. once every process writes under it, everything that was encrypted is encrypted anew.
 *
 * What the former key hashed stays valid until `retireKeys`.
 */
export async function rotateSecrets(ctx: Ctx, store: MasterStore): Promise<Rotated> {
  requireMachine(ctx);
  const stage = await findStage(ctx);
  if (stage === "none") await openForBoth(ctx, store);
  if (stage === "none" || stage === "both") {
    const waitsFor = await moveToNext(ctx, store);
    if (waitsFor !== null) return { done: false, next: store.advice!, waitsFor };
    await closeFormer(ctx);
  }
  store.forgetFormer();
  if (stage !== "re-encrypting") await activate(ctx);
  await waitFor(ctx, "write under the new key", ({ active }) => active === activeKeyId());
  return { done: true, reEncrypted: await reEncrypt(ctx) };
}

type Stage = "none" | "both" | "waiting" | "re-encrypting";

async function findStage(ctx: Ctx): Promise<Stage> {
  await refreshKeyring(ctx.db);
  const keys = await readKeys(ctx.db);
  if (mastersOf(keys).length > 1) return "both";
  if (keys.some(({ state }) => state === "waiting")) return "waiting";
  if (!keys.some(({ state }) => state === "accepted")) return "none";
  if ((await countOldCiphertexts(ctx)) > 0) return "re-encrypting";
  return fail(
    "conflict",
    "Everything is under the new key, and the former one is still accepted for what it hashed. `svc secrets status` says what that is; `svc secrets retire` ends it. Then the next rotation can begin.",
  );
}

async function openForBoth(ctx: Ctx, store: MasterStore): Promise<void> {
  const next = store.next();
  if (next === null)
    return fail(
      "validation_error",
      "Give the new MASTER_KEY in NEW_MASTER_KEY: at least 32 random characters, such as `openssl rand -hex 32` makes.",
      { field: "NEW_MASTER_KEY" },
    );
  if (next === masterKey())
    return fail("validation_error", "NEW_MASTER_KEY is the MASTER_KEY that is in force.", { field: "NEW_MASTER_KEY" });
  await alone(ctx, async (tx) => {
    const keys = await readKeys(tx);
    if (mastersOf(keys).length > 1) return;
    for (const key of openKeys(keys).held) await insertWrap(tx, next, key);
    await recordAudit(tx, ctx, {
      act: "secrets.introduce",
      subject: "MASTER_KEY",
      details: { fingerprint: fingerprint(next) },
    });
  });
}

/** Null once every process has the new MASTER_KEY; else the names of those that have not. */
async function moveToNext(ctx: Ctx, store: MasterStore): Promise<string[] | null> {
  const wanted = mastersOf(await readKeys(ctx.db)).at(-1)!;
  const isMoved = ({ master }: Holder) => master === wanted;
  if (store.advice !== null) {
    const left = (await listHolders(ctx.db)).filter((holder) => !isMoved(holder));
    // The command itself is run with the new one when it is in force everywhere.
    return left.length === 0 && fingerprint(masterKey()) === wanted ? null : left.map(({ name }) => name);
  }
  if (fingerprint(masterKey()) !== wanted) overrideEnv({ masterKey: store.next()! });
  store.introduce(masterKey());
  await waitFor(ctx, "take the new MASTER_KEY", isMoved);
  return null;
}

/** From here on the former MASTER_KEY starts nothing, and the key that comes is none of its business. */
async function closeFormer(ctx: Ctx): Promise<void> {
  await alone(ctx, async (tx) => {
    const keys = await readKeys(tx);
    if (mastersOf(keys).length < 2) return;
    const id = Math.max(...keys.map((key) => key.id)) + 1;
    const current = new Uint8Array(fingerprintOf(masterKey()));
    await tx.prisma.secretKeyWrap.deleteMany({ where: { master: { not: current } } });
    await tx.prisma.secretKey.create({ data: { id, state: "waiting", createdAt: ctx.clock.now() } });
    await insertWrap(tx, masterKey(), { id, root: newKey() });
    await recordAudit(tx, ctx, { act: "secrets.replace", subject: "MASTER_KEY", details: { keyId: id } });
  });
}

async function activate(ctx: Ctx): Promise<void> {
  const id = (await readKeys(ctx.db)).find(({ state }) => state === "waiting")!.id;
  await waitFor(ctx, "have the new key", ({ keys }) => keys.includes(id));
  await alone(ctx, async (tx) => {
    const [former] = await tx.query<{ id: number }>(
      sql`update secret_keys set state = 'accepted' where state = 'active' and ${id} in (select id from secret_keys where state = 'waiting') returning id`,
    );
    if (!former) return;
    await tx.prisma.secretKey.update({ where: { id }, data: { state: "active", activatedAt: ctx.clock.now() } });
    await handLedgerKeyOver(tx, ctx, { from: former.id, to: id });
    await recordAudit(tx, ctx, { act: "secrets.activate", subject: `key ${id}` });
  });
  await refreshKeyring(ctx.db);
}

/** Until every other process does; each looks every two seconds. */
async function waitFor(ctx: Ctx, what: string, does: (holder: Holder) => boolean): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(200)) {
    await refreshKeyring(ctx.db);
    const left = (await listHolders(ctx.db)).filter((holder) => !does(holder));
    if (left.length === 0) return;
    if (performance.now() > end)
      fail(
        "conflict",
        `These do not ${what}: ${left.map(({ name }) => name).join("; ")}. Restart them with the new MASTER_KEY, then run this again: it goes on from here.`,
      );
  }
}

/** One command at a time changes which keys there are. */
const alone = (ctx: Ctx, work: (tx: Transaction) => Promise<void>): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(7276318205)`);
    await work(tx);
  });
