import {
  announceToEndpoint,
  type Forgery,
  getEndpoint,
  sampleData,
  sendDrilled,
} from "#server/domain/messaging/webhooks/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { EventType } from "#server/kernel/events.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { type DrillState, FORGED, PACE, type Post, seconds } from "./drill.ts";
import { retell, revealedAt, toldOf } from "./told-order.ts";

type Due = {
  deliveryId: number;
  eventId: string;
  data: string;
  /** Nobody has it, and its time has come. */
  isDue: boolean;
  createdAt: Date;
};

/** By then the door has written down which order came of a call. */
const SETTLED_MS = 500;

/** Sends what is due at the drill's endpoint, each with what it is to be met with; true while something waits. */
export async function sendDue(ctx: AccountCtx, drill: DrillState & { endpointId: number }): Promise<boolean> {
  const now = ctx.clock.now().getTime();
  const work: Promise<Post[]>[] = [];
  if (drill.posts.length === 0) work.push(...FORGED.map((forgery) => sendForged(ctx, drill.endpointId, forgery)));
  const due = await readDue(ctx, drill);
  const ordinary: Due[] = [];
  let waits = false;
  for (const one of due) {
    const reference = referenceOf(one.data);
    const call = drill.calls.find((made) => made.reference === reference);
    const revealed = call ? revealedAt(drill.calls[call.purchase - 1]!) : null;
    if (revealed === null) {
      ordinary.push(one);
      continue;
    }
    if (!one.isDue) continue;
    if (now < revealed) waits = true;
    else if (toldOf(drill.calls, reference!, now)) work.push(sendTold(ctx, drill, one, reference!, now));
    else work.push(send(ctx, one, "plain"));
  }
  for (const [place, one] of ordinary.entries()) {
    if (!one.isDue) continue;
    const plan = planFor(place, one, ordinary, drill.posts, now);
    if (plan === "wait") waits = true;
    else work.push(plan === "twice" ? sendTwice(ctx, one) : send(ctx, one, plan));
  }
  for (const made of work) await remember(ctx, drill.id, await made);
  return waits || work.length > 0;
}

/** The first is late, the second comes twice, the third waits for the fourth; all others as they are. */
function planFor(
  place: number,
  one: Due,
  all: Due[],
  posts: Post[],
  now: number,
): "wait" | "plain" | "late" | "twice" | "reordered" {
  if (posts.some(({ deliveryId }) => deliveryId === one.deliveryId)) return "plain";
  const age = now - one.createdAt.getTime();
  if (age < SETTLED_MS) return "wait";
  if (place === 0) return age < seconds(PACE.late) ? "wait" : "late";
  if (place === 1) return "twice";
  if (place !== 2) return "plain";
  const later = all[3];
  if (later && posts.some(({ deliveryId }) => deliveryId === later.deliveryId)) return "reordered";
  return age < seconds(PACE.wait) ? "wait" : "plain";
}

/** What the endpoint was to get since the drill began, its own events apart; the oldest first. */
const readDue = (ctx: AccountCtx, { endpointId, startedAt }: DrillState): Promise<Due[]> =>
  ctx.db.query<Due>(sql`
    select d.id as delivery_id, e.event_id, e.data, d.created_at,
           d.status in ('pending', 'retrying') and d.next_attempt_at <= ${ctx.clock.now()} as is_due
      from deliveries d join events e on e.id = d.event_id
     where d.endpoint_id = ${endpointId} and d.created_at >= ${startedAt} and e.endpoint_id is null
       and e.account_id = ${ctx.account.id} and e.environment = ${ctx.environment}
     order by e.id limit 500`);

function referenceOf(data: string): string | null {
  const { order } = JSON.parse(data) as { order?: { reference: string } };
  return order?.reference ?? null;
}

async function send(ctx: AccountCtx, { deliveryId, eventId, data }: Due, kind: Post["kind"]): Promise<Post[]> {
  const at = ctx.clock.now().getTime();
  const sent = await sendDrilled(ctx, deliveryId, null);
  return [{ kind, eventId, deliveryId, reference: referenceOf(data), at, ...sent }];
}

async function sendTwice(ctx: AccountCtx, one: Due): Promise<Post[]> {
  const first = await send(ctx, one, "plain");
  return first[0]!.error === null ? [...first, ...(await send(ctx, one, "twice"))] : first;
}

async function sendForged(ctx: AccountCtx, endpointId: number, forgery: Forgery): Promise<Post[]> {
  return await sendOwn(ctx, endpointId, "order.delivered", sampleData(ctx, "order.delivered"), forgery);
}

/** In place of the event that is true, one about the order as it is told. */
async function sendTold(
  ctx: AccountCtx,
  drill: DrillState & { endpointId: number },
  one: Due,
  reference: string,
  now: number,
) {
  const told = toldOf(drill.calls, reference, now)!;
  await ctx.db.prisma.delivery.updateMany({
    where: { id: one.deliveryId, endpointId: drill.endpointId, status: { in: ["pending", "retrying"] } },
    data: { status: "failed", nextAttemptAt: null, lastError: "The go-live drill sent another event in its place." },
  });
  const type = told.status === "failed" ? "order.failed" : "order.partially_delivered";
  const where = { id: drill.endpointId, ...tenant(ctx) };
  const endpoint = await ctx.db.prisma.webhookEndpoint.findUnique({ where, select: { events: true } });
  if (!endpoint?.events.some((name) => name === "*" || name === type)) return [];
  const { order } = JSON.parse(one.data);
  return await sendOwn(ctx, drill.endpointId, type, JSON.stringify({ order: retell(order, told) }), null, reference);
}

async function sendOwn(
  ctx: AccountCtx,
  endpointId: number,
  type: EventType,
  data: string,
  forgery: Forgery | null,
  reference: string | null = null,
): Promise<Post[]> {
  const endpoint = await getEndpoint(ctx, String(endpointId));
  const { eventId, deliveryId } = await ctx.db.transaction((tx) => announceToEndpoint(tx, ctx, endpoint, type, data));
  const at = ctx.clock.now().getTime();
  const sent = await sendDrilled(ctx, deliveryId, forgery);
  return [{ kind: forgery ?? "told", eventId, deliveryId, reference, at, ...sent }];
}

async function remember(ctx: AccountCtx, drillId: number, posts: Post[]): Promise<void> {
  if (posts.length === 0) return;
  await ctx.db.query(sql`update drills set posts = posts || ${storableJson(posts)}::jsonb where id = ${drillId}`);
}
