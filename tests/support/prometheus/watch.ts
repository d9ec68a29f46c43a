import { expect } from "vitest";
import { MINUTE, SECOND } from "#server/kernel/time.ts";
import { firing } from "./rules.ts";
import { readScrape, type Scrape } from "./scrape.ts";

/** Where each alert is fired by what it is for: the name of the test file. One that is not here, or is and is not fired there, fails. */
export const FIRED_IN: Record<string, "jobs/alerts" | "jobs/alerts-of-records" | "e2e/alerts"> = {
  OrdersRefusedOrSlow: "jobs/alerts",
  WebhooksLate: "jobs/alerts",
  OrdersTakeLong: "jobs/alerts",
  PortalSlow: "e2e/alerts",
  SupplierNotAnswering: "jobs/alerts",
  LooksBringNothing: "jobs/alerts",
  PurchasesWait: "jobs/alerts",
  JobsWait: "jobs/alerts",
  JobsStopped: "e2e/alerts",
  JobsFail: "e2e/alerts",
  EndpointsFail: "jobs/alerts",
  DiskFull: "jobs/alerts",
  DatabaseSlow: "jobs/alerts",
  DatabaseDown: "e2e/alerts",
  ReplicaNotRead: "jobs/alerts",
  ProcessHeldUp: "jobs/alerts",
  BooksWrong: "jobs/alerts-of-records",
  NightlyChecksLate: "jobs/alerts-of-records",
  BackupsLate: "jobs/alerts-of-records",
  RateRunsOut: "jobs/alerts-of-records",
  SupplierWalletLow: "jobs/alerts-of-records",
  SupplierWalletUnread: "jobs/alerts-of-records",
  CellNotFollowing: "jobs/alerts-of-records",
  CellBehind: "jobs/alerts-of-records",
  IdsRunOut: "jobs/alerts-of-records",
  ServiceGone: "e2e/alerts",
};

/** Reads `/metrics` as it is `inMs` from now; null when nobody answers. */
type Read = (inMs: number) => Promise<string | null>;

/**
 * Prometheus, for a test: what it reads are the numbers of the moment, and between two looks as much time passes as the test says.
 * What the numbers say of the time (how old something is) is for `read` to say as of then.
 */
export function watchMetrics(read: Read) {
  const began = performance.now();
  const fired = new Set<string>();
  const look = async (ahead: number): Promise<Scrape> =>
    readScrape((await read(ahead)) ?? "", (performance.now() - began + ahead) / SECOND);

  const watch = {
    /** Looks, and again each time after that was done and the time has passed. Returns what fires at the end. */
    async during(
      work: () => unknown,
      { times = 1, everyMs = MINUTE }: { times?: number; everyMs?: number } = {},
    ): Promise<ReturnType<typeof firing>> {
      const scrapes = [await look(0)];
      for (let i = 0; i < times; i++) {
        await work();
        scrapes.push(await look((i + 1) * everyMs));
      }
      return firing(scrapes);
    },
    /** What fires when nothing is done for so long. */
    lasting: (ms: number) => watch.during(() => {}, { everyMs: ms }),
    expectFired(found: ReturnType<typeof firing>, alert: string, labels: Record<string, string> = {}): void {
      expect(Object.keys(found)).toContain(alert);
      const about = found[alert]!.map((sample) => sample.labels);
      expect(about).toContainEqual(expect.objectContaining(labels));
      fired.add(alert);
    },
    /** Those that this file is said to fire, and no other. */
    expectAllFired(file: string): void {
      const own = Object.entries(FIRED_IN).flatMap(([alert, where]) => (where === file ? [alert] : []));
      expect([...fired].sort()).toEqual(own.sort());
    },
  };
  return watch;
}
