import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { NextRequest } from "next/server";
import { isSameOrigin } from "#server/auth/client.ts";
import { createPortalContext } from "./context.ts";
import { appRouter } from "./root.ts";

type Params = { params: Promise<{ scope: string }> };

const SCOPES = ["test", "live", "people"];
/** As many as the portal's pages ask for at once (components/portal/api.tsx). */
const MOST_CALLS = 20;
/** Sent by the portal's own scripts, and by nothing that a browser does without them: no form, no picture, no link. */
const OWN_HEADER = "x-svc-portal";

/** `/api/trpc/test|live/…` in an environment of the account, `/api/trpc/people/…` for what concerns none. */
export async function serveTrpc(request: NextRequest, { params }: Params): Promise<Response> {
  const { scope } = await params;
  if (!SCOPES.includes(scope)) return new Response(null, { status: 404 });
  // Cookies alone say who sends, not from where: what changes something must come from a page of ours, by its scripts.
  if (request.method !== "GET") {
    if (!isSameOrigin(request.headers) || request.headers.get(OWN_HEADER) !== "1") return refuse(403);
    if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) return refuse(415);
  }
  // Whole before anybody asks who sends it: whoever holds it back is held against what they may do when it has come.
  const req = request.method === "GET" ? request : await whole(request);
  if (!req) return refuse(400);
  return await fetchRequestHandler({
    endpoint: `/api/trpc/${scope}`,
    req,
    router: appRouter,
    maxBatchSize: MOST_CALLS,
    createContext: ({ resHeaders }) =>
      createPortalContext({
        headers: request.headers,
        cookie: (name) => request.cookies.get(name)?.value,
        environment: scope === "test" || scope === "live" ? scope : null,
        setCookie: (header) => resHeaders.append("set-cookie", header),
      }),
    responseMeta: ({ ctx }) => ({
      headers: new Headers({ "cache-control": "no-store", ...(ctx && { "x-request-id": ctx.requestId }) }),
    }),
  });
}

const refuse = (status: number) => new Response(null, { status, headers: { "cache-control": "no-store" } });

/** The same with all of its body; null when its sender went away. Next's own request is none that another could be made from. */
async function whole(request: NextRequest): Promise<Request | null> {
  const body = await request.text().catch(() => null);
  const { url, method, signal } = request;
  return body === null ? null : new Request(url, { method, headers: [...request.headers], body, signal });
}
