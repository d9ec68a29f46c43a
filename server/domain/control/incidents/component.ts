import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";

/** How a part of the service does, the best first. */
export const COMPONENT_STATES = ["operational", "degraded", "partial_outage", "major_outage"] as const;
export type ComponentState = (typeof COMPONENT_STATES)[number];

export const SEVERITIES = ["minor", "major", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const INCIDENT_STATES = ["investigating", "identified", "monitoring", "resolved"] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

export const AUDIENCES = ["affected", "all"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** A part of the service under the name that the public knows. */
export type Component = { code: string; name: string };

const OWN: Component[] = [
  { code: "api", name: "API" },
  { code: "portal", name: "Portal" },
  { code: "shops", name: "Shops" },
  { code: "webhooks", name: "Webhooks" },
];

type SupplierComponent = Component & { supplier: string; supplierName: string; open: boolean };

const PREFIX = "network-";

/** The suppliers as parts of the service, in the order in which they came. */
export async function listSupplierComponents(db: Transaction): Promise<SupplierComponent[]> {
  const suppliers = await db.prisma.supplier.findMany({
    select: { code: true, name: true, open: true, publicNumber: true, publicName: true },
    orderBy: { publicNumber: "asc" },
  });
  return suppliers.map(({ code, name, open, publicNumber, publicName }) => ({
    code: `${PREFIX}${publicNumber}`,
    name: publicName ?? `Network ${publicNumber}`,
    supplier: code,
    supplierName: name,
    open,
  }));
}

/** Everything that an incident can be about. */
export async function listComponents(db: Transaction): Promise<(Component & Partial<SupplierComponent>)[]> {
  return [...OWN, ...(await listSupplierComponents(db))];
}

export async function requireComponents(db: Transaction, codes: string[]): Promise<void> {
  const known = await listComponents(db);
  const stranger = codes.find((code) => !known.some((component) => component.code === code));
  if (codes.length === 0) fail("validation_error", "Name at least one part of the service.", { field: "components" });
  if (stranger !== undefined)
    fail("validation_error", `"${stranger}" is no part of the service: ${known.map(({ code }) => code).join(", ")}.`, {
      field: "components",
    });
}

/** The worse of what is found. */
export const worstOf = (...states: ComponentState[]): ComponentState =>
  COMPONENT_STATES[Math.max(0, ...states.map((state) => COMPONENT_STATES.indexOf(state)))]!;

const STATE_OF: Record<Severity, ComponentState> = {
  minor: "degraded",
  major: "partial_outage",
  critical: "major_outage",
};

/** What an incident makes of the parts that it names. Where it seems over and is only watched, little is left of it. */
export const stateOf = ({ severity, state }: { severity: Severity; state: IncidentState }): ComponentState =>
  state === "resolved" ? "operational" : state === "monitoring" ? "degraded" : STATE_OF[severity];

/** The words of a name, however they are joined: `eSIM Access` is found in `esimaccess` and `eSIM-Access`. */
const inAnySpelling = (name: string): RegExp => {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join("[\\s._-]*")}(?![\\p{L}\\p{N}])`, "iu");
};

/** Refuses a text for the public that says who supplies us. */
export async function requireNeutral(db: Transaction, texts: Record<string, string>): Promise<void> {
  const suppliers = await listSupplierComponents(db);
  for (const [field, text] of Object.entries(texts))
    for (const { supplier, supplierName, name } of suppliers)
      for (const word of [supplierName, supplier])
        if (inAnySpelling(word).test(text))
          fail(
            "validation_error",
            `The public reads this, and "${supplierName}" is a supplier's name. Say "${name}".`,
            {
              field,
            },
          );
}

/** Suppliers among the components, by our own codes. */
export async function suppliersAmong(db: Transaction, components: string[]): Promise<string[]> {
  const rows = await db.query<{ code: string }>(
    sql`select code from suppliers where ${PREFIX} || public_number = any(${components}::text[])`,
  );
  return rows.map(({ code }) => code);
}
