import type { IncomingMessage, ServerResponse } from "node:http";
import { SECOND } from "#server/kernel/time.ts";
import { encode } from "./encoding.ts";

/** A request as it came, before anything about it is believed. */
export type ApiRequest = {
  method: string;
  /** The request target exactly as sent: path and query, nothing decoded. */
  target: string;
  /** All values sent under a header name (lower case), in order. */
  header(name: string): string[];
  /** All of them, by their names in lower case. */
  headers(): Readonly<Record<string, readonly string[] | undefined>>;
  /** Where it comes from, as far as that can be known. */
  ip: string | null;
  /** What is wrong with the request line or the Host, in words; such a request is refused whatever it asks for. */
  fault?: string;
  /** The raw bytes, or null when there are more than `limit`: then no more are read. */
  readBody(limit: number): Promise<Buffer | null>;
};

export type ApiResponse = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The same, where it is known already how it travels. */
  bytes?: Buffer;
  /** Whether it may be sent compressed. */
  compressible?: boolean;
  /** The request log keeps nothing of it: what it carries is there already. */
  unkept?: boolean;
  /** Nothing is sent: the connection is cut. */
  unanswered?: boolean;
  /** Sends what follows the headers, for as long as the connection lasts. */
  ongoing?: (out: ServerResponse) => void;
};

export const pathOf = (target: string): string => target.split("?", 1)[0]!;

export function queryOf(target: string): URLSearchParams {
  const at = target.indexOf("?");
  return new URLSearchParams(at === -1 ? "" : target.slice(at + 1));
}

/** A request as `node:http` has it, with the raw target, and what the door found out about it. */
export function fromNode(message: IncomingMessage, found: Pick<ApiRequest, "ip" | "fault">): ApiRequest {
  const headers = message.headersDistinct;
  return {
    method: message.method ?? "GET",
    target: message.url ?? "/",
    header: (name) => headers[name] ?? [],
    headers: () => headers,
    readBody: (limit) => readBody(message, limit),
    ...found,
  };
}

const LINGER_MS = SECOND;

async function readBody(message: IncomingMessage, limit: number): Promise<Buffer | null> {
  const { "content-length": length, "transfer-encoding": encoding } = message.headers;
  if (length === undefined && encoding === undefined) return Buffer.alloc(0);
  if (Number(length) > limit) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  // What is too large is answered: the connection must outlive the reading.
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @param common headers that every answer has; those of its own go before them */
export async function toNode(
  message: IncomingMessage,
  out: ServerResponse,
  { status, headers, body, bytes: known, compressible, unanswered, ongoing }: ApiResponse,
  common: Readonly<Record<string, string>>,
): Promise<void> {
  if (unanswered) return void message.socket.destroy();
  if (ongoing) {
    out.writeHead(status, { ...common, ...headers });
    // Of HEAD there is no more, and whoever went away meanwhile gets none.
    if (message.method === "HEAD") out.end();
    return ongoing(out);
  }
  const { bytes, isZipped } = await encode(
    known ?? body,
    compressible ? String(message.headers["accept-encoding"] ?? "") : "",
  );
  // A body that was not read to its end must not be taken for the next request: the connection ends with the answer.
  const isSending =
    !message.complete && (message.headers["content-length"] ?? message.headers["transfer-encoding"]) !== undefined;
  if (isSending) out.setHeader("Connection", "close");
  out.writeHead(status, {
    ...common,
    ...headers,
    ...(isZipped && { "Content-Encoding": "gzip" }),
    ...(status !== 304 && { "Content-Length": Buffer.byteLength(bytes) }),
  });
  const sent = message.method === "HEAD" ? "" : bytes;
  if (isSending) endAfterBody(message, out, sent);
  else out.end(sent);
}

/** Whoever still sends when the connection is closed may never see the answer: for a moment the rest is let in, unread. */
function endAfterBody(message: IncomingMessage, out: ServerResponse, body: string | Buffer): void {
  out.write(body);
  const end = () => {
    clearTimeout(timer);
    out.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  message.once("end", end).once("close", end).resume();
}

/** Out of a `Cookie` header as it came. */
export const cookieOf = (jar: string, wanted: string): string | undefined =>
  jar
    .split(";")
    .map((pair) => pair.trim().split("="))
    .find(([name]) => name === wanted)?.[1];
