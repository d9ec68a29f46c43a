import { setTimeout as sleep } from "node:timers/promises";
import { systemContext } from "#server/kernel/context.ts";
import type { Database } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { MINUTE, SECOND } from "#server/kernel/time.ts";
import { sweepStalled } from "./functions/sweep-stalled.ts";
import { directly, logged, type Worker } from "./job.ts";
import { runRelay } from "./relay.ts";
import { moveToInngest } from "./send-jobs.ts";
import { registerFunctions } from "./serve.ts";

/** An Inngest server that was set up anew knows nothing: it is told again and again. Nothing changes when it knows. */
const REGISTER_EVERY_MS = MINUTE;
const TRY_AGAIN_AFTER_MS = 2 * SECOND;

/** The jobs on an Inngest server: due ones are sent to it, and it calls the functions where /api/inngest is served. */
export function startHostedWorker(db: Database): Worker {
  const stopping = new AbortController();
  const ended = runRelay(db, moveToInngest, stopping.signal);
  const beside = [keepRegistered(stopping.signal), keepSweeping(stopping.signal)];
  return {
    ended,
    async stop() {
      stopping.abort();
      await Promise.allSettled([ended, ...beside]);
    },
  };
}

async function keepRegistered(signal: AbortSignal): Promise<void> {
  let known = false;
  while (!signal.aborted) {
    try {
      await registerFunctions();
      if (!known) log().info("the functions are registered with the Inngest server");
      known = true;
    } catch (error) {
      log().error({ error: (error as Error).message }, "the functions could not be registered with the Inngest server");
      known = false;
    }
    await sleep(known ? REGISTER_EVERY_MS : TRY_AGAIN_AFTER_MS, undefined, { signal }).catch(() => {});
  }
}

/** What finds the jobs that the server has lost does not wait for the server. */
async function keepSweeping(signal: AbortSignal): Promise<void> {
  const { name, run } = sweepStalled;
  while (!signal.aborted) {
    await sleep(MINUTE, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    await logged({ job: name }, () => run(systemContext({ kind: "job", name }), directly)).catch(() => {});
  }
}
