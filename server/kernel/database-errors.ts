import { ServiceError } from "./errors.ts";

/** True when the failure is the connection's or the server's, not the statement's: what became of it is not known. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    // Read-only: it became a standby, or its disk did, or it moves (decision 155), and then lets nobody in.
    /^(08|57P|53|25006|55000)/.test(code) ||
    ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "P1001", "P1008", "P1017"].includes(code) ||
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/i.test(
      error.message,
    )
  );
}

/** True when none of our own connections became free in time: nothing was asked. */
export const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.message === "timeout exceeded when trying to connect";

type Coded = {
  code?: unknown;
  meta?: { driverAdapterError?: { cause?: { originalCode?: unknown; originalMessage?: string } } };
};

/** PostgreSQL's own code, which Prisma keeps behind one of its own, or the connection's. */
const codeOf = (error: unknown): string => {
  const { code, meta } = (error ?? {}) as Coded;
  return String(meta?.driverAdapterError?.cause?.originalCode ?? code ?? "");
};

/** A deadlock, a conflict of transactions: PostgreSQL has ended one of those that ran at the same time. */
const BEATEN = new Set(["40P01", "40001"]);
/** True when PostgreSQL has ended the statement for the sake of another: it can be tried again. */
export const wasBeaten = (error: unknown): boolean => BEATEN.has(codeOf(error));

/** Rows that are locked for too long, a statement that took too long. */
const TOO_LONG = new Set(["55P03", "57014"]);
/** True when a statement was ended because it took longer than one may. */
export const tookTooLong = (error: unknown): boolean => codeOf(error) === "57014";

/** True when we gave a statement up: it took too long, and a busy server was late to say so, or nobody answers any more. */
export const wasUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("Query read timeout");

/** What a statement changes has been changed since it was read; our functions say so. */
export const OVERTAKEN = "SV001";

/** True when it would take a name that another cell has; the message says which. */
export const isNameElsewhere = (error: unknown): boolean => codeOf(error) === "SV005";

/** A change of what all cells share, in another than home; our function says so, in words for whoever asked. */
const AT_HOME = "SV004";

/** A sequence is at its end: that of its type, or of the cell's range. */
const NO_NUMBER_LEFT = "2200H";

/** The refusal in words that a failure amounts to which is nobody's fault; null: it is none. */
export function asRefusal(error: unknown): ServiceError | null {
  const code = codeOf(error);
  if (code !== AT_HOME && code !== NO_NUMBER_LEFT) return null;
  const { message, meta } = error as Coded & Error;
  const said = meta?.driverAdapterError?.cause?.originalMessage ?? message;
  return code === AT_HOME ? new ServiceError("conflict", said) : outOfNumbers(said);
}

function outOfNumbers(said: string): ServiceError {
  const [, sequence = "", last = "their end"] = /"([^"]+)" \((\d+)\)/.exec(said) ?? [];
  const what = sequence.replace(/_id_seq$/, "").replaceAll("_", " ") || "new records";
  return new ServiceError(
    "service_unavailable",
    `No more can be made here: this part of the service has given out all of its numbers for ${what}, up to ${last}. Nothing was changed, and what exists goes on. Whoever runs the service opens new accounts in another cell (svc cell create).`,
  );
}

/** True when the database could not do it in time or at this moment. Nothing was written. */
export const isDatabaseBusy = (error: unknown): boolean => BEATEN.has(codeOf(error)) || TOO_LONG.has(codeOf(error));

/** True when a statement lost against others that ran at the same time: nothing is wrong with it. */
export const isContention = (error: unknown): boolean => isDatabaseBusy(error) || codeOf(error) === OVERTAKEN;

/** What a caller is told then. */
export const busy = (): ServiceError =>
  new ServiceError("service_unavailable", "This takes too long at the moment. Repeat the request.", undefined, {
    "Retry-After": "2",
  });
