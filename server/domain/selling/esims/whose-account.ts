import type { Connected, Found } from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { memo } from "#server/kernel/memo.ts";
import type { Esim } from "./esim.ts";
import { ESIM_COLUMNS } from "./read-esims.ts";

/**
 * Whose account a supplier speaks of. `ours`: it knows an eSIM of the account that something was asked in. `anothers`: it does not, so that it
 * may be asked with the credentials of another account, or has lost its records. `unclear`: it does not say now, or nothing tells. `untold`:
 * there is no living eSIM of ours to ask it about.
 */
type WhoseAccount = "ours" | "anothers" | "unclear" | "untold";

type Asked = Pick<Connected, "code" | "account" | "getEsims">;

/**
 * What the supplier does not know. `on`: the eSIM that it was to be on, which is in the account that it was asked in. `order`: by its mark of
 * the account that it was sent in. `esim`: itself, which came of an order.
 */
export type Sought = { on: Esim } | { order: { sentAs: string | null; createdAt: Date } } | { esim: Esim };

/**
 * Asks a supplier that knows nothing of something whether it knows an eSIM of the same account, once for a connection: what another
 * account does not have may have been bought, sold or taken back in ours.
 */
async function whoseAccount(ctx: Ctx, supplier: Asked, sought: Sought): Promise<WhoseAccount> {
  const told = answers(supplier);
  const mark = await markOf(ctx, sought);
  const about = "on" in sought ? sought.on.id : mark;
  const known = told.get(about);
  if (known) return await known;
  const { witness, orElse } = await findWitness(ctx, supplier, sought, mark);
  if (!witness) return orElse;
  const asked = ask(supplier, witness);
  told.set(about, asked);
  return await asked;
}

/** By the mark of an account, or by the eSIM that alone was to be asked about. */
const answers = memo((_supplier: Asked) => new Map<number | string | null, Promise<WhoseAccount>>());

async function ask(supplier: Asked, witness: Esim): Promise<WhoseAccount> {
  const found = (await supplier.getEsims([witness])).get(witness.supplierEsimId)?.kind;
  if (found === "found") return "ours";
  if (found !== "not_found") return "unclear";
  log().error(
    { supplier: supplier.code, esimId: witness.id },
    "the supplier does not know our eSIMs: it may speak of another account, and what it does not know is not taken for undone",
  );
  return "anothers";
}

/** `orElse`: what it comes to where there is none. */
type Witness = { witness: Esim | null; orElse: WhoseAccount };

/** Of the same account, nearest before what is sought, first of those that the supplier was not asked about in vain since; then after it. */
async function findWitness(ctx: Ctx, { code, account }: Asked, sought: Sought, mark: string | null): Promise<Witness> {
  if ("on" in sought) return { witness: sought.on, orElse: "untold" };
  const but = "esim" in sought ? sought.esim.id : 0;
  const { createdAt: since } = "esim" in sought ? sought.esim : sought.order;
  const nearest = async (which: Sql) =>
    await ctx.db.query<Esim>(sql`
      select ${ESIM_COLUMNS} from esims e left join supplier_orders p on p.id = e.supplier_order_id
       where e.supplier_code = ${code} and e.environment = 'live' and e.status not in ('cancelled', 'expired') and e.id <> ${but}
         and p.sent_as is not distinct from ${mark} and ${which} limit 1`);
  // Who sent it is known to be somebody else, or to have another key, and nothing tells which.
  const orElse = mark !== null && mark !== account ? "unclear" : "untold";
  const isHeard = sql`e.synced_at is not null and e.asked_at is null and e.missing_at is null`;
  for (const which of [
    sql`e.created_at <= ${since} and ${isHeard} order by e.id desc`,
    sql`e.created_at <= ${since} order by e.id desc`,
    sql`e.created_at > ${since} order by e.id`,
  ]) {
    const [witness] = await nearest(which);
    if (witness) return { witness, orElse };
  }
  return { witness: null, orElse };
}

/** Of the account that it was asked in; null where that is not known. */
async function markOf({ db }: Ctx, sought: Sought): Promise<string | null> {
  if ("on" in sought) return null;
  if ("order" in sought) return sought.order.sentAs;
  const [order] = await db.query<{ sentAs: string | null }>(sql`
    select p.sent_as from esims e join supplier_orders p on p.id = e.supplier_order_id where e.id = ${sought.esim.id}`);
  return order?.sentAs ?? null;
}

/** Whether "not found" counts: it is said of our account, or nothing tells of which. */
export const isSaidOfUs = async (ctx: Ctx, supplier: Asked, sought: Sought): Promise<boolean> =>
  ["ours", "untold"].includes(await whoseAccount(ctx, supplier, sought));

/** "Not found" where it counts; unknown where it is said of another account. */
export async function inOurAccount<T>(ctx: Ctx, supplier: Asked, found: Found<T>, sought: Sought): Promise<Found<T>> {
  if (found.kind !== "not_found" || (await isSaidOfUs(ctx, supplier, sought))) return found;
  return { kind: "unknown", message: "it does not know our other eSIMs either: is this our account?" };
}

/** Whether what was asked for may exist all the same: it is not known, or not known of which account "not found" is said. */
export const isUnclear = async (ctx: Ctx, supplier: Asked, found: Found<unknown>, sought: Sought): Promise<boolean> =>
  found.kind === "unknown" || (found.kind === "not_found" && (await whoseAccount(ctx, supplier, sought)) !== "ours");
