import { serve } from "inngest/next";
import { env } from "#server/kernel/env.ts";
import { once } from "#server/kernel/once.ts";
import { inngestClient } from "./client.ts";
import { inngestFunctions } from "./index.ts";

type Handlers = ReturnType<typeof serve>;

/** The address that an Inngest server calls; does not exist while the built-in engine runs the jobs. */
export function serveInngest(method: "GET" | "POST" | "PUT") {
  return async (request: Request, context: unknown): Promise<Response> => {
    if (!env().inngest) return new Response(null, { status: 404 });
    const handlers = once<Handlers>("inngest-handlers", () =>
      serve({ client: inngestClient(), functions: inngestFunctions() }),
    );
    return await (handlers[method] as unknown as (request: Request, context: unknown) => Promise<Response>)(
      request,
      context,
    );
  };
}
