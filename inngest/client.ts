import { Inngest } from "inngest";
import { env } from "#server/kernel/env.ts";
import { once } from "#server/kernel/once.ts";

/** The Inngest server named by INNGEST_BASE_URL. Always in cloud mode: only then are signatures checked. */
export const inngestClient = () =>
  once("inngest", () => {
    const settings = env().inngest;
    if (!settings) throw new Error("INNGEST_BASE_URL is not set.");
    return new Inngest({
      id: "reseller-esim-service",
      isDev: false,
      baseUrl: settings.baseUrl,
      eventKey: settings.eventKey,
      signingKey: settings.signingKey,
    });
  });

export const eventName = (job: string): string => `service/${job}`;
