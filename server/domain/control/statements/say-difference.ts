import type { Money } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import type { Found } from "./match-lines.ts";
import type { Charge } from "./our-charges.ts";
import type { Line } from "./read-lines.ts";

const nameOf = ({ ref, what, companyName }: Charge) => `${ref} of ${companyName} (${what})`;
const verb = ({ kind }: Line) => (kind === "refund" ? "paid back" : "took");

/** Who, what and how much, in whole sentences. */
export function sayDifference({ finding, line, charge }: Found, supplierName: string): string {
  if (!line)
    return charge!.kind === "refund"
      ? `${supplierName} was to pay ${sumText(charge!.amount, "USD")} back for ${nameOf(charge!)}; no line does.`
      : `${nameOf(charge!)} cost ${sumText(charge!.amount, "USD")} by our books; no line names it.`;
  const said = `Line ${line.number}: ${supplierName} ${verb(line)} ${sumText(line.amount, line.currency)} for ${line.references.join(", ")}`;
  if (finding === "theirs_only")
    return charge
      ? `${said}, which is ${nameOf(charge)} and was not delivered.`
      : `${said}, which nothing of ours bears.`;
  const ours = `${nameOf(charge!)}`;
  if (finding === "twice") return `${said} again: ${ours} is charged once already.`;
  if (finding === "currency") return `${said}; ${ours} is ${sumText(charge!.amount, "USD")}.`;
  return `${said}; ${ours} is ${sumText(charge!.amount, "USD")}.`;
}

/** What they took beyond what we have, in US dollars; null where their line is in another currency. */
export function amountOf({ finding, line, charge }: Found): Money | null {
  if (line && line.currency !== "USD") return null;
  const signed = (amount: Money, kind: "purchase" | "refund") => (kind === "refund" ? amount.negated() : amount);
  const theirs = line && signed(line.amount, line.kind);
  const ours = charge && signed(charge.amount, charge.kind);
  if (!theirs) return ours!.negated();
  return finding === "amount" ? theirs.minus(ours!) : theirs;
}
