import type { NextRequest } from "next/server";
import type { Ctx, Environment } from "#server/kernel/context.ts";
import { createPortalContext, enterAsOperator, enterAsStaff, type PortalContext } from "#server/trpc/context.ts";
import { reading } from "#server/trpc/reading.ts";
import { answerFile } from "./answer-file.ts";
import { operatorReports, reports } from "./reports/index.ts";
import type { Cell, Report } from "./reports/report.ts";
import { FILES } from "./table-files.ts";

type Params = { params: Promise<{ env: string; report: string }> };

/**
 * `/api/reports/live/ledger?type=debit`: the filtered list as a CSV file, with `format=json` as JSON, made while it is being
 * sent; the platform's own are under `/api/reports/operator/…`.
 */
export async function serveReport(request: NextRequest, { params }: Params): Promise<Response> {
  const { env, report: name } = await params;
  const open = findReport(env, name);
  if (!open) return new Response(null, { status: 404 });
  const cookie = (key: string) => request.cookies.get(key)?.value;
  const { format = "csv", ...query } = Object.fromEntries(request.nextUrl.searchParams);
  if (format !== "csv" && format !== "json") return new Response("A file is csv or json.", { status: 422 });
  return await answerFile(request, async (hold) => {
    const environment = env === "operator" ? null : (env as Environment);
    const ctx = await createPortalContext({ headers: request.headers, cookie, environment });
    const { header, first, rows } = await open(ctx, query, hold);
    return {
      file: FILES[format](header, prepend(first, rows)),
      type: TYPES[format],
      name: `${name}-${env}-${ctx.clock.now().toISOString().slice(0, 10)}.${format}`,
    };
  });
}

const TYPES = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" };

/** The first row is asked for before the answer begins, so that a refusal is still one. */
type Opened = { header: string[]; first: IteratorResult<Cell[]>; rows: AsyncGenerator<Cell[]> };
type Open = (ctx: PortalContext, query: Record<string, string>, hold: (ctx: Ctx) => void) => Promise<Opened>;

/** A report by the place and name in its address, for whoever may have it. */
function findReport(env: string, name: string): Open | null {
  if (env === "operator" && Object.hasOwn(operatorReports, name)) {
    const report = operatorReports[name]!;
    return async (ctx, query, hold) => {
      const operator = enterAsOperator(ctx);
      hold(operator);
      return await reading(operator, (reader) => begin(report, reader, query));
    };
  }
  if ((env === "test" || env === "live") && Object.hasOwn(reports, name)) {
    const report = reports[name]!;
    return async (ctx, query, hold) => {
      const staff = await enterAsStaff(ctx);
      hold(staff);
      return await reading(staff, (reader) => begin(report, reader, query));
    };
  }
  return null;
}

async function begin<C>({ header, rows }: Report<C>, ctx: C, query: Record<string, string>): Promise<Opened> {
  const all = rows(ctx, query);
  return { header, first: await all.next(), rows: all };
}

async function* prepend<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
