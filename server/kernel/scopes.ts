import { isAllowed, PERMISSIONS, type Permission } from "./permissions.ts";
import type { Role } from "./roles.ts";

export type RiskLevel = "low" | "medium" | "high" | "critical";

/** Every permission a key can have, by module, with the risk of granting it. */
export const SCOPE_MODULES = [
  {
    code: "health",
    name: "Health",
    scopes: [
      { code: "health:read", name: "Readiness and integration contract", risk: "low" },
      { code: "health:test", name: "Key test", risk: "medium" },
    ],
  },
  {
    code: "catalog",
    name: "Catalogue",
    scopes: [{ code: "catalog:read", name: "Packages, countries, regions, quotes and capabilities", risk: "low" }],
  },
  {
    code: "account",
    name: "Account",
    scopes: [
      { code: "account:read", name: "Account profile", risk: "low" },
      { code: "account:balance", name: "Balance and ledger", risk: "medium" },
    ],
  },
  {
    code: "brand",
    name: "Brand",
    scopes: [
      { code: "brand:read", name: "Read the brand", risk: "low" },
      { code: "brand:manage", name: "Change the brand", risk: "high" },
    ],
  },
  {
    code: "orders",
    name: "Orders",
    scopes: [
      { code: "orders:read", name: "Order list and detail", risk: "medium" },
      { code: "orders:create", name: "Create orders", risk: "high" },
      { code: "orders:cancel", name: "Cancel orders", risk: "critical" },
    ],
  },
  {
    code: "esims",
    name: "eSIMs",
    scopes: [
      { code: "esims:read", name: "eSIM status and actions", risk: "medium" },
      { code: "esims:suspend", name: "Suspend eSIMs", risk: "critical" },
      { code: "esims:resume", name: "Resume eSIMs", risk: "high" },
      { code: "esims:usage", name: "Usage", risk: "medium" },
      { code: "esims:device", name: "Device", risk: "high" },
      { code: "esims:installation", name: "Installation data", risk: "high" },
      { code: "esims:events", name: "eSIM event history", risk: "medium" },
      { code: "esims:sync", name: "Immediate refresh from the supplier", risk: "high" },
    ],
  },
  {
    code: "topups",
    name: "Top-ups",
    scopes: [
      { code: "topups:create", name: "Create top-ups", risk: "high" },
      { code: "topups:read", name: "Top-up options", risk: "medium" },
    ],
  },
  {
    code: "webhooks",
    name: "Webhooks",
    scopes: [
      { code: "webhooks:read", name: "Endpoints and deliveries", risk: "medium" },
      { code: "webhooks:manage", name: "Add and disable endpoints", risk: "critical" },
      { code: "webhooks:test", name: "Send a test event", risk: "high" },
    ],
  },
  {
    code: "usage",
    name: "Usage",
    scopes: [{ code: "usage:read", name: "Key usage and limits", risk: "medium" }],
  },
] as const satisfies { code: string; name: string; scopes: { code: string; name: string; risk: RiskLevel }[] }[];

export type Scope = (typeof SCOPE_MODULES)[number]["scopes"][number]["code"];

export const SCOPES: readonly Scope[] = SCOPE_MODULES.flatMap((module) => module.scopes.map((scope) => scope.code));

export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);

const RISKS = new Map<string, RiskLevel>(
  SCOPE_MODULES.flatMap((module) => module.scopes.map((scope) => [scope.code, scope.risk] as const)),
);

/** How much harm a stolen key with this scope could do. */
export const riskOf = (scope: Scope): RiskLevel => RISKS.get(scope)!;

/**
 * What each scope amounts to in the portal: whoever makes a key gives nothing with it that their own role has not. Orders
 * and events carry the codes that install eSIMs, so what reads or receives them amounts to that, too.
 */
const SCOPE_PERMISSIONS: Record<Scope, readonly Permission[]> = {
  "health:read": ["catalog:read"],
  "health:test": ["keys:read"],
  "catalog:read": ["catalog:read"],
  "account:read": ["balance:read"],
  "account:balance": ["ledger:read"],
  "brand:read": ["brand:read"],
  "brand:manage": ["brand:manage"],
  "orders:read": ["orders:read", "installation:read"],
  "orders:create": ["orders:place", "installation:read"],
  "orders:cancel": ["esims:manage"],
  "esims:read": ["orders:read"],
  "esims:suspend": ["esims:manage"],
  "esims:resume": ["esims:manage"],
  "esims:usage": ["orders:read"],
  "esims:device": ["orders:read"],
  "esims:installation": ["installation:read"],
  "esims:events": ["orders:read"],
  "esims:sync": ["orders:read"],
  "topups:create": ["orders:place"],
  "topups:read": ["orders:read"],
  "webhooks:read": ["webhooks:read"],
  "webhooks:manage": ["webhooks:manage", "installation:read"],
  "webhooks:test": ["webhooks:manage"],
  "usage:read": ["keys:read"],
};

export const permissionsOfScope = (scope: Scope): readonly Permission[] => SCOPE_PERMISSIONS[scope];

/** In the test environment no money is spent and nobody travels: whoever makes keys gives this to programs there. */
const FREE_IN_TEST: readonly Permission[] = ["orders:place", "esims:manage", "ledger:read"];

/** Why a role cannot give a scope, in the words of the team page; null when it can. */
export function beyondRole(role: Role | null, environment: string, scope: Scope): string | null {
  if (role === null) return null;
  const missing = SCOPE_PERMISSIONS[scope].find(
    (permission) => !isAllowed(role, permission) && !(environment === "test" && FREE_IN_TEST.includes(permission)),
  );
  return missing ? PERMISSIONS[missing].label.toLowerCase() : null;
}
