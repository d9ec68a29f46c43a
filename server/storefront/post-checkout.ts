import { openOrderCheckout, openTopupCheckout } from "#server/domain/checkout/index.ts";
import { fail } from "#server/kernel/errors.ts";
import { money } from "#server/kernel/money.ts";
import { answerForm, type FormParams, field } from "./form.ts";
import type { Store } from "./open-store.ts";
import { openEsim } from "./read-esim.ts";

/** The button "pay" of the checkout page. */
export const postOrder = (request: Request, context: FormParams<"id">) =>
  answerForm(
    request,
    context,
    async (store, form, { id }) => {
      const email = readEmail(form);
      if (email !== field(form, "email2").toLowerCase())
        fail("validation_error", "The two addresses differ.", { field: "email2" });
      if (!form.get("compatible") || !form.get("terms"))
        fail("validation_error", "Both boxes have to be ticked.", { field: "terms" });
      const quantity = Number(field(form, "quantity", 2));
      if (!Number.isInteger(quantity) || quantity < 1 || quantity > 10)
        fail("validation_error", "The quantity is 1 to 10.", { field: "quantity" });
      const { payUrl, token } = await openOrderCheckout(store.ctx, {
        packageId: decodeURIComponent(id),
        quantity,
        email,
        ...common(store, form),
      });
      return wherePaid(payUrl, token);
    },
    ({ id }) => `/checkout/${id}`,
  );

/** The same for a top-up. The mail about it goes to whoever bought the eSIM. */
export const postTopup = (request: Request, context: FormParams<"token" | "id">) =>
  answerForm(
    request,
    context,
    async (store, form, { token, id }) => {
      const { owned } = await openEsim(store, token, id);
      const opened = await openTopupCheckout(store.ctx, {
        iccid: owned.esim.iccid,
        topupCode: field(form, "code"),
        email: owned.checkout.email,
        ...common(store, form),
      });
      return wherePaid(opened.payUrl, opened.token);
    },
    ({ token, id }) => `/esim/${token}/${id}/top-up`,
  );

function common({ view }: Store, form: FormData) {
  const price = field(form, "price", 20);
  const attempt = field(form, "attempt", 40);
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(price) || !/^[0-9A-Z]{26}$/.test(attempt))
    fail("validation_error", "The form is not complete.", { field: "price" });
  return {
    locale: view.language,
    attempt,
    expectedPrice: money(price),
    returnUrl: `${view.canonicalBase}/${view.language}/order/{token}`,
  };
}

/** A provider's page, or our own of the same storefront, whatever name it was reached under. */
const wherePaid = (payUrl: string, token: string): string =>
  payUrl.includes(`/pay/${token}`) ? `/pay/${token}` : payUrl;

function readEmail(form: FormData): string {
  const email = field(form, "email").toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email))
    fail("validation_error", "This is not an e-mail address.", { field: "email" });
  return email;
}
