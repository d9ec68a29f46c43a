import { setTimeout as sleep } from "node:timers/promises";
import { controlSimulator, type SimulatorCommand, type SupplierRecords } from "#server/simulator/control.ts";
import type { startClients } from "./clients.ts";
import { describeStep, type Planned, type Step } from "./schedule.ts";
import type { Stage } from "./stage.ts";

type Clients = ReturnType<typeof startClients>;

/** What the suppliers were made to do by themselves, for the comparison in the end. */
export type Made = {
  /** ICCIDs that a supplier was told to cancel, whether or not it answered. */
  cancels: Set<string>;
  /** What each package cost at its supplier before its price moved, in USD. */
  prices: Map<string, { supplier: string; supplierPackageId: string; usd: number }>;
  /** Steps of the schedule that were carried out. */
  steps: Planned[];
};

/** A schedule stretches to so many times its length and a little at most; what is left of it then is left out. */
const STRETCHED = 1.25;
const ALLOWED_MS = 60_000;

/** Carries the schedule out. */
export async function execute(
  plan: Planned[],
  stage: Stage,
  clients: Clients,
  say: (line: string) => void,
): Promise<Made> {
  const made: Made = { cancels: new Set(), prices: new Map(), steps: [] };
  const begun = Date.now();
  let start = begun;
  const longest = (plan.at(-1)?.at ?? 0) * STRETCHED + ALLOWED_MS;
  const ended = new Set<Planned>();
  const until = (at: number) => sleep(Math.max(0, Math.min(start + at, begun + longest) - Date.now()));
  const carryOut = async (planned: Planned) => {
    say(`${(planned.at / 1_000).toFixed(1).padStart(6)} s  ${describeStep(planned.step)}`);
    await perform(planned.step, stage, clients, made);
    made.steps.push(planned);
  };
  for (const [i, planned] of plan.entries()) {
    const { at, step } = planned;
    if (ended.has(planned)) continue;
    // Of what was begun the end still comes.
    if (!isEnd(step) && Date.now() - begun > longest) continue;
    // On a slow machine too, what is killed has worked before: the schedule keeps its order and stretches.
    if (step.kind === "kill" && !step.what.includes("client")) {
      const working = stage.working();
      // What is begun ends in its time: it may be what keeps the service from working.
      for (const end of plan.slice(i + 1)) {
        if (ended.has(end) || !endsOne(end.step, made.steps)) continue;
        const works = await Promise.race([working.then(() => true), until(end.at).then(() => false)]);
        if (works) break;
        await carryOut(end);
        ended.add(end);
      }
      start += await working;
    }
    await until(at);
    await carryOut(planned);
  }
  return made;
}

const isEnd = (step: Step): boolean => step.kind === "resume" || (step.kind === "link" && step.trouble === null);

/** A step ends what one of these has begun and none has ended. */
function endsOne(end: Step, steps: Planned[]): boolean {
  if (end.kind === "resume") {
    const last = steps.findLast(({ step }) => "what" in step && step.kind !== "kill" && step.what === end.what);
    return last?.step.kind === "pause";
  }
  if (end.kind !== "link" || end.trouble !== null) return false;
  const last = steps.findLast(({ step }) => step.kind === "link" && step.link === end.link)?.step;
  return last?.kind === "link" && last.trouble !== null;
}

async function perform(step: Step, stage: Stage, clients: Clients, made: Made): Promise<void> {
  // What a supplier has no such mode for, what cannot happen to an eSIM any more, and simulators that are not up, are left out.
  const control = (command: SimulatorCommand) => controlSimulator(stage.service.dataDir, command).catch(() => null);
  switch (step.kind) {
    case "kill":
      return await (step.what.includes("client") ? clients.kill(step.client) : stage.kill(step.what));
    case "pause":
      return await stage.pause(step.what);
    case "resume":
      return stage.resume(step.what);
    case "link":
      return stage.be(step.link, step.trouble);
    case "mode":
      return void (await control({ ...step, kind: "set", quantity: 1 } as SimulatorCommand));
    case "storm":
      return clients.storm(step.client);
    case "cancel": {
      const { esims = [] } = (await recordsOf(stage, step.supplier)) ?? {};
      const iccid = esims.slice(-1 - step.nth)[0]?.iccid;
      if (!iccid) return;
      made.cancels.add(iccid);
      return void (await control({ kind: "event", iccid, event: "cancel" }));
    }
    case "price":
      return await movePrices(step, stage, made, control);
  }
}

const recordsOf = async (stage: Stage, supplier: string): Promise<SupplierRecords | undefined> => {
  const shown = await controlSimulator(stage.service.dataDir, { kind: "show" }).catch(() => null);
  return shown?.suppliers.find((one) => one.supplier === supplier);
};

async function movePrices(
  { supplier, of, factor }: Extract<Step, { kind: "price" }>,
  stage: Stage,
  made: Made,
  control: (command: SimulatorCommand) => Promise<unknown>,
): Promise<void> {
  const { prices } = made;
  if (factor === 1) {
    for (const moved of prices.values()) if (moved.supplier === supplier) await control({ kind: "price", ...moved });
    return;
  }
  const sold = (await recordsOf(stage, supplier))?.[of].at(-1);
  if (!sold) return;
  const name = `${supplier} ${sold.package}`;
  const before = prices.get(name) ?? { supplier, supplierPackageId: sold.package, usd: sold.paidUsd };
  prices.set(name, before);
  await control({ kind: "price", ...before, usd: before.usd * factor });
}
