import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { findSession, revokeSessions, signIn, signInWithPasskey } from "#server/domain/people/staff/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { isDatabaseBusy, isDatabaseDown } from "#server/kernel/database-errors.ts";
import { database } from "#server/kernel/db.ts";
import { fail, isServiceError } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { requirePlainText } from "#server/kernel/plain-text.ts";
import { type Client, readClient } from "./client.ts";
import {
  cellAfterSignIn,
  cellAfterSignOut,
  cookieOptions,
  formSecret,
  keepDevice,
  readDevices,
  readSessionId,
  readToken,
  sessionSecret,
} from "./cookie.ts";
import { limitAttempts } from "./limit-attempts.ts";

const DAY_S = 86_400;

/**
 * The cookie carries nothing but the id of a session row, which is looked at on every request.
 * @param setCookie for what next-auth does not set itself
 */
export const authOptions = (setCookie: (header: string) => void): NextAuthOptions => ({
  secret: formSecret(),
  jwt: { secret: sessionSecret(), decode: readToken },
  cookies: cookieOptions(),
  session: { strategy: "jwt", maxAge: 14 * DAY_S },
  pages: { signIn: "/sign-in", error: "/sign-in" },
  // Browsers report there, too: only what looks like a code of next-auth's is written down.
  logger: {
    error: (code) => void log().warn({ auth: /^[A-Z_]{1,60}$/.test(code) ? code : "unknown" }, "sign-in"),
    warn: () => {},
    debug: () => {},
  },
  providers: [
    CredentialsProvider({
      id: "password",
      name: "password",
      credentials: { email: {}, password: {}, code: {}, trust: {} },
      authorize: (given, request) =>
        attempt(request.headers, setCookie, async (ctx, client) => {
          requirePlainText(given, "sign-in");
          const { email = "", password = "", code, trust } = given ?? {};
          const signed = await signIn(
            ctx,
            { email, password: password.slice(0, 1_000), code: code || undefined, trust: trust === "yes" },
            client,
          );
          if (signed.outcome === "code_needed")
            throw new Spoken(signed.eachTime ? "code_needed_each_time" : "code_needed");
          return signed;
        }),
    }),
    CredentialsProvider({
      id: "passkey",
      name: "passkey",
      credentials: { response: {} },
      authorize: (given, request) =>
        attempt(request.headers, setCookie, (ctx, client) =>
          signInWithPasskey(ctx, readAnswer(given?.response), client),
        ),
    }),
  ],
  callbacks: {
    jwt: ({ token, user }) => (user ? { sid: user.id } : { sid: token.sid }),
    session: async ({ session, token }) => {
      const person = await findSession(database(), String(token.sid), new Date());
      return { expires: session.expires, user: person ? { name: person.name, email: person.email } : undefined };
    },
  },
  events: {
    async signOut({ token }) {
      for (const cookie of cellAfterSignOut()) setCookie(cookie);
      await endSession(String(token?.sid));
    },
  },
});

/** What the person's device signed, as the page sent it. */
function readAnswer(text = ""): AuthenticationResponseJSON {
  try {
    const answer = JSON.parse(text);
    requirePlainText(answer, "passkey");
    return answer;
  } catch {
    return fail("validation_error", "The passkey was not accepted. Try again.", { field: "passkey" });
  }
}

/** What the sign-in page is told: a sentence, or the one word that asks for a second step. */
class Spoken extends Error {}

async function attempt(
  sent: Record<string, unknown> | undefined,
  setCookie: (header: string) => void,
  work: (
    ctx: ReturnType<typeof systemContext>,
    client: Client & { tokens: string[] },
  ) => Promise<{ sessionId: string; deviceToken: string | null }>,
): Promise<{ id: string }> {
  const headers = new Headers(sent as Record<string, string>);
  const tokens = readDevices((name) => cookieIn(headers, name));
  const client = { ...readClient(headers), tokens };
  const ctx = systemContext({ kind: "visitor", name: client.ip ?? "unknown" });
  try {
    await limitAttempts("sign-in", client.ip);
    const { sessionId: id, deviceToken } = await work(ctx, client);
    if (deviceToken !== null) setCookie(keepDevice(deviceToken, tokens));
    for (const cookie of cellAfterSignIn()) setCookie(cookie);
    // Whoever signs in anew leaves no open session behind in this browser.
    const former = await readSessionId((name) => cookieIn(headers, name));
    if (former !== null) await endSession(former);
    return { id };
  } catch (error) {
    if (error instanceof Spoken) throw error;
    if (isServiceError(error)) {
      log().warn({ requestId: ctx.requestId, ip: client.ip, code: error.code }, "a sign-in was refused");
      throw error;
    }
    log().error({ requestId: ctx.requestId, stack: (error as Error).stack }, "sign-in failed");
    const why =
      isDatabaseDown(error) || isDatabaseBusy(error)
        ? "The service is temporarily unavailable."
        : "Something unexpected happened.";
    throw new Error(`${why} Try again; if it persists, tell us the request id ${ctx.requestId}.`);
  }
}

async function endSession(sessionId: string): Promise<void> {
  const person = await findSession(database(), sessionId, new Date());
  if (!person) return;
  const ctx = systemContext({ kind: "staff", name: person.email, role: "viewer" });
  await revokeSessions({ ...ctx, person: { userId: person.userId, sessionId } }, { id: sessionId });
}

function cookieIn(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get("cookie") ?? "").split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
