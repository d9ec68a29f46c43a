/** Everything that components may know of the server: types, nothing that runs. */
export type { Environment } from "#server/kernel/context.ts";
export type { OperatorPermission } from "#server/kernel/operator-permissions.ts";
export type { Permission } from "#server/kernel/permissions.ts";
export type { OperatorRole } from "#server/kernel/roles.ts";
export type { Scope } from "#server/kernel/scopes.ts";
export type { OperatorViewer, Viewer } from "./caller.ts";
export type { AppRouter, Inputs, Outputs } from "./root.ts";
export type { Refusal } from "./trpc.ts";
