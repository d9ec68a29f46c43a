import { createHash } from "node:crypto";

/** Tokens are random throughout: a plain hash will do. */
export const hashOf = (token: string): Buffer<ArrayBuffer> => createHash("sha256").update(token).digest();
