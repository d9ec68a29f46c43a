import { Readable } from "node:stream";
import type { NextRequest } from "next/server";
import { readStatement } from "#server/domain/money/ledger/index.ts";
import { createPortalContext, enterAsStaff } from "#server/trpc/context.ts";
import { answerFile } from "./answer-file.ts";
import { statementPdf } from "./statement-pdf.ts";

type Params = { params: Promise<{ month: string }> };

/** `/api/statements/2026-11`: the account's monthly statement. Money is live: there is none of the test environment. */
export async function serveStatement(request: NextRequest, { params }: Params): Promise<Response> {
  const { month } = await params;
  const cookie = (key: string) => request.cookies.get(key)?.value;
  return await answerFile(request, async (hold) => {
    const portal = await createPortalContext({ headers: request.headers, cookie, environment: "live" });
    const ctx = await enterAsStaff(portal);
    hold(ctx);
    const statement = await readStatement(ctx, month);
    const file = Readable.from(statementPdf(statement, ctx.clock.now()));
    return { file, type: "application/pdf", name: `statement-${statement.accountCode}-${month}.pdf` };
  });
}
