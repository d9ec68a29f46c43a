import { Readable } from "node:stream";
import type { NextRequest } from "next/server";
import { roleOf } from "#server/kernel/actor.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { SECOND } from "#server/kernel/time.ts";
import { createPortalContext } from "#server/trpc/context.ts";

/** Of somebody who takes long over a file it is asked so often whether they may still have it, before the next piece. */
const LOOK_EVERY = 5 * SECOND;

/**
 * A file that is sent for as long as whoever asked for it is who they were: once their session, their place on the team or their
 * role has ended, the rest is not sent, and the connection breaks off.
 *
 * @param ctx as whom it was begun
 */
export function whileAllowed(file: Readable, request: NextRequest, ctx: Ctx | AccountCtx): Readable {
  const sent = Readable.from(pieces(file, () => isStill(request, ctx)));
  // What nobody began to read is ended by nobody else.
  sent.once("close", () => file.destroy());
  return sent;
}

async function* pieces(file: Readable, mayHave: () => Promise<boolean>): AsyncGenerator<Buffer | string> {
  let lookedAt = performance.now();
  for await (const piece of file) {
    if (performance.now() - lookedAt >= LOOK_EVERY) {
      if (!(await mayHave())) throw new Error("Whoever asked for this file may not have it any more.");
      lookedAt = performance.now();
    }
    yield piece;
  }
}

/** Another account in the same browser, or the same role as before, ends nothing. */
async function isStill(request: NextRequest, ctx: Ctx | AccountCtx): Promise<boolean> {
  const cookie = (name: string) => request.cookies.get(name)?.value;
  const { person } = await createPortalContext({ headers: request.headers, cookie, environment: null });
  if (!person) return false;
  const { actor } = ctx;
  if (actor.kind === "operator" && person.operatorRole !== actor.operatorRole) return false;
  const role = roleOf(actor);
  if (role === null || !("account" in ctx)) return person.isOperator;
  const { id } = ctx.account;
  if (person.isOperator) return person.visited?.accountId === id;
  return person.memberships.some((membership) => membership.accountId === id && membership.role === role);
}
