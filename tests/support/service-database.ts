import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventShapes } from "#server/api/v1/events.ts";
import { openKeyring } from "#server/domain/control/secrets/index.ts";
import { findSandboxEsim, type LifeEvent, liveSandboxEsim } from "#server/domain/selling/esims/index.ts";
import { type Ctx, systemContext } from "#server/kernel/context.ts";
import { openDatabase } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { holdKeys } from "#server/kernel/keyring.ts";
import type { Service } from "./service.ts";

/** Verbs as a command of the machine runs them, on the database of a running service, without a process for each. */
export async function onServiceDatabase<T>(service: Service, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { masterKey, postgresPassword } = JSON.parse(readFileSync(join(service.dataDir, "secrets.json"), "utf8"));
  const databaseUrl = `postgresql://postgres:${postgresPassword}@localhost/service?host=${join(service.dataDir, "run")}`;
  return await onDatabase({ databaseUrl, masterKey, publicUrl: service.url }, work);
}

let atWork = 0;

type Place = { databaseUrl: string; masterKey: string; publicUrl: string };

/** The same where the database is not the service's own. */
export async function onDatabase<T>(place: Place, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  overrideEnv(place);
  setEventShapes(eventShapes);
  const db = openDatabase(place.databaseUrl, 2);
  try {
    // What runs beside it on the same database needs them.
    if (atWork++ === 0) holdKeys([]);
    await openKeyring(db);
    return await work(systemContext({ kind: "command", name: "test" }, { db }));
  } finally {
    atWork--;
    await db.close();
  }
}

/** The life of a test eSIM goes on. */
export const liveTestEsim = (service: Service, iccid: string, event: LifeEvent) =>
  onServiceDatabase(service, async (ctx) => liveSandboxEsim(ctx, (await findSandboxEsim(ctx, iccid))!, event));
