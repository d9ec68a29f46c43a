import { Resolver } from "node:dns/promises";
import { env } from "./env.ts";
import { SECOND } from "./time.ts";

export type DnsTexts =
  | { kind: "values"; values: string[] }
  | { kind: "no-name" | "no-record" }
  | { kind: "silent"; code: string };

/** The TXT records of a name, each put together from its parts. `silent` is no answer: nothing follows from it. */
export async function lookUpTexts(name: string): Promise<DnsTexts> {
  const resolver = new Resolver({ timeout: 3 * SECOND, tries: 2 });
  const { dnsServer } = env();
  if (dnsServer) resolver.setServers([dnsServer]);
  try {
    const records = await resolver.resolveTxt(name);
    return { kind: "values", values: records.map((chunks) => chunks.join("").trim()) };
  } catch (error) {
    const { code = "no answer" } = error as NodeJS.ErrnoException;
    if (code === "ENOTFOUND") return { kind: "no-name" };
    return code === "ENODATA" ? { kind: "no-record" } : { kind: "silent", code };
  }
}
