import { z } from "zod";
import { listCostMoves, listPulled, listPulls } from "#server/domain/catalogue/catalog/index.ts";
import {
  describeSupplier,
  knownSupplier,
  listCredentials,
  listMarks,
  listSuppliers,
  MARKS_DAYS,
  measureSuppliers,
  removeCredentials,
  setCredentials,
  setSupplierOpen,
  supplierWebhookUrl,
} from "#server/domain/catalogue/suppliers/index.ts";
import { whatClosingStops } from "#server/domain/control/health/index.ts";
import { changeRoutingLimits, getRoutingLimits } from "#server/domain/selling/routing/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { recordId } from "../filters.ts";
import { present } from "../present.ts";
import { confirmedOperatorProcedure, operatorList, operatorProcedure, router } from "../trpc.ts";

const Code = z.string().max(30);

async function listWithHealth(ctx: Ctx) {
  const [listed, measured] = await Promise.all([listSuppliers(ctx), measureSuppliers(ctx)]);
  return listed.flatMap((supplier) => {
    const health = measured.find(({ code }) => code === supplier.code);
    return health ? [present({ ...supplier, ...health })] : [];
  });
}

export const operatorSuppliersRouter = router({
  list: operatorList.query(({ ctx }) => listWithHealth(ctx)),
  get: operatorProcedure.input(Code).query(async ({ ctx, input }) => {
    const code = knownSupplier(input);
    const [all, pulls, costMoves, credentials, marks] = await Promise.all([
      listWithHealth(ctx),
      listPulls(ctx, code),
      listCostMoves(ctx, code),
      listCredentials(ctx, code),
      listMarks(ctx, { supplierCode: code }),
    ]);
    const supplier =
      all.find((one) => one.code === code) ?? fail("resource_not_found", `There is no supplier ${input}.`);
    const { capabilities, maxOrderQuantity, callsPerSecond } = describeSupplier(code);
    return {
      ...supplier,
      capabilities: Object.entries(capabilities).map(([name, can]) => ({ name, can })),
      maxOrderQuantity,
      callsPerSecond,
      credentials,
      webhookUrl: supplierWebhookUrl(code, env().publicUrl),
      pulls,
      costMoves: costMoves.map((move) => present(move)),
      marks: marks.map((mark) => present(mark)),
      marksDays: MARKS_DAYS,
    };
  }),
  pulled: operatorProcedure
    .input(z.object({ pullId: recordId() }))
    .query(async ({ ctx, input }) => (await listPulled(ctx, input.pullId)).map((item) => present(item))),
  setCredentials: confirmedOperatorProcedure("suppliers:manage")
    .input(z.object({ code: Code, values: z.record(z.string().max(40), z.string().max(1_000)) }))
    .mutation(({ ctx, input }) => setCredentials(ctx, input.code, input.values)),
  removeCredentials: confirmedOperatorProcedure("suppliers:manage")
    .input(z.object({ code: Code }))
    .mutation(({ ctx, input }) => removeCredentials(ctx, input.code)),
  routing: operatorProcedure.query(({ ctx }) => getRoutingLimits(ctx)),
  setRouting: confirmedOperatorProcedure("suppliers:manage")
    .input(
      z.object({
        enabled: z.boolean(),
        leastParts: z.number(),
        successPoints: z.number(),
        slowerTimes: z.number(),
        cheaperPercent: z.number(),
        dearerPercent: z.number(),
        keepPercent: z.number(),
      }),
    )
    .mutation(({ ctx, input }) => changeRoutingLimits(ctx, input)),
  /** What closing it for sale stops: nothing is changed. */
  closing: operatorProcedure.input(Code).query(({ ctx, input }) => whatClosingStops(ctx, input)),
  setOpen: operatorProcedure
    .input(z.object({ code: Code, open: z.boolean() }))
    .mutation(({ ctx, input }) => setSupplierOpen(ctx, input.code, input.open)),
});
