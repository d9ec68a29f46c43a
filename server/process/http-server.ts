import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as TcpServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import next from "next";
import { operations } from "#server/api/v1/index.ts";
import { ADDRESS_HEADER, behindOwnServer } from "#server/auth/client.ts";
import { clientAddress } from "#server/http/client-address.ts";
import { BASE_PATH, createDispatcher } from "#server/http/dispatch.ts";
import { draining } from "#server/http/execute.ts";
import { pathOf } from "#server/http/message.ts";
import { fromNode, toNode } from "#server/http/node-adapter.ts";
import { serveCachedPage } from "./cached-pages.ts";
import { refuseRequest, setSecurityHeaders } from "./guard-request.ts";
import { StartError } from "./start-error.ts";

export type HttpServer = { listen(): Promise<void>; drain(): Promise<void> };

const DRAIN_WITHIN_MS = 30_000;
/** How long those who have not noticed that this process leaves are still served. */
const LEAVE_WITHIN_MS = 5_000;
/** Without a request for this long, nobody is left who has not. */
const QUIET_MS = 500;

/** One server: /api/v1 goes straight to the API's handlers, everything else to Next. */
export async function createHttpServer({ port, dev }: { port: number; dev: boolean }): Promise<HttpServer> {
  const app = next({ dev, dir: process.cwd(), port, hostname: "localhost" });
  await app.prepare();
  const pages = app.getRequestHandler();
  const api = createDispatcher(Object.values(operations));
  behindOwnServer().now = true;
  const busy = new Set<ServerResponse>();
  let lastAt = 0;
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 120_000 }, (request, response) => {
    busy.add(response);
    lastAt = Date.now();
    response.once("close", () => busy.delete(response));
    if (draining().now) response.setHeader("Connection", "close");
    setSecurityHeaders(request, response);
    if (refuseRequest(request, response)) return;
    const answered = isApi(request)
      ? api(fromNode(request)).then((answer) => toNode(request, response, answer))
      : serveCachedPage(request, response, () => pages(withAddress(request), response));
    answered.catch(() => response.destroy());
  });
  let connections = 0;
  server.on("connection", () => connections++);

  async function untilQuiet(deadline: number): Promise<void> {
    lastAt = Date.now();
    while (Date.now() < Math.min(lastAt + QUIET_MS, deadline)) await sleep(20);
  }

  /** Each turn of the event loop takes over one of the connections that wait; those left over would be reset. */
  async function takeOverConnections(): Promise<void> {
    for (let before = -1; before !== connections; ) {
      before = connections;
      await nextTurn();
    }
  }

  if (dev) server.on("upgrade", app.getUpgradeHandler());
  return {
    listen: () => listen(server, port),
    async drain() {
      // Every answer now ends its connection: who sends the next request finds another process.
      draining().now = true;
      for (const response of busy) if (!response.headersSent) response.setHeader("Connection", "close");
      await untilQuiet(Date.now() + LEAVE_WITHIN_MS);
      const closed = new Promise((resolve) => server.once("close", resolve));
      await takeOverConnections();
      // Not the close() of HTTP, which would cut connections on which a request is on its way.
      TcpServer.prototype.close.call(server);
      await untilQuiet(Date.now() + LEAVE_WITHIN_MS);
      const deadline = Date.now() + DRAIN_WITHIN_MS;
      while (busy.size > 0 && Date.now() < deadline) await sleep(20);
      server.close();
      server.closeAllConnections();
      await closed;
      await app.close();
    },
  };
}

/** Pages learn where a request comes from by a header of ours, whatever was sent under its name. */
function withAddress(request: IncomingMessage): IncomingMessage {
  request.headers[ADDRESS_HEADER] = clientAddress(fromNode(request)) ?? "";
  return request;
}

function isApi({ url = "/" }: IncomingMessage): boolean {
  const path = pathOf(url);
  return (path === BASE_PATH || path.startsWith(`${BASE_PATH}/`)) && path !== `${BASE_PATH}/openapi.json`;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explainListen(error, port)));
    server.listen(port, resolve);
  });
}

function explainListen(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE")
    return new StartError(`Port ${port} is in use by another program. Stop it, or set PORT to a free port.`);
  if (error.code === "EACCES")
    return new StartError(`Port ${port} may not be opened by this user. Set PORT to a port above 1023.`);
  return error;
}

/** Fails early, before anything is started, when the port cannot be had. */
export async function requireFreePort(port: number): Promise<void> {
  const probe = createServer();
  await listen(probe, port);
  await new Promise((resolve) => probe.close(resolve));
}
