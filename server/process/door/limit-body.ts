import type { IncomingMessage, ServerResponse } from "node:http";
import type { Asker } from "./limits.ts";
import { refuse } from "./refuse.ts";

const KB = 1024;
/** Forms and calls of pages are small, and say how long they are. */
const MOST_OF_PAGES = 256 * KB;
/** A picture of 8 MB, as it travels, of somebody who is signed in: `next.config.mjs` lets as much through. */
const MOST_OF_UPLOADS = 11 * 1024 * KB;
/** A supplier's statement of tens of thousands of lines. */
const MOST_OF_STATEMENTS = 8 * 1024 * KB;
const STATEMENT = /^\/api\/trpc\/people\/operator\.statements\.(?:preview|upload)$/;
const UPLOAD = /^\/api\/trpc\/(?:test|live)\/brand\.addPicture$/;
/** Other machines may send in parts of unknown length: suppliers and payment providers, and the job server with a job's steps. */
const MOST_OF_MACHINES = 1024 * KB;
const MOST_OF_JOBS = 4096 * KB;
/** Their addresses and nothing below or beside them, which would be a page that says that there is none. */
const FROM_MACHINES = /^\/api\/(?:suppliers\/[^/]+\/[^/]+\/events|payments\/stripe(?:\/[^/]+\/[^/]+)?|inngest)$/;

export const isFromMachine = (path: string): boolean => FROM_MACHINES.test(path);

/** True when the body may be read; otherwise the request was answered. What goes on beyond its limit is cut off. */
export function admitBody(request: IncomingMessage, response: ServerResponse, path: string, asker: Asker): boolean {
  const { "content-length": length, "transfer-encoding": inParts } = request.headers;
  if (inParts !== undefined && inParts.toLowerCase() !== "chunked") {
    refuse(response, 501, "The only transfer encoding that is read is chunked.");
    return false;
  }
  const machine = isFromMachine(path);
  const most = !machine ? mostOfPages(path, asker) : path.startsWith("/api/inngest") ? MOST_OF_JOBS : MOST_OF_MACHINES;
  if (inParts !== undefined && !machine) {
    refuse(response, 411, "Send the body with its Content-Length.");
    return false;
  }
  if (Number(length ?? 0) > most) {
    refuse(response, 413, `The body is larger than ${most / KB} KiB.`);
    return false;
  }
  if (inParts !== undefined) cutOff(request, response, most);
  return true;
}

/** What is large is read whole before anybody looks into it: strangers send nothing that is. */
function mostOfPages(path: string, { userId }: Asker): number {
  if (userId === null) return MOST_OF_PAGES;
  return STATEMENT.test(path) ? MOST_OF_STATEMENTS : UPLOAD.test(path) ? MOST_OF_UPLOADS : MOST_OF_PAGES;
}

/** Counts on the way from the parser to whoever reads: nobody behind the door gets more, whatever it would take. */
function cutOff(request: IncomingMessage, response: ServerResponse, most: number): void {
  const push = request.push.bind(request);
  let bytes = 0;
  request.push = (chunk: Buffer | null, encoding) => {
    bytes += chunk?.length ?? 0;
    if (bytes <= most) return push(chunk, encoding);
    if (!response.headersSent) refuse(response, 413, `The body is larger than ${most / KB} KiB.`);
    request.socket.destroySoon();
    return false;
  };
}
