import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "./options.ts";

type Params = { params: Promise<{ nextauth: string[] }> };

/** next-auth's own addresses: csrf, sign-in, session, sign-out. A sign-in in a new browser makes it known. */
export async function serveAuth(request: NextRequest, context: Params): Promise<Response> {
  const [act] = (await context.params).nextauth;
  // Both ways of signing in are forms: asked otherwise next-auth answers with a fault.
  if (act === "callback" && request.method !== "POST")
    return new Response(null, { status: 405, headers: { allow: "POST", "cache-control": "no-store" } });
  const type = request.headers.get("content-type") ?? "";
  // Its other readings of a body end in a fault when the body is another.
  if (request.method === "POST" && !type.startsWith("application/x-www-form-urlencoded"))
    return new Response(null, { status: 415, headers: { "cache-control": "no-store" } });
  const cookies: string[] = [];
  const answer = (await NextAuth(
    request as never,
    context as never,
    authOptions((cookie) => cookies.push(cookie)),
  )) as Response;
  for (const cookie of cookies) answer.headers.append("set-cookie", cookie);
  return answer;
}
