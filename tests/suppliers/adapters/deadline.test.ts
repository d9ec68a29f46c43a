import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { callSupplier } from "#server/domain/catalogue/suppliers/supplier-http.ts";
import { overrideEnv } from "#server/kernel/env.ts";

// A call has half a second.
overrideEnv({ timeScale: 0.001 });

/** In a thread of its own: it answers while this one stands still. */
const supplier = new Worker(
  `const { createServer } = require("node:http");
   const { parentPort } = require("node:worker_threads");
   const server = createServer((request, response) => void (request.url === "/silent" || response.end("there")));
   server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`,
  { eval: true },
);
const [port] = await once(supplier, "message");
afterAll(async () => void (await supplier.terminate()));

const call = (path: string) =>
  callSupplier({
    about: { supplier: "esimaccess", operation: "query" },
    method: "GET",
    url: `http://127.0.0.1:${port}${path}`,
    headers: {},
  });

test("what a supplier has answered while this process stood still is read", async () => {
  expect(await call("/")).toMatchObject({ kind: "answer" });
  const asked = call("/");
  await new Promise(setImmediate);
  for (const end = performance.now() + 2_000; performance.now() < end; );
  expect(await asked).toMatchObject({ kind: "answer", text: "there" });
});

test("one that does not answer in its time is given up", async () => {
  expect(await call("/silent")).toEqual({ kind: "lost", message: "no answer within 0.5 s" });
});
