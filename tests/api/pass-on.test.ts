import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { overrideEnv } from "#server/kernel/env.ts";
import { passOn } from "#server/process/relay/pass-on.ts";
import { sendBytes } from "#tests/support/raw-request.ts";
import { until } from "#tests/support/until.ts";

// What a cell that does not know an account does with a request: it hands it on as it comes, and the answer back as it comes.

let there: Server;
let here: Server;
let answer: RequestListener;
const received: IncomingMessage[] = [];
const results = new Map<string, boolean>();
let cell = 0;

/** Who asks: each a stranger to the others. */
const ipOf = ({ headers }: IncomingMessage) => `203.0.113.${headers["x-who"] ?? 7}`;
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listening = async (server: Server) => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
};
const url = (path = "/") => `http://127.0.0.1:${portOf(here)}${path}`;
const place = () => ({ number: 2, name: `there-${cell}`, address: `http://127.0.0.1:${portOf(there)}` });

beforeAll(async () => {
  overrideEnv({ cell: { name: "east", secret: "s".repeat(32) } });
  there = await listening(
    createServer((request, response) => {
      received.push(request);
      answer(request, response);
    }),
  );
  here = await listening(
    createServer(async (request, response) => {
      if (request.url === "/gone") await once(response, "close");
      const done = await passOn(request, response, place(), { ip: ipOf(request), proto: "https" });
      results.set(request.url!, done);
      if (!done) response.writeHead(503, { "Content-Length": 0 }).end();
    }),
  );
});
beforeEach(() => {
  received.length = 0;
  results.clear();
  cell++;
});
afterAll(() => {
  overrideEnv({ cell: undefined });
  for (const server of [here, there]) server.closeAllConnections();
  for (const server of [here, there]) server.close();
});

const echo: RequestListener = async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  response.setHeader("Set-Cookie", ["a=1", "b=2"]);
  response.writeHead(201, { "X-Own": "kept", Connection: "x-mine", "X-Mine": "of the connection" });
  response.end(`${request.method} ${request.url} ${body}`);
};

test("method, target, body and answer stay what they are; what is of a connection ends with it, and who asks is said", async () => {
  answer = echo;
  const sent =
    "POST /a?b=%20c HTTP/1.1\r\nHost: shop.example\r\nConnection: x-hop, close\r\nX-Hop: 1\r\nTE: trailers\r\nX-Forwarded-For: 6.6.6.6\r\nForwarded: for=6.6.6.6\r\nX-Two: 1\r\nX-Two: 2\r\nContent-Length: 5\r\n\r\nhello";
  const { head, body } = await sendBytes(sent, { port: portOf(here) });
  expect(head).toMatch(/^HTTP\/1\.1 201 /);
  expect(head).toMatch(/X-Own: kept/);
  expect(head).not.toMatch(/X-Mine/i);
  expect(head.match(/Set-Cookie: [ab]=[12]/g)).toHaveLength(2);
  expect(body).toContain("POST /a?b=%20c hello");
  const { headersDistinct: headers } = received[0]!;
  expect(headers).toMatchObject({
    host: ["shop.example"],
    via: ["1.1 cell-east"],
    "x-forwarded-for": ["203.0.113.7"],
    "x-forwarded-proto": ["https"],
    "x-two": ["1", "2"],
    "content-length": ["5"],
  });
  for (const name of ["x-hop", "te", "forwarded"]) expect(headers[name]).toBeUndefined();
});

test("a body of unknown length is one there, and a POST without a body has none", async () => {
  answer = echo;
  const chunked =
    "POST /c HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
  expect((await sendBytes(chunked, { port: portOf(here) })).body).toContain("POST /c abc");
  await sendBytes("POST /n HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", { port: portOf(here) });
  expect(received[1]!.headers).toMatchObject({ "content-length": "0" });
  expect(received[1]!.headers["transfer-encoding"]).toBeUndefined();
});

