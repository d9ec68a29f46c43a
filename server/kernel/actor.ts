import type { OperatorRole, Role } from "./roles.ts";

/**
 * Who acts. Written into audit entries as `kind:name`. Staff act under the role they have in the account; an operator who
 * looks at a reseller's account has a role there too, and is no operator as long. `isDeciding`: an operator carries out what
 * an approval lets through.
 */
export type Actor =
  | { kind: "staff"; name: string; role: Role }
  | { kind: "operator"; name: string; operatorRole: OperatorRole; role?: Role; isDeciding?: true }
  | { kind: "key" | "command" | "job" | "supplier" | "visitor"; name: string };

/** The role that somebody acts under in an account; null for whoever acts for the platform, or by a key. */
export const roleOf = (actor: Actor): Role | null => ("role" in actor && actor.role ? actor.role : null);
