import { sendRecovery as send } from "#server/domain/people/staff/index.ts";
import { job } from "../job.ts";

export const sendRecovery = job("send-recovery", (ctx, { email }, step) => step.run("send", () => send(ctx, email)));
