import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { getEsim } from "#server/domain/selling/esims/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { StoreLink } from "../links.ts";
import { type AutoTopupEnd, sendAutoTopupMail } from "../mails/send-auto-topup-mail.ts";
import { getOwnedEsim } from "../read-purchases.ts";
import { findAutoTopup, findLatest, moveAutoTopup } from "./auto-topup.ts";

/** Ends it, once; its traveller is told of what they do not know. */
export async function endAutoTopup(
  tx: Transaction,
  ctx: AccountCtx,
  id: number,
  status: AutoTopupEnd | "used_up" | "over",
  reason?: string,
): Promise<void> {
  const auto = await findAutoTopup(tx, id);
  if (auto?.status !== "active") return;
  if (!(await moveAutoTopup(tx, auto, ctx.clock.now(), { status, reason: reason?.slice(0, 300) }))) return;
  if (status !== "used_up" && status !== "over") await sendAutoTopupMail(tx, ctx, auto, status);
}

/** By its traveller: nothing more is charged. What is being charged at this moment was sent before. */
export async function stopAutoTopup(ctx: AccountCtx, link: StoreLink, esimId: number): Promise<void> {
  const { esim } = await getOwnedEsim(ctx, link, esimId);
  const auto = await findLatest(ctx.db, esim.id);
  if (!auto) return;
  const { id } = auto;
  const at = ctx.clock.now();
  // Its card may be saved at this moment: what was not given up before that is stopped after it.
  if (await moveAutoTopup(ctx.db, { id, status: "saving" }, at, { status: "given_up" })) return;
  await moveAutoTopup(ctx.db, { id, status: "active" }, at, { status: "stopped" });
}

/** By the reseller's team. Its traveller is told. */
export async function withdrawAutoTopup(ctx: AccountCtx, iccid: string): Promise<void> {
  requirePermission(ctx, "esims:manage");
  const { id: esimId } = await getEsim(ctx, iccid);
  await ctx.db.transaction(async (tx) => {
    const auto = await findLatest(tx, esimId);
    if (auto?.status !== "active") return fail("conflict", "Automatic top-up of this eSIM is off already.");
    await endAutoTopup(tx, ctx, auto.id, "withdrawn");
    await recordAudit(tx, ctx, { act: "auto_topup.withdraw", accountId: ctx.account.id, subject: iccid });
  });
}
