import { type Call, type OrderScenario, PACE, seconds } from "./drill.ts";

/** How an order is told otherwise than it is; null: as it is. */
export type Told = { status: "processing" | "failed" | "partially_delivered"; delivered: number };

const REVEALED: Partial<Record<OrderScenario, number>> = {
  order_fails: PACE.settle,
  partly_delivered: PACE.settle,
  order_waits: PACE.wait,
};

/** When the end of the purchase's order is told, in milliseconds since 1970; null of those that are told as they are. */
export function revealedAt({ scenario, at }: Call): number | null {
  const after = scenario && REVEALED[scenario];
  return after ? at + seconds(after) : null;
}

export function toldOf(calls: readonly Call[], reference: string, now: number): Told | null {
  const call = calls.find((one) => one.reference === reference);
  const first = call && calls[call.purchase - 1]!;
  const revealed = first ? revealedAt(first) : null;
  if (!first || revealed === null) return null;
  if (now < revealed) return { status: "processing", delivered: 0 };
  if (first.scenario === "order_fails") return { status: "failed", delivered: 0 };
  if (first.scenario === "partly_delivered") return { status: "partially_delivered", delivered: first.quantity - 1 };
  return null;
}

type WireOrder = Record<string, unknown> & { profiles?: { iccid: string; activation_code: string }[] };

/** The record of an order as the API and the events have it, or a line of the list, told otherwise. */
export function retell(order: WireOrder, { status, delivered }: Omit<Told, "status"> & { status: string }): WireOrder {
  const profiles = order.profiles?.slice(0, delivered);
  const first = profiles?.[0];
  return {
    ...order,
    status,
    ...(delivered === 0 && { iccid: null }),
    ...(profiles && {
      delivered_quantity: delivered,
      iccid: first?.iccid ?? null,
      activation_code: first?.activation_code ?? null,
      profiles,
    }),
  };
}
