import { makeCheckpoint } from "#server/domain/money/ledger/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { log } from "#server/kernel/log.ts";

/** What was posted since the last hour is signed too; a stop is never held up by a fault in it. */
export async function checkpointAtEnd(): Promise<void> {
  await makeCheckpoint(systemContext({ kind: "job", name: "stop" })).catch((error: Error) =>
    log().error({ error: error.message }, "no checkpoint of the ledger was made"),
  );
}
