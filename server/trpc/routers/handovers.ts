import { z } from "zod";
import { LANGUAGES } from "#server/domain/catalogue/places/index.ts";
import {
  listHandovers,
  sendToCustomer,
  suggestRecipient,
  suggestSendings,
  withdrawHandover,
} from "#server/domain/shop/handover/index.ts";
import { router, staffProcedure } from "../trpc.ts";

const Reference = z.object({ reference: z.string().max(40) });

const Sending = Reference.extend({
  iccids: z.array(z.string().max(40)).min(1).max(50),
  recipient: z.string().max(254),
  language: z.enum(LANGUAGES),
  /** Of a sending of many: repeated, nobody is mailed twice. */
  decidedAt: z.date().optional(),
});

const Many = z.object({
  orders: z
    .array(Reference.extend({ iccids: z.array(z.string().max(40)).max(50).optional() }))
    .min(1)
    .max(50),
});

/** eSIMs of an order on their way to a customer. */
export const handoversRouter = router({
  list: staffProcedure.input(Reference).query(async ({ ctx, input: { reference } }) => ({
    items: await listHandovers(ctx, reference),
    suggested: await suggestRecipient(ctx, reference),
  })),
  /** Whom eSIMs of many orders would go to again, and when that was looked up. */
  suggest: staffProcedure
    .input(Many)
    .query(async ({ ctx, input }) => ({ at: ctx.clock.now(), items: await suggestSendings(ctx, input.orders) })),
  send: staffProcedure.input(Sending).mutation(({ ctx, input }) => sendToCustomer(ctx, input)),
  withdraw: staffProcedure
    .input(z.object({ id: z.number().int().positive() }))
    .mutation(({ ctx, input }) => withdrawHandover(ctx, input.id)),
});
