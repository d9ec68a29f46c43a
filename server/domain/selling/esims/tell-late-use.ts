import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import type { Esim, EsimState } from "./esim.ts";

const isUsed = ({ usedBytes, status }: Pick<Esim, "usedBytes" | "status">): boolean =>
  usedBytes > 0 || status === "activated" || status === "exhausted";

type Change = { esim: Esim; state: EsimState; at: Date };
type Used = { accountId: number; environment: "test" | "live"; iccid: string; number: string; occasion: string };

/**
 * Tells the reseller, once, when an eSIM connects after all in whose place its traveller has got another one: both work then. Said before
 * the change is written: a run that dies in between says it again, which is no news.
 */
export async function tellLateUse(tx: Transaction, changes: Change[]): Promise<void> {
  const begun = changes.filter(({ esim, state }) => !isUsed(esim) && isUsed(state));
  if (begun.length === 0) return;
  const used = await tx.query<Used>(sql`
    select e.account_id, e.environment, e.iccid, c.number, 'used:' || x.id as occasion
      from replacements x join esims e on e.id = x.esim_id join checkouts c on c.id = x.checkout_id
     where x.esim_id = any(${begun.map(({ esim }) => esim.id)}::bigint[]) and x.status in ('ordered', 'replaced')`);
  const notices = used.map(({ iccid, number, ...of }) => ({
    ...{ ...of, kind: "sale.replaced" as const, subject: number },
    text: `The eSIM ${iccid} of sale ${number} was replaced because it stayed silent, and is in use now: its traveller has two that work.`,
  }));
  await raiseNotifications(tx, begun[0]!.at, notices);
}
