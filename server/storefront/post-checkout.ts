import { type OpenedCheckout, openOrderCheckout, openTopupCheckout } from "#server/domain/shop/checkout/index.ts";
import { fail } from "#server/kernel/errors.ts";
import { money } from "#server/kernel/money.ts";
import { readBrowser, recallOrder, rememberOrder } from "./browser.ts";
import { answerForm, type FormParams, field, isAttempt, redirect } from "./form.ts";
import { findStore, type Store } from "./open-store.ts";
import { openBoughtEsim } from "./read-esim.ts";

/** The button "pay" of the checkout page. */
export const postOrder = (request: Request, context: FormParams<"id">) =>
  answerForm(
    request,
    context,
    async (store, form, { id }) => {
      const email = field(form, "email").toLowerCase();
      if (email !== field(form, "email2").toLowerCase())
        fail("validation_error", "The two addresses differ.", { field: "email2" });
      if (!form.get("compatible") || !form.get("terms"))
        fail("validation_error", "Both boxes have to be ticked.", { field: "terms" });
      const quantity = Number(field(form, "quantity", 2));
      if (!Number.isInteger(quantity) || quantity < 1 || quantity > 10)
        fail("validation_error", "The quantity is 1 to 10.", { field: "quantity" });
      return toPay(
        await openOrderCheckout(store.ctx, {
          packageId: decodeURIComponent(id),
          quantity,
          email,
          ...(await common(store, form)),
        }),
      );
    },
    ({ id }) => `/checkout/${id}`,
  );

/** The same for a top-up. The mail about it goes to whoever bought the eSIM. */
export const postTopup = (request: Request, context: FormParams<"token" | "id">) =>
  answerForm(
    request,
    context,
    async (store, form, { token, id }) => {
      const { owned } = await openBoughtEsim(store, token, id);
      return toPay(
        await openTopupCheckout(store.ctx, {
          iccid: owned.esim.iccid,
          topupCode: field(form, "code"),
          email: owned.email,
          ...(await common(store, form)),
        }),
      );
    },
    ({ token, id }) => `/esim/${token}/${id}/top-up`,
  );

async function common({ view, home }: Store, form: FormData) {
  const price = field(form, "price", 20);
  const attempt = field(form, "attempt", 60);
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(price) || !isAttempt(attempt))
    fail("validation_error", "The form is not complete.", { field: "price" });
  return {
    locale: view.language,
    attempt: { browser: await readBrowser(), form: attempt },
    expectedPrice: money(price),
    // Under the name it was reached by: that is where the browser's cookie is.
    returnUrl: `${home}/${view.language}/back/{checkout}`,
  };
}

/** A provider's page, or our own for tests. */
const toPay = ({ checkout, token, payUrl }: OpenedCheckout) => ({
  to: payUrl ?? `/pay/${token}`,
  cookie: rememberOrder(checkout.id, token),
});

/**
 * Where a provider leads back to, paid or not: the purchase, in the browser that began it. Any other is told where its link
 * is, whatever number it asks for.
 */
export async function leadBack(_request: Request, { params }: FormParams<"checkout">): Promise<Response> {
  const { slug, lang, checkout } = await params;
  const store = await findStore(slug, lang);
  if (!store) return new Response(null, { status: 404 });
  const token = await recallOrder(checkout);
  return redirect(`${store.view.base}/${lang}/${token ? `order/${token}` : "my?back=1"}`);
}
