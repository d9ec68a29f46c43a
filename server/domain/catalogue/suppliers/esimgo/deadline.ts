import { paced } from "#server/kernel/clock.ts";
import { SECOND } from "#server/kernel/time.ts";

/** A dry run is answered soon, or not worth waiting for. */
export const DRY_RUN_MS = 5 * SECOND;
const SEND_WITHIN_MS = 50 * SECOND;

/**
 * What has not had its turn by then is not sent any more: whoever asked for it may have given up waiting, and look for it
 * in vain.
 */
export const sendBy = (): number => Date.now() + Math.max(SECOND, paced(SEND_WITHIN_MS));
