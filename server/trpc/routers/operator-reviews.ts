import { z } from "zod";
import {
  DECIDE_WITHIN,
  describeSupplier,
  isSupplierCode,
  REVIEW_AFTER,
} from "#server/domain/catalogue/suppliers/index.ts";
import { listApprovals } from "#server/domain/control/approvals/index.ts";
import { listStakes } from "#server/domain/control/health/index.ts";
import {
  askSupplier,
  findOrigin,
  listChoices,
  listEvidence,
  listReviews,
  type Review,
} from "#server/domain/selling/actions/index.ts";
import { fail } from "#server/kernel/errors.ts";
import { redact } from "#server/kernel/log.ts";
import { mayOperate } from "#server/kernel/operator-permissions.ts";
import { after } from "#server/kernel/time.ts";
import { present } from "../present.ts";
import { operatorProcedure, router } from "../trpc.ts";

/** With the time until which it is looked for, or by which it should be decided. */
const shown = (review: Review) => ({
  ...review,
  supplierName: isSupplierCode(review.supplier) ? describeSupplier(review.supplier).name : review.supplier,
  deadline: after(review.since, review.waiting ? DECIDE_WITHIN : REVIEW_AFTER),
});

/** The part that a decision is about: one that waits for it before one that is still looked for. */
const decidedFirst = (a: Review, b: Review) =>
  Number(b.waiting) - Number(a.waiting) || Number(b.kind === "order") - Number(a.kind === "order");

const OPEN: ReadonlySet<Review["kind"]> = new Set(["order", "topup", "cancel", "suspend", "resume"]);
const isOpen = ({ waiting, kind }: Review) => waiting && OPEN.has(kind);
const countOpen = (stakes: { count: number }[]) => stakes.reduce((sum, { count }) => sum + count, 0);

export const operatorReviewsRouter = router({
  list: operatorProcedure.query(async ({ ctx }) => {
    const [reviews, waiting, stakes] = await Promise.all([
      listReviews(ctx),
      listApprovals(ctx, { kind: "review", status: "waiting", limit: 200 }),
      listStakes(ctx),
    ]);
    const asked = new Map(waiting.items.map(({ subject, askedBy }) => [subject, askedBy]));
    return {
      reviews: reviews.map((review) => ({ ...shown(review), askedBy: asked.get(review.ref) ?? null })),
      /** Paid for, and still looked for. */
      lookedFor: countOpen(stakes) - new Set(reviews.filter(isOpen).map(({ ref }) => ref)).size,
    };
  }),
  get: operatorProcedure.input(z.string().max(40)).query(async ({ ctx, input }) => {
    const reviews = (await listReviews(ctx, { ref: input, lookedFor: true })).sort(decidedFirst);
    const [first] = reviews;
    if (!first) return fail("resource_not_found", `${input} is not under review.`);
    const [waiting, choices, origin, ...evidence] = await Promise.all([
      listApprovals(ctx, { kind: "review", status: "waiting", limit: 200 }),
      listChoices(ctx, first),
      findOrigin(ctx, first.reference),
      ...reviews.map((review) => listEvidence(ctx, review.reference)),
    ]);
    const parts = reviews.map((review, i) => ({
      ...shown(review),
      evidence: (evidence[i] ?? []).map((exchange) => ({
        ...exchange,
        request: redact(exchange.request),
        response: redact(exchange.response),
      })),
    }));
    const asked = waiting.items.find(({ subject }) => subject === input);
    return {
      parts,
      choices,
      origin,
      canAsk: first.kind !== "difference" && first.kind !== "late topup",
      asked: asked
        ? {
            ...present(asked),
            isOwn: asked.askedBy === ctx.actor.name,
            mayDecide: mayOperate(ctx.operatorRole, "reviews:decide"),
          }
        : null,
    };
  }),
  /** What the supplier says at this moment. */
  ask: operatorProcedure.input(z.string().max(40)).mutation(({ ctx, input }) => askSupplier(ctx, input)),
});
