import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { env, overrideEnv } from "#server/kernel/env.ts";

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; at: number };
export type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer; hang?: boolean };
type Answering = Answer | ((request: IncomingMessage, response: ServerResponse, received: Received) => void);

/** Senders close what nobody used for longer. */
const IDLE_MS = 1_500;

/** A reseller's server on this machine, allowed to receive webhooks. Answers 200 unless it is told otherwise. */
export async function openReceiver() {
  const received: Received[] = [];
  /** The next answers, in turn. */
  const answers: Answering[] = [];
  const receiver = {
    origin: "",
    received,
    answers,
    always: {} as Answering,
    connections: 0,
    idleEnds: 0,
    hangUp,
    close,
  };
  /** By a clock that goes on when a test has stopped the others. */
  const usedAt = new WeakMap<Socket, number>();
  const uptime = () => process.uptime() * 1_000;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const got = { path: request.url!, headers: request.headers, body, at: Date.now() };
    received.push(got);
    usedAt.set(request.socket, uptime());
    const answering = answers.shift() ?? receiver.always;
    if (typeof answering === "function") return answering(request, response, got);
    const { status = 200, headers = {}, body: text = "", hang } = answering;
    if (!hang) response.writeHead(status, headers).end(text);
  });
  server.on("connection", (socket) => {
    receiver.connections++;
    socket.on("close", () => uptime() - (usedAt.get(socket) ?? uptime()) > IDLE_MS && receiver.idleEnds++);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  overrideEnv({ webhookAllowedOrigins: [...env().webhookAllowedOrigins, receiver.origin] });

  /** Ends whatever still waits for an answer. */
  function hangUp(): void {
    server.closeAllConnections();
  }

  function close(): void {
    hangUp();
    server.close();
  }
  return receiver;
}
