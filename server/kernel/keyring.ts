import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
} from "node:crypto";
import { processSingleton } from "./process-singleton.ts";

/** What a key is for; each purpose has its own, so that one of them gives nothing of the others away. */
export type Purpose =
  | "api-key-pepper"
  | "stored-secrets"
  | "supplier-webhooks"
  | "supplier-accounts"
  | "portal-sessions"
  | "people"
  | "storefront-links"
  | "ledger-checkpoints";

/** A key that secrets are kept under, as this process holds it. */
export type HeldKey = { id: number; state: "waiting" | "active" | "accepted"; root: Buffer };

const ring = () =>
  processSingleton("keyring", () => ({
    /** Names this process among all that hold keys. */
    process: randomUUID(),
    /** What new secrets are written under comes first. */
    keys: [] as HeldKey[],
    derived: new Map<string, KeyObject>(),
  }));

/** Replaces what this process holds. */
export function holdKeys(keys: HeldKey[]): void {
  const rank = { active: 0, accepted: 1, waiting: 2 };
  const held = ring();
  if (held.keys.some(({ id, root }) => !keys.some((key) => key.id === id && key.root.equals(root))))
    held.derived.clear();
  held.keys = [...keys].sort((a, b) => rank[a.state] - rank[b.state] || b.id - a.id);
}

export const heldKeys = (): readonly HeldKey[] => ring().keys;
export const thisProcess = (): string => ring().process;

/** The key that is written under. */
export const activeKeyId = (): number => opened()[0]!.id;

/** Every key that is accepted, the one that is written under first. */
export const acceptedKeyIds = (): number[] => opened().map(({ id }) => id);

function opened(): HeldKey[] {
  const { keys } = ring();
  if (keys.length === 0)
    throw new Error("The keys of this database are not open: the process has not finished starting.");
  return keys;
}

/** The 32-byte key of one purpose, derived from one of the keys (HKDF-SHA-256); undefined when that one is not held. */
export function purposeKey(purpose: Purpose, id: number): KeyObject | undefined {
  const { keys, derived } = ring();
  const key = keys.find((held) => held.id === id);
  if (!key) return undefined;
  const name = `${purpose}:${id}`;
  const known = derived.get(name) ?? createSecretKey(expand(key.root, purpose, 32));
  derived.set(name, known);
  return known;
}

const expand = (secret: string | Buffer, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "reseller-esim-service", purpose, bytes));

/** Names a MASTER_KEY without giving it away. */
export const fingerprintOf = (master: string): Buffer => expand(master, "master-key fingerprint", 8);

/** The first key of a database is made of its MASTER_KEY, as all secrets were before there were others. */
export const firstKey = (master: string): Buffer => Buffer.from(master);
export const newKey = (): Buffer => randomBytes(32);

/** AES-256-GCM under a key of the MASTER_KEY: 12-byte nonce, 16-byte tag, ciphertext. Bound to the id. */
export function wrapKey(master: string, id: number, root: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", expand(master, "master-key wrapping", 32), nonce);
  cipher.setAAD(Buffer.from(`secret key ${id}`));
  const sealed = Buffer.concat([cipher.update(root), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws when it was not wrapped like that. */
export function unwrapKey(master: string, id: number, wrapped: Buffer): Buffer {
  const wrapping = expand(master, "master-key wrapping", 32);
  const decipher = createDecipheriv("aes-256-gcm", wrapping, wrapped.subarray(0, 12));
  decipher.setAAD(Buffer.from(`secret key ${id}`)).setAuthTag(wrapped.subarray(12, 28));
  return Buffer.concat([decipher.update(wrapped.subarray(28)), decipher.final()]);
}
