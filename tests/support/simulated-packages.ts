import type { Package } from "#server/domain/catalogue/catalog/package.ts";
import { regionCode } from "#server/domain/catalogue/places/index.ts";
import { money } from "#server/kernel/money.ts";
import { listOffers, type Offer } from "#server/simulator/catalogue/offers.ts";

/** What the simulated suppliers sell, as the catalogue holds it. */
export const simulatedPackages = (): Package[] => listOffers().map(toPackage);

function toPackage({ place, plan, variant, networks, usd, hasTopup }: Offer, i: number): Package {
  const { kind: type, prefix } = place;
  const coverage = networks.map(({ code }) => code);
  const [unlimited, perDay] = [plan.kind === "unlimited", plan.kind.startsWith("daily")];
  const data = unlimited ? "Unlimited" : plan.gb < 1 ? `${plan.gb * 1_024}MB` : `${plan.gb}GB`;
  return {
    id: i + 1,
    shopCode: String(i),
    packageId: `${prefix}_${plan.gb}_${plan.days}${variant ? "_B" : ""}`,
    supplierCode: "esimaccess",
    supplierPackageId: `P${i}`,
    name: `${place.name} ${data}${perDay ? "/Day" : ""} ${plan.days} Days`,
    type: type,
    countryCode: type === "local" ? coverage[0]! : null,
    regionCode: regionCode(type, coverage),
    coverage,
    dataMb: unlimited ? 0 : plan.gb * 1_024,
    unlimited,
    perDay,
    durationDays: plan.days,
    validityDays: 180,
    networkType: "4G/5G",
    speed: "",
    operators: [],
    hotspot: null,
    activation: "first_connection",
    productKey: String(i),
    isVariant: variant === 1,
    topupSupported: hasTopup,
    costUsd: money(usd),
    suggestedRetailUsd: null,
    changedAt: new Date(0),
  };
}
