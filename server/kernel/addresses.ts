import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

export type Subnet = { address: string; prefix: number; family: "ipv4" | "ipv6" };

/**
 * One spelling per address: IPv4-mapped IPv6 becomes IPv4, IPv6 is compressed, a zone is refused.
 * Null for what is not an address (leading zeros and shortened IPv4 forms included).
 */
export function normalizeIp(text: string): string | null {
  const family = isIP(text);
  // Of IPv4 there is one spelling only.
  if (family === 4) return text;
  if (family === 0 || text.includes("%")) return null;
  return ipaddr.process(text).toString();
}

/**
 * What limits are counted by: an IPv4 address, or the /64 of an IPv6 one, since that is what one customer of a network is
 * given. Takes a normalised address; null, of a chain that cannot be read, is one bucket for all of its kind.
 */
export function addressBucket(ip: string | null): string {
  if (ip === null) return "unknown";
  if (isIP(ip) !== 6) return ip;
  return `${ipaddr
    .parse(ip)
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")}/64`;
}

/** A single address (as its own subnet) or a CIDR; null for anything else. */
export function toSubnet(text: string): Subnet | null {
  const [host = "", bits, ...rest] = text.split("/");
  if (rest.length > 0 || !isIP(host) || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null;
  const parsed = ipaddr.parse(host);
  const mapped = parsed.kind() === "ipv6" && (parsed as ipaddr.IPv6).isIPv4MappedAddress();
  const address = ipaddr.process(host);
  const width = address.kind() === "ipv4" ? 32 : 128;
  const prefix = bits === undefined ? width : Number(bits) - (mapped ? 96 : 0);
  if (prefix < 0 || prefix > width) return null;
  return { address: address.toString(), prefix, family: address.kind() };
}

/** Whether a normalised address lies in one of the subnets. */
export function inSubnets(ip: string, subnets: string[]): boolean {
  const text = subnets.join(" ");
  const blockList = blockLists.get(text) ?? toBlockList(subnets);
  if (blockLists.size >= LISTS_KEPT) blockLists.clear();
  blockLists.set(text, blockList);
  return contains(blockList, ip);
}

/** Those of keys in use, by their text, which is what a key has now: to read one takes longer than all that is asked of it. */
const blockLists = new Map<string, BlockList>();
const LISTS_KEPT = 1_000;

function toBlockList(subnets: string[]): BlockList {
  const blockList = new BlockList();
  for (const text of subnets) {
    const subnet = toSubnet(text);
    if (subnet) blockList.addSubnet(subnet.address, subnet.prefix, subnet.family);
  }
  return blockList;
}

export function contains(blockList: BlockList, ip: string): boolean {
  return blockList.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");
}
