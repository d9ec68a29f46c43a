import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../support/until.ts";
import { endDisputes } from "./afterwards.ts";
import type { Random } from "./random.ts";
import { countOpen, endHour, hurryLooks, isAccounted, reconcilePayments } from "./reconcile-payments.ts";
import { disturb, type Journey, newSeen, type Seen, travel } from "./travellers.ts";

/** @property paid chance and a slow machine decide who pays: others come until there are so many to look at, or four times the checkouts were tried */
type Run = { checkouts: number; kills: number; clients: number; random: Random; paid?: number };

/** What is open after that is told as a fault, with its checkout. */
const SETTLED_WITHIN_MS = 150_000;

/** What the storefront needs of a running service for such a run. */
export const FAULT_ENV = { TIME_SCALE: "0.02", TRUSTED_PROXIES: "127.0.0.1,::1" };

/** Some packages of every supplier, by what the resellers' keys see. */
export async function choosePackages({ service, stores }: Pick<Journey, "service" | "stores">) {
  const { json } = await service.call(stores[0]!.liveKey, "GET", "/packages?country=TR&type=local&limit=100");
  const all = (json.data.items as { package_id: string; provider: string; price: number }[]).filter(
    ({ price }) => price > 2 && price < 12,
  );
  const bySupplier = Map.groupBy(all, ({ provider }) => provider);
  return [...bySupplier].flatMap(([supplier, items]) =>
    items.slice(0, 6).map(({ package_id }) => ({ packageId: package_id, supplier })),
  );
}

/**
 * Travellers buy while the provider, the suppliers and the network misbehave, processes are killed, and a reseller's money
 * runs out; then everything is well again, and the books are held against each other.
 */
export async function runCheckouts(journey: Journey, { checkouts, kills, clients, random, paid = 0 }: Run) {
  const { service, stripe } = journey;
  const seen = newSeen();
  disturb(journey, random, seen);
  let began = 0;
  const isEnough = () =>
    began >= checkouts * 4 ||
    [...stripe.sessions.values()].filter(({ payment_status }) => payment_status === "paid").length >= paid;
  const client = async () => {
    while (began < checkouts || !isEnough()) await travel(journey, ++began, random, seen);
  };
  const travelling = Promise.all(Array.from({ length: clients }, client));
  let over = false;
  const killing = kill(journey, seen, { checkouts, kills, random }, () => over);
  try {
    await travelling;
  } finally {
    over = true;
    await killing;
  }
  stripe.state.misbehave = () => null;
  for (const session of stripe.sessions.values()) if (session.payment_status === "unpaid") stripe.expire(session.id);
  endDisputes(stripe, random);
  await endHour(journey);
  await service.simulate({ kind: "reset" });
  await until(async () => {
    await hurryLooks(journey);
    return (await countOpen(journey)) === 0;
  }, SETTLED_WITHIN_MS).catch(() => {});
  // What a supplier refused and delivered all the same is what the reconciliation of every night is for.
  const reconciled = async () => {
    if (await isAccounted(journey)) return true;
    await service.svc("reconcile", "suppliers").catch(() => null);
    return await isAccounted(journey);
  };
  await until(reconciled, 60_000, 2_000).catch(() => {});
  if (journey.after) {
    // Disputes of which no webhook told.
    await service.svc("reconcile", "payments");
    await until(async () => {
      await hurryLooks(journey);
      return (await countOpen(journey)) === 0;
    }, SETTLED_WITHIN_MS).catch(() => {});
  }
  return { ...(await reconcilePayments(journey, seen)), seen };
}

/** Evenly over the run: the worker, or every process but the database, dies without a word. */
async function kill(
  { service }: Journey,
  seen: Seen,
  { checkouts, kills, random }: Omit<Run, "clients">,
  over: () => boolean,
) {
  for (let done = 1; done <= kills; done++) {
    const at = Math.floor((done * checkouts) / (kills + 1));
    while (!over() && seen.travellers.length < at) await sleep(50);
    if (over()) return;
    const whole = done % 3 === 0;
    const name = whole ? "service killed" : "worker killed";
    seen.misbehaviours.set(name, (seen.misbehaviours.get(name) ?? 0) + 1);
    if (!whole) {
      const { worker } = await service.processes();
      for (const pid of worker) process.kill(pid, "SIGKILL");
      continue;
    }
    await service.end("SIGKILL");
    await sleep(random.below(2_000));
    await service.start();
  }
}
