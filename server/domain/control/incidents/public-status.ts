import { setTimeout as sleep } from "node:timers/promises";
import { takePulse } from "#server/domain/catalogue/suppliers/index.ts";
import { type Ctx, systemContext } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { after, DAY, MINUTE, SECOND } from "#server/kernel/time.ts";
import {
  type Component,
  type ComponentState,
  type IncidentState,
  listComponents,
  type Severity,
  stateOf,
  worstOf,
} from "./component.ts";

export type PublicIncident = {
  id: number;
  title: string;
  severity: Severity;
  state: IncidentState;
  components: Component[];
  beganAt: Date;
  updatedAt: Date;
  resolvedAt: Date | null;
  /** Newest first. */
  updates: { number: number; state: IncidentState; text: string; at: Date }[];
};

/** What anybody may know: nothing here names an account, a supplier or somebody who works here. */
export type PublicStatus = {
  at: Date;
  /** The worst of the parts. */
  state: ComponentState;
  components: (Component & {
    state: ComponentState;
    /** The worst of each of the last ninety days, UTC, the oldest first: of incidents alone. */
    days: ComponentState[];
  })[];
  /** Of the last ninety days and still open ones, newest first. */
  incidents: PublicIncident[];
};

export const SHOWN_DAYS = 90;
const FRESH_FOR = 10 * SECOND;
/** Who asks does not wait for a database that is slow: there is an answer of before, or else soon the one that nobody knows. */
const WAIT = { known: 250, unknown: 2 * SECOND };

type Held = { status: PublicStatus | null; freshUntil: number; reading: Promise<void> | null };
const held = () => processSingleton<Held>("public-status", () => ({ status: null, freshUntil: 0, reading: null }));

/**
 * The last known answer, at most ten seconds old while the database answers; older, with its age, while it does not; null when this
 * process has never had one. However many ask, one at a time is read.
 */
export async function publicStatus(): Promise<PublicStatus | null> {
  const state = held();
  if (performance.now() < state.freshUntil) return state.status;
  state.reading ??= read(state);
  await Promise.race([state.reading, sleep(state.status ? WAIT.known : WAIT.unknown, undefined, { ref: false })]);
  return state.status;
}

async function read(state: Held): Promise<void> {
  try {
    const status = await readStatus(systemContext({ kind: "job", name: "status page" }));
    state.status = status;
    state.freshUntil = performance.now() + FRESH_FOR;
  } catch (error) {
    log().warn({ error: (error as Error).message }, "the status page could not be read");
  } finally {
    state.reading = null;
  }
}

/** What was told in this process is on its page at once; in others within ten seconds. */
export async function forgetStatus(): Promise<void> {
  const state = held();
  await state.reading;
  state.freshUntil = 0;
}

/** The same data as the operators' board, alerts and incidents. */
export async function readStatus(ctx: Ctx): Promise<PublicStatus> {
  const now = ctx.clock.now();
  const [known, incidents, measured] = await Promise.all([
    listComponents(ctx.db),
    listPublicIncidents(ctx, now),
    measure(ctx, now),
  ]);
  const components = known
    // A network that we do not sell is shown while something is said of it.
    .filter(({ code, open = true }) => open || incidents.some((one) => !one.resolvedAt && one.codes.includes(code)))
    .map(({ code, name, supplier }) => {
      const own = incidents.filter(({ codes }) => codes.includes(code));
      const said = own.filter(({ resolvedAt }) => resolvedAt === null).map(stateOf);
      return { code, name, state: worstOf(measured(supplier ?? code), ...said), days: daysOf(own, now) };
    });
  const nameOf = (code: string) => ({ code, name: known.find((one) => one.code === code)?.name ?? code });
  return {
    at: now,
    state: worstOf(...components.map(({ state }) => state)),
    components,
    incidents: incidents.map(({ codes, ...incident }) => ({ ...incident, components: codes.map(nameOf) })),
  };
}

type Read = Omit<PublicIncident, "components"> & { codes: string[] };

async function listPublicIncidents({ db }: Ctx, now: Date): Promise<Read[]> {
  const incidents = await db.prisma.incident.findMany({
    where: { OR: [{ resolvedAt: null }, { openedAt: { gt: after(now, -SHOWN_DAYS * DAY) } }] },
    select: {
      ...{ id: true, title: true, severity: true, state: true, components: true, beganAt: true, resolvedAt: true },
      timeline: { select: { number: true, state: true, text: true, at: true }, orderBy: { number: "desc" } },
    },
    orderBy: { id: "desc" },
    take: 500,
  });
  return incidents.map(({ components, timeline, ...incident }) => ({
    ...incident,
    codes: components,
    updates: timeline,
    updatedAt: timeline[0]!.at,
  })) as Read[];
}

/** An alert that people are called for is felt by somebody. */
const FELT: Record<string, string[]> = {
  jobs: ["api", "shops", "webhooks"],
  webhooks: ["webhooks"],
  purchases: ["shops"],
  mails: ["shops"],
};

const FEW_FAILURES = 5;
const FAILING_SHARE = 0.1;

/** What is measured of a supplier or part; an incident can only make it worse. */
async function measure(ctx: Ctx, now: Date): Promise<(code: string) => ComponentState> {
  const since = after(now, -5 * MINUTE);
  const [pulses, alerts, api] = await Promise.all([
    takePulse(ctx),
    ctx.db.prisma.serviceAlert.findMany({ where: { closedAt: null }, select: { cause: true } }),
    ctx.db.query<{ failed: number; requests: number }>(sql`
      select (select count(*)::int from api_requests where status >= 500 and created_at > ${since}) as failed,
             (select coalesce(sum(requests), 0)::int from key_usage where minute > ${since}) as requests`),
  ]);
  const { failed, requests } = one(api);
  const bad = new Set([
    ...pulses.filter(({ isFailing }) => isFailing).map(({ code }) => code),
    ...alerts.flatMap(({ cause }) => (cause.startsWith("supplier:") ? [cause.slice(9)] : (FELT[cause] ?? []))),
    ...(failed >= FEW_FAILURES && failed >= requests * FAILING_SHARE ? ["api"] : []),
  ]);
  return (code) => (bad.has(code) ? "degraded" : "operational");
}

function daysOf(incidents: Read[], now: Date): ComponentState[] {
  const today = Math.floor(now.getTime() / DAY);
  return Array.from({ length: SHOWN_DAYS }, (_, i) => {
    const day = today - SHOWN_DAYS + 1 + i;
    const on = incidents.filter(({ beganAt, resolvedAt }) => {
      const until = resolvedAt ?? now;
      return Math.floor(beganAt.getTime() / DAY) <= day && Math.floor(until.getTime() / DAY) >= day;
    });
    return worstOf(...on.map(({ severity }) => stateOf({ severity, state: "investigating" })));
  });
}
