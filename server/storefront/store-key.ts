import { readPreview, type StorefrontAddress } from "#server/domain/reseller/brand/index.ts";
import type { Environment } from "#server/kernel/context.ts";

/** Which storefront an address is of, and what its own links begin with. */
export type StoreKey = {
  address: StorefrontAddress;
  environment: Environment;
  base: string;
  /** That its visitor chose. */
  currency: string | null;
};

const SLUG = /^[a-z0-9-]{3,40}$/;

/**
 * The first part of a storefront's path, as proxy.ts writes it: `demo` is `/store/demo`, `demo@test` is `/test-store/demo`,
 * `<token>@preview` a draft at `/preview/<token>`, and a name with a dot is a domain of the reseller's own, whose pages begin at
 * `/`. What follows a `~` tells versions apart, and what follows another one is a currency.
 */
export function readStoreKey(segment: string): StoreKey | null {
  const [own = "", , chosen] = safeDecode(segment).split("~");
  const currency = chosen ?? null;
  const [name = "", environment = "live", ...rest] = own.split("@");
  if (rest.length > 0) return null;
  if (environment === "preview") {
    const address = readPreview(name);
    return address && { address, environment: address.environment, base: `/preview/${name}`, currency };
  }
  if (name.includes("."))
    return environment === "live" ? { address: { domain: name }, environment, base: "", currency } : null;
  if (!SLUG.test(name) || (environment !== "live" && environment !== "test")) return null;
  return {
    address: { slug: name, environment },
    environment,
    base: `/${environment === "live" ? "store" : "test-store"}/${name}`,
    currency,
  };
}

function safeDecode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
