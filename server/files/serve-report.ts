import { Readable } from "node:stream";
import type { NextRequest } from "next/server";
import { z } from "zod";
import type { Environment } from "#server/kernel/context.ts";
import { ERRORS, isServiceError } from "#server/kernel/errors.ts";
import { createPortalContext, enterAsOperator, enterAsStaff, type PortalContext } from "#server/trpc/context.ts";
import { reading } from "#server/trpc/reading.ts";
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
  try {
    const environment = env === "operator" ? null : (env as Environment);
    const ctx = await createPortalContext({ headers: request.headers, cookie, environment });
    const { format = "csv", ...query } = Object.fromEntries(request.nextUrl.searchParams);
    if (format !== "csv" && format !== "json") return new Response("A file is csv or json.", { status: 422 });
    const { header, first, rows } = await open(ctx, query);
    const file = FILES[format](header, prepend(first, rows));
    return new Response(Readable.toWeb(file) as unknown as BodyInit, {
      headers: {
        "content-type": TYPES[format],
        "content-disposition": `attachment; filename="${name}-${env}-${ctx.clock.now().toISOString().slice(0, 10)}.${format}"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (isServiceError(error)) return new Response(error.message, { status: ERRORS[error.code].status });
    if (error instanceof z.ZodError) return new Response("A filter in this address is not valid.", { status: 422 });
    throw error;
  }
}

const TYPES = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" };

/** The first row is asked for before the answer begins, so that a refusal is still one. */
type Opened = { header: string[]; first: IteratorResult<Cell[]>; rows: AsyncGenerator<Cell[]> };
type Open = (ctx: PortalContext, query: Record<string, string>) => Promise<Opened>;

/** A report by the place and name in its address, for whoever may have it. */
function findReport(env: string, name: string): Open | null {
  if (env === "operator" && Object.hasOwn(operatorReports, name)) {
    const report = operatorReports[name]!;
    return async (ctx, query) => await reading(enterAsOperator(ctx), (reader) => begin(report, reader, query));
  }
  if ((env === "test" || env === "live") && Object.hasOwn(reports, name)) {
    const report = reports[name]!;
    return async (ctx, query) => await reading(await enterAsStaff(ctx), (reader) => begin(report, reader, query));
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
