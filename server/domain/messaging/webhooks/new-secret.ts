import { randomBytes } from "node:crypto";

/** What Standard Webhooks ask for: a prefix and base64. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
