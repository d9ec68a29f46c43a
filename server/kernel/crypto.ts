import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "./env.ts";
import { once } from "./once.ts";

type Purpose =
  | "api-key-pepper"
  | "stored-secrets"
  | "supplier-webhooks"
  | "portal-sessions"
  | "people"
  | "storefront-links"
  | "ledger-checkpoints";

/** A 32-byte key for one purpose, derived from MASTER_KEY (HKDF-SHA-256). */
export function derivedKey(purpose: Purpose): KeyObject {
  const keys = once("derived-keys", () => new Map<string, KeyObject>());
  const masterKey = env().masterKey;
  if (!masterKey)
    throw new Error("There is no MASTER_KEY: it is generated into DATA_DIR by the first start of the service.");
  const held =
    keys.get(purpose) ??
    createSecretKey(Buffer.from(hkdfSync("sha256", masterKey, "reseller-esim-service", purpose, 32)));
  keys.set(purpose, held);
  return held;
}

export const sha256Hex = (data: string | Uint8Array): string => hash("sha256", data, "hex");
export const hmacSha256 = (key: string | KeyObject, data: string | Uint8Array): Buffer =>
  createHmac("sha256", key).update(data).digest();

/** Compares in constant time; false when the lengths differ. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const VERSION = 1;

/** AES-256-GCM under the stored-secrets key: version byte, 12-byte nonce, 16-byte tag, ciphertext. */
export function encrypt(text: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", derivedKey("stored-secrets"), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Uint8Array.from(Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), sealed]));
}

export function decrypt(stored: Uint8Array): string {
  const bytes = Buffer.from(stored);
  if (bytes[0] !== VERSION) throw new Error(`A stored secret has the unknown version ${bytes[0]}.`);
  const decipher = createDecipheriv("aes-256-gcm", derivedKey("stored-secrets"), bytes.subarray(1, 13));
  decipher.setAuthTag(bytes.subarray(13, 29));
  return Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()]).toString("utf8");
}
