import type { IncomingMessage, ServerResponse } from "node:http";
import { keepCell } from "#server/auth/cookie.ts";
import type { Place } from "#server/domain/reseller/names/index.ts";
import { failure } from "#server/http/envelope.ts";
import { type ApiRequest, pathOf, toNode } from "#server/http/message.ts";
import { ServiceError } from "#server/kernel/errors.ts";
import { newRequestId } from "#server/kernel/ids.ts";
import { refuse } from "../door/refuse.ts";
import { protoOf } from "../door/tidy-headers.ts";
import { withReadableFaults } from "../readable-fault.ts";
import { locateKey, locatePage } from "./locate.ts";
import { passOn, wasPassedOn } from "./pass-on.ts";

const RETRY_AFTER = { "Retry-After": "5" };
const WORDS = "The part of the service where this account lives does not answer at the moment. Try again.";
const LINK = /^\/(?:invitation|recovery|sign-up)\/./;

export type Relay = {
  /** True when a request of the API that belongs in another cell was answered there, or it was said that it cannot be. */
  api(request: ApiRequest, message: IncomingMessage, response: ServerResponse, headers: Headers): Promise<boolean>;
  /** The same of everything else; `ip` is where it comes from. */
  page(message: IncomingMessage, response: ServerResponse, ip: string | null): Promise<boolean>;
};
type Headers = Readonly<Record<string, string>>;

/** Where there are cells: what reaches the wrong one is passed on to the right one, once (decision 154). */
export const relay: Relay = {
  async api(request, message, response, headers) {
    const place = await locateKey(request);
    if (!place) return false;
    const asked = { ip: request.ip, proto: protoOf(message) };
    if (!wasPassedOn(message) && (await passOn(message, response, place, asked))) return true;
    const error = new ServiceError("service_unavailable", WORDS, undefined, RETRY_AFTER);
    await toNode(message, response, failure(error, newRequestId(), {}), headers);
    return true;
  },
  async page(message, response, ip) {
    const place = await locatePage(message, () => goOn(message, response));
    if (!place) return false;
    goOn(message, response);
    const path = pathOf(message.url ?? "/");
    const asked = { ip, proto: protoOf(message) };
    if (!wasPassedOn(message) && (await passOn(message, response, place, asked, cookieFor(path, place)))) return true;
    if (path.startsWith("/api/")) refuse(response, 503, WORDS, RETRY_AFTER);
    else withReadableFaults(message, response).writeHead(503).end();
    return true;
  },
};

/** Whoever asks before sending a body is told to, once. */
function goOn({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.expect !== undefined) response.writeContinue();
  delete headers.expect;
}

/** Links into the portal of another cell: whoever follows one goes on there. */
const cookieFor = (path: string, { name }: Place): string[] => (LINK.test(path) ? ["Set-Cookie", keepCell(name)] : []);
