import { sendSignUp as send } from "#server/domain/people/staff/index.ts";
import { job } from "../job.ts";

export const sendSignUp = job("send-sign-up", (ctx, asked, step) => step.run("send", () => send(ctx, asked)));
