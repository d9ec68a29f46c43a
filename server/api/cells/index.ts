import { answerClaim, Claim, Returned, takeBack } from "#server/domain/reseller/names/index.ts";
import type { ApiRequest, ApiResponse } from "#server/http/message.ts";
import { CALL_HEADERS, isFromCell } from "#server/kernel/cell-call.ts";
import { type Ctx, systemContext } from "#server/kernel/context.ts";
import { env } from "#server/kernel/env.ts";
import { log } from "#server/kernel/log.ts";
import { receiveHint } from "./receive-hint.ts";

export { passHintOn } from "./receive-hint.ts";

/** What cells ask each other begins with it. */
export const CELLS_PATH = "/internal/cells/";
const MOST_BYTES = 512 * 1024;

type Said = { status: number; json: object };
type Call = (ctx: Ctx, sent: unknown) => Promise<Said>;

const CALLS: Record<string, Call> = {
  "POST /internal/cells/names": async (ctx, sent) => {
    const { success, data } = Claim.safeParse(sent);
    const claimed = success ? await answerClaim(ctx, data) : null;
    if (!claimed) return { status: 422, json: { why: "The directory knows no such cell, or this is no name." } };
    return { status: claimed.cell === data!.cell ? 200 : 409, json: claimed };
  },
  "POST /internal/cells/names/returned": async (ctx, sent) => {
    const { success, data } = Returned.safeParse(sent);
    return success ? { status: 200, json: { names: await takeBack(ctx, data) } } : { status: 422, json: {} };
  },
  "POST /internal/cells/hints": async (ctx, sent) => ({ status: await receiveHint(ctx, sent), json: {} }),
};

/** Answers another cell, which is known by its signature. For everybody else there is nothing here. */
export async function answerCell(request: ApiRequest): Promise<ApiResponse> {
  const [time = "", signature = ""] = [CALL_HEADERS.time, CALL_HEADERS.signature].map(
    (name) => request.header(name)[0],
  );
  const { method, target } = request;
  const call = CALLS[`${method} ${target}`];
  // Without a signature nothing is read.
  const body = call && signature && env().cell ? await request.readBody(MOST_BYTES) : null;
  if (body === null || !isFromCell({ method, target, body, time, signature }, Date.now()))
    return say({ status: 404, json: {} });
  try {
    const sent = body.length > 0 ? (JSON.parse(body.toString("utf8")) as unknown) : {};
    return say(await call!(systemContext({ kind: "command", name: "another cell" }), sent));
  } catch (error) {
    log().error({ path: target, stack: (error as Error).stack }, "a call of another cell failed");
    return say({ status: 503, json: {} });
  }
}

const say = ({ status, json }: Said): ApiResponse => ({
  status,
  headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
  body: JSON.stringify(json),
});
