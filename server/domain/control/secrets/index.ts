/** Secrets at rest: encrypted with the installation's keys, and re-encrypted when those change. */

export { followKeyring, leaveKeyring, openKeyring } from "./open-keyring.ts";
export { retireKeys } from "./retire-keys.ts";
export { type MasterStore, rotateSecrets } from "./rotate-secrets.ts";
export { readSecretsStatus, type SecretsStatus } from "./secrets-status.ts";
export { ENCRYPTED, HASHED } from "./stored-secrets.ts";
