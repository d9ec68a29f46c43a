import { execFileSync } from "node:child_process";

/** In so many turns everything was run. */
export const TURNS = 6;

/**
 * What takes turns: files that take ten seconds or longer, except those about money, tenants and the contract, which every run has, as
 * it has whatever is not named here. The figures are seconds, in a run of everything on two cores.
 */
export const IN_TURN: Record<string, number> = {
  "api/frozen-database": 11,
  "api/generated-client": 12,
  "api/large-documents": 18,
  "api/listen": 28,
  "api/locked-wallet": 10,
  "api/typescript-sdk": 24,
  "domain/approvals": 15,
  "domain/bought-esims": 12,
  "domain/cells": 54,
  "domain/discounts": 15,
  "domain/gifts": 11,
  "domain/handovers": 19,
  "domain/installation-codes": 17,
  "domain/invoices": 27,
  "domain/migrations": 30,
  "domain/move-cell": 29,
  "domain/move-database": 70,
  "domain/move-trouble": 118,
  "domain/partitions": 28,
  "domain/people-security": 14,
  "domain/pictures": 32,
  "domain/portal-orders": 18,
  "domain/replica": 46,
  "domain/restore-twice": 45,
  "domain/several-plans": 20,
  "domain/shop-mails": 14,
  "domain/sign-in": 21,
  "domain/team": 13,
  "domain/vouchers": 22,
  "e2e/alerts": 35,
  "e2e/backups": 330,
  "e2e/cells": 93,
  "e2e/dev": 50,
  "e2e/faults": 106,
  "e2e/first-start": 80,
  "e2e/killed": 190,
  "e2e/operator-accounts": 120,
  "e2e/operator-pages": 140,
  "e2e/operator-suppliers": 115,
  "e2e/pages": 121,
  "e2e/portal-catalog": 116,
  "e2e/portal-money": 116,
  "e2e/portal-orders": 220,
  "e2e/portal-search": 44,
  "e2e/portal-sign-in": 95,
  "e2e/portal-webhooks": 100,
  "e2e/portal": 284,
  "e2e/programs": 80,
  "e2e/secrets": 84,
  "e2e/security": 91,
  "e2e/service": 240,
  "e2e/several-plans": 44,
  "e2e/several-processes": 200,
  "e2e/shop-law": 117,
  "e2e/shop-names": 54,
  "e2e/shop-origins": 57,
  "e2e/shop-pages": 190,
  "e2e/storefront": 302,
  "e2e/tasks": 97,
  "e2e/web-processes": 91,
  "jobs/alerts-of-records": 13,
  "jobs/alerts": 36,
  "jobs/anonymous-orders": 10,
  "jobs/asked-looks": 13,
  "jobs/auto-topups": 15,
  "jobs/costs-to-the-cent": 12,
  "jobs/drill": 68,
  "jobs/embedded-worker": 39,
  "jobs/esimgo-orders": 21,
  "jobs/fail-over": 39,
  "jobs/guarantee": 81,
  "jobs/hostile-receivers": 21,
  "jobs/inngest": 11,
  "jobs/other-account": 100,
  "jobs/outage": 12,
  "jobs/reconcile-payments": 33,
  "jobs/reconcile-suppliers": 48,
  "jobs/resold-deliveries": 13,
  "jobs/review": 37,
  "jobs/settle-action": 83,
  "jobs/sold-before": 29,
  "jobs/stopped-workers": 14,
  "jobs/suppliers-apart": 16,
  "jobs/sync-esims": 29,
  "jobs/waiting-for-turn": 18,
  "jobs/webhook-sender": 22,
  "jobs/webhook-snippets": 94,
  "suppliers/simulator/adapter-modes": 26,
  "suppliers/simulator/airalo-modes": 59,
  "suppliers/simulator/esimgo-modes": 27,
  "suppliers/simulator/modes": 18,
  "suppliers/simulator/webhooks": 13,
};

/** What every run has although it takes as long, so that it begins in time. */
export const IN_EVERY_RUN: Record<string, number> = {
  "api/contract-matrix": 45,
  "domain/sale-refunds": 75,
  "e2e/contract": 60,
  "e2e/door": 60,
  "jobs/failpoints": 85,
  "tenancy/procedures": 100,
};

const pathOf = (name: string) => `tests/${name}.test.ts`;

/** The files of each turn, so that all turns take about as long. */
export function filesOfTurns(): string[][] {
  const turns = Array.from({ length: TURNS }, () => ({ seconds: 0, files: [] as string[] }));
  for (const [name, seconds] of Object.entries(IN_TURN).toSorted(([, a], [, b]) => b - a)) {
    const next = turns.reduce((least, turn) => (turn.seconds < least.seconds ? turn : least));
    next.seconds += seconds;
    next.files.push(pathOf(name));
  }
  return turns.map(({ files }) => files);
}

/** How long a file takes by those tables: what is in neither is short. */
export const secondsOf = (path: string): number =>
  Object.entries({ ...IN_TURN, ...IN_EVERY_RUN }).find(([name]) => path.endsWith(pathOf(name)))?.[1] ?? 0;

/**
 * Which turn a run has; undefined when it has everything.
 *
 * @param said `1` to `6`, `commit`: the turn of the commit that is checked out, or `all`, as if nothing were said
 */
export function turnOf(said: string | undefined): number | undefined {
  if (!said || said === "all") return undefined;
  const turn = said === "commit" ? turnOfCommit() : Number(said);
  if (!Number.isInteger(turn) || turn < 1 || turn > TURNS)
    throw new Error(`TURN=${said} is none: all, commit, or 1 to ${TURNS}`);
  return turn;
}

/** The files that a run leaves out. */
export const leftOut = (turn: number | undefined): string[] =>
  turn === undefined ? [] : filesOfTurns().flatMap((files, i) => (i === turn - 1 ? [] : files));

/** By its id, which a shallow clone has as well. Without a repository the first. */
function turnOfCommit(): number {
  try {
    const id = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return 1 + (Number.parseInt(id.slice(0, 8), 16) % TURNS);
  } catch {
    return 1;
  }
}
