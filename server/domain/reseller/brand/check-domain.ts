import { lookUpTexts } from "#server/kernel/dns-texts.ts";

/** What the DNS says now. `absent` is a definite answer; `unknown` is none, and changes nothing. */
export type DomainCheck = { found: "proof" } | { found: "absent" | "unknown"; fault: string };

/** Where the proof of a domain is looked for. */
export const proofName = (domain: string): string => `_svc-verify.${domain}`;

/** Looks for the token in the TXT records of `_svc-verify.<domain>`, and says in words what stands in its way. */
export async function checkDomain(domain: string, token: string): Promise<DomainCheck> {
  const name = proofName(domain);
  const answer = await lookUpTexts(name);
  if (answer.kind === "silent")
    return {
      found: "unknown",
      fault: `The DNS servers did not answer for ${name} (${answer.code}). We ask again soon.`,
    };
  if (answer.kind === "values" && answer.values.includes(token)) return { found: "proof" };
  if (answer.kind === "values") return { found: "absent", fault: describeWrong(name, token, answer.values) };
  const zone = domain.split(".").slice(-2).join(".");
  const doubled = await lookUpTexts(`${name}.${zone}`);
  if (doubled.kind === "values" && doubled.values.includes(token))
    return {
      found: "absent",
      fault: `The record exists as ${name}.${zone}: your DNS provider adds "${zone}" by itself. Enter the name without it.`,
    };
  const missing =
    answer.kind === "no-name" ? `There is no name ${name} yet.` : `${name} exists, but has no TXT record.`;
  return {
    found: "absent",
    fault: `${missing} Add a TXT record with that name and the value ${token}. New records can take up to an hour to be seen.`,
  };
}

function describeWrong(name: string, token: string, values: string[]): string {
  const near = values.find((value) => value.includes(token));
  if (near) return `The TXT record of ${name} is "${shorten(near)}". It must be the value alone: ${token}`;
  const shown = values.slice(0, 3).map((value) => `"${shorten(value)}"`);
  return `The TXT record of ${name} is ${shown.join(" and ")}, not ${token}. Is it the one of another account?`;
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 77)}…` : text);
