const PATH = /^\/pictures\/([0-9a-f]{64})\.(?:png|webp)$/;

/** Where a stored picture is given out. The hash is the one of its bytes: what is there never changes. */
export const picturePath = (hash: string, type: "png" | "webp" = "png"): string => `/pictures/${hash}.${type}`;

/** Null for an address that is no stored picture's. */
export const hashOfPath = (path: string | null): string | null => PATH.exec(path ?? "")?.[1] ?? null;
