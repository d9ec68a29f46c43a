import type { PlacePlans } from "#server/storefront/index.ts";
import { Section } from "./section.tsx";
import type { Translate } from "./translate.ts";

type NetworksProps = {
  covers: PlacePlans["covers"];
  /** How many plans there are. */
  of: number;
  start: string;
  t: Translate;
};

/** Where the plans of a place work, and on which networks. */
export function Networks({ covers, of, start, t }: NetworksProps) {
  const [only] = covers;
  if (covers.length === 1 && only!.networks.length === 0) return null;
  if (covers.length === 1)
    return (
      <Section title={t("network")} lead={t("networksLead")}>
        <p>{only!.networks.join(" · ")}</p>
      </Section>
    );
  return (
    <Section title={t("coverage")} lead={t("networksLead")}>
      <dl className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {covers.map(({ code, name, plans, networks }) => (
          <div key={code} className="border-line border-b py-2">
            <dt>
              <a
                href={`${start}/country/${code.toLowerCase()}`}
                className="wrap-anywhere inline-flex min-h-11 items-center font-medium hover:underline"
              >
                {name}
              </a>
              {plans < of && (
                <span className="text-[15px] text-ink-soft"> · {t("inSomePlans", { count: plans, of })}</span>
              )}
            </dt>
            {networks.length > 0 && <dd className="wrap-anywhere text-[15px] text-ink-soft">{networks.join(", ")}</dd>}
          </div>
        ))}
      </dl>
    </Section>
  );
}
