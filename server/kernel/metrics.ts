import { Counter, Histogram, type MetricObjectWithValues, type MetricValue, Registry } from "prom-client";
import { equalBytes, hmacSha256 } from "./crypto.ts";
import { env } from "./env.ts";
import { processSingleton } from "./process-singleton.ts";
import { SECOND } from "./time.ts";

/** Seconds, as OpenTelemetry draws them for requests; what takes longer by its nature goes on. */
const ANSWERS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const WAITS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const WORKS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 900, 3_600];

/** What each process measures of what it does itself. Labels have few values: nothing that a stranger or an account chooses. */
const MEASURED = {
  request_duration: { help: "Requests, by what was asked for.", labels: ["operation", "status"], buckets: ANSWERS },
  supplier_call_duration: {
    help: "Calls to suppliers, by what came of them.",
    labels: ["supplier", "operation", "outcome"],
    buckets: ANSWERS,
  },
  job_duration: { help: "Pieces of work of the job engine.", labels: ["job", "outcome"], buckets: WORKS },
  outbox_lag: { help: "From when a job was due until an engine had it.", labels: ["job"], buckets: WAITS },
  order_duration: {
    help: "Live orders, from the request to their end.",
    labels: ["supplier", "status"],
    buckets: WORKS,
  },
  webhook_first_attempt: { help: "From an event to its first attempt.", labels: [], buckets: WAITS },
  webhook_attempt_duration: { help: "Attempts to deliver.", labels: ["outcome"], buckets: ANSWERS },
  event_loop_delay: { help: "How late the process comes to what is due.", labels: [], buckets: WAITS },
  pool_wait: { help: "Until a connection to the database was had.", labels: [], buckets: WAITS },
} as const;

/** What each process counts. */
const COUNTED = {
  esim_looks: {
    help: "eSIMs that a supplier was asked for, by what came of it.",
    labels: ["supplier", "outcome"],
  },
} as const;

type Measured = keyof typeof MEASURED;
type Counted = keyof typeof COUNTED;
type Labels<D extends { labels: readonly string[] }> = Record<D["labels"][number], string>;

const store = () =>
  processSingleton("metrics", () => {
    const registry = new Registry();
    const made = Object.entries(MEASURED).map(([name, { help, labels, buckets }]) => [
      name,
      new Histogram({
        name: `svc_${name}_seconds`,
        help,
        labelNames: [...labels],
        buckets: [...buckets],
        registers: [registry],
      }),
    ]);
    const counters = Object.entries(COUNTED).map(([name, { help, labels }]) => [
      name,
      new Counter({ name: `svc_${name}_total`, help, labelNames: [...labels], registers: [registry] }),
    ]);
    return {
      registry,
      histograms: Object.fromEntries(made) as Record<Measured, Histogram>,
      counters: Object.fromEntries(counters) as Record<Counted, Counter>,
    };
  });

/** This process' own measurements. */
export const ownMetrics = (): Registry => store().registry;

export function measure<M extends Measured>(name: M, labels: Labels<(typeof MEASURED)[M]>, ms: number): void {
  store().histograms[name].observe(labels, Math.max(0, ms) / SECOND);
}

/** Before anything of it was measured: what has no series before its first is no increase to whoever reads it. */
export function beginAtZero<M extends Measured>(name: M, labels: Labels<(typeof MEASURED)[M]>): void {
  store().histograms[name].zero(labels);
}

export function count<C extends Counted>(name: C, labels: Labels<(typeof COUNTED)[C]>): void {
  store().counters[name].inc(labels);
}

/** Whose numbers they are, where several cells are watched by one Prometheus. An installation without cells is called as it will be with them. */
export const ofThisCell = () => ({ cell: env().cell?.name ?? "home" });

const LOOK_EVERY_MS = 100;

/** @param name what this process is called among the service's */
export function startMeasuring(name: string): void {
  ownMetrics().setDefaultLabels({ process: name, ...ofThisCell() });
  let due = performance.now() + LOOK_EVERY_MS;
  setInterval(() => {
    const now = performance.now();
    // What would have been due meanwhile would have been late too: else ten seconds of a minute were one look among five hundred.
    for (let late = now - due; late >= LOOK_EVERY_MS; late -= LOOK_EVERY_MS) measure("event_loop_delay", {}, late);
    measure("event_loop_delay", {}, (now - due) % LOOK_EVERY_MS);
    due = now + LOOK_EVERY_MS;
  }, LOOK_EVERY_MS).unref();
}

/** What a process measured, as it is told to another. */
export type Measurements = MetricObjectWithValues<MetricValue<string>>[];

/** Those that stand behind this process and answer nobody themselves. */
export const otherMetrics = () =>
  processSingleton("other-metrics", () => ({ ask: async (): Promise<Measurements[]> => [] }));

/** Whether a header carries METRICS_TOKEN. */
export function isMetricsToken(authorization: string | null | undefined): boolean {
  const { metricsToken } = env();
  const sent = /^Bearer (.+)$/.exec(authorization ?? "")?.[1];
  if (sent === undefined || metricsToken === undefined) return false;
  return equalBytes(hmacSha256("metrics", sent), hmacSha256("metrics", metricsToken));
}
