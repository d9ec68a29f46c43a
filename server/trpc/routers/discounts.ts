import { z } from "zod";
import {
  changeDiscount,
  createDiscount,
  type Discount,
  listDiscounts,
  previewDiscount,
} from "#server/domain/shop/discounts/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { money, toNumeric } from "#server/kernel/money.ts";
import { recordId } from "../filters.ts";
import { router, staffProcedure } from "../trpc.ts";
import { idOfPackage } from "./storefront.ts";

const Amount = z.string().regex(/^\d{1,11}(\.\d{1,4})?$/, "Enter a number such as 10 or 4.50.");
/** One of the two, and the plans: both lists empty are all. */
const Offer = z.object({
  percentOff: Amount.optional(),
  amountOff: Amount.optional(),
  /** As the catalogue shows them. */
  packages: z.array(z.string().trim().min(1).max(200)).max(50).default([]),
  /** Countries (`TR`) and regions (`europe`). */
  destinations: z.array(z.string().trim().min(2).max(40)).max(250).default([]),
});
const Terms = z.object({
  startsAt: z.date().nullable(),
  endsAt: z.date().nullable(),
  mostUses: z.number().int().min(1).max(1_000_000).nullable(),
  oncePerPerson: z.boolean(),
});

/** Discount codes of the shop. */
export const discountsRouter = router({
  list: staffProcedure.query(async ({ ctx }) => {
    const now = ctx.clock.now();
    const items = (await listDiscounts(ctx)).map(({ percentOff, amountOff, paid, given, packageIds: _, ...rest }) => ({
      ...rest,
      state: stateOf(rest, now),
      percentOff: percentOff?.toString() ?? null,
      amountOff: amountOff && toNumeric(amountOff),
      paid: toNumeric(paid),
      given: toNumeric(given),
    }));
    return { currency: ctx.account.currency, items };
  }),
  preview: staffProcedure.input(Offer).query(async ({ ctx, input }) => {
    const { plans, unusable, losses } = await previewDiscount(ctx, await offerOf(ctx, input));
    const examples = losses.slice(0, 5).map(({ cost, price, margin, ...plan }) => ({
      ...plan,
      cost: toNumeric(cost),
      price: toNumeric(price),
      margin: toNumeric(margin),
    }));
    return { currency: ctx.account.currency, plans, unusable, losses: losses.length, examples };
  }),
  create: staffProcedure
    .input(
      Offer.extend({
        ...Terms.shape,
        code: z.string().trim().min(1).max(60),
        /** The warning that it sells below cost was seen and is meant. */
        belowCost: z.boolean().default(false),
      }),
    )
    .mutation(async ({ ctx, input: { belowCost, packages, destinations, percentOff, amountOff, ...rest } }) => {
      const offer = await offerOf(ctx, { packages, destinations, percentOff, amountOff });
      const { code } = await createDiscount(ctx, { ...rest, ...offer }, { belowCost });
      return { code };
    }),
  change: staffProcedure
    .input(Terms.partial().extend({ id: recordId(), active: z.boolean().optional() }))
    .mutation(({ ctx, input: { id, ...changes } }) => changeDiscount(ctx, id, changes)),
});

export type DiscountState = "open" | "early" | "ended" | "used_up" | "stopped";

function stateOf(
  { active, startsAt, endsAt, mostUses, uses }: Pick<Discount, "active" | "startsAt" | "endsAt" | "mostUses" | "uses">,
  now: Date,
): DiscountState {
  if (!active) return "stopped";
  if (endsAt && now >= endsAt) return "ended";
  if (startsAt && now < startsAt) return "early";
  return mostUses !== null && uses >= mostUses ? "used_up" : "open";
}

async function offerOf(ctx: AccountCtx, { packages, destinations, percentOff, amountOff }: z.infer<typeof Offer>) {
  return {
    percentOff: percentOff === undefined ? null : money(percentOff),
    amountOff: amountOff === undefined ? null : money(amountOff),
    packageIds: await Promise.all(packages.map((code) => idOfPackage(ctx, code, "plans"))),
    destinations,
  };
}
