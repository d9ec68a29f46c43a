import { asRefusal, busy, isContention, isDatabaseDown } from "#server/kernel/database-errors.ts";
import { env } from "#server/kernel/env.ts";
import { isServiceError, ServiceError } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { errorsOf, type Operation } from "./operation.ts";

type About = { requestId: string; operation: Operation | null; account: string | undefined };

/** What the caller is told of a failure. What was not meant to be said is logged, not said. */
export function toServiceError(failure: unknown, { requestId, operation, account }: About): ServiceError {
  const error = asRefusal(failure) ?? failure;
  if (isServiceError(error)) {
    if (env().mode !== "production" && operation && !errorsOf(operation).includes(error.code))
      log().error(
        { requestId, operation: operation.path, code: error.code },
        "an operation answered with an error it does not declare",
      );
    return error;
  }
  const stack = error instanceof Error ? error.stack : String(error);
  if (isDatabaseDown(error)) {
    log().error({ requestId, stack }, "the database cannot be reached");
    return new ServiceError(
      "service_unavailable",
      "The service is temporarily unavailable. Repeat the request.",
      undefined,
      { "Retry-After": "5" },
    );
  }
  if (isContention(error)) {
    log().error({ requestId, account, stack }, "the database took too long");
    return busy();
  }
  log().error({ requestId, account, stack }, "unexpected error");
  return new ServiceError("internal_error", "Something unexpected happened. It is on record under the request id.");
}
