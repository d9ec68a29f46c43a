import { Readable } from "node:stream";
import type { NextRequest } from "next/server";
import { z } from "zod";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { ERRORS, fail, isServiceError } from "#server/kernel/errors.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { whileAllowed } from "./while-allowed.ts";

export type MadeFile = { file: Readable; type: string; name: string };
/** `hold` is called once it is known whose file it is, before anything is read for it. */
type Make = (hold: (ctx: Ctx | AccountCtx) => void) => Promise<MadeFile>;

/** Of an account, or of an operator, in one process. Each reads all of a list, or draws ten thousand cards. */
const MOST_AT_ONCE = 3;
/** One whose end nobody told us of takes no place any longer. */
const HELD_FOR = 30 * MINUTE;

/** When each of those that are being made was begun, by whose they are. */
const held = () => processSingleton("files-made", () => new Map<string, Set<{ since: number }>>());

/** What is made while it is sent, and of each account few at a time; a refusal is said as text. */
export async function answerFile(request: NextRequest, make: Make): Promise<Response> {
  // Next asks us for it as well, and reads nothing of what is answered: a file that was begun would have no end.
  if (request.method === "HEAD") return new Response(null, { status: 405, headers: { allow: "GET" } });
  let release = (): void => {};
  let whose: Ctx | AccountCtx | undefined;
  try {
    const made = await make((ctx) => {
      whose = ctx;
      release = hold("account" in ctx ? `account ${ctx.account.id}` : ctx.actor.name);
    });
    const { type, name } = made;
    const file = whose ? whileAllowed(made.file, request, whose) : made.file;
    file.once("close", release);
    return new Response(Readable.toWeb(file) as unknown as BodyInit, {
      headers: {
        "content-type": type,
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    release();
    if (isServiceError(error)) return new Response(error.message, { status: ERRORS[error.code].status });
    if (error instanceof z.ZodError) return new Response("A filter in this address is not valid.", { status: 422 });
    throw error;
  }
}

function hold(whose: string): () => void {
  const made = held().get(whose) ?? new Set();
  for (const one of made) if (one.since < performance.now() - HELD_FOR) made.delete(one);
  if (made.size >= MOST_AT_ONCE)
    fail(
      "rate_limit_exceeded",
      `${MOST_AT_ONCE} files are being made for you. Wait until one is there, and try again.`,
    );
  const one = { since: performance.now() };
  held().set(whose, made.add(one));
  return () => {
    made.delete(one);
    if (made.size === 0 && held().get(whose) === made) held().delete(whose);
  };
}
