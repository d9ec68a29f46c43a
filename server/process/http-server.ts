import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Socket, Server as TcpServer } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { answerMcp } from "#server/api/mcp/index.ts";
import { tools } from "#server/api/tools/index.ts";
import { operations } from "#server/api/v1/index.ts";
import { closeListeners } from "#server/domain/messaging/listeners/index.ts";
import { createDispatcher, MCP_PATH, TOOLS_PATH } from "#server/http/dispatch.ts";
import { draining } from "#server/http/execute.ts";
import { pathOf, toNode } from "#server/http/message.ts";
import { behindOwnServer } from "#server/kernel/client-address.ts";
import { env } from "#server/kernel/env.ts";
import { log } from "#server/kernel/log.ts";
import { answerCell } from "./answer-cell.ts";
import { countView } from "./count-view.ts";
import { createDocuments } from "./documents.ts";
import { createDoor, isTool, limitConnections, TIMEOUTS } from "./door/index.ts";
import { measured } from "./measure-pages.ts";
import type { Pages } from "./pages.ts";
import { relay } from "./relay/index.ts";
import { StartError } from "./start-error.ts";

export type HttpServer = {
  listen(): Promise<void>;
  /** @param succeeded another process answers on the port already */
  drain(how?: { succeeded: boolean }): Promise<void>;
};
type Options = {
  port: number;
  /** Asked anew for each request: they may come later than the API. */
  pages(): Pages;
  dev?: boolean;
};

const DRAIN_WITHIN_MS = 30_000;
/** How long those who have not noticed that this process leaves are still served. */
const LEAVE_WITHIN_MS = 5_000;
/** Without a request for this long, nobody is left who has not. */
const QUIET_MS = 500;

/** One server: through the door, /api/v1 goes straight to the API's handlers, everything else to the pages. */
export function createHttpServer({ port, pages, dev = false }: Options): HttpServer {
  const enter = createDoor(rooms(pages), { dev });
  behindOwnServer().now = true;
  const busy = new Set<ServerResponse>();
  // Connections on which an upgrade was asked for, which we make none of. Node's parser drops what came in one packet with that request, so
  // that the next could begin in the middle of another. Whoever sends more there is cut off: it would be parsed and kept for as long as the
  // first is being answered.
  const ended = new WeakSet<Socket>();
  let lastAt = 0;
  let leaving = false;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (ended.has(request.socket)) return void request.socket.destroy();
    if (request.headers.upgrade !== undefined) {
      ended.add(request.socket);
      response.setHeader("Connection", "close");
    }
    busy.add(response);
    lastAt = performance.now();
    response.once("close", () => busy.delete(response));
    if (leaving) response.setHeader("Connection", "close");
    enter(request, response).catch((error: Error) => {
      log().error({ path: pathOf(request.url ?? ""), stack: error.stack }, "a request failed");
      response.destroy();
    });
  };
  // Whoever asks before sending a body is told to go on by the door.
  const options = { ...TIMEOUTS, shouldUpgradeCallback: () => pages().upgrade !== null };
  const server = createServer(options, answer).on("checkContinue", answer).on("connect", refuseTunnel);
  limitConnections(server);
  let connections = 0;
  server.on("connection", () => connections++);

  async function untilQuiet(deadline: number): Promise<void> {
    lastAt = performance.now();
    while (performance.now() < Math.min(lastAt + QUIET_MS, deadline)) await sleep(20);
  }

  /** Each turn of the event loop takes over one of the connections that wait; those left over would be reset. */
  async function takeOverConnections(): Promise<void> {
    for (let before = -1; before !== connections; ) {
      before = connections;
      await nextTurn();
    }
  }

  const upgraded = new Set<Duplex>();
  server.on("upgrade", (request, socket, head) => {
    upgraded.add(socket.once("close", () => upgraded.delete(socket)));
    pages().upgrade?.(request, socket, head);
  });
  return {
    listen: () => listen(server, port),
    async drain({ succeeded } = { succeeded: false }) {
      if (!server.listening) return await pages().close();
      // Every answer now ends its connection: who sends the next request finds another process.
      leaving = true;
      // A check of health that reaches this process is told so, unless the service goes on here.
      draining().now = !succeeded;
      closeListeners();
      for (const response of busy) if (!response.headersSent) response.setHeader("Connection", "close");
      if (!succeeded) await untilQuiet(performance.now() + LEAVE_WITHIN_MS);
      const closed = new Promise((resolve) => server.once("close", resolve));
      await takeOverConnections();
      // Not the close() of HTTP, which would cut connections on which a request is on its way.
      TcpServer.prototype.close.call(server);
      // Also where another process answers already: connections that were kept are still ours.
      await untilQuiet(performance.now() + LEAVE_WITHIN_MS);
      const deadline = performance.now() + DRAIN_WITHIN_MS;
      while (busy.size > 0 && performance.now() < deadline) await sleep(20);
      server.close();
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      await closed;
      await pages().close();
    },
  };
}

function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  socket.end(
    "HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
  );
}

/** What is behind the door: the API, documents that are held in memory, and Next. */
function rooms(pages: () => Pages): Parameters<typeof createDoor>[0] {
  const contract = createDispatcher(Object.values(operations));
  const ofTools = createDispatcher(Object.values(tools), TOOLS_PATH);
  const serve: Pages["serve"] = (message, response) => pages().serve(message, response);
  const documents = createDocuments(serve);
  return {
    async api(request, message, response, headers) {
      const path = pathOf(request.target);
      const answer = path === MCP_PATH ? answerMcp : isTool(path) ? ofTools : contract;
      return await toNode(message, response, await answer(request), headers);
    },
    cells: answerCell,
    isKnown: (path) => pages().isKnown(path),
    relay: env().cell ? relay : undefined,
    pages: (message, response, render) =>
      measured(message, response, async () => {
        countView(message, response);
        if (pages().passing) return await render(() => serve(message, response));
        const key = await documents.keyOf(message);
        if (key === null) return await render(() => serve(message, response));
        const send = () => documents.serve(message, response, key);
        return documents.isReady(key, message) ? await send() : await render(send);
      }),
  };
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
