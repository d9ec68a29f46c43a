import { isIP } from "node:net";
import { inThisCell } from "#server/kernel/cell.ts";
import { env } from "#server/kernel/env.ts";
import type { Brand } from "./brand.ts";

/** A Host header as a name: lower case, without port and without the dot of the root. */
export function hostName(header: string | null): string {
  const host = (header ?? "").trim().toLowerCase();
  const name = host.startsWith("[") ? host.slice(0, host.indexOf("]") + 1) : host.replace(/:\d*$/, "");
  return name.replace(/\.$/, "");
}

/** Where storefronts without a domain of their own are, and the files of resellers. */
export const shopsOrigin = (): string => env().shopsUrl ?? env().publicUrl;

/** Where a brand's picture is, for whoever asks from elsewhere. */
export const pictureAddress = (url: string): string => (url.startsWith("/") ? inThisCell(shopsOrigin() + url) : url);

/** Where travellers find the brand, without a slash at the end. */
export const storefrontUrl = ({ environment, portalSlug, customDomain, domainVerifiedAt }: Brand): string =>
  environment === "live" && domainVerifiedAt
    ? `https://${customDomain}`
    : `${shopsOrigin()}/${environment === "live" ? "store" : "test-store"}/${portalSlug}`;

/** What a host name stands for: the service with its portal, the origin that is only for shops, or a reseller's domain. */
export type Site = "service" | "shops" | { domain: string };

export function siteOf(host: string): Site {
  const { shopsUrl } = env();
  if (shopsUrl && host === new URL(shopsUrl).hostname) return "shops";
  return isOwnHost(host) ? "service" : { domain: host };
}

/**
 * The names of the service itself: PUBLIC_URL's, SHOPS_URL's, this machine's, and any address. Every other name is a
 * reseller's, or nobody's.
 */
export function isOwnHost(host: string): boolean {
  return (
    host === "" ||
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === new URL(env().publicUrl).hostname ||
    host === new URL(shopsOrigin()).hostname ||
    isIP(host.replace(/^\[|\]$/g, "")) !== 0
  );
}
