import {
  allowAutoTopup,
  findAutoTopupOf,
  saveTestCard,
  stopAutoTopup,
  takeCard,
} from "#server/domain/shop/checkout/index.ts";
import { fail } from "#server/kernel/errors.ts";
import { numericId } from "#server/kernel/ids.ts";
import { log } from "#server/kernel/log.ts";
import { recallOrder, rememberOrder } from "./browser.ts";
import { answerForm, type FormParams, field, redirect } from "./form.ts";
import { findStore } from "./open-store.ts";
import { amountOf } from "./post-checkout.ts";
import { toMost, toTimes, toTrigger } from "./read-auto-topup.ts";
import { openBoughtEsim } from "./read-esim.ts";
import { openLink } from "./read-order.ts";
import { topupBuyer } from "./topup-vat.ts";

type Of = FormParams<"token" | "id">;
const pageOf = ({ token, id }: { token: string; id: string }) => `/esim/${token}/${id}/auto-top-up`;
/** In the cookie that remembers the link. */
const nameOf = (id: number | string) => `auto-${id}`;

/** Allows it, and leads to where a card is saved. */
export const postAutoTopup = (request: Request, context: Of) =>
  answerForm(
    request,
    context,
    async (store, form, { token, id }) => {
      const { link, owned } = await openBoughtEsim(store, token, id);
      const [trigger, maxTimes] = [toTrigger(field(form, "when")), toTimes(field(form, "times"))];
      const maxTotal = toMost(field(form, "most", 20));
      if (!trigger || !maxTimes || maxTotal === undefined || !form.has("agreed"))
        return fail("validation_error", "The form is not complete.", { field: "agreed" });
      const { language } = store.view;
      const allowed = await allowAutoTopup(store.ctx, link, owned.esim.id, {
        ...{ topupCode: field(form, "plan"), trigger, maxTimes, maxTotal, locale: language },
        expectedTotal: amountOf(form, "total"),
        ...(form.has("country") && { buyer: await topupBuyer(store, owned.esim.id, field(form, "country", 2)) }),
        returnUrl: `${store.home}/${language}/back/auto/{auto}`,
      });
      return {
        to: allowed.url ?? `${pageOf({ token, id })}/card`,
        cookies: [rememberOrder(nameOf(allowed.id), token)],
      };
    },
    pageOf,
  );

/** The button on its page: a link to it does nothing, so that whatever follows links in mails stops nothing. */
export const postStopAutoTopup = (request: Request, context: Of) =>
  answerForm(
    request,
    context,
    async (store, _form, params) => {
      const { link, owned } = await openBoughtEsim(store, params.token, params.id);
      await stopAutoTopup(store.ctx, link, owned.esim.id);
      return { to: pageOf(params) };
    },
    pageOf,
  );

/** The buttons of the test environment's page, which stands in for the provider's. */
export const postTestCard = (request: Request, context: Of) =>
  answerForm(
    request,
    context,
    async (store, form, params) => {
      const { link, owned } = await openBoughtEsim(store, params.token, params.id);
      const card = field(form, "card");
      if (card === "pays" || card === "declined") await saveTestCard(store.ctx, link, owned.esim.id, card);
      return { to: pageOf(params) };
    },
    pageOf,
  );

/** Whether the test environment's page has anything to ask. */
export async function readTestCard(store: Parameters<typeof openBoughtEsim>[0], token: string, idText: string) {
  const { owned } = await openBoughtEsim(store, token, idText);
  const auto = await findAutoTopupOf(store.ctx.db, owned.esim.id);
  return { id: owned.esim.id, isAsked: auto?.provider === "test" && auto.status === "saving" };
}

/** Where the provider leads back to, with a card or without: what came of it is asked of the provider at once. */
export async function leadBackFromCard(_request: Request, { params }: FormParams<"auto">): Promise<Response> {
  const { slug, lang, auto } = await params;
  const store = await findStore(slug, lang);
  if (!store) return new Response(null, { status: 404 });
  const [token, id] = [await recallOrder(nameOf(auto)), numericId(auto)];
  const start = `${store.view.base}/${lang}`;
  if (!token || id === null) return redirect(`${start}/my?back=1`);
  const row = await store.ctx.db.prisma.autoTopup.findFirst({ where: { id, accountId: store.ctx.account.id } });
  if (!row || !(await openLink(store, token).catch(() => null))) return redirect(`${start}/my?back=1`);
  await takeCard(store.ctx, id).catch((error: Error) =>
    log().warn({ autoTopupId: id, error: error.message }, "a saved card could not be looked at"),
  );
  return redirect(start + pageOf({ token, id: String(row.esimId) }));
}
