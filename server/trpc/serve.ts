import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { NextRequest } from "next/server";
import { isSameOrigin } from "#server/auth/client.ts";
import { createPortalContext } from "./context.ts";
import { appRouter } from "./root.ts";

type Params = { params: Promise<{ scope: string }> };

const SCOPES = ["test", "live", "people"];

/** `/api/trpc/test|live/…` in an environment of the account, `/api/trpc/people/…` for what concerns none. */
export async function serveTrpc(request: NextRequest, { params }: Params): Promise<Response> {
  const { scope } = await params;
  if (!SCOPES.includes(scope)) return new Response(null, { status: 404 });
  // Cookies alone say who sends, not from where: what changes something must come from a page of ours.
  if (request.method !== "GET" && !isSameOrigin(request.headers)) return new Response(null, { status: 403 });
  return await fetchRequestHandler({
    endpoint: `/api/trpc/${scope}`,
    req: request,
    router: appRouter,
    createContext: () =>
      createPortalContext({
        headers: request.headers,
        cookie: (name) => request.cookies.get(name)?.value,
        environment: scope === "test" || scope === "live" ? scope : null,
      }),
    responseMeta: ({ ctx }) => ({
      headers: new Headers({ "cache-control": "no-store", ...(ctx && { "x-request-id": ctx.requestId }) }),
    }),
  });
}
