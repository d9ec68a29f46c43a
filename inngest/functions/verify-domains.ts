import { verifySenders } from "#server/domain/messaging/sender/index.ts";
import { verifyDomains as verify } from "#server/domain/reseller/brand/index.ts";
import { schedule } from "../job.ts";

export const verifyDomains = schedule("verify-domains", "*/5 * * * *", async (ctx, step) => {
  await step.run("verify", () => verify(ctx));
  await step.run("senders", () => verifySenders(ctx));
});
