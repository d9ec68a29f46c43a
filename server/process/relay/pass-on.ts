import { Agent as HttpAgent, type IncomingMessage, request as overHttp, type ServerResponse } from "node:http";
import { Agent as HttpsAgent, request as overHttps } from "node:https";
import { pipeline } from "node:stream";
import type { Place } from "#server/domain/reseller/names/index.ts";
import { addressBucket } from "#server/kernel/addresses.ts";
import { thisCell } from "#server/kernel/cell.ts";
import { log } from "#server/kernel/log.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { MINUTE, SECOND } from "#server/kernel/time.ts";

/** Of one connection, RFC 9110; and what a request of ours says in their place. */
const OF_CONNECTION =
  /^(?:connection|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|te|trailer|transfer-encoding|upgrade|expect|http2-settings)$/;
/** What we say ourselves, the length too: a `Connection` that names it must not leave a body that looks like another request. */
const OUR_OWN = /^(?:host|via|forwarded|x-forwarded-.*|content-length)$/;

/** At a time, to one cell; and for one address, which never has more than are left beside those that are kept. */
const MOST_AT_ONCE = 1_024;
const MOST_OF_ADDRESS = 128;
/** For addresses that have none yet: one each, however slow the others are and however fast they came. */
const KEPT = 128;
const CONNECT_WITHIN = 3 * SECOND;
/** From the end of the request until the answer begins; to send it, whoever asks has half a minute as everywhere. */
const ANSWER_WITHIN = 30 * SECOND;
const IDLE = 2 * MINUTE;
/**
 * A cell that has answered nobody for this long while so many wait is asked by no address twice, and by a few addresses, until it
 * answers one of them: it may be that only those are slow who ask just now.
 */
const SILENT_AFTER = 5 * SECOND;
const MOST_OF_SILENT = 16;
const MOST_ASKING_SILENT = 64;

/** Requests that are under way; and those of them that were sent to their end and have no answer yet. */
type Load = { open: number; waiting: number };

/** How it stands with one cell, as this process sees it. */
type Link = {
  agents: [HttpAgent, HttpsAgent];
  /** Whoever has requests here, by address. */
  peers: Map<string, Load>;
  all: Load;
  /** When it answered last, or was asked after it had answered all. */
  heardAt: number;
  toldAt: number;
};

const linkTo = (name: string): Link =>
  processSingleton(`cell:${name}`, () => {
    // Shorter than a server of ours keeps an idle connection.
    const kept = { keepAlive: true, timeout: 30 * SECOND, maxSockets: MOST_AT_ONCE, maxFreeSockets: 64 };
    const agents: Link["agents"] = [new HttpAgent(kept), new HttpsAgent(kept)];
    return { agents, peers: new Map(), all: { open: 0, waiting: 0 }, heardAt: 0, toldAt: Number.NEGATIVE_INFINITY };
  });

const pseudonym = (): string => `1.1 cell-${thisCell()}`;

/** Whether another cell has passed it on: it goes no further. */
export const wasPassedOn = (message: IncomingMessage): boolean => /(?:^|,)\s*1\.1 cell-/.test(viaOf(message).join());

const viaOf = ({ headersDistinct }: IncomingMessage): string[] => headersDistinct.via ?? [];

/** What the answering cell is told of who asks. */
export type Asked = { ip: string | null; proto: string | null };

/**
 * Passes a request on to the cell where it belongs, and its answer back, as they come. False, and nothing was said, when that
 * cell does not answer.
 *
 * @param extra headers that the answer has beside its own
 */
export function passOn(
  message: IncomingMessage,
  response: ServerResponse,
  { name, address }: Place,
  asked: Asked,
  extra: string[] = [],
): Promise<boolean> {
  // Whoever asks went away while it was worked out where to: nothing would tell that this has ended.
  if (response.destroyed) return Promise.resolve(true);
  const link = linkTo(name);
  const bucket = addressBucket(asked.ip);
  const peer = link.peers.get(bucket) ?? { open: 0, waiting: 0 };
  if (!hasRoom(link, peer)) return Promise.resolve(false);
  const count = (what: keyof Load, change: 1 | -1) => {
    peer[what] += change;
    link.all[what] += change;
  };
  count("open", 1);
  link.peers.set(bucket, peer);
  let waits = false;
  const isAsked = () => {
    if (waits) return;
    if (link.all.waiting === 0) link.heardAt = performance.now();
    count("waiting", 1);
    waits = true;
  };
  const heard = () => {
    if (waits) count("waiting", -1);
    waits = false;
  };
  const done = () => {
    heard();
    count("open", -1);
    if (peer.open === 0) link.peers.delete(bucket);
  };
  const attempt = (again: boolean): Promise<boolean> =>
    new Promise((resolve) => {
      const onward = send(message, link, address, asked);
      let late: NodeJS.Timeout | undefined;
      const wait = () => {
        isAsked();
        late = setTimeout(() => onward.destroy(new Error("no answer in time")), ANSWER_WITHIN);
      };
      const gone = () => onward.destroy();
      response.once("close", gone);
      onward.once("response", (answer) => {
        clearTimeout(late);
        message.off("end", wait);
        heard();
        link.heardAt = performance.now();
        answerWith(message, response, answer, extra);
        response.once("close", () => resolve(true));
      });
      onward.once("error", (error: NodeJS.ErrnoException) => {
        clearTimeout(late);
        response.off("close", gone);
        message.off("end", wait).unpipe(onward);
        if (response.destroyed) return resolve(true);
        if (response.headersSent) return void response.destroy();
        // It had closed the connection that was kept, as one does who leaves: nothing of the request was read.
        if (
          again &&
          isClosed(error) &&
          onward.reusedSocket &&
          /^(?:GET|HEAD)$/.test(message.method!) &&
          !hasBody(message)
        )
          return resolve(attempt(false));
        tell(link, name, error);
        resolve(false);
      });
      if (hasBody(message)) message.once("end", wait).pipe(onward);
      else {
        wait();
        onward.end();
      }
    });
  return attempt(true).finally(done);
}

