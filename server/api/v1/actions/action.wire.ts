import { z } from "zod";
import type { Action as ActionRecord } from "#server/domain/selling/actions/index.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { isoTime } from "#server/kernel/time.ts";
import { amount, currency, integer, timestamp } from "../fields.ts";

export const ActionStatus = z.enum(["queued", "processing", "succeeded", "failed", "under_review"]).meta({
  id: "ActionStatus",
  description:
    "under_review: the supplier's outcome is not known yet; it is being looked for, and nothing is refunded on a guess",
});

export const Action = z
  .strictObject({
    action_id: integer(),
    action: z.enum(["topup", "cancel", "suspend", "resume"]),
    status: ActionStatus,
    iccid: z.string(),
    order_reference: z.string().meta({ example: "B2B-1042" }),
    package_code: z.string().nullable().meta({ description: "Top-ups only" }),
    amount: amount().meta({
      description:
        "Top-up: the price. Cancel: what is refunded when the supplier accepts, the top-ups that it gives back included. Suspend and resume: 0",
    }),
    currency: currency(),
    charged: z.boolean(),
    refunded: z
      .boolean()
      .meta({ description: "Whether the charged amount (cancel: the amount to refund) was refunded" }),
    refunded_at: timestamp().nullable(),
    settled_at: timestamp().nullable(),
    created_at: timestamp(),
  })
  .meta({ id: "Action" });

/** One eSIM's part of a request. */
export const OpenedAction = z
  .strictObject({ action_id: integer(), iccid: z.string(), status: ActionStatus })
  .meta({ id: "OpenedAction" });

export const presentAction = (action: ActionRecord): z.input<typeof Action> => ({
  action_id: action.id,
  action: action.action,
  status: action.status,
  iccid: action.iccid,
  order_reference: orderReference(action.orderId),
  package_code: action.packageCode,
  amount: action.amount.toNumber(),
  currency: action.currency,
  charged: action.charged,
  refunded: action.refundedAt !== null,
  refunded_at: action.refundedAt && isoTime(action.refundedAt),
  settled_at: action.settledAt && isoTime(action.settledAt),
  created_at: isoTime(action.createdAt),
});

export const presentOpened = ({ id, iccid, status }: ActionRecord): z.input<typeof OpenedAction> => ({
  action_id: id,
  iccid,
  status,
});
