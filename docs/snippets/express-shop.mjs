import express from "express";
import { verifyWebhook } from "./verify-webhook.mjs";

const { SVC_URL, SVC_KEY, SVC_HOOK_SECRET } = process.env;

async function svc(path, body, headers = {}, tries = 4) {
  const answer = await fetch(SVC_URL + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${SVC_KEY}`, "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null);
  // No answer, or none yet: the same request again, which the Idempotency-Key makes safe.
  if (tries > 1 && (answer === null || [429, 500, 502, 503, 504].includes(answer.status))) {
    const seconds = Number(answer?.headers.get("Retry-After") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    return svc(path, body, headers, tries - 1);
  }
  if (answer === null) throw new Error(`${path} was not answered.`);
  const { success, data, error } = await answer.json();
  if (!success) throw Object.assign(new Error(error.message), { code: error.code });
  return data;
}

/** `number` is your own order number: a repeat with it never buys twice. */
export async function buy(packageId, number) {
  const { unit_price } = await svc("/quotes", { package_id: packageId });
  const order = { package_id: packageId, client_reference: number, max_unit_price: unit_price };
  return svc("/orders", order, { "Idempotency-Key": number });
}

export const app = express();

// Before express.json(): the signature is over the raw bytes.
app.post("/hooks/esim", express.raw({ type: "application/json" }), (request, response) => {
  let event;
  try {
    event = verifyWebhook(SVC_HOOK_SECRET, request.headers, request.body);
  } catch {
    return response.sendStatus(401);
  }
  response.sendStatus(204);
  // Put it into a queue of yours, under event.id: the same event may come twice.
  app.emit("esim", event);
});

app.use(express.json());
app.post("/buy", async (request, response) => {
  const { packageId, number } = request.body;
  response.json(await buy(packageId, number));
});
