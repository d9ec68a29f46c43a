import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createHttpServer, type HttpServer } from "#server/process/http-server.ts";
import { freePort } from "#tests/support/service.ts";

// Node's parser drops what came in one packet with a request for an upgrade that is not made: what follows would be read from its middle.

let server: HttpServer;
let port: number;
const seen: string[] = [];
/** Before the first request is answered. */
let meanwhile: () => Promise<unknown>;

beforeAll(async () => {
  port = await freePort();
  const pages = {
    async serve({ url }: { url?: string }, response: import("node:http").ServerResponse) {
      seen.push(url!);
      await meanwhile();
      response.end(`answer to ${url}`);
    },
    isKnown: () => true,
    upgrade: null,
    passing: true,
    close: async () => {},
  };
  server = createHttpServer({ port, pages: () => pages });
  await server.listen();
});
afterAll(() => server.drain({ succeeded: true }));
beforeEach(() => {
  seen.length = 0;
  meanwhile = async () => {};
});

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, "Host: localhost", ...headers, "", ""].join("\r\n");
const UPGRADE = ["Connection: Upgrade", "Upgrade: h2c"];
const hidden = get("/hidden");
/** A request whose body looks like another. */
const carrier = `POST /api/carrier HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${hidden.length}\r\n\r\n`;

/** Everything that is said to these bytes until the connection is closed; `second` are sent while the first request is being answered, which then waits. */
async function talk(first: string, second?: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  socket.setNoDelay().setEncoding("latin1");
  socket.on("data", (text) => (heard += text)).on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  if (second !== undefined)
    meanwhile = async () => {
      socket.write(second);
      await closed;
    };
  socket.write(first);
  await closed;
  return heard;
}

test("who asks for an upgrade is answered without one, and the connection ends", async () => {
  const heard = await talk(get("/first", ...UPGRADE) + carrier);
  expect(seen).toEqual(["/first"]);
  expect(heard).toMatch(/^HTTP\/1\.1 200 [\s\S]*answer to \/first$/);
  expect(heard).toMatch(/\r\nConnection: close\r\n/i);
  const length = `Content-Length: ${hidden.length}`;
  const post = `POST /api/first HTTP/1.1\r\nHost: localhost\r\n${[...UPGRADE, length].join("\r\n")}\r\n\r\n`;
  expect(await talk(post + hidden + carrier)).toContain("answer to /api/first");
  expect(await talk(get("/api/v1/health", ...UPGRADE))).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":"ok"/);
});

test("nothing that follows is read as a request, and however much it is, none of it is kept", async () => {
  await talk(get("/first", ...UPGRADE) + carrier, hidden);
  expect(seen).toEqual(["/first"]);
  await talk(get("/first", ...UPGRADE), hidden.repeat(100_000));
  expect(seen).toEqual(["/first", "/first"]);
});

test("every other request leaves its connection to those that follow", async () => {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  socket.setEncoding("latin1").on("data", (text) => (heard += text));
  socket.write(get("/one") + get("/two", "Connection: upgrade") + get("/three", "Connection: close"));
  await once(socket, "close");
  expect(seen).toEqual(["/one", "/two", "/three"]);
  expect(heard.match(/answer to/g)).toHaveLength(3);
});
