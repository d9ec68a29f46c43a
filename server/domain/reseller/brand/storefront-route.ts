import { env } from "#server/kernel/env.ts";
import { LANGUAGES, wantedLanguage } from "#server/kernel/languages.ts";
import type { StorefrontAddress } from "./find-storefront.ts";
import type { Site } from "./own-host.ts";
import { readPreview } from "./preview.ts";

/**
 * Of a storefront: a page that is made once for everybody and sent without scripts but our own, a page or form of
 * somebody's own, or a file.
 */
export type StorefrontRoute = { address: StorefrontAddress; rest: string; kind: "cached" | "own" | "file" };

/** What every host of a shop serves alike: what belongs to no storefront. */
const SHARED = /^\/(flags|brands|pictures)\/|^\/(store-search|shop-worker)\.js$/;
const CACHED = /^\/[a-z]{2}(\/(country|region|package|info)\/[^/]+|\/(device|help|legal))?$/;
/** In a language that there is; what begins otherwise is no page of any shop. */
const SPOKEN = new RegExp(`^/(?:${LANGUAGES.join("|")})(?:/|$)`);
const FILE = /^\/(logo|favicon|share\.png|robots\.txt|sitemap(?:\/[1-9]\d{0,3})?\.xml|app\.webmanifest)$/;
/** Made of what resellers entered. */
const OF_RESELLERS = /^\/(store|test-store|brands|pictures|preview)(\/|$)/;
/** What a preview shows: what everybody may see, and pages with forms that lead nowhere. */
const PREVIEWED = /^\/(logo|favicon|share\.png)$|^\/[a-z]{2}\/(my|search|trip|device\/check|checkout\/[^/]+)$/;

/**
 * Where a path leads: to a storefront (`/store/<slug>`, `/test-store/<slug>`, everything on a reseller's own domain), to
 * nothing ("missing"), or to what is no storefront's (null).
 */
export function storefrontRoute(pathname: string, site: Site): StorefrontRoute | "missing" | null {
  if (site !== "service" && SHARED.test(pathname)) return null;
  if (typeof site === "object") {
    const rest = pathname === "/" ? "" : pathname;
    return { address: { domain: site.domain }, rest, kind: kindOf(rest) };
  }
  if (site === "service" && env().shopsUrl && OF_RESELLERS.test(pathname)) return "missing";
  if (pathname.startsWith("/preview/")) return previewRoute(pathname);
  const match = /^\/(store|test-store)(?:\/([^/]+)(\/.*)?)?$/.exec(pathname);
  if (!match) return site === "shops" ? "missing" : null;
  const [, kind, slug = "", rest = ""] = match;
  // What we write into this place ourselves is nobody else's to ask for.
  if (!/^[a-z0-9-]{3,40}$/.test(slug)) return "missing";
  return { address: { slug, environment: kind === "store" ? "live" : "test" }, rest, kind: kindOf(rest) };
}

function previewRoute(pathname: string): StorefrontRoute | "missing" {
  const [, token = "", rest = ""] = /^\/preview\/([\w-]+)(\/.*)?$/.exec(pathname) ?? [];
  const address = readPreview(token);
  if (!address || !(CACHED.test(rest) || PREVIEWED.test(rest))) return "missing";
  return { address, rest, kind: kindOf(rest) };
}

const kindOf = (rest: string): StorefrontRoute["kind"] =>
  CACHED.test(rest) && SPOKEN.test(rest) ? "cached" : FILE.test(rest) ? "file" : "own";

/** What is no page of the shop is told so in some language of the visitor's: files are asked for by programs, which read none. */
export const inLanguage = (route: StorefrontRoute, accepted: string | null): StorefrontRoute =>
  route.kind !== "own" || SPOKEN.test(route.rest) || /^(?:\/redeem)?$|\./.test(route.rest)
    ? route
    : { ...route, rest: `/${wantedLanguage(accepted) ?? "en"}${route.rest}` };

/** Whether the page leads on to a payment. */
export const isPaidFrom = ({ rest }: StorefrontRoute): boolean =>
  /^\/[a-z]{2}\/(checkout\/[^/]+|redeem|esim\/[^/]+\/[^/]+\/top-up)$/.test(rest);

/**
 * The page as Next knows it: `/store/demo/en`, `/store/demo@test/en`, `/store/shop.example.com/en`. With the version of what
 * it shows (`/store/demo~4f1c…/en`) it is a page of its own in the cache, so that no visitor gets an old one, and with the currency
 * that its visitor chose (`/store/demo~4f1c…~EUR/en`) nobody gets another's.
 */
export function storefrontPath({ address, rest }: StorefrontRoute, version?: string, currency?: string): string {
  const apart = currency ? `~${version ?? ""}~${currency}` : version ? `~${version}` : "";
  return `/store/${nameOf(address)}${apart}${rest}`;
}

function nameOf(address: StorefrontAddress): string {
  if ("domain" in address) return address.domain;
  if ("preview" in address) return `${address.preview}@preview`;
  return `${address.slug}${address.environment === "live" ? "" : "@test"}`;
}
