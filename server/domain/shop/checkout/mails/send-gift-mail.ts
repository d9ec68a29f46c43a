import type { AccountCtx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { after } from "#server/kernel/time.ts";
import type { Checkout } from "../checkout.ts";
import { describeItem } from "../describe-item.ts";
import type { Gift } from "../gift.ts";
import { nameOfLines } from "../lines.ts";
import { VALID_FOR } from "../links.ts";
import { giftParts } from "./gift-words.ts";
import type { Language } from "./language.ts";
import { send } from "./send-store-mail.ts";

/**
 * To whom it was given, in the brand's name: the link alone, as of what staff hand over. Strangers write name and message, under a
 * sender that people trust, so what mail programs would make a link of is broken up.
 */
export async function sendGiftMail(
  tx: Transaction,
  ctx: AccountCtx,
  checkout: Checkout,
  { name, email, message, language }: Gift,
  esimIds: number[],
): Promise<void> {
  const item = await nameIn(tx, checkout, language);
  const until = after(ctx.clock.now(), VALID_FOR.gift).toLocaleDateString(language, {
    ...{ dateStyle: "long", timeZone: "UTC" },
  });
  const parts = giftParts(language, { name, message, item, until });
  const place = esimIds.length > 1 ? { path: "my" as const } : { path: "esim" as const, page: `/${esimIds[0]}` };
  const target = { kind: "gift" as const, checkoutId: checkout.id };
  await send(tx, ctx, { kind: "gift", language, recipient: email, target, checkout, ...place }, parts);
}

type Line = Parameters<typeof describeItem>[0] & { quantity: number };

/** The purchase has it in the language of whoever bought it. */
async function nameIn(tx: Transaction, { id }: Checkout, language: Language): Promise<string> {
  const lines = await tx.query<Line>(sql`
    select l.quantity, p.type, p.country_code, p.region_code, p.data_mb, p.unlimited, p.per_day, p.duration_days
      from sale_lines l join packages p on p.id = l.package_id where l.checkout_id = ${id} order by l.place`);
  return nameOfLines(lines.map(({ quantity, ...item }) => ({ quantity, packageName: describeItem(item, language) })));
}
