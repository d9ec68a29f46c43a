import type { IncomingMessage } from "node:http";

/** No address of ours is longer. */
const MOST_CHARACTERS = 8 * 1024;
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;
/** A name, an IPv4 address or an IPv6 one in brackets, and a port. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** RFC 3986: what a path is made of, and a query as browsers write one. */
const PATH = /^\/(?:[\w.~!$&'()*+,;=:@/-]|%[0-9a-f]{2})*$/i;
const QUERY = /^[!"$-~]*$/;
/** What needs no encoding has one spelling: the plain one. */
const NEEDLESS = /%(?:2[de]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i;

/**
 * Reads the request line and the Host as RFC 9112 says, and says what is wrong with them, or null. A path that passes has
 * one reading: whoever looks at it after us, decoding it or not, finds the same segments. An absolute target is made a path
 * of, and its authority is the Host.
 */
export function faultOfTarget(request: IncomingMessage): string | null {
  const hosts = request.headersDistinct.host ?? [];
  if (hosts.length !== 1) return `A request has exactly one Host header; this one has ${hosts.length}.`;
  if ((request.url ?? "").length > MOST_CHARACTERS)
    return `The request target has more than ${MOST_CHARACTERS} characters.`;
  readAbsolute(request);
  if (!HOST.test(request.headers.host ?? "")) return "The Host is not a host name with an optional port.";
  const [path = "", ...query] = request.url!.split("?");
  const inQuery = QUERY.test(query.join("?")) ? null : "its query has characters that must be percent-encoded";
  const fault = faultOfPath(path) ?? inQuery;
  return fault && `The request target is not canonical: ${fault}.`;
}

function readAbsolute(request: IncomingMessage): void {
  const absolute = ABSOLUTE.exec(request.url ?? "");
  if (!absolute) return;
  const rest = request.url!.slice(absolute[0].length);
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  request.headers.host = absolute[1];
}

function faultOfPath(path: string): string | null {
  if (!path.startsWith("/")) return "it must begin with a slash";
  if (path.includes("//")) return "it has two slashes in a row";
  if (!PATH.test(path))
    return "its path has characters that must be percent-encoded, or a percent sign without two hexadecimal digits";
  if (/%2f|%5c/i.test(path)) return "it has an encoded slash or backslash";
  const decoded = decode(path);
  if (decoded === null) return "it is not UTF-8 when it is decoded";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(decoded)) return "it has an encoded control character";
  if (decoded.split("/").some((segment) => /^\.\.?(;|$)/.test(segment))) return "it has a dot segment";
  if (NEEDLESS.test(path)) return "it has an encoded character that needs no encoding";
  if (/%[0-9a-f]{2}/i.test(decoded)) return "it is encoded twice";
  return null;
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
