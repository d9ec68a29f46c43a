import { downloadInvoice } from "#server/files/serve-invoice.ts";
import { findStorePaper } from "#server/storefront/index.ts";

type Context = { params: Promise<{ slug: string; lang: string; token: string; number: string; id: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const paper = await findStorePaper(await params);
  return paper ? downloadInvoice(paper) : new Response(null, { status: 404 });
}
