import { z } from "zod";
import { type Ask, planApproval, requestApproval } from "#server/domain/control/approvals/index.ts";
import {
  approveGoLive,
  declineGoLive,
  getSignUpSettings,
  listGoLiveRequests,
  publishTerms,
  setSignUpOpen,
} from "#server/domain/people/onboarding/index.ts";
import { LONGEST_TERMS, PLANS, type Plan } from "#server/domain/reseller/accounts/index.ts";
import { readAmount } from "../present.ts";
import { confirmedOperatorProcedure, operatorProcedure, router } from "../trpc.ts";

const Code = z.string().max(20);
const Credit = z.object({ limit: z.string().max(60), paymentTermsDays: z.number().int().min(0).max(LONGEST_TERMS) });

function creditAsk(accountCode: string, { limit, paymentTermsDays }: z.infer<typeof Credit>): Ask {
  const change = { enabled: true, limit: readAmount(limit, "limit"), status: "active" as const, paymentTermsDays };
  return { kind: "credit", accountCode, change, reason: "Credit terms at go-live" };
}

export const operatorSignUpsRouter = router({
  list: operatorProcedure.query(({ ctx }) => listGoLiveRequests(ctx)),
  settings: operatorProcedure.query(({ ctx }) => getSignUpSettings(ctx)),
  setOpen: confirmedOperatorProcedure("accounts:manage")
    .input(z.object({ open: z.boolean() }))
    .mutation(({ ctx, input }) => setSignUpOpen(ctx, input.open)),
  publishTerms: confirmedOperatorProcedure("accounts:manage")
    .input(z.object({ text: z.string().max(70_000) }))
    .mutation(({ ctx, input }) => publishTerms(ctx, input.text)),
  /** Live first, then the credit line as the decision that it always is: at once, or after a second person's yes. */
  approve: confirmedOperatorProcedure("accounts:manage")
    .input(z.object({ code: Code, plan: z.enum(Object.keys(PLANS) as [Plan, ...Plan[]]), credit: Credit.nullable() }))
    .mutation(async ({ ctx, input: { code, plan, credit } }) => {
      const ask = credit && creditAsk(code, credit);
      // Refused before live is opened, if it is.
      if (ask) await planApproval(ctx, ask);
      await approveGoLive(ctx, code, { plan });
      return { credit: ask && (await requestApproval(ctx, ask)).status };
    }),
  decline: confirmedOperatorProcedure("accounts:manage")
    .input(z.object({ code: Code, reason: z.string().trim().min(3, "Say why: the reseller is told.").max(1_000) }))
    .mutation(({ ctx, input }) => declineGoLive(ctx, input.code, input.reason)),
});
