import { ensureGenerated } from "#server/process/ensure-build.ts";

/** Whatever is run alone on a fresh checkout finds what is generated. */
export const setup = ensureGenerated;
