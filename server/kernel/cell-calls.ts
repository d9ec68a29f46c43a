import { equalBytes, hmacSha256, sha256Hex } from "./crypto.ts";
import { env } from "./env.ts";
import { MINUTE, SECOND } from "./time.ts";

/** Where the web processes of a cell answer those of others. */
export const CELLS_PATH = "/internal/cells/";

/** Nothing is there without cells. */
export const isCellPath = (path: string): boolean => env().cell !== undefined && path.startsWith(CELLS_PATH);

const TIME = "x-cell-time";
const SIGNATURE = "x-cell-signature-2";
/** What versions before the one above look at: it names no cell, and is believed by none of this version. */
const FORMER_SIGNATURE = "x-cell-signature";
/** Clocks may differ by this much, and a call that was listened to is good for no longer. */
const GOOD_FOR_MS = MINUTE;
const ANSWER_WITHIN_MS = 5 * SECOND;

type Call = { method: string; path: string; body: string | Uint8Array };

const formerSign = (secret: string, { method, path, body }: Call, time: string): Buffer =>
  hmacSha256(secret, `${method}\n${path}\n${time}\n${sha256Hex(body)}`);

const sign = (secret: string, to: string, { method, path, body }: Call, time: string): Buffer =>
  hmacSha256(secret, `${to}\n${method}\n${path}\n${time}\n${sha256Hex(body)}`);

/**
 * Headers by which another cell knows the call for one of a cell.
 *
 * @param to the name of the cell that is asked: no other one believes it
 */
export function signCall(to: string, call: Call, now = Date.now()): Record<string, string> {
  const time = String(now);
  const { secret } = env().cell!;
  return {
    [TIME]: time,
    [SIGNATURE]: sign(secret, to, call, time).toString("hex"),
    [FORMER_SIGNATURE]: formerSign(secret, call, time).toString("hex"),
  };
}

/**
 * Whether the call is a cell's, to this one, made within the last minute: whoever listened to it may say it here again, so all
 * calls can be repeated.
 *
 * @param cell the one that is asked
 */
export function isCellCall(
  call: Call,
  header: (name: string) => string | undefined,
  { now = Date.now(), cell = env().cell } = {},
): boolean {
  const time = header(TIME) ?? "";
  if (!cell || !/^\d{13}$/.test(time) || Math.abs(now - Number(time)) > GOOD_FOR_MS) return false;
  return equalBytes(Buffer.from(header(SIGNATURE) ?? "", "hex"), sign(cell.secret, cell.name, call, time));
}

export type CellAnswer = { status: number; body: unknown };

/**
 * Asks a web process of another cell. Throws when it cannot be reached, is no cell, or takes longer than five seconds: then nobody
 * knows what became of the call.
 *
 * @param to the cell, as the directory has it
 * @param path below `/internal/cells/`
 */
export async function askCell(to: { name: string; address: string }, path: string, sent?: object): Promise<CellAnswer> {
  const call = {
    method: sent ? "POST" : "GET",
    path: `${CELLS_PATH}${path}`,
    body: sent ? JSON.stringify(sent) : "",
  };
  const answer = await fetch(new URL(call.path, to.address), {
    method: call.method,
    headers: { ...signCall(to.name, call), ...(sent && { "Content-Type": "application/json" }) },
    ...(sent && { body: call.body }),
    redirect: "error",
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const text = await answer.text();
  if (!answer.headers.get("content-type")?.startsWith("application/json"))
    throw new Error(`${to.address} answers ${answer.status}: ${text.trim().slice(0, 200)}`);
  return { status: answer.status, body: JSON.parse(text) };
}
