import { setTimeout as sleep } from "node:timers/promises";
import type { Ctx } from "#server/kernel/context.ts";
import type { Database } from "#server/kernel/db.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { SECOND } from "#server/kernel/time.ts";
import { apart } from "#server/kernel/trace.ts";
import { attemptDelivery } from "./attempt-delivery.ts";
import { bookAttempts, type MadeAttempt, type Standing } from "./book-attempts.ts";
import { type Ask, type Claimed, claimDeliveries } from "./claim-deliveries.ts";
import { closeConnections } from "./connections.ts";
import { allowedAt, type Flow, newFlow, roomOf, type Waiter } from "./flow.ts";
import { heldByAccount, shareOf } from "./shares.ts";

/**
 * What this process has under way. It takes from the database what it has room for, and at most a window more: whatever waits
 * for longer, waits there. Claims and bookings are each one statement at a time, for everything that gathered meanwhile.
 */
type Sender = {
  ctx: Ctx;
  flows: Map<number, Flow>;
  /** Endpoints at which something may be due, in the order in which they are served. */
  hungry: Set<number>;
  /** Deliveries that are ours and whose attempt is not over. */
  held: number;
  claiming: Promise<void> | null;
  made: MadeAttempt[];
  booking: boolean;
  draining: boolean;
};

/** Deliveries that are ours until their attempt is on record; each endpoint has a window of its own besides. */
const MAX_HELD = 1_024;
const MAX_CLAIM = 256;
/** Later than this after its claim none is begun: the attempt must be over, and on record, while the claim lasts. Its bell rings then. */
const BEGIN_WITHIN_MS = 5 * SECOND;
/** After a claim that failed. */
const ASK_AGAIN_MS = 1_000;
/** An attempt waits this long for others to be booked with it, where others are under way. */
const GATHER_MS = 10;
const MAX_BOOKING = 256;
/** Endpoints whose behaviour is remembered while nothing is sent to them. */
const MAX_FLOWS = 2_000;

const senders = () => processSingleton("webhook-senders", () => new WeakMap<Database, Sender>());

function senderOf(ctx: Ctx): Sender {
  const held = senders().get(ctx.db);
  if (held) return Object.assign(held, { ctx });
  const made: Sender = {
    ctx,
    flows: new Map(),
    hungry: new Set(),
    held: 0,
    claiming: null,
    made: [],
    booking: false,
    draining: false,
  };
  senders().set(ctx.db, made);
  return made;
}

/**
 * Attempts what is due at the endpoints, oldest first. Settles when nothing more can be done there now and every attempt is
 * on record, or after `withinMs`, while attempts go on, which would be taken up by another worker if this one died; rejects
 * when the database does not say what is due.
 */
export async function deliverWebhooks(
  ctx: Ctx,
  endpointIds: number[],
  { withinMs }: { withinMs?: number } = {},
): Promise<void> {
  const sender = senderOf(ctx);
  if (sender.draining) return;
  for (const id of endpointIds) sender.hungry.add(id);
  const quiet = waitUntilQuiet(sender, endpointIds, withinMs);
  apart(() => pump(sender));
  await quiet;
}

async function waitUntilQuiet(sender: Sender, endpointIds: number[], withinMs?: number): Promise<void> {
  if (endpointIds.length === 0) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const waiter: Waiter = { endpointIds: new Set(endpointIds), resolve, reject };
  const timer = withinMs === undefined ? undefined : setTimeout(resolve, withinMs);
  for (const id of waiter.endpointIds) flowOf(sender, id).waiting.add(waiter);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    for (const id of waiter.endpointIds) sender.flows.get(id)?.waiting.delete(waiter);
  }
}

/** Begins nothing more and waits for what is under way. */
export async function drainDeliveries(db: Database): Promise<void> {
  const sender = senders().get(db);
  if (!sender) return;
  sender.draining = true;
  sender.hungry.clear();
  await sender.claiming;
  const quiet = waitUntilQuiet(sender, [...sender.flows.keys()]);
  for (const flow of sender.flows.values()) settle(sender, flow);
  await quiet;
  senders().delete(db);
  await closeConnections();
}

function flowOf(sender: Sender, endpointId: number): Flow {
  const flow = sender.flows.get(endpointId) ?? newFlow(endpointId);
  sender.flows.set(endpointId, flow);
  return flow;
}

function pump(sender: Sender): void {
  if (sender.claiming || sender.draining) return;
  const asks = nextAsks(sender);
  if (asks.length === 0) return;
  sender.claiming = claim(sender, asks).finally(() => {
    sender.claiming = null;
    pump(sender);
  });
}

