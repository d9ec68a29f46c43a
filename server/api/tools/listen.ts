import type { ServerResponse } from "node:http";
import { z } from "zod";
import {
  eventsOfScopes,
  type LetGo,
  type OpenListener,
  openListener,
} from "#server/domain/messaging/listeners/index.ts";
import type { ApiKey } from "#server/domain/reseller/keys/index.ts";
import { OngoingAnswer, operation } from "#server/http/operation.ts";
import { fail } from "#server/kernel/errors.ts";

/** Server-sent events: what happens in the key's environment, from now on or after `Last-Event-ID`. */
export const listen = operation({
  method: "GET",
  path: "/listen",
  tag: "Tools",
  summary: "Events of the environment while they happen",
  access: "webhooks:read",
  data: z.never(),
  handle: async ({ ctx, key }, request) => {
    const [after = null, another] = request.header("last-event-id");
    if (another !== undefined) fail("bad_request", "Last-Event-ID was sent more than once.");
    const listener = await openListener(ctx, key, { after: after?.trim() || null });
    return new OngoingAnswer("text/event-stream; charset=utf-8", (out) => begin(out, listener, key));
  },
});

const END: Record<LetGo, object> = {
  key: { code: "authentication_failed", message: "The key was revoked, has ended, or may not be used any more." },
  again: { code: "reconnect", message: "Connect again, with the id of the last event." },
};

function begin(out: ServerResponse, listener: OpenListener, { environment, scopes }: ApiKey): void {
  if (out.writableEnded || out.destroyed) {
    listener.leave();
    return;
  }
  out.on("close", listener.leave).on("drain", listener.resume);
  const { told, withheld } = eventsOfScopes(scopes);
  out.write(`retry: 1000\n${message("ready", JSON.stringify({ environment, events: told, withheld }))}`);
  listener.attach({
    send: ({ eventId, type, body }) => out.write(`id: ${eventId}\n${message(type, body)}`),
    beat: () => void out.write(":\n\n"),
    end: (why) => void out.end(message("end", JSON.stringify(END[why]))),
  });
}

/** JSON has no line breaks of its own. */
const message = (type: string, json: string) => `event: ${type}\ndata: ${json}\n\n`;
