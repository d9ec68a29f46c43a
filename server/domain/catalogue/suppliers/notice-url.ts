import type { KeyObject } from "node:crypto";
import { acceptedKeys, derivedKey, equalBytes, hmacSha256 } from "#server/kernel/crypto.ts";
import type { SupplierCode } from "./port.ts";

/** The secret part of the address at which a supplier reaches us: unguessable, the same until the keys are rotated. */
const secretOf = (code: SupplierCode, key: KeyObject): string =>
  hmacSha256(key, code).toString("base64url").slice(0, 32);

export const supplierWebhookUrl = (code: SupplierCode, base: string): string =>
  `${base}/api/suppliers/${code}/${secretOf(code, derivedKey("supplier-webhooks"))}/events`;

export const isNoticeSecret = (code: SupplierCode, secret: string): boolean =>
  acceptedKeys("supplier-webhooks").some((key) => equalBytes(Buffer.from(secret), Buffer.from(secretOf(code, key))));
