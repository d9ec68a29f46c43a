import { eventShapes } from "#server/api/v1/events.ts";
import { leaveKeyring } from "#server/domain/control/secrets/index.ts";
import { flushRequestLog } from "#server/domain/reseller/request-log/index.ts";
import { flushViews } from "#server/domain/shop/views/index.ts";
import { database } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { createHttpServer } from "./http-server.ts";
import { pagesOf } from "./pages.ts";
import { followSimulators, openPlatform } from "./platform.ts";
import { onStopSignal } from "./stop-signal.ts";

/** As a child of `npm run dev`: answers on the port that the main process holds, until its successor does. */
export async function startDevWeb(pagesPort: number): Promise<void> {
  setEventShapes(eventShapes);
  overrideEnv({ hurried: true });
  await openPlatform({ name: "web" });
  followSimulators();
  const pages = pagesOf(pagesPort);
  const http = createHttpServer({ port: env().port, pages: () => pages, dev: true });
  await http.listen();
  onStopSignal(async () => {
    await http.drain({ succeeded: true });
    await flushRequestLog(database());
    await flushViews(database());
    await leaveKeyring(database());
    await database().close();
  });
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.send?.({ type: "ready" });
}
