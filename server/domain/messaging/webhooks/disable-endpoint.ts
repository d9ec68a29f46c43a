import type { Transaction } from "#server/kernel/db.ts";

/** Nothing more is sent to the endpoint: what still waits for it ends as failed, with the reason on record. */
export async function disableEndpoint(tx: Transaction, endpointId: number, reason: string): Promise<void> {
  await tx.prisma.webhookEndpoint.updateMany({
    where: { id: endpointId, status: "active" },
    data: { status: "disabled", disabledReason: reason, pausedUntil: null },
  });
  await tx.prisma.delivery.updateMany({
    where: { endpointId, status: { in: ["pending", "retrying"] } },
    data: { status: "failed", nextAttemptAt: null, lastError: `The endpoint was disabled: ${reason}` },
  });
}
