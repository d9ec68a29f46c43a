import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type Asked = { method: string; path: string; header(name: string): string | undefined; text: string };

/** An object is sent as JSON, a text as it is; `cut` closes the connection, `silence` leaves it open. */
export type Canned = object | string | { status: number; text: string } | "cut" | "silence";

const isRaw = (canned: Canned): canned is { status: number; text: string } =>
  typeof canned === "object" && "status" in canned && "text" in canned;

/** A supplier that answers whatever a test wants it to, over real HTTP. */
export async function cannedSupplier(answer: (asked: Asked) => Canned) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const question = await read(request);
    asked.push(question);
    const canned = answer(question);
    if (canned === "silence") return;
    if (canned === "cut") return void request.socket.destroy();
    const { status, text } = isRaw(canned)
      ? canned
      : { status: 200, text: typeof canned === "string" ? canned : JSON.stringify(canned) };
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function read(request: IncomingMessage): Promise<Asked> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return {
    method: request.method!,
    path: request.url!,
    header: (name) => request.headers[name.toLowerCase()]?.toString(),
    text,
  };
}

/** What no supplier should answer, and any may. */
export const NONSENSE: Record<string, Canned> = {
  HTML: "<html><body><h1>502 Bad Gateway</h1></body></html>",
  nothing: "",
  "half an answer": '{"success":true,"errorCode":"0","obj":{"esimList":[{"esimTra',
  "10 MB": `{"success":true,"filler":"${"x".repeat(10_000_000)}"}`,
  "zero bytes": "\0\0\0\0\0\0\0\0",
  null: "null",
  "a list": "[]",
  "a deep list": `${"[".repeat(50_000)}${"]".repeat(50_000)}`,
  "an error page": { status: 500, text: "<html>" },
  "a redirect": { status: 302, text: "" },
  "a closed connection": "cut",
};
