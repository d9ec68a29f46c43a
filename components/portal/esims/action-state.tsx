import { SearchCheck } from "lucide-react";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import type { Outputs } from "#server/trpc/types.ts";

export type Action = Outputs["esims"]["get"]["actions"][number];

export const ACTION_NAMES: Record<Action["action"], string> = {
  topup: "Top-up",
  cancel: "Cancel",
  suspend: "Suspend",
  resume: "Resume",
};

const STATES: Record<Action["status"], { label: string; tone: Tone }> = {
  queued: { label: "Queued", tone: "wait" },
  processing: { label: "With the supplier", tone: "wait" },
  succeeded: { label: "Done", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  under_review: { label: "Under review", tone: "wait" },
};

export const isActionOpen = ({ status }: Pick<Action, "status">): boolean =>
  status !== "succeeded" && status !== "failed";

export function ActionBadge({ status }: { status: Action["status"] }) {
  const { label, tone } = STATES[status];
  return (
    <Badge tone={tone} icon={status === "under_review" ? SearchCheck : undefined}>
      {label}
    </Badge>
  );
}

/** What is going on with an action that is not over, in words. */
export function progressOf({ action, status, checks, charged }: Action): string | null {
  if (status === "queued") return "Waiting to be sent to the network supplier.";
  if (status === "processing") return "Sent; the network supplier has not answered yet.";
  if (status !== "under_review") return null;
  const money =
    action === "topup" && charged
      ? " The charge stands until the outcome is known."
      : action === "cancel"
        ? " Nothing is refunded on a guess: the money comes back once the cancel is confirmed."
        : "";
  return `The supplier's answer was lost or unclear, so its own records are being searched (${checks} ${checks === 1 ? "look" : "looks"} so far). It is not sent again meanwhile, and after 24 hours our staff decide.${money}`;
}
