import { env, stdout } from "node:process";

async function call(method, path, body, headers = {}) {
  const answer = await fetch(env.SVC_URL + path, {
    method,
    headers: {
      Authorization: `Bearer ${env.SVC_KEY}`,
      ...(body && { "Content-Type": "application/json" }),
      ...headers,
    },
    body: body && JSON.stringify(body),
  });
  const { success, data, error, meta } = await answer.json();
  if (!success) throw new Error(`${error.code}: ${error.message} (${meta.request_id})`);
  return data;
}

// 1. Verify the key
const { authentication } = await call("POST", "/auth/test");
stdout.write(`${authentication.environment}\n`);

// 2. Read prices
const { items } = await call("GET", "/packages?country=TR&limit=5");
const [{ package_id }] = items;

// 3. Get a quote
const { unit_price } = await call("POST", "/quotes", { package_id, quantity: 2 });

// 4. Place the order. Store its number before you send it: sent again with it, nothing is ordered or charged twice
const number = `shop-${Date.now()}`;
const { reference } = await call(
  "POST",
  "/orders",
  { package_id, quantity: 2, client_reference: number, max_unit_price: unit_price },
  { "Idempotency-Key": number },
);

// 5. Receive the profiles: at once for a test order, with order.delivered for a live one
const { status, profiles } = await call("GET", `/orders/${reference}`);
for (const { activation_code } of profiles) stdout.write(`${status} ${activation_code}\n`);

// 6. Go live: the same with a live key
