import { equalBytes, hmacSha256, sha256Hex } from "./crypto.ts";
import { env } from "./env.ts";
import { MINUTE, SECOND } from "./time.ts";

/** What one cell asks another; no stranger can. */
type Call = { method: "GET" | "POST"; path: string; body?: object };
/** A call as it came in. */
type Received = { method: string; target: string; body: Buffer; time: string; signature: string };

/** By these a cell knows another one's call. */
export const CALL_HEADERS = { time: "x-cell-time", signature: "x-cell-signature" } as const;

/** A call is good for as long, before and after the time that it names: clocks of machines differ. */
const WINDOW = MINUTE;
const ANSWER_WITHIN = 5 * SECOND;

const sign = (method: string, target: string, time: string, body: string | Buffer): string =>
  hmacSha256(env().cell!.secret, [method, target, time, sha256Hex(body)].join("\n")).toString("hex");

/** Whether another cell made this call, just now. It can be sent again for a minute: what is called does the same twice as once. */
export function isFromCell({ method, target, body, time, signature }: Received, now: number): boolean {
  if (!env().cell || !/^\d{1,15}$/.test(time) || Math.abs(now - Number(time)) > WINDOW) return false;
  return equalBytes(Buffer.from(signature), Buffer.from(sign(method, target, time, body)));
}

/** Asks the cell at an address. Rejects when it does not answer within seconds, or with anything but JSON. */
export async function callCell<T>(address: string, { method, path, body }: Call): Promise<{ status: number; json: T }> {
  const text = body ? JSON.stringify(body) : "";
  const time = String(Date.now());
  const answer = await fetch(new URL(path, address), {
    method,
    headers: {
      ...(body && { "content-type": "application/json" }),
      [CALL_HEADERS.time]: time,
      [CALL_HEADERS.signature]: sign(method, path, time, text),
    },
    ...(body && { body: text }),
    redirect: "error",
    signal: AbortSignal.timeout(ANSWER_WITHIN),
  });
  return { status: answer.status, json: (await answer.json()) as T };
}
