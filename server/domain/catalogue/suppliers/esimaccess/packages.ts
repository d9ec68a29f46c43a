import type { z } from "zod";
import { money } from "#server/kernel/money.ts";
import type { SupplierPackage } from "../port.ts";
import { WirePackage } from "./wire.ts";

const MB = 1024 * 1024;
const UNLIMITED = 4;

/** Reads each entry on its own: one that is broken is refused and named, the others are taken. */
export function readPackages(entries: unknown[]): { packages: SupplierPackage[]; refused: string[] } {
  const packages: SupplierPackage[] = [];
  const refused: string[] = [];
  for (const entry of entries) {
    const parsed = WirePackage.safeParse(entry);
    if (parsed.success) packages.push(toSupplierPackage(parsed.data));
    else refused.push(`${nameOf(entry)}: ${parsed.error.issues[0]?.path.join(".")} ${parsed.error.issues[0]?.message}`);
  }
  return { packages, refused };
}

function toSupplierPackage(wire: z.infer<typeof WirePackage>): SupplierPackage {
  const coverage = [...new Set(wire.location.split(","))];
  const networks = wire.locationNetworkList ?? [];
  return {
    supplierPackageId: wire.slug,
    name: wire.name,
    type: coverage.length === 1 ? "local" : wire.slug.startsWith("GL") ? "global" : "regional",
    coverage,
    dataMb: dataMbOf(wire),
    unlimited: wire.dataType === UNLIMITED,
    perDay: wire.dataType === 2 || wire.dataType === 3,
    durationDays: wire.duration,
    validityDays: wire.unusedValidTime,
    networkType: wire.speed,
    speed: wire.speed.split("/").at(-1) ?? wire.speed,
    operators: networks.flatMap((network) =>
      (network.operatorList ?? []).map((operator) => ({
        country:
          network.locationCode && /^[A-Z]{2}$/.test(network.locationCode) ? network.locationCode : network.locationName,
        name: operator.operatorName,
      })),
    ),
    hotspot: null,
    activation: wire.activeType === 1 ? "install" : "first_connection",
    topupSupported: wire.supportTopUpType !== 1,
    costUsd: money(wire.price).dividedBy(10_000),
    suggestedRetailUsd: wire.retailPrice ? money(wire.retailPrice).dividedBy(10_000) : null,
  };
}

/** Per day for daily plans; 0 when unlimited. */
export const dataMbOf = ({ dataType, volume }: { dataType: number; volume: number }): number =>
  dataType === UNLIMITED ? 0 : Math.round(volume / MB);

function nameOf(entry: unknown): string {
  const { slug, packageCode } = (entry ?? {}) as { slug?: unknown; packageCode?: unknown };
  return String(slug ?? packageCode ?? "an entry without a code").slice(0, 100);
}
