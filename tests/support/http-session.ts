import { request } from "node:http";
import type { Service } from "./service.ts";

export type Answer = { status: number; headers: Headers; cookies: string[]; body: string };

type Sent = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Any of this machine's loopback addresses: the service sees each as another client. */
  localAddress?: string;
};

/** A request exactly as it is given: a Host of any name, a path that nobody tidies up. */
export function sendRaw(
  service: Service,
  path: string,
  { method = "GET", headers = {}, body, localAddress }: Sent = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const to = { host: "127.0.0.1", port: service.port, path, method, headers, localAddress };
    const sent = request(to, async (answer) => {
      let text = "";
      for await (const chunk of answer.setEncoding("utf8")) text += chunk;
      const cookies = answer.headers["set-cookie"] ?? [];
      const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]);
      resolve({ status: answer.statusCode!, headers: new Headers(pairs), cookies, body: text });
    });
    sent.once("error", reject).end(body);
  });
}

/** The `Cookie` header that answers these. */
export const cookieHeader = (cookies: string[]): string => cookies.map((cookie) => cookie.split(";")[0]).join("; ");

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Signs in as the page does. `url` is where the browser would be led. */
export async function postSignIn(
  service: Service,
  person: { email: string; password: string },
  { cookie = "", token, callbackUrl = "/portal" }: { cookie?: string; token?: string; callbackUrl?: string } = {},
): Promise<Answer & { session: string | null }> {
  const csrf = await sendRaw(service, "/api/auth/csrf");
  const csrfToken = token ?? (JSON.parse(csrf.body) as { csrfToken: string }).csrfToken;
  const answer = await sendRaw(service, "/api/auth/callback/password", {
    method: "POST",
    headers: { ...FORM, cookie: [cookieHeader(csrf.cookies), cookie].filter(Boolean).join("; ") },
    body: new URLSearchParams({ ...person, csrfToken, callbackUrl, json: "true" }).toString(),
  });
  const session = answer.cookies.find((one) => /session-token=./.test(one));
  return { ...answer, session: session ? cookieHeader([session]) : null };
}
