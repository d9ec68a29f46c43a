import { type Actor, roleOf } from "./actor.ts";
import { fail } from "./errors.ts";
import { OPERATOR_ROLE_NAMES, type OperatorRole } from "./roles.ts";

/** The one matrix of the platform's side, in the words the operators page shows. */
export const OPERATOR_PERMISSIONS = {
  "platform:read": {
    area: "Look",
    label: "See accounts, orders, money, prices, suppliers and the audit log",
    roles: OPERATOR_ROLE_NAMES,
  },
  "accounts:visit": {
    area: "Look",
    label: "Look at a reseller's portal as a viewer",
    roles: OPERATOR_ROLE_NAMES,
  },
  "audits:run": { area: "Look", label: "Have the books checked", roles: OPERATOR_ROLE_NAMES },
  "reviews:decide": { area: "Review", label: "Decide cases of unknown outcome", roles: OPERATOR_ROLE_NAMES },
  "alerts:acknowledge": { area: "Review", label: "Acknowledge alerts", roles: OPERATOR_ROLE_NAMES },
  "incidents:manage": {
    area: "Review",
    label: "Open incidents and write what the status page says",
    roles: ["support", "admin"],
  },
  "money:move": { area: "Money", label: "Book deposits, corrections and refunds", roles: ["finance", "admin"] },
  "credit:manage": { area: "Money", label: "Change credit lines and payment terms", roles: ["finance", "admin"] },
  "prices:manage": { area: "Money", label: "Change price rules", roles: ["finance", "admin"] },
  "rates:manage": { area: "Money", label: "Pin, verify and refresh exchange rates", roles: ["finance", "admin"] },
  "accounts:manage": { area: "Platform", label: "Open, limit and close accounts", roles: ["admin"] },
  "sessions:end": { area: "Platform", label: "End the sessions of a reseller's people", roles: OPERATOR_ROLE_NAMES },
  "members:invite": { area: "Platform", label: "Invite people to a reseller's team", roles: ["admin"] },
  "suppliers:manage": {
    area: "Platform",
    label: "Open and close suppliers, enter credentials, withdraw packages",
    roles: ["admin"],
  },
  "alerts:manage": { area: "Platform", label: "Set who is alerted, how and when", roles: ["admin"] },
  "announcements:manage": { area: "Platform", label: "Publish announcements", roles: ["admin"] },
  "operators:manage": {
    area: "Platform",
    label: "Invite operators, change their roles, switch them off",
    roles: ["admin"],
  },
} as const satisfies Record<string, { area: string; label: string; roles: readonly OperatorRole[] }>;

export type OperatorPermission = keyof typeof OPERATOR_PERMISSIONS;

export const mayOperate = (role: OperatorRole, permission: OperatorPermission): boolean =>
  (OPERATOR_PERMISSIONS[permission].roles as readonly OperatorRole[]).includes(role);

export const operatorPermissionsOf = (role: OperatorRole): OperatorPermission[] =>
  (Object.keys(OPERATOR_PERMISSIONS) as OperatorPermission[]).filter((permission) => mayOperate(role, permission));

/** Commands on the machine and jobs act for the platform, without a role. */
const isMachine = ({ kind }: Actor): boolean => kind === "command" || kind === "job";

/**
 * Every verb that only the platform may run starts with it, or with one of the two below. Operators are held against
 * their role; one who looks at a reseller's account is a viewer there: nothing of the platform's can be done through that.
 */
export function requireOperator({ actor }: { actor: Actor }, permission: OperatorPermission): void {
  if (isMachine(actor)) return;
  if (actor.kind !== "operator" || roleOf(actor) !== null)
    fail("access_denied", "This is for the platform's own staff.");
  if (!mayOperate(actor.operatorRole, permission)) refuse(actor.operatorRole, permission);
}

/** For what is worth money: operators get there by an approval (`control/approvals`), which knows their limits. */
export function requireApproval({ actor }: { actor: Actor }, permission: OperatorPermission): void {
  requireOperator({ actor }, permission);
  if (actor.kind === "operator" && !actor.isDeciding)
    fail("access_denied", "This moves money. Request it as an approval, which a second person may have to give.");
}

/** For what people never do to each other, such as setting a password: commands on the machine alone. */
export function requireMachine({ actor }: { actor: Actor }): void {
  if (!isMachine(actor)) fail("access_denied", "This is only done on the platform's own machines.");
}

function refuse(role: OperatorRole, permission: OperatorPermission): never {
  const { label } = OPERATOR_PERMISSIONS[permission];
  const words = `Your role (${role}) does not include this: ${label.charAt(0).toLowerCase()}${label.slice(1)}. An admin can change your role.`;
  return fail("access_denied", words, { permission });
}
