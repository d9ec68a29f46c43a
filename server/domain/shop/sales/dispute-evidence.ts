import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { getSale, type SaleRecord } from "./get-sale.ts";

type Used = {
  iccid: string;
  status: string;
  installedAt: Date | null;
  activatedAt: Date | null;
  device: string | null;
  networkName: string | null;
  usedMb: number;
};

/**
 * What the bank of a card asks about a purchase of something that is not shipped: who bought what and when, how it was delivered, and
 * that it was used. In English, in sentences to be sent as they are; times in UTC. Nothing that opens or installs an eSIM.
 */
export async function writeEvidence(ctx: AccountCtx, number: string): Promise<string> {
  const record = await getSale(ctx, number);
  const { sale, payment } = record;
  const esims = await ctx.db.query<Used>(sql`
    select iccid, status, installed_at, activated_at, nullif(concat_ws(' ', device_brand, device_model), '') as device, network_name,
           used_bytes / 1048576 as used_mb
      from esims where iccid = any(${record.esims.map(({ iccid }) => iccid)}::text[]) and account_id = ${ctx.account.id}
       and environment = ${ctx.environment} order by id`);
  const lines = [
    `Order ${sale.number}${payment?.moneyReference ? `, payment ${payment.moneyReference}` : ""}.`,
    `On ${time(sale.paidAt)} the customer ${sale.email} paid ${sumText(sale.totalAmount, sale.currency)} for ${record.lines.length > 1 ? sale.packageName : `${sale.quantity} × ${sale.packageName}`}, prepaid data for travellers that is delivered online.`,
    ...delivery(record),
    ...record.mails
      .filter(({ sentAt }) => sentAt !== null)
      .toReversed()
      .map(({ subject, recipient, sentAt }) => `E-mail to ${recipient} on ${time(sentAt!)}: "${subject}".`),
    ...esims.flatMap(use),
    ...record.refunds
      .filter(({ doneAt, cause }) => doneAt !== null && !cause.startsWith("dispute:"))
      .map(
        ({ amount, doneAt, reference }) =>
          `Refunded on ${time(doneAt!)}: ${sumText(amount, sale.currency)}${reference ? ` (${reference})` : ""}.`,
      ),
  ];
  return `${lines.join("\n")}\n`;
}

function delivery({ sale, moves, lines }: SaleRecord): string[] {
  const delivered = moves.find(({ to }) => to === "delivered");
  if (!delivered) return ["Nothing has been delivered yet."];
  const ordered = lines.flatMap(({ orderId }) => orderId ?? []);
  const references = (ordered.length > 0 ? ordered : [sale.orderId].flatMap((id) => id ?? [])).map(orderReference);
  const order = references.length === 0 ? "" : ` (our order ${references.join(", ")})`;
  return [
    `It was delivered on ${time(delivered.at)}${order}: the customer got a page and an e-mail with everything needed to install it.`,
  ];
}

function use({ iccid, status, installedAt, activatedAt, device, networkName, usedMb }: Used): string[] {
  const facts = [
    installedAt && `installed on ${time(installedAt)}${device ? ` (${device})` : ""}`,
    activatedAt && `in use since ${time(activatedAt)}${networkName ? ` in the network ${networkName}` : ""}`,
    usedMb > 0 && `${usedMb} MB of data used`,
  ].filter((fact) => typeof fact === "string");
  return [
    `eSIM ${iccid} (${status}): ${facts.join("; ") || "no installation has been reported by the network supplier"}.`,
  ];
}

const time = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
