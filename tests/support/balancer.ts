import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What stands in front of several web processes: round robin over connections that stay open, among those whose health is
 * good, on to the next process only when a connection is refused, as proxies do with requests that must not be sent twice.
 */
export async function openBalancer(ports: number[]) {
  const agent = new Agent({ keepAlive: true });
  const healthy = new Set(ports);
  let turn = 0;
  const looking = setInterval(async () => {
    for (const port of ports) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/health`).catch(() => null);
      if (answer?.status === 200) healthy.add(port);
      else healthy.delete(port);
    }
  }, 500);

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const first = turn++;
    const among = healthy.size > 0 ? ports.filter((port) => healthy.has(port)) : ports;
    const attempt = (n: number): void => {
      const port = among[(first + n) % among.length]!;
      const { method, url: path, headers } = request;
      const onward = send({ agent, host: "127.0.0.1", port, method, path, headers }, (answer) => {
        const { connection: _, ...rest } = answer.headers;
        response.writeHead(answer.statusCode!, rest);
        answer.pipe(response);
      });
      onward.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code !== "ECONNREFUSED" || n + 1 === among.length)
          return response.writeHead(502).end(`"${error.code}"`);
        attempt(n + 1);
      });
      onward.end(body);
    };
    attempt(0);
  }

  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close(): void {
      clearInterval(looking);
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
