import { Readable } from "node:stream";
import type { NextRequest } from "next/server";
import { readStatement } from "#server/domain/money/ledger/index.ts";
import { ERRORS, isServiceError } from "#server/kernel/errors.ts";
import { createPortalContext, enterAsStaff } from "#server/trpc/context.ts";
import { statementPdf } from "./statement-pdf.ts";

type Params = { params: Promise<{ month: string }> };

/** `/api/statements/2026-11`: the account's monthly statement. Money is live: there is none of the test environment. */
export async function serveStatement(request: NextRequest, { params }: Params): Promise<Response> {
  const { month } = await params;
  const cookie = (key: string) => request.cookies.get(key)?.value;
  try {
    const portal = await createPortalContext({ headers: request.headers, cookie, environment: "live" });
    const ctx = await enterAsStaff(portal);
    const statement = await readStatement(ctx, month);
    const pdf = statementPdf(statement, ctx.clock.now());
    return new Response(Readable.toWeb(Readable.from(pdf)) as unknown as BodyInit, {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": `attachment; filename="statement-${statement.accountCode}-${month}.pdf"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (isServiceError(error)) return new Response(error.message, { status: ERRORS[error.code].status });
    throw error;
  }
}
