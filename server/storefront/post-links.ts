import { findPayment, payInTest } from "#server/domain/money/payments/index.ts";
import { refreshEsim } from "#server/domain/selling/esim-reports/index.ts";
import {
  getPurchase,
  requestMagicLink,
  settleCheckout,
  shareEsim,
  tryAccessCode,
} from "#server/domain/shop/checkout/index.ts";
import { fail } from "#server/kernel/errors.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { answerForm, type FormParams, field, GIVEN_UP } from "./form.ts";
import { findStore } from "./open-store.ts";
import { openBoughtEsim, openEsim, watchedState } from "./read-esim.ts";
import { openLink, readOrder } from "./read-order.ts";
import { unlockCookie } from "./unlock.ts";

/** The button of the test payment page: paid, or given up. */
export const postTestPayment = (request: Request, context: FormParams<"token">) =>
  answerForm(
    request,
    context,
    async (store, form, { token }) => {
      const checkout = await getPurchase(store.ctx, await openLink(store, token));
      const payment = await findPayment(store.ctx.db, checkout.id);
      if (!payment || store.view.environment !== "test") return fail("resource_not_found", "There is no such payment.");
      // One that was not made in time is paid by nobody any more: the page of the purchase says so, and leads to the shop.
      if (form.get("outcome") === "paid" && payment.status !== "expired") {
        await payInTest(store.ctx, payment);
        await settleCheckout(store.ctx, checkout.id);
      }
      return { to: `/order/${token}${form.get("outcome") === "paid" ? "" : GIVEN_UP}` };
    },
    ({ token }) => `/pay/${token}`,
  );

/** Answers the same whether anything was bought with the address or not. */
export const postMagicLink = (request: Request, context: FormParams) =>
  answerForm(
    request,
    context,
    async (store, form) => {
      await requestMagicLink(store.ctx, { email: field(form, "email"), locale: store.view.language });
      return { to: "/my?sent=1" };
    },
    () => "/my",
  );

/** Figures that are older than a minute are asked for anew. */
export const postRefresh = (request: Request, context: FormParams<"token" | "id">) =>
  answerForm(
    request,
    context,
    async (store, _form, { token, id }) => {
      const { esim } = (await openEsim(store, token, id)).owned;
      const age = store.ctx.clock.now().getTime() - (esim.syncedAt?.getTime() ?? 0);
      if (age > MINUTE) await refreshEsim(store.ctx, esim.iccid);
      return { to: `/esim/${token}/${id}#usage` };
    },
    ({ token, id }) => `/esim/${token}/${id}`,
  );

/** The link and its code are shown once, where they were asked for. */
export const postShare = (request: Request, context: FormParams<"token" | "id">) =>
  answerForm(
    request,
    context,
    async (store, _form, { token, id }) => {
      const { link, owned } = await openBoughtEsim(store, token, id);
      const shared = await shareEsim(store.ctx, link, owned.esim.id);
      const url = `${store.view.base}/${store.view.language}/share/${shared.token}`;
      return { json: { url, code: shared.code } };
    },
    ({ token, id }) => `/esim/${token}/${id}`,
  );

/** A right code is remembered by the browser for a day, for this link alone. */
export const postUnlock = (request: Request, context: FormParams<"token">) =>
  answerForm(
    request,
    context,
    async (store, form, { token }) => {
      if (!(await tryAccessCode(store.ctx, token, field(form, "code", 20))))
        return fail("authentication_failed", "The code is wrong.");
      return { to: `/share/${token}`, cookies: [unlockCookie(token)] };
    },
    ({ token }) => `/share/${token}`,
  );

type OrderParams = { params: Promise<Record<"slug" | "lang" | "token", string> & { number?: string }> };

/** What a page that waits asks: when the answer changes, it loads anew. */
export async function watchOrder(_request: Request, { params }: OrderParams): Promise<Response> {
  const { slug, lang, token, number } = await params;
  return await answerState(slug, lang, async (store) => (await readOrder(store, token, number)).watched);
}

export async function watchEsim(_request: Request, { params }: FormParams<"token" | "id">): Promise<Response> {
  const { slug, lang, token, id } = await params;
  return await answerState(slug, lang, async (store) => {
    const { owned } = await openEsim(store, token, id);
    return await watchedState(store, owned);
  });
}

async function answerState(
  slug: string,
  lang: string,
  read: (store: NonNullable<Awaited<ReturnType<typeof findStore>>>) => Promise<string>,
) {
  const store = await findStore(slug, lang);
  const state = store && (await read(store).catch(() => null));
  return state === null
    ? new Response(null, { status: 404 })
    : Response.json({ state }, { headers: { "Cache-Control": "no-store" } });
}
