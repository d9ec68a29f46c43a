import type { SupplierMark } from "#server/domain/catalogue/suppliers/index.ts";
import { inWords } from "#server/kernel/time.ts";
import type { RoutingLimits } from "./routing-limits.ts";

/** A supplier's product, and how the supplier did where the product is for; null: it was never sent anything there. */
export type Candidate = {
  supplierCode: string;
  /** US dollars. */
  cost: number;
  mark: Pick<SupplierMark, "place" | "parts" | "successRate" | "p95Seconds"> | null;
};

type Marked = Candidate & { mark: NonNullable<Candidate["mark"]> };

const percent = (rate: number): string => `${Math.round(rate * 1_000) / 10} %`;

/**
 * The one to buy from instead of the one whose product was sold, and why, for the order's history; null to stay. Success
 * counts before speed, speed before cost; whoever is better in one must not be worse in what counts more.
 */
export function chooseSupplier(
  sold: Candidate,
  others: readonly Candidate[],
  {
    leastParts,
    successPoints,
    slowerTimes,
    cheaperPercent,
    dearerPercent,
  }: Omit<RoutingLimits, "enabled" | "keepPercent">,
): { supplierCode: string; reason: string } | null {
  const isKnown = (one: Candidate): one is Marked => one.mark !== null && one.mark.parts >= leastParts;
  if (!isKnown(sold)) return null;
  const here = sold.mark;
  const affordable = others.filter((one) => one.cost <= sold.cost * (1 + dearerPercent / 100));
  const known = affordable
    .filter(isKnown)
    .toSorted(
      (a, b) =>
        b.mark.successRate - a.mark.successRate ||
        seconds(a) - seconds(b) ||
        a.cost - b.cost ||
        a.mark.parts - b.mark.parts,
    );
  const found = (one: Marked | undefined, why: (one: Marked) => string) =>
    one && { supplierCode: one.supplierCode, reason: `${why(one)} (${here.place}, 30 days)` };
  const isNoWorse = ({ mark }: Marked) => mark.successRate >= here.successRate;
  const isNoSlower = (one: Marked) => seconds(one) <= seconds(sold);
  return (
    found(
      // Rates have four decimals; their difference is not to have more.
      known.find(({ mark }) => Math.round((mark.successRate - here.successRate) * 10_000) >= successPoints * 100),
      ({ mark }) => `delivers ${percent(mark.successRate)} instead of ${percent(here.successRate)}`,
    ) ??
    found(
      known.find((one) => isNoWorse(one) && seconds(one) * slowerTimes <= seconds(sold)),
      (one) => `delivers 95 % within ${sayTime(one)} instead of ${sayTime(sold)}`,
    ) ??
    found(
      known.find((one) => isNoWorse(one) && isNoSlower(one) && one.cost <= sold.cost * (1 - cheaperPercent / 100)),
      // The reseller reads it, too: not what it costs us.
      () => "is as good, and costs less",
    ) ??
    null
  );
}

/** Whoever delivered nothing is slower than everybody. */
const seconds = ({ mark }: Marked): number => mark.p95Seconds ?? Number.POSITIVE_INFINITY;

const sayTime = (one: Marked): string => (Number.isFinite(seconds(one)) ? inWords(seconds(one) * 1_000) : "no time");
