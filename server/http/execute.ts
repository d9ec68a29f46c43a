import type { ApiKey } from "#server/domain/reseller/keys/index.ts";
import { systemClock } from "#server/kernel/clock.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import { fail, isServiceError, type ServiceError } from "#server/kernel/errors.ts";
import { type Answered, fingerprint, type IdempotencyClaim } from "#server/kernel/idempotency.ts";
import { newRequestId } from "#server/kernel/ids.ts";
import { isPlain } from "#server/kernel/plain-text.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { SECOND } from "#server/kernel/time.ts";
import { inSpan } from "#server/kernel/trace.ts";
import { authenticate, checkAccess } from "./authenticate.ts";
import { checkSignature, claimAhead, signs } from "./check-signature.ts";
import { enterDrill, silence } from "./drill.ts";
import { failure, named, ongoing, other, success } from "./envelope.ts";
import { bodyTooLarge, check, MAX_BODY_BYTES, parseBody, readIdempotencyKey, readQuery } from "./input.ts";
import { type ApiRequest, type ApiResponse, pathOf, queryOf } from "./message.ts";
import { checked, checkedText, JsonText, OngoingAnswer, type Operation, OtherAnswer } from "./operation.ts";
import { addressQuota, countRequest, keyQuota, type Quota } from "./rate-limit.ts";
import { type Progress, recordAnswer } from "./record-answer.ts";
import { toServiceError } from "./to-service-error.ts";

/** Set while the process drains: it still answers, and says to whoever looks after it that it leaves. */
export const draining = () => processSingleton("draining", () => ({ now: false }));

type Instead = { allow?: string | undefined; near?: string | undefined };

/**
 * Answers one request: key → signature → account, environment and address → rate limit → scope → content type → JSON →
 * fields → idempotency → handler. Never throws.
 *
 * @param operation null when path and method name none; `instead` then has the methods of the path, or a path that is near
 */
export async function execute(
  operation: Operation | null,
  request: ApiRequest,
  params: Record<string, string>,
  instead: Instead = {},
): Promise<ApiResponse> {
  const progress: Progress = {
    request,
    requestId: newRequestId(),
    startedAt: performance.now(),
    bodyMs: 0,
    ip: request.ip,
    operation,
    key: null,
    counted: false,
    headers: {},
    sent: undefined,
  };
  const name = operation ? `${operation.method} ${operation.path}` : "unknown operation";
  // A stranger's trace is named, and not joined: what is kept of ours is not theirs to say (decision 130).
  const about = { kind: "server", parent: null, links: request.header("traceparent") } as const;
  return await inSpan(name, about, async () => {
    let response: ApiResponse;
    let refusal: ServiceError | null = null;
    try {
      response = await answer(progress, params, instead);
    } catch (error) {
      const account = progress.key?.account.code;
      refusal = toServiceError(error, { requestId: progress.requestId, operation, account });
      response = failure(refusal, progress.requestId, progress.headers);
    }
    recordAnswer(progress, response, refusal);
    return response;
  });
}

async function answer(progress: Progress, params: Record<string, string>, instead: Instead): Promise<ApiResponse> {
  const { operation, request, requestId } = progress;
  const ctx: Ctx = { db: database(), clock: systemClock, requestId, actor: { kind: "key", name: "none" } };
  const caller =
    !operation || operation.access === "public" ? await admitPublic(progress, ctx) : await admit(progress, ctx);
  if (request.fault !== undefined) fail("bad_request", request.fault);
  if (!operation) {
    const { allow, near } = instead;
    if (allow) progress.headers.Allow = allow;
    const hint = allow ? `The path exists for ${allow}.` : near ? `Did you mean ${near}?` : "/docs/api has all paths.";
    return fail(
      "resource_not_found",
      `${request.method} ${pathOf(request.target).slice(0, 200)} is not part of this API. ${hint}`,
    );
  }
  requireScope(caller, operation);
  const sent = operation.body ? await caller.json() : {};
  progress.sent = sent;
  const { key, ...entered } = await caller.asItStands();
  requireScope({ key }, operation);
  const input = {
    ctx: entered.ctx,
    key,
    params: operation.params ? check(operation.params, findable(params), "path") : {},
    body: operation.body ? check(operation.body, sent, "body") : {},
    query: operation.query ? check(operation.query, readQuery(queryOf(request.target), operation.query), "query") : {},
  };
  const drill = key && (await enterDrill(input.ctx as AccountCtx, key, { operation, request, sent }));
  if (drill?.silent === "before") return await silence();
  const given = operation.idempotent
    ? new JsonText(await handleOnce(operation, input, sent, progress))
    : await operation.handle(input, request);
  if (given instanceof OtherAnswer) return other(given, requestId, progress.headers);
  if (given instanceof OngoingAnswer) return ongoing(given, requestId, progress.headers);
  const done = operation.idempotent ? (given as JsonText) : checkedText(operation, given);
  const data = drill ? new JsonText(await drill.tell(done.text)) : done;
  if (drill?.silent === "after") return await silence();
  const environment = key?.environment ?? null;
  const response = success(data, { requestId, environment, now: ctx.clock.now() }, progress.headers);
  return operation.revalidated ? named(response, data, request.header("if-none-match").join(",")) : response;
}

