import { hostname } from "node:os";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { EnvError, env } from "#server/kernel/env.ts";
import { fingerprintOf, type HeldKey, heldKeys, thisProcess, unwrapKey, wrapKey } from "#server/kernel/keyring.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { GONE_AFTER_S } from "./stored-secrets.ts";

/** A key that is not retired, with its wraps by the fingerprint of the MASTER_KEY that opens them. */
export type StoredKey = { id: number; state: HeldKey["state"]; wraps: Map<string, Buffer> };

export async function readKeys(db: Transaction): Promise<StoredKey[]> {
  const rows = await db.query<{
    id: number;
    state: HeldKey["state"];
    master: string | null;
    wrapped: Buffer | null;
  }>(sql`
    select k.id, k.state, encode(w.master, 'hex') as master, w.wrapped
      from secret_keys k left join secret_key_wraps w on w.key_id = k.id where k.state <> 'retired' order by k.id, w.made_at`);
  const keys = new Map<number, StoredKey>();
  for (const { id, state, master, wrapped } of rows) {
    const key = keys.get(id) ?? { id, state, wraps: new Map() };
    if (master !== null && wrapped !== null) key.wraps.set(master, wrapped);
    keys.set(id, key);
  }
  return [...keys.values()];
}

/** Which MASTER_KEYs open the keys: one, or two while it is replaced, the former one first. */
export const mastersOf = (keys: StoredKey[]): string[] => [...new Set(keys.flatMap(({ wraps }) => [...wraps.keys()]))];

export const masterKey = (): string => {
  const { masterKey } = env();
  if (masterKey) return masterKey;
  throw new EnvError("There is no MASTER_KEY: it is generated into DATA_DIR by the first start of the service.");
};

export const fingerprint = (master: string): string => fingerprintOf(master).toString("hex");

/** Lets a MASTER_KEY open a key. */
export async function insertWrap(tx: Transaction, master: string, { id, root }: Pick<HeldKey, "id" | "root">) {
  await tx.query(sql`
    insert into secret_key_wraps (key_id, master, wrapped, made_at)
    values (${id}, ${fingerprintOf(master)}, ${wrapKey(master, id, root)}, clock_timestamp())`);
}

/** The keys with what is in them; those that this process held before, and those that its MASTER_KEY opens. */
export function openKeys(keys: StoredKey[]): { held: HeldKey[]; closed: number[] } {
  const known = new Map(heldKeys().map((key) => [key.id, key.root]));
  const master = masterKey();
  const held: HeldKey[] = [];
  const closed: number[] = [];
  for (const { id, state, wraps } of keys) {
    const wrapped = wraps.get(fingerprint(master));
    const root = known.get(id) ?? (wrapped && unwrapKey(master, id, wrapped));
    if (root) held.push({ id, state, root });
    else closed.push(id);
  }
  return { held, closed };
}

const title = () => processSingleton("keyring-title", () => ({ name: "a command" }));

/** What this process is called where processes are listed. */
export const nameProcess = (name: string): void => {
  title().name = name;
};

/** Says which keys this process holds and which one it writes under. */
export async function reportHeld(db: Transaction): Promise<void> {
  const held = heldKeys();
  await db.query(sql`
    insert into secret_key_holders (process, name, master, keys, active, seen_at)
    values (${thisProcess()}, ${`${title().name} on ${hostname()}, process ${process.pid}`}, decode(${fingerprint(masterKey())}, 'hex'), ${held.map(({ id }) => id)}::int[], ${held[0]!.id}, now())
    on conflict (process) do update set master = excluded.master, keys = excluded.keys, active = excluded.active, seen_at = excluded.seen_at`);
}

/** Takes this process out of the list. */
export async function forgetProcess(db: Transaction): Promise<void> {
  await db.query(sql`delete from secret_key_holders where process = ${thisProcess()}`);
}

export type Holder = { name: string; master: string; keys: number[]; active: number };

/** Every other process that runs. Those that ended a while ago are forgotten. */
export async function listHolders(db: Transaction): Promise<Holder[]> {
  await db.query(sql`delete from secret_key_holders where seen_at < now() - interval '10 minutes'`);
  return await db.query<Holder>(sql`
    select name, encode(master, 'hex') as master, keys, active from secret_key_holders
     where seen_at > now() - make_interval(secs => ${GONE_AFTER_S}) and process <> ${thisProcess()} order by name`);
}
