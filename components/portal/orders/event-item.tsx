import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Breakable } from "#components/ui/breakable.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type OrderEvent = Outputs["orders"]["events"][number];
type State = NonNullable<OrderEvent["delivery"]>["status"];

export const DELIVERY_STATES: Record<State, { label: string; tone: Tone }> = {
  pending: { label: "Pending", tone: "wait" },
  delivered: { label: "Delivered", tone: "good" },
  retrying: { label: "Retrying", tone: "wait" },
  failed: { label: "Failed", tone: "bad" },
};

/** Where an event went, and what was answered. */
export function EventItem({ event: { delivery } }: { event: OrderEvent }) {
  if (!delivery) return "Not sent: no webhook endpoint subscribes to it.";
  const { label, tone } = DELIVERY_STATES[delivery.status];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tone}>{label}</Badge>
      <span className="[overflow-wrap:anywhere]">
        <Breakable text={delivery.url} />
      </span>
      {delivery.attemptCount > 0 && (
        <span>
          {delivery.attemptCount} {delivery.attemptCount === 1 ? "attempt" : "attempts"}
          {delivery.lastHttpStatus !== null && `, last answer ${delivery.lastHttpStatus}`}
        </span>
      )}
    </span>
  );
}
