import type { EsimRef, PaidBack } from "../port.ts";
import type { Call, Said } from "./client.ts";
import { AppliedBundles, type Assignment } from "./wire.ts";

/** A bundle on an eSIM. */
export type Applied = Assignment & { bundle: string };

/** All that were ever put on it, the used ones too. */
export async function readApplied(call: Call, operation: string, iccid: string): Promise<Said<Applied[]>> {
  const said = await call({
    operation,
    path: ["esims", iccid, "bundles"],
    query: { includeUsed: "true", limit: "200" },
    schema: AppliedBundles,
  });
  if (said.kind !== "ok") return said;
  const applied = (said.value.bundles ?? []).flatMap(({ name, assignments }) =>
    assignments.map((assignment) => ({ ...assignment, bundle: name })),
  );
  return { kind: "ok", value: applied };
}

/** An order puts its bundles on with references of its own and a number: `<order>-0`. */
export const isOfOrder = ({ assignmentReference }: Applied, orderReference: string): boolean =>
  assignmentReference === orderReference || assignmentReference?.startsWith(`${orderReference}-`) === true;

/** Null for a reference that is not made like that. */
export const orderOf = (assignmentReference: string): string | null =>
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-\d+)?$/i.exec(assignmentReference)?.[1] ?? null;

export const stateOf = ({ bundleState }: Applied): string => bundleState.toLowerCase();

/** What tells it apart from every other one, on every look. */
export const keyOf = ({ assignmentReference, id, bundle, assignmentDateTime }: Applied): string =>
  assignmentReference ?? id ?? `${bundle} ${assignmentDateTime}`;

/** Its price came back: eSIM Go keeps that of what was begun. */
export const isPaidBack = (bundle: Applied): boolean => stateOf(bundle) === "revoked" && !bundle.startTime;

/** What came back for an eSIM. Undefined while the bundle that it was sold with is on it. */
export function paidBackOf(applied: Applied[], { supplierReference }: EsimRef): PaidBack | undefined {
  const own = applied.filter((bundle) => isOfOrder(bundle, supplierReference));
  if (own.length === 0 || !own.every((bundle) => stateOf(bundle) === "revoked")) return undefined;
  const [returned, kept] = parted(applied.filter((bundle) => !own.includes(bundle)));
  const priceRefunded = own.every(isPaidBack);
  return { priceRefunded, ...ofTopups(returned, kept, priceRefunded) };
}

const parted = (topups: Applied[]): [number, string[]] => {
  const kept = topups.filter((bundle) => !isPaidBack(bundle)).map(({ bundle }) => bundle);
  return [topups.length - kept.length, kept];
};

/**
 * @param returned how many came back
 * @param kept bundles that did not
 * @param otherwise what is said of an eSIM without top-ups
 */
export const ofTopups = (returned: number, kept: string[], otherwise: boolean): Omit<PaidBack, "priceRefunded"> => ({
  topupsRefunded: returned > 0 || (kept.length === 0 && otherwise),
  ...(returned > 0 && kept.length > 0 && { topupsKept: kept }),
});
