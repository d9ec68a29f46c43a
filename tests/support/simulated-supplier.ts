import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { syncCatalog } from "#server/domain/catalog/index.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { controlSimulator, type SupplierRecords } from "#server/simulator/control.ts";
import { startSimulators } from "#server/simulator/start-simulators.ts";
import { system } from "./world.ts";

export type Mode = { operation: string; mode: string; times?: number; latencyMs?: number; quantity?: number };

/** The simulators in this process, the catalogue taken over, and time scaled down for the jobs. */
export async function simulatedSupplier({ timeScale = 0.02 } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-sim-"));
  const simulators = await startSimulators({ dataDir });
  overrideEnv({
    suppliers: { esimaccess: { url: simulators.addresses.esimaccess, access_code: "test" } },
    fxUrl: simulators.addresses.fx,
    timeScale,
  });
  await syncCatalog(system(), "esimaccess");
  afterAll(async () => {
    await simulators.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    addresses: simulators.addresses,
    set: (mode: Mode) =>
      controlSimulator(dataDir, { kind: "set", supplier: "esimaccess", ...mode } as Parameters<
        typeof controlSimulator
      >[1]),
    price: (supplierPackageId: string, usd: number) =>
      controlSimulator(dataDir, { kind: "price", supplier: "esimaccess", supplierPackageId, usd }),
    reset: () => controlSimulator(dataDir, { kind: "reset" }),
    async records(): Promise<SupplierRecords> {
      const { suppliers } = (await controlSimulator(dataDir, { kind: "show" })) as { suppliers: SupplierRecords[] };
      return suppliers.find(({ supplier }) => supplier === "esimaccess")!;
    },
  };
}
