import { type Ending, getAction, listActions, settleActions } from "#server/domain/selling/actions/index.ts";
import { type Esim, getEsim, nextState } from "#server/domain/selling/esims/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { MB } from "#server/kernel/data-size.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";
import type { TopupOption } from "./topup-options.ts";

/** What a test top-up ends in instead of succeeding at once. */
export type TopupScenario = "failed" | "under_review";

type Added = Pick<TopupOption, "dataMb" | "durationDays">;

/** The sandbox's answer to a top-up: done, unless a scenario says otherwise. */
export async function settleInSandbox(
  tx: Transaction,
  ctx: AccountCtx,
  actionId: number,
  esim: Esim,
  added: Added,
  scenario?: TopupScenario,
): Promise<void> {
  if (scenario === "under_review") {
    const where = { id: actionId, ...tenant(ctx), environment: "test", status: "processing" };
    await tx.prisma.action.updateMany({ where, data: { status: scenario, updatedAt: ctx.clock.now() } });
    return;
  }
  await end(tx, ctx, actionId, scenario === "failed" ? null : { esim, added });
}

/** What waits in the sandbox for somebody to find out: found out. */
export async function endSandboxReview(ctx: AccountCtx, actionId: number, succeeded: boolean): Promise<void> {
  requirePermission(ctx, "orders:place");
  const { iccid, status, environment } = await getAction(ctx, String(actionId));
  if (environment !== "test" || status !== "under_review")
    fail("conflict", `Action ${actionId} is ${status}. Only test actions that are under review are ended here.`);
  const esim = await getEsim(ctx, iccid);
  await ctx.db.transaction(async (tx) => {
    const added = one(
      await tx.query<Added>(sql`
        select coalesce(data_mb, 0) as data_mb, coalesce(duration_days, 0) as duration_days from actions where id = ${actionId}::bigint`),
    );
    await end(tx, ctx, actionId, succeeded ? { esim, added } : null);
  });
}

async function end(
  tx: Transaction,
  ctx: AccountCtx,
  actionId: number,
  done: { esim: Esim; added: Added } | null,
): Promise<void> {
  const at = ctx.clock.now();
  const [action] = await listActions(tx, [actionId]);
  const ending: Ending = done
    ? { action: action!, succeeded: true, esim: { before: done.esim, state: toppedUp(done.esim, done.added, at) } }
    : { action: action!, succeeded: false, failure: "The sandbox was asked to let it fail.", esim: null };
  await settleActions(tx, [ending], at);
}

/** More data and more days; an exhausted eSIM works again. */
function toppedUp(esim: Esim, { dataMb, durationDays }: Added, at: Date) {
  const state = nextState(
    esim,
    {
      status: esim.status === "exhausted" ? "activated" : esim.status,
      totalBytes: esim.totalBytes + dataMb * MB,
      expiresAt: esim.expiresAt && after(esim.expiresAt, durationDays * DAY),
    },
    at,
  );
  // A suspended one stays so, and has data again when it is resumed.
  return { ...state, resumeStatus: state.resumeStatus === "exhausted" ? "activated" : state.resumeStatus };
}
