import { BlockList } from "node:net";
import { toSubnet } from "./addresses.ts";

// Values of variables that are more than a text. What is wrong with one is said by its name.

export class EnvError extends Error {}

/** SUPPLIER_ESIMACCESS_URL, SUPPLIER_ESIMACCESS_ACCESS_CODE … → { esimaccess: { url, access_code } } */
export function supplierSettings(set: Record<string, string>): Record<string, Record<string, string>> {
  const suppliers: Record<string, Record<string, string>> = {};
  for (const [name, value] of Object.entries(set)) {
    const match = /^SUPPLIER_([A-Z]+)_([A-Z_]+)$/.exec(name);
    if (!match) continue;
    if (match[2] === "URL" && !URL.canParse(value))
      throw new EnvError(`The environment variable ${name} is "${value}" and must be an http:// or https:// address.`);
    const code = match[1]!.toLowerCase();
    suppliers[code] = { ...suppliers[code], [match[2]!.toLowerCase()]: value };
  }
  return suppliers;
}

export function toBlockList(name: string, entries: string[]): BlockList {
  const blockList = new BlockList();
  for (const entry of entries) {
    const subnet = toSubnet(entry);
    if (!subnet)
      throw new EnvError(
        `The environment variable ${name} contains "${entry}", which is neither an IP address nor a CIDR.`,
      );
    blockList.addSubnet(subnet.address, subnet.prefix, subnet.family);
  }
  return blockList;
}

export function toOrigin(name: string, text: string): string {
  if (!URL.canParse(text) || new URL(text).origin !== text)
    throw new EnvError(
      `The environment variable ${name} contains "${text}", which is not an origin such as http://127.0.0.1:9999 (no path, no slash at the end).`,
    );
  return text;
}
