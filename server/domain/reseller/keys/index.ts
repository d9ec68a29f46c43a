/** API keys of a reseller: made, listed, rotated and revoked, and recognised on a request. */

export { changeKey } from "./change-key.ts";
export { claimSignedRequest } from "./claim-signed-request.ts";
export { createKey } from "./create-key.ts";
export type { ExpiringKey } from "./expiring-key.ts";
export { findGoodKeys } from "./find-good-keys.ts";
export { type ApiKey, findKey } from "./find-key.ts";
export { findUsableKey } from "./find-usable-key.ts";
export { keyPrefix, parseKey, parseKeyPrefix, prefixOf } from "./key-format.ts";
export { listKeys } from "./list-keys.ts";
export { requireInForce } from "./require-in-force.ts";
export { requireOwnScopes, scopesBeyond } from "./require-own-scopes.ts";
export { revokeKey } from "./revoke-key.ts";
export { rotateKey } from "./rotate-key.ts";
export { warnExpiringKeys } from "./warn-expiring-keys.ts";