/** No record has one in its name, and PostgreSQL would not even look for a NUL. */
function findable(params: Record<string, string>): Record<string, string> {
  if (!Object.values(params).every((value) => isPlain(value)))
    fail("resource_not_found", "There is no record whose name contains a control character.");
  return params;
}

function requireScope({ key }: Pick<Entered, "key">, { access }: Operation): void {
  if (key && access !== "public" && access !== "any key" && !key.scopes.includes(access))
    fail("insufficient_scope", `This key lacks the scope ${access}.`, { required_scope: access });
}

type Entered = { ctx: Ctx; key: Progress["key"] };
/** @property asItStands when its body was long under way: what was changed meanwhile is in force for it */
type Admitted = Entered & { json(): Promise<unknown>; asItStands(): Promise<Entered> };

async function admitPublic(progress: Progress, ctx: Ctx): Promise<Admitted> {
  await count(progress, addressQuota(progress.ip, progress.operation));
  const entered = { ctx, key: null };
  const json = async () => parseBody(progress.request, await readBody(progress));
  return { ...entered, json, asItStands: async () => entered };
}

const LONG_UNDER_WAY_MS = SECOND;

async function admit(progress: Progress, base: Ctx): Promise<Admitted> {
  const { request } = progress;
  let signedBody: Promise<Buffer> | undefined;
  const readSigned = () => (signedBody ??= readSignedBody(progress));
  const askedAt = performance.now();
  try {
    const ahead = claimAhead(base, request, readSigned);
    const key = await authenticate(base, request);
    if (signs(key)) await checkSignature(base, key, request, await readSigned(), await ahead);
    progress.key = key;
    checkAccess(key, progress.ip);
  } catch (error) {
    // Without a valid key, or from where it may not be used, requests count against the address.
    if (isServiceError(error)) await count(progress, addressQuota(progress.ip));
    throw error;
  }
  const { key } = progress;
  await count(progress, keyQuota(key));
  progress.counted = true;
  const entered = enter(base, key);
  return {
    ...entered,
    json: async () => parseBody(request, await (signedBody ?? readBody(progress))),
    async asItStands() {
      if (performance.now() - askedAt < LONG_UNDER_WAY_MS) return entered;
      const now = await authenticate(base, request);
      checkAccess(now, progress.ip);
      return enter(base, now);
    },
  };
}

function enter(base: Ctx, key: ApiKey): Entered {
  const { account, environment, versions } = key;
  const ctx: AccountCtx = { ...base, actor: { kind: "key", name: key.prefix }, account, environment, versions };
  return { ctx, key };
}

async function count(progress: Progress, quota: Quota): Promise<void> {
  const { headers, refusal } = await countRequest(database(), quota, new Date());
  Object.assign(progress.headers, headers);
  if (refusal) throw refusal;
}

/** How long it is under way, and that it stops halfway, is its sender's doing: neither counts as slow nor as a failure of ours. */
async function readBody(progress: Progress): Promise<Buffer | null> {
  const askedAt = performance.now();
  try {
    return await progress.request.readBody(MAX_BODY_BYTES);
  } catch {
    return fail("bad_request", "The connection ended before all of the body had come. Send the request again.");
  } finally {
    progress.bodyMs = performance.now() - askedAt;
  }
}

/** An operation that takes no body has no answer for one that is too large, except that it cannot be checked. */
const readSignedBody = async (progress: Progress): Promise<Buffer> =>
  (await readBody(progress)) ??
  (progress.operation?.body
    ? bodyTooLarge()
    : fail("authentication_failed", "The request signature is not valid: this operation takes no body."));

/** The verb stores the answer under the key, with what it does. */
async function handleOnce(
  operation: Operation,
  input: object,
  sent: unknown,
  { request, headers }: Progress,
): Promise<string> {
  const claim: IdempotencyClaim<unknown> = {
    operation: `${request.method} ${pathOf(request.target)}`,
    key: readIdempotencyKey(request),
    fingerprint: fingerprint(sent),
    answer: (result) => JSON.stringify(checked(operation, operation.present!(result))),
  };
  const answered = (await operation.handle({ ...input, claim }, request)) as Answered;
  if (answered.replayed) headers["Idempotent-Replayed"] = "true";
  return answered.response;
}
