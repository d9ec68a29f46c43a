import { z } from "zod";
import {
  type Ask,
  approveDecision,
  askDecision,
  FOUR_EYES_ABOVE_USD,
  listDecisions,
  planDecision,
  refuseDecision,
} from "#server/domain/decisions/index.ts";
import { cursor } from "../filters.ts";
import { present, readAmount } from "../present.ts";
import { operatorProcedure, router } from "../trpc.ts";

const Reason = z.string().trim().max(500);
const Typed = z.string().max(60);
const Code = z.string().trim().max(20);
const Reference = z.string().trim().max(60);

/** As the forms send it: amounts as they were typed. */
const Asked = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("deposit"),
    accountCode: Code,
    amount: Typed,
    bankReference: z.string().max(140),
    reason: Reason,
  }),
  z.object({ kind: z.literal("adjustment"), accountCode: Code, amount: Typed, reason: Reason }),
  z.object({ kind: z.literal("refund"), order: Reference, reason: Reason }),
  z.object({
    kind: z.literal("review"),
    ref: Reference,
    as: z.enum(["succeeded", "failed"]),
    supplierReference: z.string().trim().max(100).optional(),
    reason: Reason,
  }),
]);

const read = (asked: z.infer<typeof Asked>): Ask =>
  asked.kind === "deposit" || asked.kind === "adjustment"
    ? { ...asked, amount: readAmount(asked.amount, "amount") }
    : asked.kind === "review"
      ? { ...asked, supplierReference: asked.supplierReference || undefined }
      : asked;

const Id = z.object({ id: z.number().int().positive(), note: z.string().trim().max(500) });

export const operatorDecisionsRouter = router({
  list: operatorProcedure
    .input(
      z.object({
        status: z.enum(["waiting", "done", "refused"]).optional(),
        kind: z.enum(["deposit", "adjustment", "refund", "review"]).optional(),
        accountCode: Code.optional(),
        before: cursor(),
      }),
    )
    .query(async ({ ctx, input: { before, ...search } }) => {
      const page = await listDecisions(ctx, { ...search, limit: 50, beforeId: before });
      const items = page.items.map((item) => ({ ...present(item), isOwn: item.askedBy === ctx.actor.name }));
      return { ...page, items, limitUsd: FOUR_EYES_ABOVE_USD };
    }),
  /** What would happen, in what was read: nothing is changed. */
  plan: operatorProcedure
    .input(Asked)
    .mutation(async ({ ctx, input }) => present(await planDecision(ctx, read(input)))),
  ask: operatorProcedure.input(Asked).mutation(({ ctx, input }) => askDecision(ctx, read(input))),
  approve: operatorProcedure.input(Id).mutation(({ ctx, input }) => approveDecision(ctx, input.id, input.note)),
  refuse: operatorProcedure.input(Id).mutation(({ ctx, input }) => refuseDecision(ctx, input.id, input.note)),
});
