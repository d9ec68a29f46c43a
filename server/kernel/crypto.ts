import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { acceptedKeyIds, activeKeyId, type Purpose, purposeKey } from "./keyring.ts";

/** The 32-byte key of one purpose that is written under now. What it made may be looked at under another one later. */
export const derivedKey = (purpose: Purpose): KeyObject => purposeKey(purpose, activeKeyId())!;

/** The keys of one purpose that are accepted, the one that is written under first. */
export const acceptedKeys = (purpose: Purpose): KeyObject[] => acceptedKeyIds().map((id) => purposeKey(purpose, id)!);

export const sha256Hex = (data: string | Uint8Array): string => hash("sha256", data, "hex");
export const hmacSha256 = (key: string | KeyObject, data: string | Uint8Array): Buffer =>
  createHmac("sha256", key).update(data).digest();

/** Compares in constant time; false when the lengths differ. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Before a ciphertext stands its version and, from the second on, the four bytes of its key's id. */
function headOf(keyId: number): Buffer {
  if (keyId === 1) return Buffer.from([1]);
  const head = Buffer.from([2, 0, 0, 0, 0]);
  head.writeUInt32BE(keyId, 1);
  return head;
}

/** AES-256-GCM under the stored-secrets key: head, 12-byte nonce, 16-byte tag, ciphertext. */
export function encrypt(text: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(12);
  const head = headOf(activeKeyId());
  const cipher = createCipheriv("aes-256-gcm", derivedKey("stored-secrets"), nonce);
  if (head.length > 1) cipher.setAAD(head);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Uint8Array.from(Buffer.concat([head, nonce, cipher.getAuthTag(), sealed]));
}

export function decrypt(stored: Uint8Array): string {
  const bytes = Buffer.from(stored);
  if (bytes[0] !== 1 && bytes[0] !== 2) throw new Error(`A stored secret has the unknown version ${bytes[0]}.`);
  const keyId = bytes[0] === 1 ? 1 : bytes.readUInt32BE(1);
  const key = purposeKey("stored-secrets", keyId);
  if (!key) throw new Error(`A stored secret is kept under key ${keyId}, which this process does not hold.`);
  const head = bytes.subarray(0, bytes[0] === 1 ? 1 : 5);
  const rest = bytes.subarray(head.length);
  const decipher = createDecipheriv("aes-256-gcm", key, rest.subarray(0, 12));
  if (head.length > 1) decipher.setAAD(head);
  decipher.setAuthTag(rest.subarray(12, 28));
  return Buffer.concat([decipher.update(rest.subarray(28)), decipher.final()]).toString("utf8");
}

/** What is stored of a secret that comes back to be checked: an HMAC, with its key's id before it from the second on. */
export const keyedHash = (purpose: Purpose, text: string): Uint8Array<ArrayBuffer> =>
  hashUnder(purpose, text, activeKeyId());

/** Everything that may be stored of it, to look for: one hash for each key that is accepted. */
export const keyedHashes = (purpose: Purpose, text: string): Uint8Array<ArrayBuffer>[] =>
  acceptedKeyIds().map((id) => hashUnder(purpose, text, id));

/** Whether the stored hash is of this text; `stale` when it should be stored anew, under the key that is written under. */
export function matchesHash(purpose: Purpose, stored: Uint8Array, text: string): false | "current" | "stale" {
  const keyId = stored.length === 36 ? Buffer.from(stored).readUInt32BE(0) : 1;
  if (!acceptedKeyIds().includes(keyId) || !equalBytes(stored, hashUnder(purpose, text, keyId))) return false;
  return keyId === activeKeyId() ? "current" : "stale";
}

function hashUnder(purpose: Purpose, text: string, keyId: number): Uint8Array<ArrayBuffer> {
  const mac = hmacSha256(purposeKey(purpose, keyId)!, text);
  return Uint8Array.from(keyId === 1 ? mac : Buffer.concat([headOf(keyId).subarray(1), mac]));
}
