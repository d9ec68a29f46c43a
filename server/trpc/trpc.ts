import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { requireConfirmed, requireFactorShown } from "#server/domain/people/staff/index.ts";
import { requireActive } from "#server/domain/reseller/accounts/index.ts";
import { asRefusal, isContention, isDatabaseDown } from "#server/kernel/database-errors.ts";
import { ERRORS, type ErrorCode, fail, isServiceError } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { type OperatorPermission, requireOperator } from "#server/kernel/operator-permissions.ts";
import { type Permission, requirePermission } from "#server/kernel/permissions.ts";
import { requireTypedText } from "#server/kernel/plain-text.ts";
import { inSpan } from "#server/kernel/trace.ts";
import { enterAsOperator, enterAsPerson, enterAsStaff, type OperatorCtx, type PortalContext } from "./context.ts";
import { readInput } from "./read-input.ts";
import { failedThere, noteChange, replicaFor } from "./reading.ts";

/** What a page is told of a refusal, beside the sentence. */
export type Refusal = {
  code: ErrorCode;
  field?: string;
  requestId?: string;
  /** The person has to confirm first that they are the one: with whatever they have, or with a passkey or a code. */
  confirm?: "any" | "factor";
};

/** What is said of a procedure beside its input. */
type About = {
  /** Fields that people write in several lines (`requireTypedText`). */
  paragraphs?: readonly string[];
};

const t = initTRPC
  .context<PortalContext>()
  .meta<About>()
  .create({
    transformer: { input: { serialize: superjson.serialize, deserialize: readInput }, output: superjson },
    errorFormatter: ({ shape, error, ctx }) => {
      const { field, confirm } = (isServiceError(error.cause) && error.cause.details) || {};
      const refusal: Refusal = {
        code: isServiceError(error.cause) ? error.cause.code : "validation_error",
        field: typeof field === "string" ? field : undefined,
        requestId: ctx?.requestId,
        confirm: confirm === "any" || confirm === "factor" ? confirm : undefined,
      };
      return { ...shape, data: { httpStatus: shape.data.httpStatus, ...refusal } };
    },
  });

const CODES: Record<number, TRPCError["code"]> = {
  401: "UNAUTHORIZED",
  402: "PAYMENT_REQUIRED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  502: "BAD_GATEWAY",
  503: "SERVICE_UNAVAILABLE",
};

/** The one place where refusals of the domain become answers. What was not meant to be said is logged, not said. */
const mapErrors = t.middleware(async ({ ctx, path, type, next }) => {
  const result = await inSpan(`${type} ${path}`, { attributes: { "service.request_id": ctx.requestId } }, () => next());
  if (result.ok) return result;
  const cause = asRefusal(result.error.cause) ?? result.error.cause;
  if (isServiceError(cause)) {
    const { status } = ERRORS[cause.code];
    if (status === 401 || status === 403 || status === 429)
      log().warn({ requestId: ctx.requestId, procedure: path, who: ctx.actor, code: cause.code }, "a call was refused");
    throw new TRPCError({ code: CODES[status] ?? "INTERNAL_SERVER_ERROR", message: cause.message, cause });
  }
  if (result.error.code !== "INTERNAL_SERVER_ERROR") throw result.error;
  log().error({ requestId: ctx.requestId, procedure: path, stack: (cause ?? result.error).stack }, "unexpected error");
  if (isDatabaseDown(cause) || isContention(cause))
    throw new TRPCError({ code: "SERVICE_UNAVAILABLE", message: "The service is temporarily unavailable." });
  throw new TRPCError({
    code: "INTERNAL_SERVER_ERROR",
    message: "Something went wrong on our side. It has been recorded.",
  });
});

export const { router, createCallerFactory } = t;

/** Before any input is read by its schema, and after it is known who asks: nothing is read for those who may not. */
const typedText = t.middleware(async ({ getRawInput, meta, next }) => {
  requireTypedText(await getRawInput(), "input", meta?.paragraphs);
  return next();
});

/** What a person has changed, whether or not it ended well, is there in the list that they look at next. */
const noteChanges = t.middleware(async ({ ctx, type, next }) => {
  const result = await next();
  if (type === "mutation" && ctx.person) await noteChange(ctx.person);
  return result;
});

const procedure = t.procedure.use(mapErrors).use(noteChanges);

/** For visitors: sign-in, invitations, recovery. */
export const openProcedure = procedure.use(typedText);

/** For somebody who is signed in: what concerns only them. */
export const personProcedure = procedure.use(({ ctx, next }) => next({ ctx: enterAsPerson(ctx) })).use(typedText);

/**
 * For staff in their account and the environment of the address. What their role may do is checked by the verbs. Operators
 * who look at the account change nothing in it, whatever a verb would allow, and nobody changes a closed one.
 */
export const staffProcedure = procedure
  .use(async ({ ctx, next, type }) => {
    const staff = await enterAsStaff(ctx);
    if (staff.actor.kind === "operator" && type !== "query")
      fail("access_denied", "You look at this account as its viewer: nothing in it can be changed from here.");
    if (type !== "query") requireActive(staff);
    return next({ ctx: staff });
  })
  .use(typedText);

/** For the platform's own staff, in their own area. */
export const operatorProcedure = procedure.use(({ ctx, next }) => next({ ctx: enterAsOperator(ctx) })).use(typedText);

/**
 * For lists and reports, which may be a little old: read from the replica, where there is one that follows and has what the
 * session has changed. Nothing is decided by what they say.
 */
const fromReplica = t.middleware(async ({ ctx, path, next }) => {
  const { person } = ctx;
  const there = person && replicaFor({ ...ctx, person });
  if (!there) return await next();
  const result = await next({ ctx: { db: there.db } });
  // What is refused, by a verb or because it is no question, is no fault of the replica: anybody could have it left alone.
  if (result.ok || isServiceError(result.error.cause) || result.error.code !== "INTERNAL_SERVER_ERROR") return result;
  failedThere(there, result.error.cause ?? result.error, path);
  return await next();
});
export const staffList = staffProcedure.use(fromReplica);
export const operatorList = operatorProcedure.use(fromReplica);

/**
 * The same three for what cannot be taken back: whoever asks has just shown that they are the person. Only those are asked to
 * show it whose role may do it at all; the verb looks at the role again.
 */
export const confirmedPersonProcedure = personProcedure.use(({ ctx, next }) => {
  requireConfirmed(ctx, ctx.person);
  return next();
});
/** For how somebody signs in: a factor that they have was shown in this session, which confirms as well. */
export const factorProcedure = personProcedure.use(({ ctx, next }) => {
  requireFactorShown(ctx.person);
  requireConfirmed(ctx, ctx.person);
  return next();
});
export const confirmedStaffProcedure = (permission: Permission) =>
  staffProcedure.use(({ ctx, next }) => {
    requirePermission(ctx, permission);
    requireConfirmed(ctx, ctx.person);
    return next();
  });
export const confirmedOperatorProcedure = (permission: OperatorPermission) =>
  operatorProcedure.use(({ ctx, next }) => {
    requireConfirmedOperator(ctx, permission);
    return next();
  });

/** For operators' calls whose permission depends on what is asked for. */
export function requireConfirmedOperator(ctx: OperatorCtx, permission: OperatorPermission): void {
  requireOperator(ctx, permission);
  requireConfirmed(ctx, ctx.person);
}
