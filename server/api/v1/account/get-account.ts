import { z } from "zod";
import { getProfile } from "#server/domain/reseller/accounts/index.ts";
import { operation } from "#server/http/operation.ts";
import { recordTime } from "#server/kernel/time.ts";
import { currency, emailAddress, integer, recordTimestamp } from "../fields.ts";

const Account = z
  .strictObject({
    id: integer(),
    account_code: z.string().meta({ example: "ACC-7K3M2PQ9" }),
    company_name: z.string(),
    email: emailAddress(),
    currency: currency(),
    status: z.enum(["active", "closed"]),
    test_enabled: integer().meta({ description: "1 or 0" }),
    live_enabled: integer().meta({ description: "1 or 0" }),
    credit_enabled: z.boolean(),
    credit_status: z.enum(["none", "active", "blocked"]),
    payment_terms_days: integer(),
    created_at: recordTimestamp(),
  })
  .meta({ id: "Account" });

export const getAccount = operation({
  method: "GET",
  path: "/account",
  tag: "Account",
  summary: "The account of the key",
  access: "account:read",
  data: Account,
  handle: async ({ ctx }) => {
    const profile = await getProfile(ctx);
    return {
      id: profile.id,
      account_code: profile.code,
      company_name: profile.companyName,
      email: profile.email,
      currency: profile.currency,
      status: profile.status as "active",
      test_enabled: Number(profile.testEnabled),
      live_enabled: Number(profile.liveEnabled),
      credit_enabled: profile.creditEnabled,
      credit_status: profile.creditStatus,
      payment_terms_days: profile.paymentTermsDays,
      created_at: recordTime(profile.createdAt),
    };
  },
});
