import type { IncomingMessage } from "node:http";
import { z } from "zod";

/** Who a form is about that somebody sends who is not signed in. */
export type About = { email: string } | { userId: number };

const MOST_BYTES = 16 * 1024;
const PASSWORD = "/api/auth/callback/password";
const PASSKEY = "/api/auth/callback/passkey";
const MAILED = /^\/api\/trpc\/people\/auth\.(?:requestReset|requestSignUp)$/;

/** Reads such a form, and puts it back for whoever answers it; null: it is none, or says nothing. Other bodies are left alone. */
export async function readForm(message: IncomingMessage, path: string, beforeBody: () => void): Promise<About | null> {
  const length = Number(message.headers["content-length"] ?? 0);
  const isForm = path === PASSWORD || path === PASSKEY || MAILED.test(path);
  if (message.method !== "POST" || !isForm || length === 0 || length > MOST_BYTES) return null;
  beforeBody();
  const body = await readBack(message, length);
  return body && aboutWhom(path, body.toString("utf8"));
}

/** @param body of a form at that path */
export function aboutWhom(path: string, body: string): About | null {
  if (path === PASSWORD) return withEmail(new URLSearchParams(body).get("email"));
  if (path !== PASSKEY) return withEmail(emailIn(parse(body)));
  const answer = Passkey.safeParse(parse(new URLSearchParams(body).get("response") ?? ""));
  const userId = Number(Buffer.from(answer.data?.response.userHandle ?? "", "base64url").toString("latin1"));
  return Number.isSafeInteger(userId) && userId > 0 ? { userId } : null;
}

/** A passkey holds the number of the person whom it was made for. */
const Passkey = z.object({ response: z.object({ userHandle: z.string().max(100) }) });
/** As the portal's API has it: a call by itself, or as a batch of one. */
const Call = z.object({ json: z.object({ email: z.string() }) });
const Mailed = Call.or(z.object({ "0": Call }));

function emailIn(sent: unknown): string | null {
  const { success, data } = Mailed.safeParse(sent);
  return success ? ("json" in data ? data : data["0"]).json.email : null;
}

const withEmail = (text: string | null): About | null => {
  const email = text?.trim().toLowerCase();
  return email && email.length <= 254 ? { email } : null;
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** All of a body of this length, which whoever reads it next finds as if nobody had; null when its sender went away. */
function readBack(message: IncomingMessage, length: number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const end = (body: Buffer | null) => {
      message.off("readable", look).off("close", gone).off("error", gone);
      resolve(body);
    };
    const gone = () => end(null);
    const look = () => {
      const body = message.read(length) as Buffer | null;
      if (body === null) return;
      message.unshift(body);
      end(body);
    };
    message.on("readable", look).once("close", gone).once("error", gone);
    look();
  });
}
