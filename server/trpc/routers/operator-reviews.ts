import { z } from "zod";
import { DECIDE_WITHIN, REVIEW_AFTER } from "#server/domain/catalogue/suppliers/index.ts";
import { listApprovals } from "#server/domain/control/approvals/index.ts";
import { listEvidence, listReviews, type Review } from "#server/domain/selling/actions/index.ts";
import { fail } from "#server/kernel/errors.ts";
import { redact } from "#server/kernel/log.ts";
import { mayOperate } from "#server/kernel/operator-permissions.ts";
import { after } from "#server/kernel/time.ts";
import { present } from "../present.ts";
import { operatorProcedure, router } from "../trpc.ts";

/** With the time until which it is looked for, or by which it should be decided, and what the evidence speaks for. */
const shown = (review: Review) => ({
  ...review,
  deadline: after(review.since, review.waiting ? DECIDE_WITHIN : REVIEW_AFTER),
  proposal: review.supplierReference ? ("succeeded" as const) : review.notFoundAt ? ("failed" as const) : null,
});

export const operatorReviewsRouter = router({
  list: operatorProcedure.query(async ({ ctx }) => {
    const [reviews, waiting] = await Promise.all([
      listReviews(ctx),
      listApprovals(ctx, { kind: "review", status: "waiting", limit: 200 }),
    ]);
    const asked = new Map(waiting.items.map(({ subject, askedBy }) => [subject, askedBy]));
    return reviews.map((review) => ({ ...shown(review), askedBy: asked.get(review.ref) ?? null }));
  }),
  get: operatorProcedure.input(z.string().max(40)).query(async ({ ctx, input }) => {
    const reviews = await listReviews(ctx, { ref: input });
    if (reviews.length === 0) fail("resource_not_found", `${input} is not under review.`);
    const waiting = await listApprovals(ctx, { kind: "review", status: "waiting", limit: 200 });
    const parts = await Promise.all(
      reviews.map(async (review) => ({
        ...shown(review),
        evidence: (await listEvidence(ctx, review.reference)).map((exchange) => ({
          ...exchange,
          request: redact(exchange.request),
          response: redact(exchange.response),
        })),
      })),
    );
    const asked = waiting.items.find(({ subject }) => subject === input);
    return {
      parts,
      asked: asked
        ? {
            ...present(asked),
            isOwn: asked.askedBy === ctx.actor.name,
            mayDecide: mayOperate(ctx.operatorRole, "reviews:decide"),
          }
        : null,
    };
  }),
});
