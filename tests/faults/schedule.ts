import type { Trouble } from "./proxy.ts";
import { type Random, seeded } from "./random.ts";

export const PROCESSES = ["main", "worker", "postgres"] as const;
export type ProcessName = (typeof PROCESSES)[number] | "second worker" | "simulators" | "client";
export const LINKS = ["database", "suppliers", "clients"] as const;
export type Link = (typeof LINKS)[number];

export type Step =
  | { kind: "kill"; what: ProcessName[]; client: number }
  | { kind: "pause" | "resume"; what: ProcessName[] }
  | { kind: "link"; link: Link; trouble: Trouble | null }
  | { kind: "mode"; supplier: string; operation: string; mode: string; times: number; latencyMs: number }
  /** One of the newest eSIMs in the supplier's record, which it cancels by itself. */
  | { kind: "cancel"; supplier: string; nth: number }
  /** What was sold last there costs so many times its price. */
  | { kind: "price"; supplier: string; of: "esims" | "topups"; factor: number }
  /** A client tops up and cancels one eSIM, several times at once. */
  | { kind: "storm"; client: number };

/** What is done when: milliseconds after the load began. */
export type Planned = { at: number; step: Step };

/** `programs`: so many of the clients, the first ones, are resellers' programs; the others are travellers. */
type Plan = { seed: number; seconds: number; clients: number; programs: number };

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
    // Done when nobody waits any more, or after a refusal; cancelled by the supplier before it is seen; one first, the others
    // later; with a profile that somebody has.
    ...["delayed", "refused_late", "taken_back", "in_parts", "sold_before"],
  ],
  query: ["slow", "timeout_before", "error_before", "garbage", "rate_limited", "not_found_then_found"],
  topup: [...CALL_MODES, "rate_limited", "delayed", "refused_late"],
  cancel: [...CALL_MODES, "rate_limited"],
};
const SUPPLIERS = ["esimaccess", "airalo", "esimgo"];

/** The last of the run belongs to recovery. */
const QUIET_MS = 1_500;

/**
 * The faults of a run: the same for the same seed, whatever the service does. Every class comes once before any comes twice;
 * what is begun is ended by a step of its own.
 */
export function planFaults({ seed, seconds, clients, programs }: Plan): Planned[] {
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
  let cases: ((at: number) => Planned[])[] = [];
  const rest = Math.max(900, Math.min(4_500, until / 18));
  for (let at = 1_500 + random.below(1_000); at < until; at += Math.round(rest * (0.5 + random.next()))) {
    if (cases.length === 0) cases = shuffled(moneyCases(random, programs), random);
    planned.push(...cases.pop()!(at));
  }
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

/** What costs somebody money when it is not noticed. */
function moneyCases(random: Random, programs: number): ((at: number) => Planned[])[] {
  const supplier = () => random.pick(SUPPLIERS);
  const mode = (operation: string, name: string, latencyMs: number): Step => {
    return { kind: "mode", supplier: supplier(), operation, mode: name, times: 1, latencyMs };
  };
  return [
    ...[1, 2].map(() => (at: number) => [
      { at, step: { kind: "cancel" as const, supplier: supplier(), nth: random.below(20) } },
    ]),
    (at) => [{ at, step: mode("order", "refused_late", 1_000 + random.below(6_000)) }],
    (at) => [{ at, step: mode("order", "delayed", 6_000 + random.below(8_000)) }],
    (at) => [{ at, step: mode("topup", random.pick(["delayed", "refused_late"]), 6_000 + random.below(8_000)) }],
    (at) => [{ at, step: mode("order", "sold_before", 0) }],
    (at) => {
      const jump = {
        kind: "price" as const,
        supplier: supplier(),
        of: random.pick(["esims", "esims", "topups"] as const),
      };
      const factor = random.pick([0.5, 1.02, 2, 40]);
      return [
        { at, step: { ...jump, factor } },
        { at: at + 4_000 + random.below(8_000), step: { ...jump, factor: 1 } },
      ];
    },
    (at) => [{ at, step: { kind: "storm", client: random.below(programs) } }],
    // Longer than a worker may be silent: others do its work meanwhile.
    (at) => [
      { at, step: { kind: "pause", what: ["second worker"] } },
      { at: at + 8_500 + random.below(3_000), step: { kind: "resume", what: ["second worker"] } },
    ],
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
    case "cancel":
      return `${step.supplier} cancels an eSIM`;
    case "price":
      return `${step.supplier} price of ${step.of} × ${step.factor}`;
    case "storm":
      return `storm of client ${step.client}`;
  }
}
