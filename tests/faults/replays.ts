import { createHash, createHmac } from "node:crypto";
import { ulid } from "#server/kernel/ids.ts";

type Signed = { target: string; body: string; headers: Record<string, string> };

/**
 * Signed requests that have had their effect, sent again whenever the service was started anew: each works once, whatever
 * died in between.
 */
export function signedReplays(url: string, key: string, secret: string, packageId: string) {
  const done: Signed[] = [];
  const faults: string[] = [];
  const post = async ({ target, body, headers }: Signed) => {
    const answer = await fetch(`${url}${target}`, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      signal: AbortSignal.timeout(10_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  return {
    faults,
    /** One more signed order; nothing is said of one that was not answered. */
    async order(): Promise<void> {
      const target = "/api/v1/orders";
      const body = JSON.stringify({ package_id: packageId, quantity: 1 });
      const [time, requestId] = [String(Math.floor(Date.now() / 1_000)), ulid()];
      const text = ["POST", target, time, requestId, createHash("sha256").update(body).digest("hex")].join("\n");
      const signature = `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`;
      const headers = {
        "idempotency-key": ulid(),
        "x-svc-timestamp": time,
        "x-svc-request-id": requestId,
        "x-svc-signature": signature,
      };
      const signed = { target, body, headers };
      if ((await post(signed).catch(() => 0)) === 200) done.push(signed);
    },
    /** Sends those of the last minutes again. */
    async replay(): Promise<void> {
      for (const signed of done.slice(-5)) {
        const status = await post(signed).catch(() => 0);
        if (status === 200) faults.push(`a signed request was served twice: ${signed.headers["x-svc-request-id"]}`);
      }
    },
    count: () => done.length,
  };
}
