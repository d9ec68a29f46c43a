import type { Ctx } from "#server/kernel/context.ts";
import { MB } from "#server/kernel/data-size.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";
import type { Esim } from "./esim.ts";
import { type EsimReport, isFinal } from "./next-state.ts";
import { ESIM_COLUMNS } from "./read-esims.ts";
import { reportEsim } from "./report-esim.ts";

export const LIFE_EVENTS = ["install", "activate", "usage", "exhaust", "expire", "delete"] as const;
export type LifeEvent = (typeof LIFE_EVENTS)[number];

const PHONE = { brand: "Sandbox", model: "Test phone", os: "iOS 18", imei: null };

/** Lets a test eSIM's life go on, as a traveller's phone would. `usedMb` is what is used in all. */
export async function liveSandboxEsim(ctx: Ctx, esim: Esim, event: LifeEvent, usedMb?: number): Promise<Esim> {
  requirePermission(ctx, "esims:manage");
  if (esim.environment !== "test")
    fail("conflict", "Only test eSIMs are the sandbox's; a live one lives with its supplier.");
  if (isFinal(esim.status)) fail("conflict", `This eSIM is ${esim.status}; nothing more happens to it.`);
  return await reportEsim(ctx, esim, lived(ctx, esim, event, usedMb), "sandbox");
}

function lived(ctx: Ctx, esim: Esim, event: LifeEvent, usedMb: number | undefined): EsimReport {
  const now = ctx.clock.now();
  const installed: EsimReport = {
    status: "installed",
    installationStatus: "installed",
    supplierSmdpStatus: "ENABLED",
    eid: esim.eid ?? `8904903200000088888${String(esim.id).padStart(13, "0")}`,
    device: PHONE,
  };
  const active: EsimReport = {
    ...installed,
    status: "activated",
    networkName: "Sandbox Mobile",
    expiresAt: esim.expiresAt ?? after(now, esim.validityDays * DAY),
  };
  switch (event) {
    case "install":
      return installed;
    case "activate":
      return active;
    case "usage": {
      const usedBytes = Math.round(usedMb === undefined ? esim.usedBytes + esim.totalBytes / 10 : usedMb * MB);
      const all = esim.totalBytes > 0 && usedBytes >= esim.totalBytes;
      return {
        ...active,
        status: all ? "exhausted" : "activated",
        usedBytes: all ? esim.totalBytes : usedBytes,
      };
    }
    case "exhaust":
      return { ...active, status: "exhausted", usedBytes: esim.totalBytes };
    case "expire":
      return { status: "expired", expiresAt: now };
    case "delete":
      return { installationStatus: "deleted", supplierSmdpStatus: "DELETED" };
  }
}

/** A test eSIM by its ICCID, of whatever account: sandbox ICCIDs are unique. */
export async function findSandboxEsim(ctx: Ctx, iccid: string): Promise<Esim | null> {
  const [esim] = await ctx.db.query<Esim>(sql`
    select ${ESIM_COLUMNS} from esims e where e.environment = 'test' and e.iccid = ${iccid} order by e.id desc limit 1`);
  return esim ?? null;
}
