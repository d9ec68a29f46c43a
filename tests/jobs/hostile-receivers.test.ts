import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { deliverWebhooks, getDelivery } from "#server/domain/messaging/webhooks/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { SELF_SIGNED } from "#tests/support/certificate.ts";
import { ownTime } from "#tests/support/own-time.ts";
import { announce, deliveriesOf, newEndpoint } from "#tests/support/webhooks.ts";
import { system } from "#tests/support/world.ts";

type Play = (socket: Socket) => void;
type Outcome = {
  status: "delivered" | "retrying";
  http: number | null;
  error: string | RegExp | null;
  response?: RegExp;
  withinMs?: number;
};

const servers: { close(): void }[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A server that reads a request and then does as it likes. */
async function play(act: Play, scheme: "http" | "https" = "http"): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    if (scheme === "https") act(socket);
    else socket.once("data", () => act(socket));
  });
  return await listen(server, scheme, () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function listen(server: ReturnType<typeof createServer>, scheme: string, stop = () => {}): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push({
    close() {
      stop();
      server.close();
    },
  });
  const origin = `${scheme}://127.0.0.1:${(server.address() as { port: number }).port}`;
  overrideEnv({ webhookAllowedOrigins: [...env().webhookAllowedOrigins, origin] });
  return origin;
}

const OK = "HTTP/1.1 200 OK\r\n";
const drip = (socket: Socket, text: string, everyMs: number) => {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on("close", () => clearInterval(timer));
};
const flood = (socket: Socket, chunk: Buffer) => {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", more);
  more();
};
const BOMB = gzipSync(Buffer.alloc(50_000_000));