test.each([
  ["two lengths", "Content-Length: 4\r\nContent-Length: 5\r\n\r\nhello"],
  ["a length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ["chunks that are no chunks", "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"],
  ["a length that is none", "Content-Length: +5\r\n\r\nhello"],
])("no second request hides behind %s", async (_what, rest) => {
  answer = echo;
  const hidden = "GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n";
  const { status } = await sendBytes(`POST /open HTTP/1.1\r\nHost: h\r\n${rest}${hidden}`, { port: portOf(here) });
  expect(status).toBe(400);
  expect(received.map((request) => request.url)).not.toContain("/hidden");
});

test("an answer is heard bit by bit, and who stops listening is noticed there", async () => {
  const open = Promise.withResolvers<ServerResponse>();
  answer = (_request, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
    open.resolve(response);
  };
  const asked = new AbortController();
  const heard = await fetch(url(), { signal: asked.signal });
  const reader = heard.body!.getReader();
  const stream = await open.promise;
  stream.write("one");
  expect(Buffer.from((await reader.read()).value!).toString()).toBe("one");
  const closed = once(stream, "close");
  asked.abort();
  await closed;
});

test("an answer that is cut off there is cut off here", async () => {
  answer = (request, response) => {
    response.writeHead(200, { "Content-Length": 100 }).write("half");
    setImmediate(() => request.socket.destroy());
  };
  await expect(fetch(url()).then((heard) => heard.text())).rejects.toThrow();
});

test("a kept connection that was closed there costs a reader nothing, and a writer is told to repeat", async () => {
  answer = (_request, response) => response.end("ok");
  expect((await fetch(url())).status).toBe(200);
  // It looks open from here until something is sent.
  answer = (request, response) => {
    if (received.length === 2 || request.method === "POST") request.socket.destroy();
    else response.end("again");
  };
  expect(await (await fetch(url())).text()).toBe("again");
  expect((await fetch(url(), { method: "POST", body: "x" })).status).toBe(503);
  expect(received.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("a cell that is not there is said to be so at once, and one that stands still has a few waiting, and no more", async () => {
  const gone = await listening(createServer());
  const port = portOf(gone);
  gone.close();
  const real = there;
  there = { address: () => ({ port }) } as unknown as Server;
  expect((await fetch(url())).status).toBe(503);
  there = real;

  cell++;
  answer = () => {};
  const stop = new AbortController();
  const waiting = Array.from({ length: 16 }, () => fetch(url(), { signal: stop.signal }).catch(() => null));
  await until(() => received.length === 16);
  // It is silent once it has said nothing for five seconds: whoever comes then does not wait.
  let status = 0;
  await until(async () => {
    const one = new AbortController();
    const asked = fetch(url(), { signal: one.signal }).then((heard) => heard.status);
    status = await Promise.race([asked.catch(() => 0), sleep(500, 0)]);
    one.abort();
    return status === 503;
  });
  const other = { name: `there-${cell}` };
  cell++;
  answer = (_request, response) => response.end("well");
  expect(other.name).not.toBe(place().name);
  expect(await (await fetch(url())).text()).toBe("well");
  stop.abort();
  await Promise.all(waiting);
});

test.each(["GET", "HEAD", "DELETE"])(
  "no second request hides in the body of a %s whose length is of the connection",
  async (method) => {
    answer = (request, response) => request.resume().once("end", () => response.end("ok"));
    const hidden = "GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n";
    const sent = `${method} /open HTTP/1.1\r\nHost: h\r\nConnection: close, Content-Length\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`;
    await sendBytes(sent, { port: portOf(here) });
    // Whatever was sent there has arrived before this is answered on the same connection.
    await fetch(url("/after"));
    expect(received.map((request) => request.url)).toEqual(["/open", "/after"]);
  },
);

test("who does not finish a body keeps nobody from a cell", async () => {
  answer = (request, response) =>
    void request
      .on("error", () => {})
      .resume()
      .once("end", () => response.end("ok"));
  const slow = Array.from({ length: 16 }, () => {
    const socket = connect(portOf(here), "127.0.0.1").on("error", () => {});
    socket.write("POST /slow HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhalf");
    return socket;
  });
  await until(() => received.length === 16);
  // Nothing was answered for as long as would make a cell a silent one.
  const later = performance.now() + 60_000;
  const clock = vi.spyOn(performance, "now").mockReturnValue(later);
  expect((await fetch(url())).status).toBe(200);
  clock.mockRestore();
  for (const socket of slow) socket.destroy();
});

test("eight addresses that send all they may, a byte at a time, leave room for others", async () => {
  answer = (request, response) =>
    void request
      .on("error", () => {})
      .resume()
      .once("end", () => response.end("ok"));
  let refused = 0;
  const slow = Array.from({ length: 8 * 128 }, (_, i) => {
    const socket = connect(portOf(here), "127.0.0.1").on("error", () => {});
    socket.write(`POST /slow HTTP/1.1\r\nHost: h\r\nX-Who: ${100 + (i % 8)}\r\nContent-Length: 999\r\n\r\nh`);
    return socket.once("data", () => refused++);
  });
  const drip = setInterval(() => slow.forEach((socket) => void socket.write(".")), 1_000);
  onTestFinished(() => {
    clearInterval(drip);
    for (const socket of slow) socket.destroy();
  });
  await until(() => received.length + refused === slow.length);
  expect(received.length).toBeGreaterThan(750);
  const asked = Array.from({ length: 20 }, (_, i) => fetch(url(), { headers: { "x-who": String(i % 2) } }));
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test("twenty addresses that come one after the other, each for all that it may have, leave a place for whoever comes then", async () => {
  let taken = Promise.withResolvers<boolean>();
  answer = (request) => {
    request.on("error", () => {}).resume();
    taken.resolve(true);
  };
  const slow: Socket[] = [];
  onTestFinished(() => slow.forEach((socket) => void socket.destroy()));
  const isTaken = (who: number) => {
    const socket = connect(portOf(here), "127.0.0.1").on("error", () => {});
    slow.push(socket);
    socket.write(`POST /slow HTTP/1.1\r\nHost: h\r\nX-Who: ${who}\r\nContent-Length: 999\r\n\r\nh`);
    const one = Promise.withResolvers<boolean>();
    taken = one;
    socket.once("data", () => one.resolve(false));
    return one.promise;
  };
  for (let who = 100; who < 120; who++) while (await isTaken(who)) {}
  answer = (_request, response) => response.end("ok");
  const asked = Array.from({ length: 20 }, (_, who) => fetch(url(), { headers: { "x-who": String(who) } }));
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test("who went away before it was known where to has no place, and is asked for nowhere", async () => {
  answer = (_request, response) => response.end("ok");
  const socket = connect(portOf(here), "127.0.0.1").on("error", () => {});
  here.once("request", () => socket.destroy());
  socket.write("GET /gone HTTP/1.1\r\nHost: h\r\n\r\n");
  await until(() => results.has("/gone"));
  expect(results.get("/gone")).toBe(true);
  expect(received.map((request) => request.url)).not.toContain("/gone");
});

test("one whose requests are slow to be answered keeps no other from a cell that answers", async () => {
  answer = (request, response) => void (request.url === "/slow" || response.end("ok"));
  const stop = new AbortController();
  const slow = Array.from({ length: 40 }, () => fetch(url("/slow"), { signal: stop.signal }).catch(() => null));
  await until(() => received.length === slow.length);
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
  onTestFinished(() => void clock.mockRestore());
  expect((await fetch(url(), { headers: { "x-who": "8" } })).status).toBe(200);
  stop.abort();
  await Promise.all(slow);
});
