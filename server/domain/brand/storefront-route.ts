import type { StorefrontAddress } from "./find-storefront.ts";

/** A page of a storefront. `cached`: made once for everybody, and sent without scripts but our own. */
export type StorefrontRoute = { address: StorefrontAddress; rest: string; cached: boolean };

/** What every host serves alike: what belongs to no storefront. */
const SHARED = /^\/(flags|brands)\/|^\/store-search\.js$/;
const CACHED = /^\/[a-z]{2}(\/(country|region|package)\/[^/]+|\/(device|help|legal))?$/;

/**
 * Where a path leads: to a storefront (`/store/<slug>`, `/test-store/<slug>`, everything on a reseller's own domain), to
 * nothing ("missing"), or to a page of the service (null).
 *
 * @param domain the verified domain that the request came to; null for the service's own names
 */
export function storefrontRoute(pathname: string, domain: string | null): StorefrontRoute | "missing" | null {
  if (domain !== null)
    return SHARED.test(pathname)
      ? null
      : { address: { domain }, rest: trimmed(pathname), cached: CACHED.test(pathname) };
  const match = /^\/(store|test-store)(?:\/([^/]+)(\/.*)?)?$/.exec(pathname);
  if (!match) return null;
  const [, kind, slug = "", rest = ""] = match;
  // What we write into this place ourselves is nobody else's to ask for.
  if (!/^[a-z0-9-]{3,40}$/.test(slug)) return "missing";
  return { address: { slug, environment: kind === "store" ? "live" : "test" }, rest, cached: CACHED.test(rest) };
}

/**
 * The page as Next knows it: `/store/demo/en`, `/store/demo@test/en`, `/store/shop.example.com/en`. With the version of what
 * it shows (`/store/demo~4f1c…/en`) it is a page of its own in the cache, so that no visitor gets an old one.
 */
export function storefrontPath({ address, rest }: StorefrontRoute, version?: string): string {
  const name = "domain" in address ? address.domain : `${address.slug}${address.environment === "live" ? "" : "@test"}`;
  return `/store/${name}${version ? `~${version}` : ""}${rest}`;
}

const trimmed = (pathname: string) => (pathname === "/" ? "" : pathname);
