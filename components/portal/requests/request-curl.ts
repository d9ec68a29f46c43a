import { inShell } from "../in-shell.ts";

type Sent = { apiUrl: string; method: string; path: string; body: string | null; idempotencyKey: string | null };

const BASE_PATH = "/api/v1";

/** The request as a command, with the key and all that is hidden left to whoever runs it. */
export const toCurl = ({ apiUrl, method, path, body, idempotencyKey }: Sent): string =>
  [
    `curl -sS -X ${method} ${inShell(apiUrl + (path.startsWith(BASE_PATH) ? path.slice(BASE_PATH.length) : path))}`,
    '-H "Authorization: Bearer $SVC_KEY"',
    ...(idempotencyKey === null ? [] : [`-H ${inShell(`Idempotency-Key: ${idempotencyKey}`)}`]),
    ...(method === "GET" ? [] : [`-H "Content-Type: application/json"`, `--data-raw ${inShell(body ?? "{}")}`]),
  ].join(" \\\n  ");
