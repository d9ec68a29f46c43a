import { getLink, getPurchase } from "#server/domain/shop/checkout/index.ts";
import { getInvoice, type Invoice, listInvoicesOf } from "#server/domain/shop/invoices/index.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { numericId } from "#server/kernel/ids.ts";
import { findStore, type Store } from "./open-store.ts";
import { formatMoney } from "./present.ts";

/** An invoice, a credit note or a reversal on the page of its purchase. */
export type PaperView = { id: number; kind: Invoice["kind"]; number: string; amount: string };

export const readPapers = async ({ ctx, view }: Store, checkoutId: number): Promise<PaperView[]> =>
  (await listInvoicesOf(ctx, checkoutId)).map(({ id, kind, number, gross, currency }) => {
    const amount = kind === "credit_note" ? gross.negated() : gross;
    return { id, kind, number, amount: formatMoney(amount, currency, view.language) };
  });

const OWN = "own";

type Asked = { slug: string; lang: string; token: string; number?: string; id: string };

/**
 * What the link to a purchase opens, or with its number that to everything of a person; null for every other, also for a gift's, which is of a
 * purchase too. `own`: the purchase's own invoice, as its mail asks for it before the number is known.
 */
export async function findStorePaper({ slug, lang, token, number, id }: Asked): Promise<Invoice | null> {
  const store = await findStore(slug, lang);
  if (!store) return null;
  try {
    const link = await getLink(store.ctx, token.slice(0, 100));
    if (link.kind !== (number === undefined ? "purchase" : "person")) return null;
    const checkout = await getPurchase(store.ctx, link, number);
    if (id === OWN) return (await listInvoicesOf(store.ctx, checkout.id))[0] ?? null;
    const paper = numericId(id);
    return paper === null ? null : await getInvoice(store.ctx, paper, checkout.id);
  } catch (error) {
    if (isServiceError(error)) return null;
    throw error;
  }
}
