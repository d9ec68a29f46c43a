import { TRPCClientError } from "@trpc/client";
import type { Refusal } from "#server/trpc/types.ts";

type ShownRefusal = Partial<Refusal> & { message: string; httpStatus?: number };

/** Of something that was sent, and to which no answer came: whether it arrived, nobody here knows. */
export class Unanswered extends Error {
  constructor() {
    super("The service could not be reached. This may have been done all the same: check before you send it again.");
  }
}

export const isUnanswered = (error: unknown): boolean =>
  error instanceof TRPCClientError && error.cause instanceof Unanswered;

/** What is to be said of an error: the server's own sentence, or that it could not be reached. */
export function refusalOf(error: unknown): ShownRefusal {
  if (error instanceof TRPCClientError && error.data) return { ...(error.data as Refusal), message: error.message };
  if (isUnanswered(error)) return { message: (error as Error).message };
  return { message: "The service could not be reached. Check your connection and try again." };
}
