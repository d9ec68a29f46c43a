import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { z } from "zod";
import { hostName, isOwnHost } from "#server/domain/reseller/brand/index.ts";
import { MCP_PATH } from "#server/http/dispatch.ts";
import { execute } from "#server/http/execute.ts";
import type { ApiRequest, ApiResponse } from "#server/http/message.ts";
import { OtherAnswer, operation } from "#server/http/operation.ts";
import { fail } from "#server/kernel/errors.ts";
import { openServer } from "./open-server.ts";

/** The Model Context Protocol over streamable HTTP: one message, one answer, nothing held in between (decision 105). */
const mcp = operation({
  method: "POST",
  path: MCP_PATH,
  tag: "Tools",
  summary: "A message of the Model Context Protocol",
  access: "any key",
  body: z.looseObject({
    jsonrpc: z.literal("2.0", 'must be "2.0": one message of JSON-RPC, not several'),
    method: z.string().max(200),
  }),
  data: z.never(),
  handle: async ({ ctx, key, body }, request) => {
    requireOwnOrigin(request);
    if (key.signingSecret)
      fail(
        "access_denied",
        "This key signs its requests, which MCP programs cannot: make one without signatures for it.",
      );
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = openServer({ ctx, key, request });
    await server.connect(transport);
    try {
      const headers = ["accept", "content-type", "mcp-protocol-version"].flatMap((name) =>
        request.header(name).map((value): [string, string] => [name, value]),
      );
      const message = new Request("http://localhost/mcp", { method: "POST", headers });
      const answer = await transport.handleRequest(message, { parsedBody: body });
      return new OtherAnswer(
        answer.status,
        answer.headers.get("content-type") ?? "application/json",
        await answer.text(),
      );
    } finally {
      await server.close();
    }
  },
});

/** A page of somebody else's in a browser has no business here, whatever name it gave itself. */
function requireOwnOrigin(request: ApiRequest): void {
  for (const origin of request.header("origin"))
    if (!URL.canParse(origin) || !isOwnHost(hostName(new URL(origin).host)))
      fail("access_denied", "Pages of another origin may not call this.");
}

/** There is no stream to listen to and no session to end: GET and DELETE are told so, as the protocol wants it. */
export async function answerMcp(request: ApiRequest): Promise<ApiResponse> {
  if (request.method === "POST" || request.fault !== undefined) return await execute(mcp, request, {});
  const error = { code: -32_000, message: "Send messages with POST; there are no sessions and no stream." };
  return {
    status: 405,
    headers: { "Content-Type": "application/json", Allow: "POST" },
    body: JSON.stringify({ jsonrpc: "2.0", error, id: null }),
  };
}
