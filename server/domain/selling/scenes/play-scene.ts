import type { ApiKey } from "#server/domain/reseller/keys/index.ts";
import { getAction, requestCancel, requestResume, requestSuspend } from "#server/domain/selling/actions/index.ts";
import { getEsim, type LifeEvent, liveSandboxEsim } from "#server/domain/selling/esims/index.ts";
import { endSandboxReview } from "#server/domain/selling/topups/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { EVENT_TYPES } from "#server/kernel/events.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { type Bought, buy, topUp } from "./buy.ts";
import { tell } from "./tell.ts";

/** The events, and what has none: a top-up whose outcome nobody knows. */
export const SCENES = [...EVENT_TYPES, "under_review"] as const;
type Scene = (typeof SCENES)[number];

type Asked = {
  scene: Scene;
  packageId: string | null /** A top-up under review that is to end. */;
  actionId: number | null;
};
type Played = { madeBy: "sandbox" | "sample"; orderReference?: string; iccid?: string; actionId?: number };
type Stage = { ctx: AccountCtx; key: Pick<ApiKey, "prefix" | "environment">; packageId: string | null };

const ENDS: Partial<Record<Scene, boolean>> = { "topup.completed": true, "topup.failed": false };

/**
 * Plays one scene of the test environment. All but two are real: an order, an eSIM or an action of the sandbox goes through
 * what the event tells of, and can be read afterwards.
 */
export async function playScene(
  ctx: AccountCtx,
  key: Pick<ApiKey, "prefix" | "environment">,
  { scene, packageId, actionId }: Asked,
): Promise<Played> {
  if (ctx.environment !== "test")
    fail("access_denied", "Things are made to happen in the test environment only. Use a test key.");
  if (actionId === null) return await PLAYS[scene]({ ctx, key, packageId });
  const succeeded = ENDS[scene];
  if (succeeded === undefined)
    return fail(
      "validation_error",
      "action_id goes with topup.completed and topup.failed: it ends a top-up under review.",
      {
        field: "action_id",
      },
    );
  await endSandboxReview(ctx, actionId, succeeded);
  return { madeBy: "sandbox", iccid: (await getAction(ctx, String(actionId))).iccid, actionId };
}

const PLAYS: Record<Scene, (stage: Stage) => Promise<Played>> = {
  "order.created": order("queued"),
  "order.delivered": order(),
  "order.partially_delivered": order("partially_delivered"),
  "order.failed": order("failed"),
  "order.cancelled": afterOrder(cancel),
  "esim.activated": afterOrder((stage, bought) => live(stage, bought, "activate")),
  "esim.usage.updated": afterOrder((stage, bought) => live(stage, bought, "usage")),
  "esim.suspended": afterOrder(({ ctx }, { iccid }) => requestSuspend(ctx, iccid!)),
  "esim.resumed": afterOrder(async ({ ctx }, { iccid }) => {
    await requestSuspend(ctx, iccid!);
    return await requestResume(ctx, iccid!);
  }),
  "esim.cancelled": afterOrder(cancel),
  // What is installed is not taken back.
  "esim.action.failed": afterOrder(async (stage, bought) => {
    await live(stage, bought, "install");
    return await cancel(stage, bought);
  }),
  "topup.completed": afterOrder(({ ctx }, { iccid }) => topUp(ctx, iccid!)),
  "topup.failed": afterOrder(({ ctx }, { iccid }) => topUp(ctx, iccid!, "failed")),
  under_review: afterOrder(({ ctx }, { iccid }) => topUp(ctx, iccid!, "under_review")),
  "api_key.expiring": async ({ ctx, key: { prefix, environment } }) => {
    const expiresAt = after(ctx.clock.now(), 7 * DAY);
    await tell(ctx, "api_key.expiring", { apiKey: { keyPrefix: prefix, name: "trigger", environment, expiresAt } });
    return { madeBy: "sample" };
  },
  "integration.test": async ({ ctx }) => {
    await tell(ctx, "integration.test", {});
    return { madeBy: "sample" };
  },
};

function order(testScenario?: Parameters<typeof buy>[1]["testScenario"]) {
  return async ({ ctx, packageId }: Stage): Promise<Played> => {
    const { orderReference, iccid } = await buy(ctx, { packageId, testScenario });
    return { madeBy: "sandbox", orderReference, ...(iccid !== null && { iccid }) };
  };
}

/** What happens to an eSIM begins with buying one. */
function afterOrder(act: (stage: Stage, bought: Bought) => Promise<{ id: number } | undefined>) {
  return async (stage: Stage): Promise<Played> => {
    const bought = await buy(stage.ctx, { packageId: stage.packageId });
    const action = await act(stage, bought);
    return {
      madeBy: "sandbox",
      orderReference: bought.orderReference,
      iccid: bought.iccid!,
      ...(action && { actionId: action.id }),
    };
  };
}

async function cancel({ ctx }: Stage, { orderReference }: Bought): Promise<{ id: number } | undefined> {
  return (await requestCancel(ctx, orderReference)).actions[0];
}

async function live({ ctx }: Stage, { iccid }: Bought, step: LifeEvent): Promise<undefined> {
  await liveSandboxEsim(ctx, await getEsim(ctx, iccid!), step);
}
