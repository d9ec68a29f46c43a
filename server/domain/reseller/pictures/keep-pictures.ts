import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { hashOfPath } from "./picture-path.ts";

/** Between an upload and the draft that shows it. */
const KEPT_UNUSED = DAY;

/**
 * For the transaction that is about to name a picture: false when the account has none at this path. One that is named counts
 * as used now, so that it is not removed meanwhile.
 */
export async function claimPicture(tx: Transaction, accountId: number, path: string, now: Date): Promise<boolean> {
  const { count } = await tx.prisma.picture.updateMany({
    where: { accountId, hash: hashOfPath(path) ?? "" },
    data: { usedAt: now },
  });
  return count > 0;
}

/** Removes pictures that no brand, no draft and no earlier version shows. */
export async function purgePictures({ db, clock }: Ctx): Promise<void> {
  await db.query(sql`
    delete from pictures p
     where p.used_at < ${after(clock.now(), -KEPT_UNUSED)}
       and not exists (
         select from (
           select logo_url as logo, favicon_url as favicon, shop ->> 'hero_picture' as hero from brands where account_id = p.account_id
           union all
           select changes ->> 'logo_url', changes ->> 'favicon_url', changes ->> 'hero_picture' from brand_drafts where account_id = p.account_id
           union all
           select fields ->> 'logo_url', fields ->> 'favicon_url', fields ->> 'hero_picture' from brand_versions where account_id = p.account_id) shown
          where '/pictures/' || p.hash || '.png' in (shown.logo, shown.favicon)
            or '/pictures/' || coalesce(p.smaller_of, p.hash) || '.webp' = shown.hero)`);
}
