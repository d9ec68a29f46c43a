import { TRPCClientError } from "@trpc/client";
import type { Refusal } from "#server/trpc/types.ts";

type ShownRefusal = Partial<Refusal> & { message: string; httpStatus?: number };

/** What is to be said of an error: the server's own sentence, or that it could not be reached. */
export function refusalOf(error: unknown): ShownRefusal {
  if (error instanceof TRPCClientError && error.data) return { ...(error.data as Refusal), message: error.message };
  return { message: "The service could not be reached. Check your connection and try again." };
}
