import type { Trouble } from "./proxy.ts";
import { type Random, seeded } from "./random.ts";

export const PROCESSES = ["main", "worker", "postgres"] as const;
export type ProcessName = (typeof PROCESSES)[number] | "simulators" | "client";
export const LINKS = ["database", "suppliers", "clients"] as const;
export type Link = (typeof LINKS)[number];

export type Step =
  | { kind: "kill"; what: ProcessName[]; client: number }
  | { kind: "pause" | "resume"; what: ProcessName[] }
  | { kind: "link"; link: Link; trouble: Trouble | null }
  | { kind: "mode"; supplier: string; operation: string; mode: string; times: number; latencyMs: number };

/** What is done when: milliseconds after the load began. */
export type Planned = { at: number; step: Step };

type Plan = { seed: number; seconds: number; clients: number };

const TOGETHER: ProcessName[][] = [
  ["main"],
  ["worker"],
  ["postgres"],
  ["main", "worker"],
  ["main", "postgres"],
  ["worker", "postgres"],
  ["main", "worker", "postgres"],
];

const CALL_MODES = ["slow", "reject", "timeout_before", "timeout_after", "error_before", "error_after", "garbage"];
export const MODES: Record<string, string[]> = {
  order: [
    ...CALL_MODES,
    ...["rate_limited", "not_found_then_found", "late", "partial", "duplicate", "reordered", "lost"],
    // Done when nobody waits any more; cancelled by the supplier before it is seen; one first, the others later.
    ...["delayed", "taken_back", "in_parts"],
  ],
  query: ["slow", "timeout_before", "error_before", "garbage", "rate_limited", "not_found_then_found"],
  topup: [...CALL_MODES, "rate_limited", "delayed"],
  cancel: [...CALL_MODES, "rate_limited"],
};
const SUPPLIERS = ["esimaccess", "airalo", "esimgo"];

/** The last of the run belongs to recovery. */
const QUIET_MS = 1_500;

/**
 * The faults of a run: the same for the same seed, whatever the service does. Every class comes once before any comes twice;
 * what is begun is ended by a step of its own.
 */
export function planFaults({ seed, seconds, clients }: Plan): Planned[] {
  const random = seeded(seed);
  const until = seconds * 1_000 - QUIET_MS;
  const planned: Planned[] = [];
  let deck: ((at: number) => Planned[])[] = [];
  const gap = Math.max(900, Math.min(3_500, until / 20));
  for (let at = 1_000 + random.below(1_000); at < until; at += Math.round(gap * (0.5 + random.next()))) {
    if (deck.length === 0) deck = shuffled(classes(random, clients), random);
    planned.push(...deck.pop()!(at));
  }
  for (let at = 200 + random.below(500); at < until; at += 300 + random.below(1_400))
    planned.push({ at, step: misbehaviour(random) });
  const ends = planned.map(({ at, step }) => ({ at: Math.min(at, until + QUIET_MS / 2), step }));
  return ends.sort((a, b) => a.at - b.at);
}

function classes(random: Random, clients: number): ((at: number) => Planned[])[] {
  const kill = (what: ProcessName[]) => (at: number) => [
    { at, step: { kind: "kill" as const, what, client: random.below(clients) } },
  ];
  const pause = (what: ProcessName[]) => (at: number) => [
    { at, step: { kind: "pause" as const, what } },
    { at: at + 300 + random.below(3_500), step: { kind: "resume" as const, what } },
  ];
  const trouble = (link: Link, make: () => Trouble) => (at: number) => [
    { at, step: { kind: "link" as const, link, trouble: make() } },
    { at: at + 300 + random.below(2_500), step: { kind: "link" as const, link, trouble: null } },
  ];
  const troubles: (() => Trouble)[] = [
    () => ({ kind: "delay", ms: 20 + random.below(600) }),
    () => ({ kind: "reset" }),
    () => ({ kind: "cut", afterBytes: random.below(1_500) }),
    () => ({ kind: "swallow" }),
    () => ({ kind: "stall" }),
  ];
  return [
    ...[...TOGETHER, ["simulators" as const], ["client" as const]].map(kill),
    ...TOGETHER.map(pause),
    ...LINKS.flatMap((link) => troubles.map((make) => trouble(link, make))),
  ];
}

function misbehaviour(random: Random): Step {
  const operation = random.pick(["order", "order", "order", "query", "topup", "topup", "cancel"]);
  return {
    kind: "mode",
    supplier: random.pick(SUPPLIERS),
    operation,
    mode: random.pick(MODES[operation]!),
    times: 1 + random.below(2),
    latencyMs: 100 + random.below(600),
  };
}

function shuffled<T>(items: T[], random: Random): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  return items;
}

/** A step in a few words; its first words are its class. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case "kill":
      return `kill -9 ${step.what.join(" + ")}${step.what.includes("client") ? ` ${step.client}` : ""}`;
    case "pause":
      return `stop ${step.what.join(" + ")}`;
    case "resume":
      return `continue ${step.what.join(" + ")}`;
    case "link": {
      const { link, trouble } = step;
      if (!trouble) return `${link} link: well`;
      const detail =
        trouble.kind === "delay"
          ? ` ${trouble.ms} ms`
          : trouble.kind === "cut"
            ? ` after ${trouble.afterBytes} bytes`
            : "";
      return `${link} link: ${trouble.kind}${detail}`;
    }
    case "mode":
      return `${step.supplier} ${step.operation}: ${step.mode} × ${step.times}`;
  }
}
