import type { Money } from "#server/kernel/money.ts";
import type { Moves } from "#server/kernel/moves.ts";

export const ACTION_KINDS = ["topup", "cancel", "suspend", "resume"] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];
export type ActionStatus = "queued" | "processing" | "succeeded" | "failed" | "under_review";

/** The trigger `check_action_move` has the same table. */
export const ACTION_MOVES: Moves<ActionStatus> = {
  queued: ["processing", "failed"],
  processing: ["succeeded", "failed", "under_review"],
  under_review: ["succeeded", "failed"],
  succeeded: [],
  failed: [],
};

export type Action = {
  id: number;
  accountId: number;
  environment: "test" | "live";
  esimId: number;
  orderId: number;
  supplierCode: string;
  iccid: string;
  action: ActionKind;
  status: ActionStatus;
  /** Top-ups: what is put on the eSIM. */
  packageCode: string | null;
  packageName: string | null;
  /** Charged for a top-up; paid back for a cancel, the top-ups that the supplier gives back included. In `currency`. */
  amount: Money;
  currency: string;
  charged: boolean;
  refundedAmount: Money;
  refundedAt: Date | null;
  settledAt: Date | null;
  createdAt: Date;
};

declare module "#server/kernel/events.ts" {
  interface EventSubjects {
    action: Action;
  }
}
