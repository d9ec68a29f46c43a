import { Readable } from "node:stream";
import type { NextRequest } from "next/server";
import { isSameOrigin } from "#server/auth/client.ts";
import { beginExport, beginExportOf, type Exporting, endExport } from "#server/domain/control/closing/index.ts";
import { requireConfirmed } from "#server/domain/people/staff/index.ts";
import { ERRORS, isServiceError } from "#server/kernel/errors.ts";
import { createPortalContext, enterAsOperator, enterAsStaff, type PortalContext } from "#server/trpc/context.ts";
import { exportEntries } from "./export-entries.ts";
import { whileAllowed } from "./while-allowed.ts";
import { zipOf } from "./zip.ts";

/** `/api/account-export`: everything of the reader's account as one archive; with `?account=` by staff, of that one. */
export async function serveExport(request: NextRequest): Promise<Response> {
  if (!isSameOrigin(request.headers)) return new Response(null, { status: 403 });
  // Next asks us for it as well, and reads nothing of what is answered: an export that was begun would have no end.
  if (request.method === "HEAD") return new Response(null, { status: 405, headers: { allow: "GET" } });
  try {
    const ctx = await open(request);
    const at = ctx.clock.now();
    const file = whileAllowed(zipOf(exportEntries(ctx), at), request, ctx);
    file.once(
      "close",
      () =>
        void endExport(ctx).catch(() => {
          // The next can begin an hour later all the same.
        }),
    );
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

async function open(request: NextRequest): Promise<Exporting> {
  const cookie = (key: string) => request.cookies.get(key)?.value;
  const code = request.nextUrl.searchParams.get("account");
  const environment = code === null ? "live" : null;
  return await openExport(await createPortalContext({ headers: request.headers, cookie, environment }), code);
}

/** Whoever takes everything has just shown that they are the person. */
export async function openExport(ctx: PortalContext, code: string | null): Promise<Exporting> {
  if (code === null) {
    const staff = await enterAsStaff(ctx);
    requireConfirmed(staff, staff.person);
    return await beginExport(staff);
  }
  const operator = enterAsOperator(ctx);
  requireConfirmed(operator, operator.person);
  return await beginExportOf(operator, code.slice(0, 20));
}
