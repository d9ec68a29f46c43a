import { type Actor, roleOf } from "./actor.ts";
import { fail } from "./errors.ts";
import { ROLE_NAMES, type Role } from "./roles.ts";

/** The one matrix: what may be done, in the words the team page shows, and by which roles. */
export const PERMISSIONS = {
  "orders:read": { area: "Sell", label: "See orders and eSIMs", roles: ROLE_NAMES },
  "orders:place": { area: "Sell", label: "Place orders and top-ups", roles: ["owner", "admin", "support"] },
  "esims:manage": { area: "Sell", label: "Suspend, resume and cancel eSIMs", roles: ["owner", "admin", "support"] },
  "installation:read": {
    area: "Sell",
    label: "See codes that install eSIMs",
    roles: ["owner", "admin", "developer", "support"],
  },
  "sales:refund": { area: "Sell", label: "Refund sales of the storefront", roles: ["owner", "admin", "finance"] },
  "sales:offer": { area: "Sell", label: "Create discount codes and vouchers", roles: ["owner", "admin"] },
  "catalog:read": { area: "Sell", label: "See the catalogue and prices", roles: ROLE_NAMES },
  "balance:read": { area: "Money", label: "See what can be spent", roles: ROLE_NAMES },
  "ledger:read": { area: "Money", label: "See and export the ledger", roles: ["owner", "admin", "finance", "viewer"] },
  "balance:manage": { area: "Money", label: "Fund the wallet, set alerts", roles: ["owner", "admin", "finance"] },
  "keys:read": { area: "Build", label: "See API keys", roles: ["owner", "admin", "developer", "viewer"] },
  "keys:manage": {
    area: "Build",
    label: "Create, rotate and revoke API keys",
    roles: ["owner", "admin", "developer"],
  },
  "webhooks:read": {
    area: "Build",
    label: "See webhooks and deliveries",
    roles: ["owner", "admin", "developer", "viewer"],
  },
  "webhooks:manage": {
    area: "Build",
    label: "Change, test and replay webhooks",
    roles: ["owner", "admin", "developer"],
  },
  "requests:read": {
    area: "Build",
    label: "Read the request log",
    roles: ["owner", "admin", "developer", "support", "viewer"],
  },
  "brand:read": { area: "Brand", label: "See the brand", roles: ROLE_NAMES },
  "brand:manage": { area: "Brand", label: "Change the brand and its domain", roles: ["owner", "admin"] },
  "team:read": { area: "Team", label: "See the team", roles: ROLE_NAMES },
  "team:manage": { area: "Team", label: "Invite people, change roles, remove people", roles: ["owner", "admin"] },
  "notices:read": { area: "Team", label: "See notifications about what the role can see", roles: ROLE_NAMES },
  "notices:manage": {
    area: "Team",
    label: "Mark notifications as read for the team",
    roles: ["owner", "admin", "developer", "finance", "support"],
  },
  "audit:read": { area: "Team", label: "Read and export the audit log", roles: ["owner", "admin", "viewer"] },
  "data:export": { area: "Team", label: "Download everything of the account", roles: ["owner", "admin"] },
  "live:request": { area: "Team", label: "Ask to go live", roles: ["owner", "admin"] },
  "ownership:transfer": { area: "Team", label: "Hand the account over", roles: ["owner"] },
} as const satisfies Record<string, { area: string; label: string; roles: readonly Role[] }>;

export type Permission = keyof typeof PERMISSIONS;

export const isAllowed = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission].roles as readonly Role[]).includes(role);

export const permissionsOf = (role: Role): Permission[] =>
  (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => isAllowed(role, permission));

/**
 * Every verb that staff can reach starts with it. Whoever acts under a role is held against it: staff, and operators who
 * look at an account. Keys were held against their scopes, commands and jobs act for the platform.
 */
export function requirePermission({ actor }: { actor: Actor }, permission: Permission): void {
  const role = roleOf(actor);
  if (role === null || isAllowed(role, permission)) return;
  fail(
    "access_denied",
    `Your role (${role}) does not include this: ${PERMISSIONS[permission].label.toLowerCase()}. An owner or admin of the team can change your role.`,
    { permission },
  );
}
