import { isCountry, type Language, REGION_NAMES } from "#server/domain/catalogue/places/index.ts";
import type { StorefrontAddress } from "#server/domain/reseller/brand/index.ts";
import { Batcher, perDatabase } from "#server/kernel/batcher.ts";
import { type Database, sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { storableJson } from "#server/kernel/storable.ts";

/** A page that was sent to somebody. Who that was is no part of it. */
export type View = {
  address: Exclude<StorefrontAddress, { preview: string }>;
  language: Language;
  kind: "page" | "plan" | "checkout";
  /** A plan by its part of the address; of other pages the country or region that they are about. What is no place counts as none. */
  subject: string | null;
  /** Whether they came from elsewhere. */
  isVisit: boolean;
  day: string;
};

const views = perDatabase(
  "shop-views",
  (db: Database) =>
    new Batcher<View, undefined>({
      run: (some) => write(db, some),
      most: 5_000,
      inFlight: 1,
      gatherMs: 1_000,
      // Figures must never take a shop down with them.
      mostWaiting: 20_000,
    }),
);

/**
 * A day of a shop has at most a row for each of its languages and each place and plan that there is: nobody can fill the table
 * with addresses that they make up.
 */
const placeOf = (subject: string | null): string | null =>
  subject !== null && (isCountry(subject) || Object.hasOwn(REGION_NAMES, subject)) ? subject : null;

/** Counts it a moment later, together with others: no page waits for that, and what cannot be written is given up. */
export function recordView(db: Database, view: View): void {
  void views(db)
    .add(view)
    .catch(() => {});
}

/** Writes what waits; called once more when the process drains. */
export const flushViews = (db: Database): Promise<void> => views(db).drain();

async function write(db: Database, some: View[]): Promise<undefined[]> {
  try {
    await insert(db, sumUp(some));
  } catch (error) {
    log().error({ views: some.length, error: (error as Error).message }, "views of shop pages could not be counted");
  }
  return [];
}

type Line = Record<"domain" | "slug" | "environment" | "day" | "language" | "plan" | "place", string | null> &
  Record<"visits" | "pages" | "plans" | "checkouts", number>;

function sumUp(some: View[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { address, day, language, kind, subject, isVisit } of some) {
    const key = JSON.stringify([address, day, language, kind === "page", subject]);
    const line = lines.get(key) ?? {
      ...("domain" in address ? { domain: address.domain, slug: null } : { domain: null, slug: address.slug }),
      ...{ environment: "domain" in address ? "live" : address.environment, day, language },
      ...(kind === "page" ? { plan: null, place: placeOf(subject) } : { plan: subject, place: null }),
      ...{ visits: 0, pages: 0, plans: 0, checkouts: 0 },
    };
    lines.set(key, line);
    line[`${kind}s`] += 1;
    if (isVisit) line.visits += 1;
  }
  return [...lines.values()];
}

/** Shops and plans are looked up here, all at once; what is none of ours makes no row. */
function insert(db: Database, lines: Line[]): Promise<unknown[]> {
  return db.query(sql`
    insert into shop_views as v (account_id, environment, day, language, destination, plan_id, visits, pages, plans, checkouts)
    select b.account_id, x.environment, x.day, x.language, coalesce(p.country_code, p.region_code, x.place, ''), coalesce(p.id, 0), sum(x.visits), sum(x.pages),
           sum(x.plans), sum(x.checkouts)
      from jsonb_to_recordset(${storableJson(lines)}::jsonb) as x (
             domain text, slug text, environment text, day date, language text, plan text, place text, visits int, pages int, plans int, checkouts int)
      join lateral (
        select c.account_id from brands c
         where c.environment in ('live', x.environment)
           and (c.account_id, c.environment) in (
                 select account_id, environment from shop_slugs where slug = x.slug
                 union all select account_id, environment from brands where custom_domain = x.domain and domain_verified_at is not null)
         order by (c.portal_slug = x.slug) is true desc, c.environment = x.environment desc limit 1) b on true
      left join packages p on p.shop_code = x.plan
     where x.plan is null or p.id is not null
     group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (account_id, environment, day, language, destination, plan_id) do update set visits = v.visits + excluded.visits,
      pages = v.pages + excluded.pages, plans = v.plans + excluded.plans, checkouts = v.checkouts + excluded.checkouts`);
}
