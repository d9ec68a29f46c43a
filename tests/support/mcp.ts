import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { answerMcp } from "#server/api/mcp/index.ts";
import { readTerms, setTerms } from "#server/domain/reseller/mcp/index.ts";
import { toNode } from "#server/http/message.ts";
import type { Environment } from "#server/kernel/context.ts";
import { money } from "#server/kernel/money.ts";
import { createDoor } from "#server/process/door/index.ts";
import { enter } from "./world.ts";

/** /mcp behind the real door, over HTTP. */
export async function openMcp() {
  const door = createDoor(
    {
      api: async (request, message, response, headers) => toNode(message, response, await answerMcp(request), headers),
      cells: async () => {},
      isKnown: () => false,
      pages: async () => {},
    },
    { dev: false },
  );
  const server = createServer((request, response) => void door(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, close };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
export type Told = { isError: boolean; said: any };

/** A program that speaks the protocol by the official library. */
export async function connect(url: string, key: string) {
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return {
    client,
    tools: async () => (await client.listTools()).tools,
    async call(name: string, args: Record<string, unknown> = {}): Promise<Told> {
      const { isError = false, content } = await client.callTool({ name, arguments: args });
      return { isError: Boolean(isError), said: JSON.parse((content as { text: string }[])[0]!.text) };
    },
  };
}

const prefixOf = (key: string): string => key.slice(0, "svc_live_".length + 8);

/** As a person allows it in the portal; null: it reads only. */
export async function allow(code: string, key: string, terms: { acts: number; amount: number } | null): Promise<void> {
  const ctx = await enter(code, key.slice(4, 8) as Environment);
  await setTerms(ctx, prefixOf(key), terms && { dailyActs: terms.acts, dailyAmount: money(terms.amount) });
}

export const today = async (code: string, key: string) =>
  (await readTerms(await enter(code, key.slice(4, 8) as Environment), prefixOf(key))).today;