function hasRoom({ all, peers, heardAt }: Link, { open, waiting }: Load): boolean {
  const left = MOST_AT_ONCE - all.open;
  if (open === 0 ? left === 0 : open >= Math.min(MOST_OF_ADDRESS, left - KEPT)) return false;
  const isSilent = all.waiting >= MOST_OF_SILENT && performance.now() - heardAt > SILENT_AFTER;
  if (!isSilent) return true;
  return waiting === 0 && [...peers.values()].filter((peer) => peer.waiting > 0).length < MOST_ASKING_SILENT;
}

const isClosed = ({ code }: NodeJS.ErrnoException): boolean => code === "ECONNRESET" || code === "EPIPE";

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function send(message: IncomingMessage, { agents }: Link, address: string, { ip, proto }: Asked) {
  const { headers, method, url } = message;
  const to = new URL(address);
  const isSecure = to.protocol === "https:";
  const via = [...viaOf(message), pseudonym()].join(", ");
  const said = [
    "Host",
    headers.host!,
    "Via",
    via,
    "X-Forwarded-For",
    ip ?? "unknown",
    "X-Forwarded-Proto",
    proto ?? "http",
  ];
  const onward = (isSecure ? overHttps : overHttp)({
    ...{ protocol: to.protocol, hostname: to.hostname.replace(/^\[|\]$/g, ""), port: to.port, method, path: url },
    agent: agents[isSecure ? 1 : 0],
    headers: [...withoutOwn(message.rawHeaders, headers.connection, OUR_OWN), ...said, ...bodyOf(message)],
    ...(isSecure && { servername: to.hostname }),
    setHost: false,
  });
  onward.setTimeout(IDLE, () => onward.destroy(new Error("nothing came for two minutes")));
  onward.once("socket", (socket) => {
    if (!socket.connecting) return;
    const late = setTimeout(() => onward.destroy(new Error("no connection in time")), CONNECT_WITHIN);
    socket.once("connect", () => clearTimeout(late)).once("close", () => clearTimeout(late));
  });
  return onward;
}

/** How long the body is: of a POST without one Node would say something else. */
function bodyOf({ headers, method }: IncomingMessage): string[] {
  if (headers["transfer-encoding"] !== undefined) return ["Transfer-Encoding", "chunked"];
  const length = headers["content-length"] ?? (/^P/.test(method!) ? "0" : undefined);
  return length === undefined ? [] : ["Content-Length", length];
}

/** Names and values in turn, without what is of the connection, or named by its `Connection`. */
function withoutOwn(raw: string[], connection = "", also?: RegExp): string[] {
  const named = new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
  return raw.filter((_, i) => {
    const name = raw[i - (i % 2)]!.toLowerCase();
    return !OF_CONNECTION.test(name) && !named.has(name) && !also?.test(name);
  });
}

function answerWith(
  message: IncomingMessage,
  response: ServerResponse,
  answer: IncomingMessage,
  extra: string[],
): void {
  // All but whether the connection goes on: that is between whoever asked and us.
  for (const name of response.getHeaderNames()) if (name !== "connection") response.removeHeader(name);
  // What was not read must not be taken for the next request.
  if (!message.complete && hasBody(message)) response.setHeader("Connection", "close");
  const headers = [...withoutOwn(answer.rawHeaders, answer.headers.connection), ...extra];
  const connection = response.getHeader("connection");
  if (connection !== undefined) headers.push("Connection", String(connection));
  response.writeHead(answer.statusCode!, answer.statusMessage, headers);
  // What is said bit by bit is heard bit by bit.
  if (answer.headers["content-length"] === undefined) response.flushHeaders();
  pipeline(answer, response, () => message.unpipe().resume());
}

function tell(link: Link, cell: string, { message, code }: NodeJS.ErrnoException): void {
  if (performance.now() - link.toldAt < MINUTE) return;
  link.toldAt = performance.now();
  log().error({ cell, error: code ?? message }, "a cell does not answer what is passed on to it");
}
