import type { IncomingMessage, ServerResponse } from "node:http";
import { receiveClaim, receiveHint, receiveReturned } from "#server/api/cells/index.ts";
import { measureCell } from "#server/domain/control/cells/index.ts";
import { fromNode, pathOf } from "#server/http/message.ts";
import { CELLS_PATH, type CellAnswer, isCellCall } from "#server/kernel/cell-calls.ts";
import { type Ctx, systemContext } from "#server/kernel/context.ts";
import { log } from "#server/kernel/log.ts";
import { refuse } from "./door/refuse.ts";

/** A thousand names, or a webhook of the largest kind that is taken. */
const MOST_OF_BODY = 512 * 1024;

/** What a cell answers others. */
const CALLS: Record<string, (ctx: Ctx, body: unknown) => Promise<CellAnswer>> = {
  [`GET ${CELLS_PATH}sums`]: async (ctx) => ({ status: 200, body: await measureCell(ctx) }),
  [`POST ${CELLS_PATH}names`]: receiveClaim,
  [`POST ${CELLS_PATH}names/returned`]: receiveReturned,
  [`POST ${CELLS_PATH}hints`]: receiveHint,
};

/** Answers a call of another cell; whoever is none is told nothing. */
export async function answerCell(message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "", url = "" } = message;
  const body = await fromNode(message, { ip: null }).readBody(MOST_OF_BODY);
  if (body === null) return refuse(response, 413, `The body is larger than ${MOST_OF_BODY / 1024} KiB.`);
  const header = (name: string) => message.headersDistinct[name]?.join(", ");
  if (!isCellCall({ method, path: url, body }, header))
    return refuse(
      response,
      401,
      "Only cells of this installation are answered here, when they mean this one (CELLS_SECRET, clocks, version).",
    );
  const call = CALLS[`${method} ${pathOf(url)}`];
  if (!call) return refuse(response, 404, "Not found");
  try {
    const answer = await call(systemContext({ kind: "job", name: "cells" }), read(body));
    send(response, answer);
  } catch (error) {
    log().error({ path: url, stack: (error as Error).stack }, "a call of another cell failed");
    send(response, { status: 503, body: { message: "This cell cannot say it at the moment." } });
  }
}

function read(body: Buffer): unknown {
  try {
    return body.length > 0 ? JSON.parse(body.toString()) : undefined;
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, body }: CellAnswer): void {
  const text = JSON.stringify(body);
  response.setHeader("Content-Type", "application/json");
  response.setHeader("Cache-Control", "no-store");
  response.writeHead(status, { "Content-Length": Buffer.byteLength(text) }).end(text);
}
