import type { SessionPerson } from "#server/domain/people/staff/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { type Database, database, type Sql } from "#server/kernel/db.ts";
import { appRouter } from "#server/trpc/root.ts";
import { createCallerFactory } from "#server/trpc/trpc.ts";
import type { List } from "./lists.ts";

/** As often as a prepared statement is asked before its plan may become a general one, and some more. */
const RUNS = 8;
/** A scan of these is never an answer. */
const LARGE = /^(orders|esims|checkouts|ledger_entries|api_requests|deliveries|delivery_attempts|events)$/;

const createCaller = createCallerFactory(appRouter);
export type StaffApi = ReturnType<typeof createCaller>;

export type Measured = {
  list: string;
  filter: string;
  median: number;
  worst: number;
  indexes: string[];
  scans: string[];
};

/** The portal's API for one person, and every statement that it sends. */
export function watchedApi(person: SessionPerson): { api: StaffApi; sent: Sql[] } {
  const sent: Sql[] = [];
  const db: Database = Object.create(database(), {
    query: {
      value: (statement: Sql) => {
        sent.push(statement);
        return database().query(statement);
      },
    },
  });
  const actor = { kind: "staff", name: person.email, role: "owner" } as const;
  const client = { ip: "203.0.113.9", userAgent: "bench" };
  const ctx = { ...systemContext(actor, { db }), client, person, environment: "live", accountCode: null } as const;
  return { api: createCaller(ctx), sent };
}

export async function measure(
  { api, sent }: ReturnType<typeof watchedApi>,
  list: List,
  filter: Record<string, unknown>,
): Promise<Measured> {
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    sent.length = 0;
    const start = performance.now();
    await list.ask(api, filter);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const plans = await Promise.all([...sent].map(explain));
  return {
    list: list.name,
    filter: JSON.stringify(filter),
    median: times[RUNS / 2]!,
    worst: times[RUNS - 1]!,
    indexes: [...new Set(plans.flatMap(({ indexes }) => indexes))],
    scans: [...new Set(plans.flatMap(({ scans }) => scans))],
  };
}

type Node = { "Node Type": string; "Relation Name"?: string; "Index Name"?: string; Plans?: Node[] };

/** The indexes that a statement is answered from, and the large tables that it would read from end to end. */
async function explain({ text, values }: Sql): Promise<{ indexes: string[]; scans: string[] }> {
  const [row] = await database().query<{ "QUERY PLAN": { Plan: Node }[] }>({
    text: `explain (format json) ${text}`,
    values,
    name: "",
  });
  const nodes: Node[] = [];
  const collect = (node: Node): void => {
    nodes.push(node);
    node.Plans?.forEach(collect);
  };
  for (const { Plan } of row!["QUERY PLAN"]) collect(Plan);
  return {
    indexes: nodes.flatMap((node) => node["Index Name"] ?? []),
    scans: nodes.flatMap((node) =>
      node["Node Type"] === "Seq Scan" && LARGE.test(node["Relation Name"] ?? "") ? node["Relation Name"]! : [],
    ),
  };
}
