import { sweepMails } from "#server/domain/messaging/mail/index.ts";
import { sweepDeliveries } from "#server/domain/messaging/webhooks/index.ts";
import { sweepFunding } from "#server/domain/money/funding/index.ts";
import { sweepActions } from "#server/domain/selling/actions/index.ts";
import { sweepOrders } from "#server/domain/selling/orders/index.ts";
import { sweepCheckouts } from "#server/domain/shop/checkout/index.ts";
import { sweepReplacements } from "#server/domain/shop/guarantee/index.ts";
import { log } from "#server/kernel/log.ts";
import { recordUptime } from "#server/kernel/uptime.ts";
import { schedule } from "../job.ts";

/** Finds what a dead run left: state that is waiting for a job that no longer exists. */
export const sweepStalled = schedule("sweep-stalled", "* * * * *", async (ctx, step) => {
  await step.run("uptime", () => recordUptime(ctx));
  const orders = await step.run("orders", () => sweepOrders(ctx));
  const actions = await step.run("actions", () => sweepActions(ctx));
  const deliveries = await step.run("deliveries", () => sweepDeliveries(ctx));
  const checkouts = await step.run("checkouts", () => sweepCheckouts(ctx));
  const replacements = await step.run("replacements", () => sweepReplacements(ctx));
  const fundings = await step.run("fundings", () => sweepFunding(ctx));
  const mails = await step.run("mails", () => sweepMails(ctx));
  if (orders + actions + checkouts + replacements + deliveries + fundings + mails > 0)
    log().warn(
      { orders, actions, checkouts, replacements, deliveries, fundings, mails },
      "stalled work was taken up again",
    );
});
