import type { OtherTopup } from "#server/domain/catalogue/suppliers/index.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";

/**
 * The top-ups of the same eSIM that may have come onto it since this one was sent: later ones that did not fail, and whatever
 * was given up without having been seen.
 *
 * @returns null while the outcome of one of them is open: then what is on the eSIM could be either
 */
export async function otherTopups(db: Transaction, id: number, esimId: number): Promise<OtherTopup[] | null> {
  const others = await db.query<OtherTopup & { status: string }>(sql`
    select reference, coalesce(package_code, '') as code, coalesce(data_mb, 0) as data_mb, coalesce(duration_days, 0) as duration_days,
           status <> 'failed' as is_done, status
      from actions
     where esim_id = ${esimId} and action = 'topup' and id <> ${id} and sends > 0
       and (id > ${id} and status <> 'failed' or status = 'failed' and lost_at is not null)`);
  return others.some(({ status, isDone }) => isDone && status !== "succeeded") ? null : others;
}
