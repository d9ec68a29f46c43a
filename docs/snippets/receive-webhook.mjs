import { createServer } from "node:http";
import { verifyWebhook } from "./verify-webhook.mjs";

/** An endpoint that answers first and works afterwards; `handle` gets every event once. */
export function webhookServer(secret, handle, seen = new Set()) {
  return createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    let event;
    try {
      event = verifyWebhook(secret, request.headers, Buffer.concat(chunks));
    } catch {
      return response.writeHead(401).end();
    }
    // Keep the ids in your database for a week: the same event may come more than once.
    const isNew = !seen.has(event.id);
    seen.add(event.id);
    response.writeHead(204).end();
    if (isNew) handle(event);
  });
}
