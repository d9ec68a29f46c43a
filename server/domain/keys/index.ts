export { claimSignedRequest } from "./claim-signed-request.ts";
export { createKey } from "./create-key.ts";
export type { ExpiringKey } from "./expiring-key.ts";
export { type ApiKey, findKey } from "./find-key.ts";
export { keyPrefix, parseKey, parseKeyPrefix } from "./key-format.ts";
export { listKeys } from "./list-keys.ts";
export { revokeKey } from "./revoke-key.ts";
export { rotateKey } from "./rotate-key.ts";
export { warnExpiringKeys } from "./warn-expiring-keys.ts";
