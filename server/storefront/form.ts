import { isSameOrigin, readClient } from "#server/auth/client.ts";
import { addressBucket } from "#server/kernel/addresses.ts";
import { isServiceError, type ServiceError } from "#server/kernel/errors.ts";
import { randomBase62 } from "#server/kernel/ids.ts";
import { sharedLimiter } from "#server/kernel/limiter.ts";
import { log } from "#server/kernel/log.ts";
import { requirePlainText, TURNING } from "#server/kernel/plain-text.ts";
import { findStore, type Store } from "./open-store.ts";
import { isNotFound } from "./unless-missing.ts";

export type FormParams<Name extends string = never> = { params: Promise<Record<"slug" | "lang" | Name, string>> };

/** A path to go on at with what the browser keeps meanwhile, or an object for a script. */
export type Answer = { to: string; cookies?: string[] } | { json: object };

const POSTS_PER_MINUTE = 60;

/**
 * Answers a form of the storefront. A refusal goes back to the page it came from, `?problem=<code>`; nothing that was typed travels in an
 * address: `keep` is for what the browser keeps of it.
 */
export async function answerForm<Name extends string>(
  request: Request,
  { params }: FormParams<Name>,
  work: (store: Store, form: FormData, params: Record<Name, string>) => Promise<Answer>,
  backTo: (params: Record<Name, string>, form: FormData) => string,
  keep: (store: Store, form: FormData, params: Record<Name, string>) => string[] = () => [],
): Promise<Response> {
  if (!isSameOrigin(request.headers)) return new Response(null, { status: 403 });
  const all = await params;
  // Whole before the shop is read: prices and what is open are those of the moment at which all of it has come.
  const form = await request.formData().catch(() => new FormData());
  const store = await findStore(all.slug, all.lang);
  if (!store) return new Response(null, { status: 404 });
  const start = `${store.view.base}/${store.view.language}`;
  const refuse = (code: string) => redirect(`${start}${backTo(all, form)}?problem=${code}`, keep(store, form, all));
  if (!(await isAllowed(request))) return refuse("rate_limit_exceeded");
  try {
    // Each of those under one name: which of them is read is for others to say.
    for (const [name, value] of form) requirePlainText({ [name]: value }, "form");
    const answer = await work(store, form, all);
    if ("json" in answer) return Response.json(answer.json, NO_STORE);
    return redirect(answer.to.startsWith("http") ? answer.to : start + answer.to, answer.cookies);
  } catch (error) {
    if (!isServiceError(error) && !isNotFound(error)) {
      log().error({ account: store.ctx.account.code, stack: (error as Error).stack }, "a storefront form failed");
    }
    const code = isServiceError(error) ? problemOf(error) : isNotFound(error) ? "resource_not_found" : "internal_error";
    return refuse(code);
  }
}

/** What is wrong with a total has words of its own: it is not what was typed. */
const problemOf = ({ code, details }: ServiceError): string =>
  details?.field === "total" && typeof details.fault === "string" ? details.fault : code;

const NO_STORE = { headers: { "Cache-Control": "no-store" } };

export const redirect = (location: string, cookies: string[] = []) =>
  new Response(null, {
    status: 303,
    headers: [
      ["Location", location],
      ["Cache-Control", "no-store"],
      ...cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]),
    ],
  });

async function isAllowed(request: Request): Promise<boolean> {
  const limiter = sharedLimiter({ name: "storefront-forms", points: POSTS_PER_MINUTE, seconds: 60 });
  return await limiter.consume(addressBucket(readClient(request.headers).ip)).then(
    () => true,
    () => false,
  );
}

/** A text field without hidden marks that turn it, trimmed and no longer than it may be: what nobody sees, nobody could correct. */
export const field = (form: FormData, name: string, most = 254): string => cut(written(form, name).trim(), most);

export const written = (form: FormData, name: string): string => String(form.get(name) ?? "").replace(TURNING, "");

/** No longer than it may be; not in the middle of a character, half of which is none. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, "");

/** Drawn for every page that can be paid from: what one browser sends twice from one page is one purchase. */
export const newAttempt = (): string => randomBase62(43);
export const isAttempt = (text: string): boolean => /^[0-9A-Za-z]{43}$/.test(text);

/** On the way back from a payment page that was left: the page of the purchase says that nothing was paid, while that is so. */
export const GIVEN_UP = "?given_up=1";
