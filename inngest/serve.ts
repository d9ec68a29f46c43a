import { serve } from "inngest/next";
import { env } from "#server/kernel/env.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { inngestClient } from "./client.ts";
import { inngestFunctions } from "./index.ts";

/** Where the functions are, for the Inngest server. */
const PATH = "/api/inngest";

type Handler = (request: Request, context: unknown) => Promise<Response>;
type Handlers = Record<"GET" | "POST" | "PUT", Handler>;

/** The address that an Inngest server calls; does not exist while the built-in engine runs the jobs. */
export function serveInngest(method: keyof Handlers) {
  return async (request: Request, context: unknown): Promise<Response> => {
    if (!env().inngest) return new Response(null, { status: 404 });
    const handlers = processSingleton("inngest-handlers", () => makeHandlers({ enableUnauthedSync: false }));
    return await handlers[method](request, context);
  };
}

/**
 * Tells the Inngest server which functions there are, and where. Only a process of ours may have it told: anybody else's
 * request could name another place.
 */
export async function registerFunctions(): Promise<void> {
  const { PUT } = processSingleton("inngest-registration", () => makeHandlers({ enableUnauthedSync: true }));
  const response = await PUT(new Request(new URL(PATH, env().inngest!.serveOrigin), { method: "PUT" }), {});
  if (response.ok) return;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? `It answered ${response.status}`);
}

/** What our server is called by does not count: the Host header is the caller's to choose. */
function makeHandlers(options: { enableUnauthedSync: boolean }): Handlers {
  const { serveOrigin } = env().inngest!;
  const settings = { client: inngestClient(), functions: inngestFunctions(), serveOrigin, servePath: PATH, ...options };
  return serve(settings) as unknown as Handlers;
}
