import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocuments } from "#server/process/documents.ts";
import { until } from "#tests/support/until.ts";

// Large documents are held compressed only: whoever takes no compression gets them as they are read.

const MEGABYTE = 1024 * 1024;
const large = randomBytes(24 * MEGABYTE).toString("base64");
const answers: ServerResponse[] = [];
const documents = createDocuments(async (_request: IncomingMessage, response: ServerResponse) => {
  response.setHeader("content-type", "application/json");
  response.end(large);
});
const server = createServer((request, response) => {
  answers.push(response);
  void documents.serve(request, response, { kind: "lasting", name: "/api/v1/openapi.json" });
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => server.close());

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/openapi.json`;

function openWithoutReading() {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.pause();
  socket.write(`GET /api/v1/openapi.json HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`);
  return socket;
}

test("whole, with their length, whether they are taken compressed or not", async () => {
  for (const encoding of ["gzip", "identity"]) {
    const answer = await fetch(url(), { headers: { "accept-encoding": encoding } });
    expect(answer.headers.get("content-encoding")).toBe(encoding === "gzip" ? "gzip" : null);
    expect((await answer.text()) === large, encoding).toBe(true);
  }
  const head = await fetch(url(), { method: "HEAD", headers: { "accept-encoding": "identity" } });
  expect(head.headers.get("content-length")).toBe(String(large.length));
});

test("are not held for those who read slowly or go away", async () => {
  await (await fetch(url())).text();
  answers.length = 0;
  const sockets = Array.from({ length: 8 }, openWithoutReading);
  await until(() => answers.length === 8 && answers.every(({ headersSent }) => headersSent));
  // Each has a window's worth on its way; all of it was written at once before.
  await until(() => answers.every(({ writableNeedDrain }) => writableNeedDrain));
  for (const { writableLength } of answers) expect(writableLength).toBeLessThan(MEGABYTE);
  for (const socket of sockets.slice(0, 4)) socket.destroy();
  for (const socket of sockets.slice(4)) {
    let bytes = 0;
    socket.on("data", (chunk) => {
      bytes += chunk.length;
    });
    socket.resume();
    await once(socket, "end");
    expect(bytes).toBeGreaterThan(large.length);
  }
});
