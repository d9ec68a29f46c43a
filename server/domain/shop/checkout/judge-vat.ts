import { isCountry } from "#server/domain/catalogue/places/index.ts";
import { minorUnits } from "#server/domain/catalogue/pricing/index.ts";
import { findVat, plainVatId, splitVat, type Vat, vatIdFault, vatTerms } from "#server/domain/shop/law/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { soldAs } from "./lines.ts";

/** What a traveller says of themselves for VAT and the invoice; all but the country may be empty. */
export type Buyer = {
  /** Where they live, ISO 3166-1 alpha-2. */
  country: string;
  name: string;
  address: string;
  vatId: string;
};

export type BuyerField = "country" | "buyerName" | "buyerAddress" | "buyerVatId";

/** What is wrong with it: a number of the wrong shape, or one without the business that it belongs to. */
export function buyerFaults({ country, name, address, vatId }: Buyer): BuyerField[] {
  const isBusiness = plainVatId(vatId) !== "";
  const wrong: Record<BuyerField, boolean> = {
    country: !isCountry(country),
    buyerName: isBusiness && name === "",
    buyerAddress: isBusiness && address === "",
    buyerVatId: isBusiness && vatIdFault(country, vatId) !== null,
  };
  return (Object.keys(wrong) as BuyerField[]).filter((field) => wrong[field]);
}

/** `total`: what is to be paid. `columns`: how it is kept with the checkout, for good. */
export type CheckoutVat = { total: Money; columns: ReturnType<typeof columnsOf> };

/** What a price comes to with VAT, as the shop charges it now; null where it charges none. Refuses a buyer it cannot write an invoice to. */
export async function judgeVat(ctx: AccountCtx, price: Money, buyer?: Buyer): Promise<CheckoutVat | null> {
  const vat = await findVat(ctx);
  if (!vat) return null;
  if (!buyer) return fail("validation_error", "Say in which country you live.", { field: "country" });
  const [field] = buyerFaults(buyer);
  if (field) return fail("validation_error", WORDS[field], { field });
  return {
    total: previewVat(vat, price, buyer, ctx.account.currency).total,
    columns: columnsOf(vat, price, buyer, ctx),
  };
}

const WORDS: Record<BuyerField, string> = {
  country: "Choose the country of residence.",
  buyerName: "An invoice to a business says its name.",
  buyerAddress: "An invoice to a business says its address.",
  buyerVatId: "A VAT number of this country looks different.",
};

/** The same for a page that shows it: nothing is refused. */
export const previewVat = (vat: Vat, price: Money, buyer: Pick<Buyer, "country" | "vatId">, currency: string) => {
  const terms = vatTerms(vat, buyer.country, buyer.vatId);
  return { ...splitVat(price, terms, currency), terms };
};

function columnsOf(vat: Vat, price: Money, buyer: Buyer, { account }: AccountCtx) {
  const { terms, amount, added } = previewVat(vat, price, buyer, account.currency);
  return {
    vatKind: terms.kind,
    vatCountry: terms.country,
    vatRate: terms.rate.toFixed(2),
    vatAmount: toNumeric(amount),
    vatAdded: toNumeric(added),
    vatPlaces: minorUnits(account.currency),
    ...{ buyerName: buyer.name, buyerAddress: buyer.address, buyerVatId: plainVatId(buyer.vatId) },
  };
}

/**
 * Who bought the eSIM, as its latest invoice says; null where none was asked. Of a gift that is nobody: whoever tops it up has it from
 * somebody else, whose name is not theirs to read or to be billed by.
 */
export async function findBuyer(ctx: AccountCtx, esimId: number): Promise<Buyer | null> {
  const { accountId, environment } = tenant(ctx);
  const [found] = await ctx.db.query<Buyer>(sql`
    select c.vat_country as country, c.buyer_name as name, c.buyer_address as address, c.buyer_vat_id as vat_id from checkouts c
     where c.account_id = ${accountId} and c.environment = ${environment} and c.vat_country is not null and c.paid_at is not null
       and (c.esim_id = ${esimId}::bigint or c.id = (select l.checkout_id from esims e cross join ${soldAs(sql`e.order_id`)} where e.id = ${esimId}::bigint))
       and not exists (select from gifts g where g.checkout_id = c.id)
     order by c.id desc limit 1`);
  return found ?? null;
}
