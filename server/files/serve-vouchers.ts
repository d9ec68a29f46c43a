import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { NextRequest } from "next/server";
import { readVoucherCodes, type VoucherSheet } from "#server/domain/shop/vouchers/index.ts";
import { fail } from "#server/kernel/errors.ts";
import { numericId } from "#server/kernel/ids.ts";
import { createPortalContext, enterAsStaff } from "#server/trpc/context.ts";
import { answerFile } from "./answer-file.ts";
import { harmlessCell } from "./harmless-cell.ts";
import { voucherPdf } from "./voucher-pdf.ts";

type Params = { params: Promise<{ env: string; batch: string; file: string }> };

/** `/api/vouchers/live/12/codes.csv` and `…/cards.pdf`: every code of a batch. Who reads them is in the audit log. */
export async function serveVouchers(request: NextRequest, { params }: Params): Promise<Response> {
  const { env, batch, file } = await params;
  const id = numericId(batch);
  if ((env !== "test" && env !== "live") || id === null || id > 2_147_483_647 || !Object.hasOwn(TYPES, file))
    return new Response(null, { status: 404 });
  const cookie = (key: string) => request.cookies.get(key)?.value;
  return await answerFile(request, async (hold) => {
    const ctx = await enterAsStaff(await createPortalContext({ headers: request.headers, cookie, environment: env }));
    hold(ctx);
    const sheet = await readVoucherCodes(ctx, id);
    const made = file === "codes.csv" ? csvOf(sheet) : voucherPdf(sheet, requirePlan(sheet));
    return { file: Readable.from(made), type: TYPES[file as keyof typeof TYPES], name: `vouchers-${id}-${file}` };
  });
}

/** What is printed on cards can be redeemed. */
const requirePlan = ({ plan }: VoucherSheet) =>
  plan ??
  fail("conflict", "Nobody sells any more what these vouchers were created for: nothing can be redeemed with them.");

const TYPES = { "codes.csv": "text/csv; charset=utf-8", "cards.pdf": "application/pdf" };

function csvOf({ batch, url, codeOf }: VoucherSheet) {
  const columns = ["number", "code", "plan", "expires_at", "redeem_at", "batch"];
  const csv = stringify({ header: true, columns, bom: true, cast: { string: harmlessCell } });
  const { size, packageName, expiresAt, name } = batch;
  function* rows() {
    for (let number = 1; number <= size; number++)
      yield [number, codeOf(number), packageName, expiresAt.toISOString(), url, name];
  }
  Readable.from(rows()).pipe(csv);
  return csv;
}
