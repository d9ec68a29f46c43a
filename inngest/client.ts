import { Inngest } from "inngest";
import { env } from "#server/kernel/env.ts";
import { log } from "#server/kernel/log.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { SECOND } from "#server/kernel/time.ts";

const ANSWER_WITHIN_MS = 5 * SECOND;

/** The Inngest server named by INNGEST_BASE_URL. Always in cloud mode: only then are signatures checked. */
export const inngestClient = () =>
  processSingleton("inngest", () => {
    const settings = env().inngest;
    if (!settings) throw new Error("INNGEST_BASE_URL is not set.");
    return new Inngest({
      id: "reseller-esim-service",
      isDev: false,
      baseUrl: settings.baseUrl,
      eventKey: settings.eventKey,
      signingKey: settings.signingKey,
      logger: log(),
      // One that hangs is as good as away.
      fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }),
    });
  });

export const eventName = (job: string): string => `service/${job}`;
