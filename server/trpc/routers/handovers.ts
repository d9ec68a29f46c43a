import { z } from "zod";
import { LANGUAGES } from "#server/domain/catalogue/places/index.ts";
import {
  listHandovers,
  sendToCustomer,
  suggestRecipient,
  withdrawHandover,
} from "#server/domain/shop/handover/index.ts";
import { router, staffProcedure } from "../trpc.ts";

const Reference = z.object({ reference: z.string().max(40) });

const Sending = Reference.extend({
  iccids: z.array(z.string().max(40)).min(1).max(50),
  recipient: z.string().max(254),
  language: z.enum(LANGUAGES),
});

/** eSIMs of an order on their way to a customer. */
export const handoversRouter = router({
  list: staffProcedure.input(Reference).query(async ({ ctx, input: { reference } }) => ({
    items: await listHandovers(ctx, reference),
    suggested: await suggestRecipient(ctx, reference),
  })),
  send: staffProcedure.input(Sending).mutation(({ ctx, input }) => sendToCustomer(ctx, input)),
  withdraw: staffProcedure
    .input(z.object({ id: z.number().int().positive() }))
    .mutation(({ ctx, input }) => withdrawHandover(ctx, input.id)),
});
