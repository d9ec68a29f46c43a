import { randomInt } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Answer = { status: number; body: string; contentType?: string; headers?: Record<string, string> };

const LOOPBACK = "127.0.0.1";
const MAX_BODY_BYTES = 1_000_000;
/** A body that goes on beyond this is not even read to its end. */
const MAX_DRAINED_BYTES = 20_000_000;

export const json = (value: unknown, status = 200): Answer => ({ status, body: JSON.stringify(value) });

export function send(
  response: ServerResponse,
  { status, body, contentType = "application/json;charset=UTF-8", headers = {} }: Answer,
): void {
  if (response.destroyed || response.writableEnded) return;
  response.writeHead(status, { ...headers, "content-type": contentType, "content-length": Buffer.byteLength(body) });
  response.end(body);
}

/** The whole body as text; null when it is longer than 1 MB. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_DRAINED_BYTES) request.destroy();
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes > MAX_BODY_BYTES ? null : Buffer.concat(chunks).toString("utf8");
}

export type Listening = { url: string; close(): Promise<void> };

/** Listens on the loopback address, on the wished port if it can be had, else on any. */
export async function listen(
  respond: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  wished: number,
): Promise<Listening> {
  const listener: RequestListener = (request, response) => {
    respond(request, response).catch((error: Error) => {
      // A client that goes away before it has sent everything is its own affair.
      if (request.complete) process.stderr.write(`simulator: ${error.stack}\n`);
      send(response, json({ message: "server error" }, 500));
    });
  };
  const server = createServer({ keepAliveTimeout: 30_000 }, listener);
  server.on("clientError", (_error, socket) => socket.destroy());
  const port = await bind(server, wished);
  return {
    url: `http://${LOOPBACK}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The former simulator may still be on its way out: its port is worth a short wait, for whoever knows the address. */
async function bind(server: Server, wished: number): Promise<number> {
  for (let attempt = 0; wished > 0 && attempt < 5; attempt++) {
    if (await tryPort(server, wished)) return wished;
    await sleep(100);
  }
  // Below the range from which the system gives ports to connections: none has it while this simulator is started anew.
  for (let attempt = 0; attempt < 5; attempt++) {
    const drawn = 10_000 + randomInt(10_000);
    if (await tryPort(server, drawn)) return drawn;
  }
  await tryPort(server, 0);
  return (server.address() as AddressInfo).port;
}

function tryPort(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) =>
      port > 0 && error.code === "EADDRINUSE" ? resolve(false) : reject(error);
    server.once("error", onError);
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => {
      server.off("error", onError);
      resolve(true);
    });
  });
}
