import { dropCurrency, keepCurrency } from "#server/auth/currency-cookie.ts";
import { answerForm, type FormParams, field } from "./form.ts";
import type { StoreView } from "./open-store.ts";

/** In which currency a visitor wants to see prices; then the page that it was chosen on. */
export const postCurrency = (request: Request, context: FormParams) =>
  answerForm(
    request,
    context,
    async ({ view }, form) => {
      const chosen = view.currencies.find((currency) => currency === field(form, "currency", 3));
      const isShown = chosen !== undefined && chosen !== view.currency;
      return { to: pageOf(request, view), cookies: [isShown ? keepCurrency(chosen) : dropCurrency()] };
    },
    () => "",
  );

/** Below the language, where the request comes from a page of this shop; else its first. */
function pageOf({ headers }: Request, { base, language }: StoreView): string {
  const from = URL.parse(headers.get("referer") ?? "");
  const start = `${base}/${language}/`;
  return from?.host === headers.get("host") && from.pathname.startsWith(start)
    ? from.pathname.slice(start.length - 1) + from.search
    : "";
}
