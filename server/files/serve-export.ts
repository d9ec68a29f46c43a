import { Readable } from "node:stream";
import type { NextRequest } from "next/server";
import { beginExport, beginExportOf } from "#server/domain/control/closing/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { ERRORS, isServiceError } from "#server/kernel/errors.ts";
import { createPortalContext, enterAsOperator, enterAsStaff } from "#server/trpc/context.ts";
import { exportEntries } from "./export-entries.ts";
import { zipOf } from "./zip.ts";

/** `/api/account-export`: everything of the reader's account as one archive; with `?account=` by staff, of that one. */
export async function serveExport(request: NextRequest): Promise<Response> {
  try {
    const ctx = await open(request);
    const at = ctx.clock.now();
    const file = zipOf(exportEntries(ctx), at);
    return new Response(Readable.toWeb(file) as unknown as BodyInit, {
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${ctx.account.code}-${at.toISOString().slice(0, 10)}.zip"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (isServiceError(error)) return new Response(error.message, { status: ERRORS[error.code].status });
    throw error;
  }
}

async function open(request: NextRequest): Promise<AccountCtx> {
  const cookie = (key: string) => request.cookies.get(key)?.value;
  const code = request.nextUrl.searchParams.get("account");
  const environment = code === null ? "live" : null;
  const ctx = await createPortalContext({ headers: request.headers, cookie, environment });
  if (code !== null) return await beginExportOf(enterAsOperator(ctx), code.slice(0, 20));
  const staff = await enterAsStaff(ctx);
  await beginExport(staff);
  return staff;
}
