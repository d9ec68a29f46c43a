import { supplierName } from "#server/domain/catalogue/suppliers/index.ts";
import { listCandidates, listParts, openPart, possibleEnds } from "#server/domain/selling/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { counted } from "#server/kernel/counted.ts";
import { numericId, parseOrderReference } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import type { Review } from "./list-reviews.ts";
import type { ResolvedAs } from "./resolve-review.ts";

/** What can be decided, and what it does to money and eSIMs. */
export type ReviewChoice = {
  as: ResolvedAs;
  label: string;
  /** Whole sentences: what follows. */
  follows: string[];
  /** Orders one of which has to be named. */
  orders?: { ref: string; says: string }[];
};

/** The choices of a case, none before the others. */
export async function listChoices(ctx: Ctx, review: Review): Promise<ReviewChoice[]> {
  requireOperator(ctx, "platform:read");
  if (!review.waiting && review.kind === "order") return [];
  switch (review.kind) {
    case "order":
      return orderChoices(review);
    case "late delivery":
      return await lateChoices(ctx, review);
    case "late topup":
      return [closed(`${sumOf(review)} was paid back already and stays so; the data stays on the eSIM.`)];
    case "difference":
      return await differenceChoices(ctx, review);
    default:
      return actionChoices(review);
  }
}

const sumOf = ({ amount, currency }: Review) => sumText(money(amount), currency);
const units = (n: number) => counted(n, "eSIM");

const closed = (follows: string): ReviewChoice => ({ as: "closed", label: "It is dealt with", follows: [follows] });

function orderChoices(review: Review): ReviewChoice[] {
  const { quantity, supplier, companyName } = review;
  const name = supplierName(supplier);
  return [
    {
      as: "succeeded",
      label: "It happened",
      follows: [
        `The eSIMs that ${name} has for it are delivered to ${companyName}.`,
        `${sumOf(review)} stays charged${quantity > 1 ? `; what is missing of ${units(quantity)} is refunded` : ""}.`,
      ],
    },
    {
      as: "failed",
      label: "It did not happen",
      follows: [
        `${sumOf(review)} is refunded to ${companyName}, once.`,
        `No eSIM is delivered. Should ${name} have it after all, it is looked for during another day.`,
      ],
    },
  ];
}

const DONE: Record<"topup" | "cancel" | "suspend" | "resume", (review: Review) => [string[], string[]]> = {
  topup: (review) => [
    [`The top-up counts as done and ${sumOf(review)} stays charged.`],
    [`${sumOf(review)} is refunded to ${review.companyName}, once.`],
  ],
  cancel: (review) => [
    [`The eSIM is cancelled and ${sumOf(review)} is paid back to ${review.companyName}, once.`],
    ["The eSIM stays as it is, and nothing is paid back."],
  ],
  suspend: () => [["The eSIM counts as suspended. No money moves."], ["The eSIM stays as it is. No money moves."]],
  resume: () => [["The eSIM counts as in use again. No money moves."], ["The eSIM stays suspended. No money moves."]],
};

function actionChoices(review: Review): ReviewChoice[] {
  const [succeeded, failed] = DONE[review.kind as keyof typeof DONE](review);
  return [
    { as: "succeeded", label: "It happened", follows: succeeded },
    { as: "failed", label: "It did not happen", follows: failed },
  ];
}

async function lateChoices(ctx: Ctx, review: Review): Promise<ReviewChoice[]> {
  const part = openPart(await listParts(ctx.db, parseOrderReference(review.ref)!));
  const ends = part ? await possibleEnds(ctx, part) : new Set();
  const name = supplierName(review.supplier);
  const what = units(review.quantity);
  const untouched = `${review.ref} stays as it is: what it did not get was refunded.`;
  return [
    ...(ends.has("returned")
      ? [
          {
            as: "returned" as const,
            label: "Cancel at the supplier",
            follows: [`${name} is asked to cancel ${what} and pays their price back to us.`, untouched],
          },
        ]
      : []),
    ...(ends.has("resold")
      ? [
          {
            as: "resold" as const,
            label: "Sell on",
            follows: [
              `The next order of ${what} of this package gets ${review.quantity === 1 ? "it" : "them"} instead of another purchase. If nobody orders it within 14 days, the case comes back.`,
              untouched,
            ],
          },
        ]
      : []),
    closed(`No money moves and no eSIM changes. ${untouched}`),
  ];
}

async function differenceChoices(ctx: Ctx, { ref, supplier, supplierReference }: Review): Promise<ReviewChoice[]> {
  const id = numericId(ref.replace("REC-", ""))!;
  const found = await ctx.db.prisma.reconciliationDifference.findUnique({
    where: { id, what: "order", finding: "theirs_only" },
    select: { source: true, text: true },
  });
  const theirReference = supplierReference ?? "";
  const candidates = found && theirReference ? await listCandidates(ctx, { ...found, theirReference }) : [];
  return [
    ...(candidates.length > 0
      ? [
          {
            as: "attached" as const,
            label: "Attach to an order that waits",
            follows: [
              `The eSIMs of ${theirReference} become that order's delivery, after ${supplierName(supplier)} has confirmed them. What was charged stays charged.`,
            ],
            orders: candidates.map((candidate) => ({
              ref: candidate.ref,
              says: `${candidate.ref}, ${candidate.companyName}, ${units(candidate.quantity)}`,
            })),
          },
        ]
      : []),
    closed("No money moves and no eSIM changes: whatever it took was done elsewhere."),
  ];
}
