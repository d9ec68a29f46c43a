import type { Connected, Found } from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { memo } from "#server/kernel/memo.ts";
import type { Esim } from "./esim.ts";
import { findEsimById, lastHeard } from "./read-esims.ts";

/**
 * Whose account a supplier speaks of. `ours`: it knows another eSIM of ours. `anothers`: it does not, so that it may be asked with the
 * credentials of another account, or has lost its records. `unclear`: it does not say now. `untold`: there is no living eSIM of ours to
 * ask it about.
 */
type WhoseAccount = "ours" | "anothers" | "unclear" | "untold";

type Asked = Pick<Connected, "code" | "getEsims">;

/**
 * Asks a supplier that knows nothing of something whether it knows another eSIM of ours, once for a connection: what another account does not
 * have may have been bought, sold or taken back in ours.
 *
 * @param but the eSIM that it does not know
 */
async function whoseAccount(ctx: Ctx, supplier: Asked, but?: Pick<Esim, "id">): Promise<WhoseAccount> {
  const told = answers(supplier);
  told.answer ??= ask(ctx, supplier, but);
  return await told.answer;
}

const answers = memo((_supplier: Asked) => ({ answer: undefined as Promise<WhoseAccount> | undefined }));

async function ask(ctx: Ctx, supplier: Asked, but?: Pick<Esim, "id">): Promise<WhoseAccount> {
  const esim = (await lastHeard(ctx.db, supplier.code)) ?? (await anyOther(ctx, supplier, but));
  if (!esim) return "untold";
  const found = (await supplier.getEsims([esim])).get(esim.supplierEsimId)?.kind;
  if (found === "found") return "ours";
  if (found !== "not_found") return "unclear";
  log().error(
    { supplier: supplier.code, esimId: esim.id },
    "the supplier does not know our eSIMs: it may speak of another account, and what it does not know is not taken for undone",
  );
  return "anothers";
}

async function anyOther({ db }: Ctx, { code }: Asked, but?: Pick<Esim, "id">): Promise<Esim | null> {
  const [other] = await db.query<{ id: number }>(sql`
    select id from esims
     where supplier_code = ${code} and environment = 'live' and status not in ('cancelled', 'expired') and id <> ${but?.id ?? 0}
     order by id desc limit 1`);
  return other ? await findEsimById(db, other.id) : null;
}

/** Whether "not found" counts: it is said of our account, or nothing tells of which. */
export const isSaidOfUs = async (ctx: Ctx, supplier: Asked, but?: Pick<Esim, "id">): Promise<boolean> =>
  ["ours", "untold"].includes(await whoseAccount(ctx, supplier, but));

/** "Not found" where it counts; unknown where it is said of another account. */
export async function inOurAccount<T>(ctx: Ctx, supplier: Asked, found: Found<T>): Promise<Found<T>> {
  if (found.kind !== "not_found" || (await isSaidOfUs(ctx, supplier))) return found;
  return { kind: "unknown", message: "it does not know our other eSIMs either: is this our account?" };
}

/** Whether what was asked for may exist all the same: it is not known, or not known of which account "not found" is said. */
export const isUnclear = async (ctx: Ctx, supplier: Asked, { kind }: Found<unknown>): Promise<boolean> =>
  kind === "unknown" || (kind === "not_found" && (await whoseAccount(ctx, supplier)) !== "ours");
