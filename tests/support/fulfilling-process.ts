import { setTimeout as sleep } from "node:timers/promises";
import { eventShapes } from "#server/api/v1/events.ts";
import { openKeyring } from "#server/domain/control/secrets/index.ts";
import { findOrderById, fulfilOrder } from "#server/domain/selling/orders/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { applySimulators, type SimulatorAddresses } from "#server/process/platform.ts";

/** What a worker of its own is told: which order it looks after. */
export type Fulfilment = {
  databaseUrl: string;
  directDatabaseUrl: string | undefined;
  masterKey: string;
  timeScale: number;
  addresses: SimulatorAddresses;
  orderId: number;
};

// Says that it is up, begins with the first byte that it gets, and ends with the order.
const { addresses, orderId, ...settings } = JSON.parse(process.argv[2] ?? "{}") as Fulfilment;
overrideEnv(settings);
applySimulators(addresses);
setEventShapes(eventShapes);
await openKeyring(database());
const ctx = systemContext({ kind: "job", name: "fulfil-order" });
const isOpen = async () => ["queued", "processing"].includes((await findOrderById(ctx.db, orderId))!.status);
await isOpen();
process.stdout.write("up\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
for (; await isOpen(); await sleep(100)) await fulfilOrder(ctx, orderId);
await database().close();
process.stdin.destroy();
