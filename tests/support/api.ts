import { expect } from "vitest";
import { operations } from "#server/api/v1/index.ts";
import { BASE_PATH, createDispatcher } from "#server/http/dispatch.ts";
import type { ApiRequest } from "#server/http/message.ts";
import type { Operation } from "#server/http/operation.ts";
import { clientAddress } from "#server/kernel/client-address.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { expectDocumented, operationIdOf } from "./validate-answer.ts";

export type Sent = {
  method: string;
  /** Below /api/v1, with query. */
  path: string;
  headers?: Record<string, string | string[]>;
  /** Sent as JSON, a string as it is. */
  body?: unknown;
  key?: string;
  peer?: string;
};

export type Got = {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  json: any;
};

/** How the API is reached: straight through the dispatcher, or through the `route.ts` files as Next would. */
export type Driver = { name: string; send(sent: Sent): Promise<Got> };

let peers = 0;
/** Requests without a valid key are limited per address: each comes from its own. */
const nextPeer = () => `100.${64 + ((++peers >> 16) & 63)}.${(peers >> 8) & 255}.${peers & 255}`;

const dispatch = createDispatcher(Object.values(operations));

export function prepare({ headers = {}, body, key }: Sent): { headers: Map<string, string[]>; bytes: Buffer } {
  const all = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()]));
  if (key && !all.has("authorization")) all.set("authorization", [`Bearer ${key}`]);
  if (body !== undefined && !all.has("content-type")) all.set("content-type", ["application/json"]);
  const bytes =
    body === undefined
      ? Buffer.alloc(0)
      : Buffer.isBuffer(body)
        ? body
        : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  return { headers: all, bytes };
}

/** A driver that lets no answer pass that the published document does not describe. */
export const documented = (driver: Driver): Driver => ({
  name: driver.name,
  async send(sent) {
    const got = await driver.send(sent);
    if (got.json !== null) expectDocumented(operationIdOf(sent.method, sent.path), got.status, got.json);
    return got;
  },
});

export const direct = documented({
  name: "the dispatcher",
  async send(sent) {
    const { headers, bytes } = prepare(sent);
    const request: ApiRequest = {
      method: sent.method,
      target: BASE_PATH + sent.path,
      header: (name) => headers.get(name) ?? [],
      headers: () => Object.fromEntries(headers),
      ip: clientAddress(sent.peer ?? nextPeer(), headers.get("x-forwarded-for") ?? []),
      readBody: async (limit) => (bytes.length > limit ? null : bytes),
    };
    const { status, headers: own, body, bytes: travelling } = await dispatch(request);
    // What is sent is what is kept of it in the request log and made of it elsewhere.
    if (travelling) expect(travelling.toString()).toBe(body);
    return { status, headers: lower(own), json: body === "" ? null : JSON.parse(body) };
  },
});

type RouteFile = Record<
  string,
  (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>
>;

export const routeFiles = documented({
  name: "the route files",
  async send(sent) {
    const { headers, bytes } = prepare(sent);
    const path = sent.path.split("?")[0]!;
    const { file, params } = findRouteFile(path);
    const module = (await import(/* @vite-ignore */ file)) as RouteFile;
    const flat = new Headers(
      [...headers].flatMap(([name, values]) => values.map((value) => [name, value] as [string, string])),
    );
    overrideEnv({ clientAddressHeader: "x-platform-address" });
    flat.set("x-platform-address", sent.peer ?? nextPeer());
    const init = { method: sent.method, headers: flat, ...(bytes.length > 0 && { body: new Uint8Array(bytes) }) };
    const response = await module[sent.method]!(new Request(`http://localhost${BASE_PATH}${sent.path}`, init), {
      params: Promise.resolve(params),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: lower(Object.fromEntries(response.headers)),
      json: text === "" ? null : JSON.parse(text),
    };
  },
});

export const routePath = (template: string): string =>
  new URL(`../../app/api/v1${template.replace(/\{(\w+)\}/g, "[$1]")}/route.ts`, import.meta.url).pathname;

function findRouteFile(path: string): { file: string; params: Record<string, string> } {
  for (const { path: template } of Object.values(operations) as Operation[]) {
    const names: string[] = [];
    const pattern = template.replace(/\{(\w+)\}/g, (_all, name) => {
      names.push(name);
      return "([^/]+)";
    });
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (match)
      return {
        file: routePath(template),
        params: Object.fromEntries(names.map((name, i) => [name, decode(match[i + 1]!)])),
      };
  }
  return { file: new URL("../../app/api/v1/[[...unknown]]/route.ts", import.meta.url).pathname, params: {} };
}

/** As Next does: what cannot be decoded stays as it is. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const lower = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Checks what every answer has, and returns its data. */
export function dataOf(got: Got) {
  if (!got.json?.success) throw new Error(`HTTP ${got.status}: ${JSON.stringify(got.json)}`);
  return got.json.data;
}
