import { crc32 } from "node:zlib";
import type { Environment } from "#server/kernel/context.ts";
import { keyedHash, matchesHash } from "#server/kernel/crypto.ts";
import { BASE62, randomBase62 } from "#server/kernel/ids.ts";

const SHAPE = /^svc_(test|live)_([0-9A-Za-z]{8})[0-9A-Za-z]{43}([0-9A-Za-z]{6})$/;

/** `svc_<environment>_<8 public id><43 secret><6 checksum>`, all base62. */
export function newKey(environment: Environment): { key: string; publicId: string } {
  const publicId = randomBase62(8);
  const body = `svc_${environment}_${publicId}${randomBase62(43)}`;
  return { key: body + checksum(body), publicId };
}

/** What a key says of itself; null when it is malformed or its checksum is wrong, so that a typing error costs no query. */
export function parseKey(key: string): { environment: Environment; publicId: string } | null {
  const match = SHAPE.exec(key);
  if (!match || checksum(key.slice(0, -6)) !== match[3]) return null;
  return { environment: match[1] as Environment, publicId: match[2]! };
}

/** `svc_live_<public id>`: what is shown of a key after its creation. */
export const keyPrefix = (environment: string, publicId: string): string => `svc_${environment}_${publicId}`;

/** The same of a whole key, which may be malformed. */
export const prefixOf = (key: string): string => key.slice(0, "svc_test_".length + 8);

export const parseKeyPrefix = (prefix: string): string | null =>
  /^svc_(?:test|live)_([0-9A-Za-z]{8})$/.exec(prefix)?.[1] ?? null;

/** Under a pepper that is not in the database. */
export const hashKey = (key: string): Uint8Array<ArrayBuffer> => keyedHash("api-key-pepper", key);
export const isHashOf = (key: string, stored: Uint8Array) => matchesHash("api-key-pepper", stored, key);

export const newSigningSecret = (): string => `svc_sign_${randomBase62(43)}`;

/** CRC-32 in six base62 digits. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < 6; i++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
