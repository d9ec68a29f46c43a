import { readClient } from "#server/auth/client.ts";
import { limitAttempts } from "#server/auth/limit-attempts.ts";
import { findInShop } from "#server/domain/catalogue/catalog/index.ts";
import {
  MOST_LINES,
  type OpenedCheckout,
  openOrderCheckout,
  openTopupCheckout,
} from "#server/domain/shop/checkout/index.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { readBrowser, recallOrder, rememberOrder } from "./browser.ts";
import {
  buyerOf,
  checkoutForm,
  type Draft,
  dropDraft,
  giftOf,
  keepDraft,
  planOf,
  readForm,
  toAddTo,
  turnTo,
} from "./draft.ts";
import { type Answer, answerForm, type FormParams, field, GIVEN_UP, isAttempt, redirect } from "./form.ts";
import { findStore, type Store } from "./open-store.ts";
import { openBoughtEsim } from "./read-esim.ts";
import { topupBuyer } from "./topup-vat.ts";

/** The buttons of the checkout page: "pay", and "update" for whose browser runs no scripts. */
export const postOrder = (request: Request, context: FormParams<"id">) => {
  // The form comes back with the code in it, and its page says whether that is one: of a guess that was not counted it says nothing.
  let isCounted = false;
  const read = (store: Store, form: FormData, id: string) => ({
    ...readForm(store, checkoutForm(id), form),
    isCounted,
  });
  return answerForm(
    request,
    context,
    async (store, form, { id }) => {
      if (read(store, form, id).code) await limitAttempts("discount", readClient(request.headers).ip);
      isCounted = true;
      const draft = read(store, form, id);
      const turned = turn(store, form, draft, planOf(id));
      if (turned) return turned;
      const place = placeOf(form, draft.code);
      if (place) return { to: `/checkout/${id}#${place}`, cookies: [keepDraft({ ...draft, faults: [] })] };
      const [field] = draft.faults;
      if (field) fail("validation_error", "The form is not complete.", { field });
      const { quantity, others, email, code } = draft;
      const packageOf = async (plan: string) => (await findInShop(store.ctx, plan))?.packageId ?? plan;
      const begun = toPay(
        await openOrderCheckout(store.ctx, {
          packageId: await packageOf(planOf(id)),
          quantity,
          more: await Promise.all(
            others.map(async (one) => ({ packageId: await packageOf(one.id), quantity: one.quantity })),
          ),
          email,
          code,
          gift: giftOf(draft) ?? undefined,
          ...(form.has("country") && { buyer: buyerOf(draft) }),
          ...(await common(store, form)),
        }),
      );
      return { ...begun, cookies: [...begun.cookies, dropDraft()] };
    },
    ({ id }) => `/checkout/${id}`,
    (store, form, { id }) => [keepDraft(read(store, form, id))],
  );
};

/** The buttons that change which plans are in the purchase: `add`, `change <plan>`, `remove <plan>`. Null for any other. */
function turn(store: Store, form: FormData, draft: Draft, id: string): Answer | null {
  const [act, other = ""] = field(form, "act", 120).split(" ");
  const to = (plan: string, place: string, kept: Draft): Answer => ({
    to: `/checkout/${encodeURIComponent(plan)}#${place}`,
    cookies: [keepDraft(kept)],
  });
  const isIn = draft.others.some((one) => one.id === other);
  if (act === "add") {
    if (draft.others.length + 1 >= MOST_LINES)
      fail("validation_error", `A purchase holds up to ${MOST_LINES} plans.`, { field: "plans" });
    return { to: "", cookies: [keepDraft(toAddTo(store, draft, id))] };
  }
  if (act === "change" && isIn) return to(other, "quantity", turnTo(store, draft, id, other, true));
  if (act !== "remove") return null;
  if (isIn) return to(id, "plans", { ...draft, others: draft.others.filter((one) => one.id !== other), faults: [] });
  const last = draft.others.at(-1);
  return last ? to(last.id, "plans", turnTo(store, draft, id, last.id, false)) : null;
}

/** Where the page is shown again, after a button that only works out the total; null for the one that pays. */
function placeOf(form: FormData, code: string): string | null {
  if (form.get("act") === "country") return "country";
  if (form.get("act") === "update") return code ? "code" : "quantity";
  return null;
}

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
          ...(form.has("country") && { buyer: await topupBuyer(store, owned.esim.id, field(form, "country", 2)) }),
          ...(await common(store, form)),
        }),
      );
    },
    ({ token, id }) => `/esim/${token}/${id}/top-up`,
  );

async function common({ view, home }: Store, form: FormData) {
  const expectedPrice = amountOf(form, "price");
  const attempt = field(form, "attempt", 60);
  if (!isAttempt(attempt)) fail("validation_error", "The form is not complete.", { field: "attempt" });
  return {
    locale: view.language,
    attempt: { browser: await readBrowser(), form: attempt },
    expectedPrice,
    ...(form.has("total") && { expectedTotal: amountOf(form, "total") }),
    // Under the name it was reached by: that is where the browser's cookie is.
    returnUrl: `${home}/${view.language}/back/{checkout}`,
  };
}

/** What the page showed, as it came with it. */
export function amountOf(form: FormData, name: "price" | "total"): Money {
  const amount = field(form, name, 20);
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(amount)) fail("validation_error", "The form is not complete.", { field: name });
  return money(amount);
}

/** A provider's page, or our own for tests. */
const toPay = ({ checkout, token, payUrl }: OpenedCheckout) => ({
  to: payUrl ?? `/pay/${token}`,
  cookies: [rememberOrder(checkout.id, token)],
});

/**
 * Where a provider leads back to, paid or not: the purchase, in the browser that began it. Any other is told where its link
 * is, whatever number it asks for.
 */
export async function leadBack(request: Request, { params }: FormParams<"checkout">): Promise<Response> {
  const { slug, lang, checkout } = await params;
  const store = await findStore(slug, lang);
  if (!store) return new Response(null, { status: 404 });
  const token = await recallOrder(checkout);
  const givenUp = new URL(request.url).searchParams.has("given_up") ? GIVEN_UP : "";
  return redirect(`${store.view.base}/${lang}/${token ? `order/${token}${givenUp}` : "my?back=1"}`);
}
