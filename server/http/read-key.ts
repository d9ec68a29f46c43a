import { fail } from "#server/kernel/errors.ts";
import type { ApiRequest } from "./message.ts";

/** The one key that a request is sent with. */
export function readKey(request: Pick<ApiRequest, "header">): string {
  const bearer = request.header("authorization").map((value) => {
    const match = /^Bearer +(\S+)$/i.exec(value.trim());
    return match ? match[1]! : refuseKey("the header Authorization must be `Bearer <API key>`");
  });
  const keys = new Set([...bearer, ...request.header("x-api-key").map((value) => value.trim())]);
  if (keys.size === 0)
    refuseKey("no API key was sent. Send it as `Authorization: Bearer <API key>` or `X-API-Key: <API key>`");
  if (keys.size > 1) refuseKey("two different API keys were sent");
  return [...keys][0]!;
}

export function refuseKey(why: string): never {
  return fail("authentication_failed", `Authentication failed: ${why}.`);
}
