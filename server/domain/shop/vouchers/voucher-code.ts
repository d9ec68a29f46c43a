import { randomBytes } from "node:crypto";
import { decrypt, encrypt, hmacSha256, sha256Hex } from "#server/kernel/crypto.ts";
import { READABLE, readReadable } from "#server/kernel/ids.ts";

const LETTERS = 16;

/** What the codes of a batch are made of, encrypted; the codes themselves are kept nowhere. */
export const newSeed = (): Uint8Array<ArrayBuffer> => encrypt(randomBytes(32).toString("base64url"));

/** `K3M2-PQ97-7HXW-9D4T`: 80 bits, of the number within its batch. */
export function codesOf(seed: Uint8Array): (number: number) => string {
  const key = decrypt(seed);
  return (number) => {
    const bytes = hmacSha256(key, `voucher:${number}`);
    let code = "";
    for (let i = 0; i < LETTERS; i++) code += READABLE[bytes[i]! & 31];
    return code.replace(/.{4}(?=.)/g, "$&-");
  };
}

/** As it was typed; null when it cannot be a code. */
export function parseVoucherCode(text: string): string | null {
  const said = readReadable(text);
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(said) ? said.replace(/.{4}(?=.)/g, "$&-") : null;
}

/** What a code is found by: nobody gets from it to the code. */
export const hashVoucher = (code: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(sha256Hex(`voucher:${code}`), "hex"));
