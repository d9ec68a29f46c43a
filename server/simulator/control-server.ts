import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { applyCommand, type SimulatorCommand } from "./apply-command.ts";
import { json, readBody, send } from "./http.ts";
import type { Suppliers } from "./suppliers.ts";

export const CONTROL_PATH = "/control";

/** Takes commands from whoever knows the word. */
export async function serveControl(
  suppliers: Suppliers,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readBody(request);
  if (!isEqual(request.headers.authorization ?? "", `Bearer ${token}`))
    return send(response, json({ error: "The token is wrong." }, 401));
  if (request.method !== "POST" || request.url !== CONTROL_PATH)
    return send(response, json({ error: "There is no such path." }, 404));
  try {
    send(response, json({ result: applyCommand(suppliers, JSON.parse(text ?? "") as SimulatorCommand) }));
  } catch (error) {
    send(response, json({ error: (error as Error).message }, 422));
  }
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
