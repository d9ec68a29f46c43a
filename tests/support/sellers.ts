import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { confirmVat, type Seller, setSeller, type VatChoice } from "#server/domain/shop/law/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { Service } from "./service.ts";
import { onServiceDatabase } from "./service-database.ts";

export const SELLER: Seller = {
  ...{ legalName: "Fernweh GmbH", address: "Speicherstraße 4\nHof 2", postalCode: "20457", city: "Hamburg" },
  ...{ country: "DE", vatId: "DE123456789", taxNumber: "", taxExemption: "", registerName: "Amtsgericht Hamburg" },
  ...{ registerNumber: "HRB 12345", representative: "Mia Muster", email: "shop@fernweh.example", phone: "+49 40 1234" },
  withdrawalNote: "You can withdraw within 14 days.",
};

export const RATES: VatChoice = {
  mode: "included",
  rates: { DE: "19", FR: "20", FI: "25.5", HU: "27", LU: "17", CH: "8.1" },
  invoicePrefix: "INV-",
  creditPrefix: "CN-",
};

/** A shop that charges VAT. */
export async function chargeVat(ctx: AccountCtx, choice: Partial<VatChoice> = {}, seller: Partial<Seller> = {}) {
  await setSeller(ctx, { ...SELLER, ...seller });
  await confirmVat(ctx, { ...RATES, ...choice });
}

/** The demo reseller of a running service says that it sells from a country. */
export const sellFrom = (service: Service, country: string) =>
  onServiceDatabase(service, async (system) => {
    await setSeller(await enterAccount(system, service.demo().accountCode, "live"), { ...SELLER, country, vatId: "" });
  });