function nextAsks(sender: Sender): Ask[] {
  const asks: Ask[] = [];
  const now = Date.now();
  let free = MAX_HELD - sender.held - sender.made.length;
  let left = Math.min(MAX_CLAIM, free);
  const held = heldByAccount(sender.flows.values());
  for (const endpointId of sender.hungry) {
    if (left <= 0) break;
    const flow = flowOf(sender, endpointId);
    const ofAccount = (flow.accountId !== null && held.get(flow.accountId)) || 0;
    const room = Math.min(left, roomOf(flow, now, shareOf(free, ofAccount)));
    if (room === 0) continue;
    if (flow.accountId !== null) held.set(flow.accountId, ofAccount + room);
    left -= room;
    free -= room;
    flow.claiming = true;
    asks.push({ endpointId, room });
    sender.hungry.delete(endpointId);
  }
  return asks;
}

async function claim(sender: Sender, asks: Ask[]): Promise<void> {
  const flows = asks.map(({ endpointId }) => flowOf(sender, endpointId));
  // The claims last from now, however late the database tells us of them.
  const since = Date.now();
  try {
    const claimed = await claimDeliveries(sender.ctx, asks);
    const taken = Map.groupBy(claimed, ({ endpointId }) => endpointId);
    for (const [endpointId, deliveries] of taken) {
      const flow = flowOf(sender, endpointId);
      flow.accountId = deliveries[0]!.accountId;
      takeUp(sender, flow, deliveries, since);
    }
    // Where all there was room for was taken there may be more; the others come first.
    for (const { endpointId, room } of asks)
      if (taken.get(endpointId)?.length === room && !sender.draining) sender.hungry.add(endpointId);
  } catch (error) {
    for (const { waiting } of flows) for (const { reject } of waiting) reject(error);
    // The bell has been heard: it is on us to ask again.
    setTimeout(() => {
      if (sender.draining) return;
      for (const { endpointId } of asks) sender.hungry.add(endpointId);
      pump(sender);
    }, ASK_AGAIN_MS).unref();
  }
  for (const flow of flows) {
    flow.claiming = false;
    settle(sender, flow);
  }
}

/** Without what is ours already: its claim ended before its outcome was written. */
function takeUp(sender: Sender, flow: Flow, claimed: Claimed[], since: number): void {
  const ahead = new Set(flow.ahead.map(({ delivery }) => delivery.id));
  const fresh = claimed.filter(({ id }) => !flow.underWay.has(id) && !flow.unbooked.has(id) && !ahead.has(id));
  flow.ahead.push(...fresh.map((delivery) => ({ delivery, since })));
  sender.held += fresh.length;
  begin(sender, flow);
}

/** What was claimed, in its order, as far as the endpoint's window goes. */
function begin(sender: Sender, flow: Flow): void {
  const now = Date.now();
  while (flow.ahead.length > 0 && flow.underWay.size < allowedAt(flow, now)) {
    const { delivery, since } = flow.ahead.shift()!;
    if (now - since <= BEGIN_WITHIN_MS) void attempt(sender, flow, delivery);
    else sender.held--;
  }
}

async function attempt(sender: Sender, flow: Flow, delivery: Claimed): Promise<void> {
  flow.underWay.set(delivery.id, Date.now());
  flow.probing ||= delivery.probe;
  const made = await attemptDelivery(sender.ctx, flow, delivery);
  sender.held--;
  flow.underWay.delete(delivery.id);
  flow.unbooked.add(delivery.id);
  sender.made.push(made);
  begin(sender, flow);
  pump(sender);
  if (!sender.booking) await bookAll(sender);
}

async function bookAll(sender: Sender): Promise<void> {
  sender.booking = true;
  while (sender.made.length > 0) {
    if (sender.held > 0) await sleep(GATHER_MS);
    const batch = sender.made.splice(0, MAX_BOOKING);
    for (const standing of await bookAttempts(sender.ctx, batch)) follow(sender, standing);
    for (const made of batch) booked(sender, flowOf(sender, made.endpoint_id), made);
    pump(sender);
  }
  sender.booking = false;
}

/** What was claimed ahead goes where its endpoint is now, signed as it wants it now; to one that was disabled nothing goes. */
function follow(sender: Sender, { endpointId, status, url, secret, previousSecret }: Standing): void {
  const { ahead } = flowOf(sender, endpointId);
  if (status === "disabled") sender.held -= ahead.splice(0).length;
  for (const { delivery } of ahead) Object.assign(delivery, { url, secret, previousSecret });
}

function booked(sender: Sender, flow: Flow, { delivery_id, error }: MadeAttempt): void {
  flow.unbooked.delete(delivery_id);
  if (flow.probing && error === null) {
    // The endpoint is back: what waited for it need not wait for its bell.
    flow.probing = false;
    if (!sender.draining) sender.hungry.add(flow.endpointId);
  }
  settle(sender, flow);
}

/** Tells those who wait that the endpoint is quiet, and forgets it when many are known. */
function settle(sender: Sender, flow: Flow): void {
  if (flow.claiming || flow.underWay.size > 0 || flow.unbooked.size > 0 || sender.hungry.has(flow.endpointId)) return;
  for (const { endpointIds, resolve } of flow.waiting) {
    endpointIds.delete(flow.endpointId);
    if (endpointIds.size === 0) resolve();
  }
  flow.waiting.clear();
  if (sender.flows.size > MAX_FLOWS) sender.flows.delete(flow.endpointId);
}
