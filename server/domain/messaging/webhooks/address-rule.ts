import { Resolver } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { contains, normalizeIp } from "#server/kernel/addresses.ts";
import { env } from "#server/kernel/env.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { SECOND } from "#server/kernel/time.ts";

/** Everything that is not the public internet, and addresses that carry another address inside. */
const NOT_PUBLIC = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "168.63.129.16/32",
];
/** Of IPv6 only 2000::/3 is handed out, and of that these are special. */
const NOT_PUBLIC_6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

const LOCAL_NAMES = /(^|\.)(local|internal|localhost|home\.arpa|lan|intranet|corp|home|private|test|invalid|onion)$/;
const PORTS = new Set(["", "443", "8443"]);

export type Address = { address: string; family: 4 | 6 };

/** A webhook address that may be dialled, with what its name means right now. */
export type Vetted = { url: URL; addresses: Address[] };

/** The address is refused; `reason` completes "the address …". */
export type Refused = { reason: string };

export const isRefused = (checked: object): checked is Refused => "reason" in checked;

/**
 * Public HTTPS only, by name and by every address the name has. Fails closed when the name cannot be resolved.
 */
export async function checkAddress(text: string): Promise<Vetted | Refused> {
  const named = checkUrl(text);
  if (isRefused(named)) return named;
  const addresses = named.local ? [] : await checkHost(named.url);
  return isRefused(addresses) ? addresses : { url: named.url, addresses };
}

/** What the text alone says. `local`: one of WEBHOOK_ALLOWED_ORIGINS, dialled as it is. */
function checkUrl(text: string): { url: URL; local: boolean } | Refused {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) return { reason: "is not an absolute URL" };
  if (env().webhookAllowedOrigins.includes(url.origin)) return { url, local: true };
  const reason = refuseUrl(url);
  return reason ? { reason } : { url, local: false };
}

/** Every address that the host has right now; all of them must be public. */
async function checkHost(url: URL): Promise<Address[] | Refused> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [host] : await resolveAll(host);
  if (addresses.length === 0) return { reason: `has a host name (${host}) that cannot be resolved` };
  const local = addresses.find((address) => !isPublic(address));
  if (local === undefined)
    return addresses.map((address) => ({ address, family: isIP(address) === 6 ? (6 as const) : (4 as const) }));
  return {
    reason: isIP(host)
      ? "is not a public IP address"
      : `has a host name (${host}) that leads to ${local}, which is not a public IP address`,
  };
}

function refuseUrl(url: URL): string | null {
  if (url.protocol !== "https:") return "must start with https://";
  if (url.username || url.password) return "must not contain a user name or password";
  if (!PORTS.has(url.port)) return "must use port 443 or 8443";
  const host = url.hostname.replace(/\.$/, "");
  if (isIP(host.replace(/^\[|\]$/g, ""))) return null;
  if (!host.includes(".")) return "must have a full public host name";
  if (LOCAL_NAMES.test(host)) return "must have a public host name";
  return null;
}

export function isPublic(address: string): boolean {
  const ip = normalizeIp(address);
  if (ip === null) return false;
  if (isIP(ip) === 4) return !contains(blocked(), ip);
  return contains(unicast6(), ip) && !contains(blocked(), ip);
}

const blocked = () => processSingleton("webhook-blocked", () => toBlockList([...NOT_PUBLIC, ...NOT_PUBLIC_6]));
const unicast6 = () => processSingleton("webhook-unicast6", () => toBlockList(["2000::/3"]));

function toBlockList(subnets: string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = "", prefix = ""] = subnet.split("/");
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

/** From the DNS alone: no hosts file, no search domains, no thread that a slow name server could hold. */
async function resolveAll(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2 * SECOND, tries: 2 });
  const server = env().dnsServer;
  try {
    if (server) resolver.setServers([server]);
    const answers = await Promise.all([
      resolver.resolve4(host).catch(noRecord),
      resolver.resolve6(host).catch(noRecord),
    ]);
    return answers.flat();
  } catch {
    return [];
  }
}

/** A name without records of one family is fine; any other failure is not. */
function noRecord(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENODATA") return [];
  throw error;
}
