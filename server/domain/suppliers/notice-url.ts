import { derivedKey, equalBytes, hmacSha256 } from "#server/kernel/crypto.ts";
import type { SupplierCode } from "./port.ts";

/** The secret part of the address at which a supplier reaches us: unguessable, the same on every start. */
const secretOf = (code: SupplierCode): string =>
  hmacSha256(derivedKey("supplier-webhooks"), code).toString("base64url").slice(0, 32);

export const supplierNoticeUrl = (code: SupplierCode, base: string): string =>
  `${base}/api/suppliers/${code}/${secretOf(code)}/events`;

export const isNoticeSecret = (code: SupplierCode, secret: string): boolean =>
  equalBytes(Buffer.from(secret), Buffer.from(secretOf(code)));
