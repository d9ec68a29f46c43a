import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { syncCatalog } from "#server/domain/catalogue/catalog/index.ts";
import type { SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { applySimulators } from "#server/process/platform.ts";
import { controlSimulator, type SupplierRecords } from "#server/simulator/control.ts";
import { forget, hurry } from "#server/simulator/later.ts";
import { startSimulators } from "#server/simulator/start-simulators.ts";
import { system } from "./world.ts";

export type Mode = { operation: string; mode: string; times?: number; latencyMs?: number; quantity?: number };

/** The simulators in this process, the catalogues of some suppliers taken over, and time scaled down: for the jobs, and for how long eSIMs take to make. */
export async function simulatedSuppliers(codes: SupplierCode[], { timeScale = 0.02 } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-sim-"));
  const simulators = await startSimulators({ dataDir, pace: timeScale });
  applySimulators(simulators.addresses);
  // With all the time that it takes: what is scaled down are the waits of the jobs.
  for (const code of codes) await syncCatalog(system(), code);
  overrideEnv({ timeScale });
  afterAll(async () => {
    await simulators.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const control = (command: object) =>
    controlSimulator(dataDir, command as Parameters<typeof controlSimulator>[1]) as Promise<unknown>;
  return {
    addresses: simulators.addresses,
    reset: () => control({ kind: "reset" }),
    /** What a supplier would do after a while happens now; and never. */
    hurry,
    forget,
    event: (iccid: string, event: string, usedMb?: number) => control({ kind: "event", iccid, event, usedMb }),
    of: (supplier: SupplierCode) => ({
      set: (mode: Mode) => control({ kind: "set", supplier, ...mode }),
      price: (supplierPackageId: string, usd: number) => control({ kind: "price", supplier, supplierPackageId, usd }),
      async records(): Promise<SupplierRecords> {
        const { suppliers } = (await control({ kind: "show" })) as { suppliers: SupplierRecords[] };
        return suppliers.find((one) => one.supplier === supplier)!;
      },
    }),
  };
}

/** The same for tests of one supplier. */
export async function simulatedSupplier(options: { timeScale?: number } = {}) {
  const { of, ...rest } = await simulatedSuppliers(["esimaccess"], options);
  return { ...rest, ...of("esimaccess") };
}
