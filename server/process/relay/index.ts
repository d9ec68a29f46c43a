import type { IncomingMessage, ServerResponse } from "node:http";
import { keepCell } from "#server/auth/cookie.ts";
import type { Place } from "#server/domain/reseller/names/index.ts";
import { failure } from "#server/http/envelope.ts";
import { type ApiRequest, pathOf, toNode } from "#server/http/message.ts";
import { ServiceError } from "#server/kernel/errors.ts";
import { newRequestId } from "#server/kernel/ids.ts";
import { refuse } from "../door/refuse.ts";
import { withReadableFaults } from "../readable-fault.ts";
import { locateKey, locatePage } from "./locate.ts";
import { type Asked, passOn, wasPassedOn } from "./pass-on.ts";

const RETRY_AFTER = { "Retry-After": "5" };
const WORDS = "The part of the service where this account lives does not answer at the moment. Try again.";
/** Links into the portal of another cell: whoever follows one goes on there. */
const LINK = /^\/(?:invitation|recovery|sign-up)\/./;

export type Relay = {
  /** True when another cell's request of the API was answered there, or it was said that it cannot be. */
  api(
    request: ApiRequest,
    message: IncomingMessage,
    response: ServerResponse,
    common: Readonly<Record<string, string>>,
    proto: string | null,
  ): Promise<boolean>;
  /** The same of everything else. */
  page(message: IncomingMessage, response: ServerResponse, asked: Asked): Promise<boolean>;
};

/** Where there are cells: what reaches the wrong one is passed on to the right one, once (decision 154). */
export const relay: Relay = {
  async api(request, message, response, common, proto) {
    const place = await locateKey(request);
    if (!place) return false;
    if (!wasPassedOn(message) && (await passOn(message, response, place, { ip: request.ip, proto }))) return true;
    const error = new ServiceError("service_unavailable", WORDS, undefined, RETRY_AFTER);
    await toNode(message, response, failure(error, newRequestId(), {}), common);
    return true;
  },
  async page(message, response, asked) {
    const place = await locatePage(message);
    if (!place) return false;
    const path = pathOf(message.url ?? "/");
    if (!wasPassedOn(message) && (await passOn(message, response, place, asked, cookieFor(path, place)))) return true;
    if (path.startsWith("/api/")) refuse(response, 503, WORDS, RETRY_AFTER);
    else withReadableFaults(message, response).writeHead(503).end();
    return true;
  },
};

const cookieFor = (path: string, { name }: Place): string[] => (LINK.test(path) ? ["Set-Cookie", keepCell(name)] : []);
