import { globSync } from "node:fs";
import { request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { whileAnswering } from "#server/kernel/answer-status.ts";
import { withReadableFaults } from "./readable-fault.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What answers everything but the API. */
export type Pages = {
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Whether there may be something under this path. */
  isKnown(path: string): boolean;
  /** Takes a connection over; null where there is nothing to be taken over for. */
  upgrade: ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) | null;
  /** What they answer is soon another: nothing of it is held in memory. */
  passing: boolean;
  close(): Promise<void>;
};

/** The pages as they were built, by Next in this process. */
export async function builtPages(port: number): Promise<Pages> {
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: ROOT, port, hostname: "localhost" });
  await app.prepare();
  const serve = app.getRequestHandler();
  // Of Next's own files those that the build made; no second names of pages, no optimiser of pictures, no data files.
  const files = new Set(globSync("static/**/*", { cwd: join(ROOT, ".next") }).map((file) => `/_next/${file}`));
  return {
    serve: (request, response) => whileAnswering(response, () => serve(request, withReadableFaults(request, response))),
    isKnown: (path) => (path.startsWith("/_next/") ? files.has(decodeURIComponent(path)) : !path.endsWith(".rsc")),
    upgrade: null,
    passing: false,
    close: () => app.close(),
  };
}

/** Pages that another process of ours makes, on this machine. */
export function pagesOf(port: number): Pages {
  const there = { host: "127.0.0.1", port };
  return {
    serve: (request, response) =>
      new Promise((resolve, reject) => {
        const { connection: _, expect: __, ...headers } = request.headers;
        const onward = ask({ ...there, method: request.method, path: request.url, headers }, (answer) => {
          const { connection: ___, ...said } = answer.headers;
          response.writeHead(answer.statusCode!, said);
          answer.pipe(response);
        });
        // Also when whoever asked has gone.
        response.once("close", () => {
          onward.destroy();
          resolve();
        });
        onward.once("error", (error) => (response.destroyed ? resolve() : reject(error)));
        request.pipe(onward);
      }),
    isKnown: () => true,
    upgrade(request, socket, head) {
      const onward = connect(there, () => {
        const { method, url, rawHeaders } = request;
        const lines = Array.from({ length: rawHeaders.length / 2 }, (_, i) =>
          rawHeaders.slice(2 * i, 2 * i + 2).join(": "),
        );
        onward.write(`${method} ${url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
        onward.write(head);
        onward.pipe(socket).pipe(onward);
      });
      for (const one of [onward, socket])
        one.on("error", () => {}).on("close", () => [onward, socket].forEach((each) => void each.destroy()));
    },
    passing: true,
    close: async () => {},
  };
}
