// app/hooks/esim/route.js
import { verifyWebhook } from "./verify-webhook.mjs";

export async function POST(request) {
  const body = Buffer.from(await request.arrayBuffer());
  let event;
  try {
    event = verifyWebhook(process.env.SVC_HOOK_SECRET, Object.fromEntries(request.headers), body);
  } catch {
    return new Response(null, { status: 401 });
  }
  // Put it into a queue of yours, under event.id: the same event may come twice.
  process.stdout.write(`${event.type} ${event.id}\n`);
  return new Response(null, { status: 204 });
}
