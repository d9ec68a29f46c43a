import { z } from "zod";
import { getRule } from "#server/domain/catalogue/pricing/index.ts";
import {
  ALONE_PER_ACCOUNT_USD,
  ALONE_PER_OPERATOR_USD,
  type Ask,
  approvalFilter,
  approve,
  decline,
  getApproval,
  KINDS,
  listApprovals,
  planApproval,
  requestApproval,
} from "#server/domain/control/approvals/index.ts";
import { LONGEST_TERMS } from "#server/domain/reseller/accounts/index.ts";
import { RESOLUTIONS } from "#server/domain/selling/actions/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { mayOperate } from "#server/kernel/operator-permissions.ts";
import { ROLE_NAMES, type Role } from "#server/kernel/roles.ts";
import { listInput, recordId } from "../filters.ts";
import { present, readAmount } from "../present.ts";
import { PriceRule, toMarkup, toTarget } from "../price-rule.ts";
import { operatorProcedure, requireConfirmedOperator, router } from "../trpc.ts";

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
  z.object({ kind: z.literal("difference"), ref: Reference, reason: Reason }),
  z.object({ kind: z.literal("refund"), order: Reference, reason: Reason }),
  z.object({
    kind: z.literal("review"),
    ref: Reference,
    as: z.enum(RESOLUTIONS),
    supplierReference: z.string().trim().max(100).optional(),
    withoutAnswer: z.boolean().optional(),
    order: Reference.optional(),
    reason: Reason,
  }),
  z.object({
    kind: z.literal("credit"),
    accountCode: Code,
    enabled: z.boolean(),
    limit: Typed,
    status: z.enum(["active", "blocked"]),
    holdReason: z.string().trim().max(300),
    paymentTermsDays: z.number().int().min(0).max(LONGEST_TERMS),
    reason: Reason,
  }),
  z.object({ kind: z.literal("price"), rule: PriceRule, startsAt: z.date().optional(), reason: Reason }),
  z.object({ kind: z.literal("price_removal"), ruleId: recordId(), reason: Reason }),
  z.object({
    kind: z.literal("membership"),
    accountCode: Code,
    email: z.email("Enter an e-mail address such as name@example.com.").max(254),
    role: z.enum(ROLE_NAMES as [Role, ...Role[]]),
    reason: Reason,
  }),
  z.object({
    kind: z.literal("rate"),
    currency: z.string().regex(/^[A-Z]{3}$/),
    rate: z.string().max(40),
    reason: Reason,
  }),
  z.object({
    kind: z.literal("bank"),
    currency: z.string().trim().max(3),
    holder: z.string().max(100),
    bank: z.string().max(100),
    number: z.string().max(60),
    bic: z.string().max(20),
    note: z.string().max(200),
    reason: Reason,
  }),
]);

async function read(ctx: Ctx, asked: z.infer<typeof Asked>): Promise<Ask> {
  switch (asked.kind) {
    case "deposit":
    case "adjustment":
      return { ...asked, amount: readAmount(asked.amount, "amount") };
    case "review":
      return { ...asked, supplierReference: asked.supplierReference || undefined };
    case "credit": {
      const { kind, accountCode, reason, enabled, limit, status, holdReason, paymentTermsDays } = asked;
      const line = enabled ? { limit: readAmount(limit, "limit"), status } : {};
      const change = { enabled, ...line, holdReason: holdReason || undefined, paymentTermsDays };
      return { kind, accountCode, reason, change };
    }
    case "price": {
      const { kind, rule, startsAt, reason } = asked;
      return { kind, reason, target: await toTarget(ctx, rule), markup: toMarkup(rule), startsAt };
    }
    case "price_removal": {
      const { accountId, supplierCode, countryCode, packageId } = await getRule(ctx, asked.ruleId);
      const target = { accountId, supplierCode, countryCode, packageId };
      return { kind: "price", reason: asked.reason, target, markup: null };
    }
    case "bank": {
      const { kind, reason, ...bank } = asked;
      return { kind, reason, bank };
    }
    case "rate":
      return { ...asked, rate: readAmount(asked.rate, "rate", 8) };
    default:
      return asked;
  }
}

const Id = z.object({ id: recordId(), note: z.string().trim().max(500) });

export const operatorApprovalsRouter = router({
  list: operatorProcedure.input(listInput(approvalFilter)).query(async ({ ctx, input: { before, ...filter } }) => {
    const page = await listApprovals(ctx, { ...filter, limit: 50, beforeId: before });
    const items = page.items.map((item) => ({
      ...present(item),
      isOwn: item.askedBy === ctx.actor.name,
      mayDecide: mayOperate(ctx.operatorRole, KINDS[item.kind]),
    }));
    return { ...page, items, limits: { perAccount: ALONE_PER_ACCOUNT_USD, perOperator: ALONE_PER_OPERATOR_USD } };
  }),
  /** What would happen, in what was read: nothing is changed. */
  plan: operatorProcedure
    .input(Asked)
    .mutation(async ({ ctx, input }) => present(await planApproval(ctx, await read(ctx, input)))),
  ask: operatorProcedure.input(Asked).mutation(async ({ ctx, input }) => {
    const ask = await read(ctx, input);
    requireConfirmedOperator(ctx, KINDS[ask.kind]);
    return await requestApproval(ctx, ask);
  }),
  approve: operatorProcedure.input(Id).mutation(async ({ ctx, input: { id, note } }) => {
    const { kind } = await getApproval(ctx, id);
    requireConfirmedOperator(ctx, KINDS[kind]);
    await approve(ctx, id, note);
  }),
  refuse: operatorProcedure.input(Id).mutation(({ ctx, input }) => decline(ctx, input.id, input.note)),
});
