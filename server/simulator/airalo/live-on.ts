import { after, DAY } from "#server/kernel/time.ts";
import type { NoticeMode } from "../modes.ts";
import type { LifeEvent } from "../supplier-simulator.ts";
import { type Level, lowNotice } from "./notices.ts";
import { type Shop, soldAs } from "./shop.ts";
import type { Life, Plan, PlanLife, Sim } from "./state.ts";
import { statusOf, totalMb, usedMb } from "./wire.ts";

type Living = { shop: Shop; sim: Sim; mode(): NoticeMode | null; usedMb: number | undefined };
type PlanChange = { id: number } & Partial<PlanLife>;

/** Shares of the volume at which the buyer is warned. */
const WARNINGS: [share: number, level: Level][] = [
  [0.75, "75%"],
  [0.9, "90%"],
];

const EVENTS: Record<LifeEvent, (life: Living) => void> = {
  install,
  activate,
  usage: (life) => use(life, life.usedMb ?? Math.ceil(totalMb(life.sim) / 10)),
  exhaust: (life) => use(life, totalMb(life.sim)),
  expire,
  delete: remove,
  cancel: takeBack,
};

/** What happens to an eSIM in its traveller's phone, with the webhooks that follow. Throws a sentence where it cannot. */
export function liveOn(event: LifeEvent, life: Living): void {
  EVENTS[event](life);
}

/** The supplier does not report it: nobody is told, and no reply shows it. */
function install({ shop, sim }: Living): void {
  requireAlive(sim);
  if (sim.isInstalled) throw impossible(sim, "is already installed");
  const { operator } = soldAs(sim.plans[0]!.packageId);
  const plans = operator.activationPolicy === "installation" ? [running(sim.plans[0]!)] : [];
  change(shop, sim, "install", { isInstalled: true }, plans);
}

/** The first connection to a network; what is not installed yet is installed first. */
function activate(life: Living): void {
  const { shop, sim } = life;
  requireAlive(sim);
  if (sim.isDeleted) throw impossible(sim, "was deleted from the phone");
  if (sim.isConnected) throw impossible(sim, "is already in use");
  if (!sim.isInstalled) install(life);
  const [first] = sim.plans;
  change(shop, sim, "activate", { isConnected: true }, first!.status === "NOT_ACTIVE" ? [running(first!)] : []);
}

function use(life: Living, mb: number): void {
  const { shop, sim, mode } = life;
  requireAlive(sim);
  if (sim.isDeleted) throw impossible(sim, "was deleted from the phone");
  if (statusOf(sim) === "FINISHED") throw impossible(sim, "is used up: top it up first");
  if (!sim.isConnected) activate(life);
  const total = totalMb(sim);
  if (total === 0) return;
  const before = usedMb(sim) / total;
  change(shop, sim, "usage", {}, consumed(sim.plans, mb));
  const now = usedMb(sim) / total;
  for (const [share, level] of WARNINGS)
    if (before < share && now >= share) shop.notify(lowNotice(shop.journal.state(), sim, level), mode());
}

/** The packages are used up one after the other; the next one begins when the one before it ends. */
function consumed(plans: Plan[], mb: number): PlanChange[] {
  const changes: PlanChange[] = [];
  let left = mb;
  let hasEnded = false;
  for (const plan of plans) {
    const rest = plan.mb - plan.usedMb;
    if (rest <= 0 || (left <= 0 && !hasEnded)) continue;
    const taken = Math.min(rest, left);
    left -= taken;
    hasEnded = taken === rest;
    changes.push({
      ...(plan.status === "NOT_ACTIVE" ? running(plan) : { id: plan.id }),
      usedMb: plan.usedMb + taken,
      ...(hasEnded && { status: "FINISHED", finishedAt: new Date().toISOString() }),
    });
    if (!hasEnded) break;
  }
  return changes;
}

function expire({ shop, sim, mode }: Living): void {
  requireAlive(sim);
  if (statusOf(sim) === "ACTIVE") shop.notify(lowNotice(shop.journal.state(), sim, "1days"), mode());
  const now = new Date().toISOString();
  const open = sim.plans.filter(({ status }) => status !== "FINISHED");
  change(
    shop,
    sim,
    "expire",
    { isExpired: true },
    open.map(({ id, expiresAt }) => ({
      id,
      status: "EXPIRED",
      ...((expiresAt === null || expiresAt > now) && { expiresAt: now }),
    })),
  );
}

/** Off the phone. One that has expired is taken back, and its number with it. */
function remove({ shop, sim }: Living): void {
  if (!sim.isInstalled && !sim.isExpired) throw impossible(sim, "is not installed, so it cannot be deleted");
  if (sim.isDeleted) throw impossible(sim, "is already deleted");
  change(shop, sim, "delete", {
    isDeleted: true,
    ...(sim.isExpired && { recycledAt: new Date().toISOString() }),
  });
}

/** The supplier's staff refund the order that it was sold with, and what was put on it; no webhook tells. */
function takeBack({ shop, sim }: Living): void {
  const { orders } = shop.journal.state();
  for (const order of orders.values())
    if (order.id === sim.orderId || order.iccid === sim.iccid)
      shop.journal.append({ type: "refunded", orderId: order.id });
}

function running({ id, days }: Plan): PlanChange {
  const now = new Date();
  return {
    id,
    status: "ACTIVE",
    activatedAt: now.toISOString(),
    expiresAt: after(now, days * DAY).toISOString(),
  };
}

function change(shop: Shop, { iccid }: Sim, cause: LifeEvent, set: Partial<Life>, plans: PlanChange[] = []): void {
  shop.journal.append({ type: "sim_changed", iccid, cause, set, plans });
}

function requireAlive(sim: Sim): void {
  if (sim.isExpired) throw impossible(sim, `is ${statusOf(sim)} at the supplier: nothing more happens to it`);
}

const impossible = ({ iccid }: Sim, words: string) => new Error(`The eSIM ${iccid} ${words}.`);
