import { Readable } from "node:stream";
import type { NextRequest } from "next/server";
import { getInvoice, type Invoice } from "#server/domain/shop/invoices/index.ts";
import { ERRORS, isServiceError } from "#server/kernel/errors.ts";
import { numericId } from "#server/kernel/ids.ts";
import { createPortalContext, enterAsStaff } from "#server/trpc/context.ts";
import { invoicePdf } from "./invoice-pdf.ts";

type Params = { params: Promise<{ env: string; id: string }> };

/** `/api/invoices/live/12`: an invoice, a credit note or a reversal of the account's shop, for its staff. */
export async function serveInvoice(request: NextRequest, { params }: Params): Promise<Response> {
  const { env, id: text } = await params;
  const id = numericId(text);
  if ((env !== "test" && env !== "live") || id === null) return new Response(null, { status: 404 });
  const cookie = (key: string) => request.cookies.get(key)?.value;
  try {
    const ctx = await enterAsStaff(await createPortalContext({ headers: request.headers, cookie, environment: env }));
    return downloadInvoice(await getInvoice(ctx, id));
  } catch (error) {
    if (isServiceError(error)) return new Response(error.message, { status: ERRORS[error.code].status });
    throw error;
  }
}

/** The paper itself, for whoever was found to be allowed to have it. */
export const downloadInvoice = (invoice: Invoice): Response =>
  new Response(Readable.toWeb(Readable.from(invoicePdf(invoice))) as unknown as BodyInit, {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${invoice.number.replaceAll("/", "-")}.pdf"`,
      "cache-control": "no-store",
    },
  });
