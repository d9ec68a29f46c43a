import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What a front does with a call: lets it through, keeps it waiting, says that there are too many, or something else. */
type Judged = "pass" | "hold" | { retryAfter: string } | { answer: object };

/** Stands before a supplier, counts what comes, and judges it. */
export async function frontOf(address: string, judge: (body: string) => Judged) {
  const held = new Set<ServerResponse>();
  const calls: string[] = [];
  let refused = 0;
  const server = createServer(async (request, response) => {
    calls.push(request.url!);
    const { method = "", url = "", headers } = request;
    const body = await text(request);
    const judged = judge(body);
    if (judged === "hold") return void held.add(response.on("close", () => held.delete(response)));
    if (typeof judged === "object" && "answer" in judged)
      return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(judged.answer));
    if (judged !== "pass") {
      refused++;
      return void response.writeHead(429, { "retry-after": judged.retryAfter }).end("{}");
    }
    const answer = await fetch(new URL(url, address), {
      method,
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => !/^(host|connection|content-length|transfer)/.test(name)),
      ) as Record<string, string>,
      body: method === "GET" ? undefined : body,
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    refused: () => refused,
    held: () => held.size,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
