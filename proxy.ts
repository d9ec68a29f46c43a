import { type NextRequest, NextResponse } from "next/server";
import {
  hostName,
  isOwnHost,
  isStorefrontHost,
  storefrontPath,
  storefrontRoute,
  storefrontVersion,
} from "#server/domain/brand/index.ts";

/**
 * Decides what a request is for: the service's own pages, a storefront by its path, or a storefront by a domain that its
 * reseller has proved. Under any other name there is nothing, and nothing is told.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const host = hostName(request.headers.get("host"));
  const domain = isOwnHost(host) ? null : host;
  if (domain !== null && !(await isStorefrontHost(domain))) return missing();
  const route = storefrontRoute(request.nextUrl.pathname, domain);
  if (route === "missing") return missing();
  if (route === null) return withNonce(request, []);
  const target = request.nextUrl.clone();
  const version = route.cached ? await storefrontVersion(route.address) : null;
  target.pathname = storefrontPath(route, version ?? undefined);
  return route.cached ? cached(target) : withNonce(request, PAYMENT_PAGES, target);
}

const missing = () => new NextResponse("Not found", { status: 404, headers: { "Cache-Control": "no-store" } });

/** Forms of a storefront may lead on to the page that takes the money. */
const PAYMENT_PAGES = ["https://checkout.stripe.com"];

const COMMON = ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "style-src-attr 'unsafe-inline'"];

/** Scripts and styles of ours only, named by a nonce that is new for each answer. Next puts it on its own scripts. */
function withNonce(request: NextRequest, formTargets: string[], target?: URL): NextResponse {
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:${target ? "" : " https:"}`,
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    ...COMMON,
  ].join("; ");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // Where a visitor wanted to go, so that signing in leads back to it.
  headers.set("x-path", request.nextUrl.pathname + request.nextUrl.search);
  headers.set("Content-Security-Policy", policy);
  const response = target
    ? NextResponse.rewrite(target, { request: { headers } })
    : NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

/**
 * Pages that are made once for everybody, so that no nonce can be in them. Our server sends them without any inline script
 * and strikes 'unsafe-inline' (server/process/cached-pages.ts); where only Next runs, it stays.
 */
function cached(target: URL): NextResponse {
  const response = NextResponse.rewrite(target);
  const policy = [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    ...COMMON,
  ];
  response.headers.set("Content-Security-Policy", policy.join("; "));
  return response;
}

export const config = { matcher: ["/((?!api/|_next/|favicon.ico).*)"] };
