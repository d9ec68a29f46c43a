// lib/buy.js, called by a server action or a route: the key never reaches a browser
async function svc(path, body, headers = {}, tries = 4) {
  const answer = await fetch(process.env.SVC_URL + path, {
    method: "POST",
    cache: "no-store",
    headers: { Authorization: `Bearer ${process.env.SVC_KEY}`, "Content-Type": "application/json", ...headers },
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
