import type { ServerResponse } from "node:http";
import { MINUTE, SECOND } from "#server/kernel/time.ts";
import { type Answer, send } from "./http.ts";
import { later } from "./later.ts";
import type { ModeSetting, Operation } from "./modes.ts";

/** What the caller gets: an answer now or later, or an open connection on which nothing comes. */
export type Reaction = { kind: "answer"; answer: Answer; afterMs: number } | { kind: "silence" };

/** How one supplier says that something went wrong. */
export type Refusals = {
  serverError: Answer;
  rateLimited: Answer;
  rejected(): Answer | Promise<Answer>;
  nothingThere(): Answer;
};

const SLOW_MS = 5 * SECOND;
const LATE_MS = 3 * MINUTE;
const DELAYED_MS = 25 * SECOND;
/** A connection on which nothing will come is given up by then, if the client has not done so. */
const SILENCE_MS = 2 * MINUTE;

const GARBAGE: Answer = {
  status: 200,
  contentType: "text/html; charset=utf-8",
  body: "<html><head><title>Welcome to nginx!</title></head><body><h1>It works</h1><p>{{ upstream }}</body>",
};

/** Misbehaves as told. `happen` does what was asked for, puts it on record and gives the answer to it. */
export async function react(
  operation: Operation,
  { mode, latencyMs }: ModeSetting,
  refusals: Refusals,
  happen: () => Answer | Promise<Answer>,
): Promise<Reaction> {
  switch (mode) {
    case "timeout_before":
      return { kind: "silence" };
    case "timeout_after":
      await happen();
      return { kind: "silence" };
    case "error_before":
      return now(refusals.serverError);
    case "error_after":
      await happen();
      return now(refusals.serverError);
    case "garbage":
      await happen();
      return now(GARBAGE);
    case "rate_limited":
      return now(refusals.rateLimited);
    case "reject":
      return now(await refusals.rejected());
    case "not_found_then_found":
      if (operation !== "order") return now(refusals.nothingThere());
      await happen();
      return now(refusals.serverError);
    case "slow":
      return { kind: "answer", answer: await happen(), afterMs: latencyMs ?? SLOW_MS };
    case "delayed":
      // Said to have failed, and done all the same when nobody waits for it any more.
      later(latencyMs ?? DELAYED_MS, () => void happen());
      return now(refusals.serverError);
    case "refused_late":
      later(latencyMs ?? DELAYED_MS, () => void happen());
      return now(await refusals.rejected());
    case "late":
      // An order that is late is accepted at once: its profiles are what takes long.
      return { kind: "answer", answer: await happen(), afterMs: operation === "order" ? 0 : (latencyMs ?? LATE_MS) };
    default:
      return now(await happen());
  }
}

/** How much later than usual an accepted order is delivered. */
export function deliveryDelayMs({ mode, latencyMs }: ModeSetting): number {
  if (mode === "late") return latencyMs ?? LATE_MS;
  return mode === "slow" ? (latencyMs ?? SLOW_MS) : 0;
}

/** How many of the eSIMs that an order delivers are cancelled, and paid back, before the buyer looks. */
export const takenBack = ({ mode, quantity }: ModeSetting, delivered: number): number =>
  mode === "taken_back" ? Math.min(quantity ?? delivered, delivered) : 0;

/** How many of the eSIMs that an order delivers are ones that were sold before, handed out as if they were new. */
export const soldBefore = ({ mode, quantity }: ModeSetting, delivered: number): number =>
  mode === "sold_before" ? Math.min(quantity ?? 1, delivered) : 0;

/** How many come at first, and when the others do. */
export const inParts = ({ mode, quantity, latencyMs }: ModeSetting, delivered: number, firstAt: Date) =>
  mode === "in_parts"
    ? {
        first: Math.min(quantity ?? delivered - 1, delivered),
        restAt: new Date(firstAt.getTime() + (latencyMs ?? DELAYED_MS)).toISOString(),
      }
    : null;

export function answerWith(response: ServerResponse, reaction: Reaction): void {
  if (reaction.kind === "silence") whileOpen(response, SILENCE_MS, () => response.destroy());
  else if (reaction.afterMs > 0) whileOpen(response, reaction.afterMs, () => send(response, reaction.answer));
  else send(response, reaction.answer);
}

function whileOpen(response: ServerResponse, ms: number, act: () => void): void {
  response.once("close", later(ms, act));
}

const now = (answer: Answer): Reaction => ({ kind: "answer", answer, afterMs: 0 });
