import { decrypt } from "#server/kernel/crypto.ts";
import { isDatabaseDown } from "#server/kernel/database-errors.ts";
import { type Database, sql, statement, type Transaction } from "#server/kernel/db.ts";
import { EnvError, overrideEnv } from "#server/kernel/env.ts";
import { firstKey, heldKeys, holdKeys } from "#server/kernel/keyring.ts";
import { log } from "#server/kernel/log.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import {
  fingerprint,
  forgetProcess,
  insertWrap,
  masterKey,
  mastersOf,
  nameProcess,
  openKeys,
  readKeys,
  reportHeld,
} from "./key-rows.ts";
import { ENCRYPTED, REFRESH_MS } from "./stored-secrets.ts";

const NOT_THE_MASTER =
  "MASTER_KEY does not open the secrets of this database: it was replaced since, or belongs to another one. Set the one that was in force last; without DATABASE_URL it is in DATA_DIR/secrets.json.";

/**
 * Opens the keys of the database, and makes the first one on a database that has none. Refuses a MASTER_KEY that does not
 * open them. Does nothing in a process that holds them.
 */
export async function openKeyring(db: Database): Promise<void> {
  if (heldKeys().length > 0) return;
  if ((await readKeys(db)).length === 0) await makeFirst(db);
  const { held, closed } = openKeys(await readKeys(db));
  if (closed.length > 0) throw new EnvError(NOT_THE_MASTER);
  holdKeys(held);
}

/** Of several processes at once, one makes it. */
async function makeFirst(db: Database): Promise<void> {
  const master = masterKey();
  await requireReadable(db, master);
  await db.transaction(async (tx) => {
    const made = await tx.query(sql`
      insert into secret_keys (id, state, created_at, activated_at) values (1, 'active', now(), now()) on conflict do nothing returning id`);
    if (made.length > 0) await insertWrap(tx, master, { id: 1, root: firstKey(master) });
  });
}

/** What was stored before there were keys in the database shows whether this is the MASTER_KEY that it was stored under. */
async function requireReadable(db: Transaction, master: string): Promise<void> {
  const samples: Buffer[] = [];
  for (const { table, column } of ENCRYPTED) {
    const text = `select ${column} as stored from ${table} where cipher_key(${column}) is not null limit 1`;
    samples.push(...(await db.query<{ stored: Buffer }>(statement(text))).map(({ stored }) => stored));
  }
  holdKeys([{ id: 1, state: "active", root: firstKey(master) }]);
  try {
    for (const stored of samples) decrypt(stored);
  } catch {
    throw new EnvError(NOT_THE_MASTER);
  } finally {
    holdKeys([]);
  }
}

/** Where a process learns that its MASTER_KEY was replaced, and by which; null when it was not, or is not told. */
type Successor = (master: string) => string | null;

/**
 * Opens the keys, and goes on looking every two seconds which ones there are: before a key is written under, every
 * process has it.
 */
export async function followKeyring(db: Database, name: string, successor: Successor = () => null): Promise<void> {
  await openKeyring(db);
  const following = follower();
  if (following.timer) return;
  nameProcess(name);
  const look = () => {
    // One look at a time: a slow one is not overtaken.
    following.look ??= refreshKeyring(db, successor)
      .catch((error: Error) => {
        if (!isDatabaseDown(error)) log().error({ error: error.message }, "the keys were not read");
      })
      .finally(() => {
        following.look = null;
      });
  };
  look();
  following.timer = setInterval(look, REFRESH_MS).unref();
}

const follower = () =>
  processSingleton("keyring-follower", () => ({
    timer: null as NodeJS.Timeout | null,
    look: null as Promise<void> | null,
  }));

/** Before the database is closed: nobody waits for this process any more. */
export async function leaveKeyring(db: Transaction): Promise<void> {
  const following = follower();
  clearInterval(following.timer ?? undefined);
  await following.look;
  await forgetProcess(db).catch(() => {});
}

/** Reads which keys there are now, and says which of them this process holds. */
export async function refreshKeyring(db: Transaction, successor: Successor = () => null): Promise<void> {
  const keys = await readKeys(db);
  const master = masterKey();
  if (mastersOf(keys).some((other) => other !== fingerprint(master))) {
    const next = successor(master);
    if (next !== null) overrideEnv({ masterKey: next });
  }
  const { held, closed } = openKeys(keys);
  if (closed.length > 0)
    log().error({ keys: closed }, "MASTER_KEY was replaced: this process has to be restarted with the new one");
  if (held.length > 0) holdKeys(held);
  await reportHeld(db);
}
