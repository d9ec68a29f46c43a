import { type Buyer, findBuyer } from "#server/domain/shop/checkout/index.ts";
import type { Store } from "./open-store.ts";

/** Whoever tops up is who bought the eSIM: what its invoice says of them, where they still live in that country. */
export async function topupBuyer({ ctx }: Store, esimId: number, country: string): Promise<Buyer> {
  const known = await findBuyer(ctx, esimId);
  return known?.country === country ? known : { country, name: "", address: "", vatId: "" };
}
