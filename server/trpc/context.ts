import { type Client, readClient } from "#server/auth/client.ts";
import { keepDevice, readDevices } from "#server/auth/cookie.ts";
import { findPerson } from "#server/auth/session.ts";
import type { PersonCtx, SessionPerson } from "#server/domain/people/staff/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import type { Actor } from "#server/kernel/actor.ts";
import { type AccountCtx, type Ctx, type Environment, systemContext } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import type { OperatorRole, Role } from "#server/kernel/roles.ts";

/** What a request to the portal's API is known by, before anything is asked of it. */
export type PortalContext = Ctx & {
  client: Client;
  person: SessionPerson | null;
  /** Of the address; null for what concerns no account. */
  environment: Environment | null;
  /** The account that the page was made for; null while a page is being made. */
  accountCode: string | null;
  /** Makes the browser keep what it is known by from now on; only where an answer can set cookies. */
  keepDevice?(token: string): void;
};

type Source = {
  headers: Headers;
  cookie(name: string): string | undefined;
  environment: Environment | null;
  setCookie?(header: string): void;
};

export async function createPortalContext({ headers, cookie, environment, setCookie }: Source): Promise<PortalContext> {
  const client = readClient(headers);
  const person = await findPerson(cookie);
  const ctx = systemContext(person ? actorOf(person, "viewer") : { kind: "visitor", name: client.ip ?? "unknown" });
  const accountCode = headers.get("x-account");
  const portal = { ...ctx, client, person, environment, accountCode };
  return setCookie ? { ...portal, keepDevice: (token) => setCookie(keepDevice(token, readDevices(cookie))) } : portal;
}

/** Who acts in an account: one of its staff, or an operator who looks at it. */
const actorOf = ({ email: name, operatorRole }: SessionPerson, role: Role): Actor =>
  operatorRole ? { kind: "operator", name, operatorRole, role } : { kind: "staff", name, role };

/** Somebody who is signed in, with all that their session says of them. */
export type SignedInCtx = PersonCtx & { person: SessionPerson };

/** For what concerns only the person. */
export function enterAsPerson(ctx: PortalContext): SignedInCtx & PortalContext {
  const { person } = ctx;
  if (!person) return fail("authentication_failed", "You are signed out. Sign in again to go on.");
  return { ...ctx, person };
}

export type StaffCtx = AccountCtx & SignedInCtx & { role: Role; client: Client };

/**
 * The account that the person works in, with the role they have in it now. A page that was made for another account
 * (switched since, in another window) is refused: what is shown and what is changed must be the same account.
 */
export async function enterAsStaff(ctx: PortalContext): Promise<StaffCtx> {
  const personal = enterAsPerson(ctx);
  requireSecondFactor(personal.person);
  const membership = currentMembership(personal.person);
  if (!membership || !ctx.environment)
    return fail("resource_not_found", "You are not on a team here. Ask an owner or admin of it for an invitation.");
  if (ctx.accountCode && ctx.accountCode !== membership.code)
    return fail("conflict", "You switched to another account in another window. Reload this page to go on.");
  const { role } = membership;
  const actor = actorOf(personal.person, role);
  const account = await enterAccount({ ...personal, actor }, membership.code, ctx.environment);
  return { ...personal, ...account, role, client: ctx.client };
}

export type OperatorCtx = SignedInCtx & { operatorRole: OperatorRole; client: Client };

/** The platform's own staff, with the role they have now. Whoever is not gets nowhere, whatever else they are. */
export function enterAsOperator(ctx: PortalContext): OperatorCtx {
  const personal = enterAsPerson(ctx);
  const { operatorRole, email: name } = personal.person;
  if (!operatorRole) return fail("access_denied", "This is for the platform's own staff.");
  const operator = { ...personal, actor: { kind: "operator", name, operatorRole } as const, client: ctx.client };
  requireOperator(operator, "platform:read");
  requireSecondFactor(personal.person);
  return { ...operator, operatorRole };
}

/** Operators act, and look at accounts, with a passkey or a code shown in this session; before that they set one up. */
function requireSecondFactor({ isOperator, secondFactorAt }: SessionPerson): void {
  if (isOperator && secondFactorAt === null)
    fail("access_denied", "Operators need a second factor. Reload this page to set one up or to show it.");
}

/** The account used last, else the first; for operators the one that they look at, as viewers. */
export function currentMembership({ memberships, lastAccountId, isOperator, visited }: SessionPerson) {
  if (isOperator) return visited ? { ...visited, role: "viewer" as const } : undefined;
  return memberships.find(({ accountId }) => accountId === lastAccountId) ?? memberships[0];
}
