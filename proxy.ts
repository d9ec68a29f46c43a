import { type NextRequest, NextResponse } from "next/server";
import { chosenCurrency } from "#server/auth/currency-cookie.ts";
import {
  hostName,
  inLanguage,
  isPaidFrom,
  isStorefrontHost,
  portalFrames,
  shopsOrigin,
  shownCurrency,
  siteOf,
  storefrontPath,
  storefrontRoute,
  storefrontVersion,
} from "#server/domain/reseller/brand/index.ts";
import { FILE_POLICY, pagePolicy } from "#server/http/security-headers.ts";
import { browserCookie } from "#server/storefront/browser.ts";

/**
 * Decides what a request is for: the service's own pages, a storefront by its path, or a storefront by a domain that its
 * reseller has proved. Under any other name there is nothing, and nothing is told.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl;
  const site = siteOf(hostName(request.headers.get("host")));
  const isStore = typeof site === "object" && (await isStorefrontHost(site.domain));
  // What pages call belongs to the portal. Other machines know this one by names that we do not.
  if (pathname.startsWith("/api/")) return site === "shops" || isStore ? missing() : NextResponse.next();
  if (typeof site === "object" && !isStore) return missing();
  const route = storefrontRoute(pathname, site);
  if (route === "missing") return missing();
  const markdown = MARKDOWN.exec(pathname);
  if (markdown && route === null) {
    const target = request.nextUrl.clone();
    target.pathname = `/docs/text/${markdown[1]}`;
    return asFile(NextResponse.rewrite(target));
  }
  if (route === null && pathname === WORKER) return asWorker(NextResponse.next());
  if (route === null) return FILES.test(pathname) ? asFile(NextResponse.next()) : withNonce(request);
  const target = request.nextUrl.clone();
  const version = route.kind === "cached" ? await storefrontVersion(route.address) : null;
  const chosen = chosenCurrency((name) => request.cookies.get(name)?.value);
  const currency = route.kind === "file" ? null : await shownCurrency(route.address, chosen);
  target.pathname = storefrontPath(
    inLanguage(route, request.headers.get("accept-language")),
    version ?? undefined,
    currency ?? undefined,
  );
  if ("preview" in route.address) return asPreview(request, target, route.kind);
  if (route.kind === "file") return asFile(NextResponse.rewrite(target));
  if (route.kind === "cached") return cached(target);
  const page = withNonce(request, { forms: PAYMENT_PAGES }, target);
  const cookie = isPaidFrom(route) && browserCookie((name) => request.cookies.has(name));
  if (cookie) page.headers.append("Set-Cookie", cookie);
  return page;
}

const missing = () => new NextResponse("Not found", { status: 404, headers: { "Cache-Control": "no-store" } });

/** What is no page, beside the storefronts' own files. */
const FILES =
  /^\/(flags|brands|pictures|\.well-known)\/|^\/status\/[a-z]+\.(atom|json)$|^\/[\w-]+\.(txt|js)$|^\/docs\/[\w-]+\.(pem|mjs|json|atom)$|^\/metrics$/;

/** Next lets the header of this place win over a route's own: a file must not get the policy of a page. */
function asFile(response: NextResponse): NextResponse {
  response.headers.set("Content-Security-Policy", FILE_POLICY);
  return response;
}

/** A page of the documentation as text. */
const MARKDOWN = /^\/docs\/([a-z-]+)\.md$/;

/** Keeps pages of eSIMs on the device: it asks us and nobody else. */
const WORKER = "/shop-worker.js";

function asWorker(response: NextResponse): NextResponse {
  response.headers.set("Content-Security-Policy", "default-src 'none'; connect-src 'self'");
  response.headers.set("Cache-Control", "no-cache");
  return response;
}

/** Forms of a storefront may lead on to the page that takes the money. */
const PAYMENT_PAGES = "https://checkout.stripe.com";

type PageNeeds = { forms?: string; framedBy?: string };

/** Scripts and styles of ours only, named by a nonce that is new for each answer. Next puts it on its own scripts. */
function withNonce(request: NextRequest, allowed: PageNeeds = {}, target?: URL): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const named = `'nonce-${nonce}'`;
  const policy = pagePolicy({
    scripts: `${named} 'strict-dynamic'${process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : ""}`,
    styles: named,
    // The portal shows resellers' pictures, and their shops as they would be.
    ...(target ? allowed : { images: `https: ${shopsOrigin()}`, frames: shopsOrigin() }),
  });
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
 * Pages that are made once for everybody, so that no nonce can be in them. Our server sends them without any inline script and
 * with a policy that forbids them (server/process/documents.ts); this one is for where only Next runs.
 */
function cached(target: URL, allowed: PageNeeds = {}): NextResponse {
  const response = NextResponse.rewrite(target);
  response.headers.set("Content-Security-Policy", pagePolicy({ scripts: "'unsafe-inline'", ...allowed }));
  return response;
}

/** For the portal's frame, while the address is good: nobody keeps it, and no search engine finds it. */
function asPreview(request: NextRequest, target: URL, kind: "cached" | "own" | "file"): NextResponse {
  const framed = { framedBy: portalFrames() };
  const response =
    kind === "file"
      ? asFile(NextResponse.rewrite(target))
      : kind === "cached"
        ? cached(target, framed)
        : withNonce(request, framed, target);
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("X-Robots-Tag", "noindex, nofollow");
  return response;
}

/** What machines send to is known by its keys and signatures, and carries no cookies. */
export const config = {
  matcher: ["/((?!api/v1|api/suppliers|api/payments|api/inngest|_next/|favicon.ico).*)"],
};
