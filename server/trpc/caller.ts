import { dehydrate, type FetchQueryOptions, QueryClient, type QueryKey } from "@tanstack/react-query";
import { TRPCError } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import superjson from "superjson";
import { rememberPlace } from "#server/domain/people/staff/index.ts";
import { thisCell } from "#server/kernel/cell.ts";
import type { Environment } from "#server/kernel/context.ts";
import { mayOperate, type OperatorPermission, operatorPermissionsOf } from "#server/kernel/operator-permissions.ts";
import { isAllowed, type Permission, permissionsOf } from "#server/kernel/permissions.ts";
import type { OperatorRole, Role } from "#server/kernel/roles.ts";
import { createPortalContext, currentMembership, enterAsPerson } from "./context.ts";
import { appRouter } from "./root.ts";
import { createCallerFactory } from "./trpc.ts";

/** Who looks at a page, and what of it they may see. */
export type Viewer = {
  name: string;
  email: string;
  role: Role;
  permissions: Permission[];
  account: { code: string; companyName: string };
  accounts: { code: string; companyName: string }[];
  /** An operator looks: nothing can be changed. */
  visits: boolean;
};

/** The same on the platform's own side. */
export type OperatorViewer = {
  name: string;
  email: string;
  role: OperatorRole;
  permissions: OperatorPermission[];
  visited: { companyName: string } | null;
  /** There are others, with accounts of their own. */
  hasCells: boolean;
};

const contextOf = cache(async (environment: Environment | null) => {
  const [sent, jar] = await Promise.all([headers(), cookies()]);
  return await createPortalContext({ headers: new Headers(sent), cookie: (name) => jar.get(name)?.value, environment });
});

/** Who is signed in; null for a visitor. */
export async function findViewer() {
  return (await contextOf(null)).person;
}

/** For pages without a session: invitations, recovery. */
export async function visitorApi() {
  return createCallerFactory(appRouter)(await contextOf(null));
}

/**
 * What a page of the portal stands on: who looks, and the API in this request. `prefetch` answers a query before the page
 * is sent, so that the component that asks for it has it at once; `hydration` carries the answers over. Visitors go to the
 * sign-in page and come back.
 */
export const openPortal = cache(async (env: string) => {
  if (env !== "test" && env !== "live") notFound();
  const ctx = await contextOf(env);
  const { person } = ctx;
  if (!person) redirect(`/sign-in?to=${encodeURIComponent((await headers()).get("x-path") ?? `/${env}`)}`);
  if (person.isOperator && !person.secondFactorAt) redirect("/second-factor");
  const membership = currentMembership(person);
  if (!membership) redirect(person.isOperator ? "/operator" : "/no-team");
  if (person.lastEnvironment !== env) await rememberPlace(enterAsPerson(ctx), { lastEnvironment: env });
  const { role } = membership;
  const viewer: Viewer = {
    name: person.name,
    email: person.email,
    role,
    permissions: permissionsOf(role),
    account: { code: membership.code, companyName: membership.companyName },
    accounts: person.memberships.map(({ code, companyName }) => ({ code, companyName })),
    visits: person.isOperator,
  };
  const queryClient = new QueryClient({
    defaultOptions: { dehydrate: { serializeData: superjson.serialize } },
  });
  const trpc = createTRPCOptionsProxy({ router: appRouter, ctx, queryClient });
  return {
    environment: env as Environment,
    viewer,
    may: (permission: Permission) => isAllowed(role, permission),
    trpc,
    prefetch: async (...queries: { queryKey: readonly unknown[] }[]) => {
      await Promise.all(queries.map((query) => queryClient.prefetchQuery(query as FetchQueryOptions)));
    },
    /** The same, for a page that goes by the answer. */
    read: <T, E, K extends QueryKey>(query: FetchQueryOptions<T, E, T, K>): Promise<T> => queryClient.fetchQuery(query),
    hydration: () => dehydrate(queryClient),
  };
});

/** What a page of the platform's own side stands on. Resellers' staff are sent to their own; visitors sign in first. */
export const openOperator = cache(async () => {
  const ctx = await contextOf(null);
  const { person } = ctx;
  if (!person) redirect(`/sign-in?to=${encodeURIComponent((await headers()).get("x-path") ?? "/operator")}`);
  const { name, email, visited, operatorRole: role } = person;
  if (!role) notFound();
  if (!person.secondFactorAt) redirect("/second-factor");
  const viewer: OperatorViewer = {
    name,
    email,
    visited,
    role,
    permissions: operatorPermissionsOf(role),
    hasCells: thisCell() !== null,
  };
  return {
    viewer,
    may: (permission: OperatorPermission) => mayOperate(role, permission),
    api: createCallerFactory(appRouter)(ctx).operator,
  };
});

/** The one page for operators who have shown no second factor in this session. */
export async function openSecondFactor() {
  const { person } = await contextOf(null);
  if (!person) redirect("/sign-in?to=%2Foperator");
  if (!person.isOperator) notFound();
  if (person.secondFactorAt) redirect("/operator");
  return { hasFactor: person.hasFactor };
}

/** The page of a record, or that there is none. */
export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") notFound();
    throw error;
  }
}