const SCENES: [name: string, act: Play, outcome: Outcome][] = [
  [
    "an endless body",
    (socket) => {
      socket.write(`${OK}\r\n`);
      flood(socket, Buffer.alloc(65_536, "A"));
    },
    { status: "delivered", http: 200, error: null, response: /^A{4096}$/, withinMs: 2_000 },
  ],
  [
    "a body that drips",
    (socket) => {
      socket.write(`${OK}content-length: 100000\r\n\r\n`);
      drip(socket, "a", 50);
    },
    { status: "delivered", http: 200, error: null, response: /^a+$/, withinMs: 4_000 },
  ],
  [
    "a gzip bomb",
    (socket) =>
      socket.end(
        Buffer.concat([Buffer.from(`${OK}content-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`), BOMB]),
      ),
    { status: "delivered", http: 200, error: null, response: /^\(4096 bytes in the encoding gzip\)$/ },
  ],
  [
    "a body that ends too early",
    (socket) => socket.end(`${OK}content-length: 100\r\n\r\nhalf`),
    { status: "delivered", http: 200, error: null, response: /^half$/ },
  ],
  [
    "bytes that are no text",
    (socket) =>
      socket.end(
        Buffer.concat([
          Buffer.from(`${OK}connection: close\r\n\r\n`),
          Buffer.from([0, 1, 0xff, 0xfe, 0, 0xed, 0xa0, 0x80]),
        ]),
      ),
    { status: "delivered", http: 200, error: null },
  ],
  [
    "headers without end",
    (socket) => {
      socket.write(OK);
      flood(socket, Buffer.from(`x-filler: ${"y".repeat(1_000)}\r\n`));
    },
    { status: "retrying", http: null, error: "The headers of the answer are too large." },
  ],
  [
    "what is not HTTP",
    (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"),
    { status: "retrying", http: null, error: "What the endpoint answered is not HTTP." },
  ],
  [
    "no answer but an end",
    (socket) => socket.end(),
    { status: "retrying", http: null, error: "The endpoint closed the connection before it answered." },
  ],
  [
    "a broken connection",
    (socket) => socket.resetAndDestroy(),
    { status: "retrying", http: null, error: "The endpoint closed the connection before it answered." },
  ],
  [
    "two lengths",
    (socket) => socket.end(`${OK}content-length: 2\r\ncontent-length: 3\r\n\r\nabc`),
    { status: "retrying", http: null, error: /not HTTP/ },
  ],
  [
    "a change of protocol",
    (socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    { status: "retrying", http: null, error: /./ },
  ],
  [
    "a status that is none",
    (socket) => socket.write("HTTP/1.1 000 Zero\r\ncontent-length: 0\r\n\r\n"),
    { status: "retrying", http: null, error: "What the endpoint answered is not HTTP." },
  ],
  [
    "provisional answers without end",
    (socket) => flood(socket, Buffer.from("HTTP/1.1 102 Processing\r\n\r\n".repeat(500))),
    { status: "retrying", http: null, error: "The endpoint answered that it will answer, without end." },
  ],
  [
    "an absurd Retry-After",
    (socket) => socket.end("HTTP/1.1 503 No\r\nretry-after: 99999999999999999999\r\ncontent-length: 0\r\n\r\n"),
    { status: "retrying", http: 503, error: "The endpoint answered HTTP 503." },
  ],
];

test.each(SCENES)("%s is put on record and does no harm", async (_name, act, outcome) => {
  const { ctx, id } = await newEndpoint(`${await play(act)}/hook`);
  await announce(ctx);
  const start = ownTime();
  await deliverWebhooks(system(), [id]);
  expect(ownTime() - start).toBeLessThan(outcome.withinMs ?? 5_000);
  const [delivery] = await deliveriesOf(ctx);
  const { error, response = /(?:)/ } = outcome;
  expect(delivery).toMatchObject({ status: outcome.status, attemptCount: 1, lastHttpStatus: outcome.http });
  if (error === null) expect(delivery!.lastError).toBeNull();
  else expect(delivery!.lastError).toMatch(error);
  const { attempts } = await getDelivery(ctx, delivery!.id);
  expect(attempts).toHaveLength(1);
  expect(attempts[0]!.response ?? "").toMatch(response);
});

test("no answer within 15 s, and no end of headers either, is a failure; a connection that is not made costs 5 s", async () => {
  const silent = await newEndpoint(`${await play(() => {})}/hook`);
  const dripping = await newEndpoint(`${await play((socket) => drip(socket, "x", 200))}/hook`);
  const provisional = await newEndpoint(
    `${await play((socket) => drip(socket, "HTTP/1.1 102 Processing\r\n\r\n", 500))}/hook`,
  );
  const unconnected = await newEndpoint(`${await play(() => {}, "https")}/hook`);
  const endpoints = [silent, provisional, unconnected, dripping];
  for (const { ctx } of endpoints) await announce(ctx);
  const start = ownTime();
  await deliverWebhooks(
    system(),
    endpoints.map(({ id }) => id),
  );
  expect(ownTime() - start).toBeLessThan(17_000);
  const [first, second, third, fourth] = await Promise.all(
    endpoints.map(async ({ ctx }) => (await getDelivery(ctx, (await deliveriesOf(ctx))[0]!.id)).attempts[0]!),
  );
  expect(first).toMatchObject({ error: "The endpoint did not answer within 15 s.", httpStatus: null });
  expect(second).toMatchObject({ error: "The endpoint did not answer within 15 s.", httpStatus: null });
  expect(third).toMatchObject({ error: "No connection within 5 s.", httpStatus: null });
  expect(third!.durationMs).toBeLessThan(first!.durationMs);
  expect(fourth!.error).toMatch(/not HTTP|within 15 s/);
});

test("a certificate that nobody vouches for is refused", async () => {
  const server = createTlsServer(SELF_SIGNED, (socket) => socket.end(`${OK}content-length: 0\r\n\r\n`));
  const { ctx, id } = await newEndpoint(`${await listen(server, "https")}/hook`);
  await announce(ctx);
  await deliverWebhooks(system(), [id]);
  expect(await deliveriesOf(ctx)).toMatchObject([
    { status: "retrying", lastError: expect.stringMatching(/^The TLS certificate or connection is not valid/) },
  ]);
});

test("an endpoint with long answers cannot fill the disk: beyond 1 MB an hour only their beginnings are kept", async () => {
  const act: Play = (socket) => {
    const answer = `${OK}content-length: 4096\r\n\r\n${"z".repeat(4_096)}`;
    socket.write(answer);
    socket.on("data", () => socket.write(answer));
  };
  const { ctx, id } = await newEndpoint(`${await play(act)}/hook`);
  await announce(ctx, 600);
  await deliverWebhooks(system(), [id]);
  const [row] = await database().query<{ attempts: number; bytes: number }>(sql`
    select count(*) as attempts, sum(octet_length(a.response)) as bytes from delivery_attempts a join deliveries d on d.id = a.delivery_id
     where d.endpoint_id = ${id}`);
  expect(row!.attempts).toBe(600);
  expect(row!.bytes).toBeLessThan(1024 * 1024 + 600 * 300);
});
