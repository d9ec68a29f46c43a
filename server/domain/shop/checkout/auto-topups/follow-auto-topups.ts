import { findCharger } from "#server/domain/money/payments/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { AUTO_TOPUP_COLUMNS, type AutoTopup, moveAutoTopup } from "./auto-topup.ts";
import { endAutoTopup } from "./end-auto-topup.ts";
import { followCard } from "./save-card.ts";
import { offersAutoTopups } from "./setting.ts";

const MOST = 500;
/** The provider's page is open for a day. */
const SAVED_WITHIN = 2 * DAY;
/** Then whoever cannot be asked is asked no more. */
const ASKED_WITHIN = 3 * DAY;

/**
 * What becomes of those that nobody stops: a card was saved and its page closed, the eSIM is over, the shop does not offer them any more, a
 * charge is disputed.
 * Where one has ended, its card is forgotten at the provider, and so is one that was saved on a page which had been given up.
 */
export async function followAutoTopups(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await each(ctx, isOpen(sql`u.status = 'saving'`), async (auto) => {
    if (auto.createdAt < after(now, -SAVED_WITHIN)) await moveAutoTopup(ctx.db, auto, now, { status: "given_up" });
    else await followCard(ctx, auto.id);
  });
  await each(ctx, isOpen(IS_OVER), (auto) => end(ctx, auto, "over"));
  await each(ctx, isOpen(IS_CLOSED), async (auto) => {
    if (!(await offersAutoTopups(await enter(ctx, auto), ctx.db))) await end(ctx, auto, "withdrawn");
  });
  await each(ctx, isOpen(IS_DISPUTED), (auto) => end(ctx, auto, "withdrawn"));
  await each(ctx, isOpen(IS_LEFT), (auto) => forget(ctx, auto));
  await each(ctx, isLeftPage(now), (auto) => leavePage(ctx, auto));
}

/** Of its account a. */
const IS_OVER = sql`
  u.status = 'active' and (a.status <> 'active'
    or exists (select from esims e join orders o on o.id = e.order_id
                where e.id = u.esim_id and (e.status in ('cancelled', 'expired') or o.status = 'refunded'))
    or exists (select from replacements x where x.esim_id = u.esim_id and x.status <> 'refused'))`;
const IS_CLOSED = sql`
  u.status = 'active' and (exists (select from auto_topup_settings s where s.account_id = u.account_id and s.environment = u.environment and not s.enabled)
    or (u.provider = 'stripe' and not exists (select from payment_settings p where p.account_id = u.account_id and p.environment = u.environment)))`;
/** The card's holder has told their bank that they did not want one of its charges: whatever the bank decides, there is no other. */
const IS_DISPUTED = sql`
  u.status = 'active' and exists (select from checkouts c join payments p on p.checkout_id = c.id join payment_disputes d on d.payment_id = p.id
    where c.auto_topup_id = u.id)`;
/** What is under way may still need the card. */
const IS_LEFT = sql`
  u.status not in ('saving', 'active') and u.card is not null
  and not exists (select from checkouts c where c.auto_topup_id = u.id and c.status = 'opened')`;

/** Few of all there were: the index `auto_topups_open` has them. */
const isOpen = (which: Sql): Sql => sql`(u.status in ('saving', 'active') or u.card is not null) and ${which}`;

/** A window in which the page is still open can save a card on it. */
const isLeftPage = (now: Date): Sql => sql`
  u.status = 'given_up' and u.setup_session is not null and u.created_at > ${after(now, -ASKED_WITHIN)}`;

/** Shop by shop in turn, each in another order every time: many of one, or some that cannot be asked about, hold up nobody's for good. */
const list = (ctx: Ctx, which: Sql) =>
  ctx.db.query<AutoTopup>(sql`
    with chosen as (
      select u.id, row_number() over (partition by u.account_id, u.environment order by random()) as turn
        from auto_topups u join accounts a on a.id = u.account_id
       where ${which} order by turn limit ${MOST})
    select ${AUTO_TOPUP_COLUMNS} from chosen n join auto_topups u on u.id = n.id join accounts a on a.id = u.account_id order by n.turn, u.id`);

/** A shop whose provider cannot be asked is asked about no other one in this run. */
async function each(ctx: Ctx, which: Sql, work: (auto: AutoTopup) => Promise<unknown>): Promise<void> {
  const away = new Set<string>();
  for (const auto of await list(ctx, which)) {
    const shop = `${auto.accountId} ${auto.environment}`;
    if (away.has(shop)) continue;
    try {
      await work(auto);
    } catch (error) {
      away.add(shop);
      log().warn(
        { autoTopupId: auto.id, error: (error as Error).message },
        "an automatic top-up could not be followed",
      );
    }
  }
}

const enter = (ctx: Ctx, { accountCode, environment }: AutoTopup) => enterAccount(ctx, accountCode, environment);

async function end(ctx: Ctx, auto: AutoTopup, status: "over" | "withdrawn"): Promise<void> {
  const account = await enter(ctx, auto);
  await ctx.db.transaction((tx) => endAutoTopup(tx, account, auto.id, status));
}

async function forget({ db }: Ctx, { id, accountId, environment, provider, card }: AutoTopup): Promise<void> {
  const chosen = await findCharger(db, accountId, environment);
  // Without keys nobody can charge it.
  if (chosen?.name === provider) await chosen.charger.forget(card!);
  await db.prisma.autoTopup.updateMany({ where: { id, card }, data: { card: null } });
}

async function leavePage(
  { db }: Ctx,
  { id, accountId, environment, provider, setupSession }: AutoTopup,
): Promise<void> {
  const chosen = await findCharger(db, accountId, environment);
  if (chosen?.name === provider) {
    const setup = await chosen.charger.readSetup(setupSession!);
    if (setup.kind === "open") return;
    if (setup.kind === "saved") await chosen.charger.forget(setup.card.reference);
  }
  await db.prisma.autoTopup.updateMany({ where: { id, setupSession }, data: { setupSession: null } });
}
