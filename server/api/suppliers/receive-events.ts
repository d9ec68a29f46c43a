import { passHintOn } from "#server/api/cells/index.ts";
import { isNoticeSecret, isSupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { receiveSupplierWebhook } from "#server/domain/selling/orders/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { log } from "#server/kernel/log.ts";
import { readText } from "../read-text.ts";

const MAX_BYTES = 256 * 1024;

type Address = { params: Promise<{ code: string; secret: string }> };

/** A supplier's webhook, at an address that only the supplier knows. Answered at once; what it says is asked for again. */
export async function receiveEvents(request: Request, { params }: Address): Promise<Response> {
  const { code, secret } = await params;
  if (!isSupplierCode(code) || !isNoticeSecret(code, secret)) return new Response(null, { status: 404 });
  const body = (await readText(request, MAX_BYTES))?.replaceAll("\0", "");
  if (body === undefined) return new Response(null, { status: 413 });
  try {
    const ctx = systemContext({ kind: "supplier", name: code });
    await receiveSupplierWebhook(ctx, code, { body, header: (name) => request.headers.get(name) });
    await passHintOn(ctx, { kind: "supplier", code, body });
    return new Response(null, { status: 200 });
  } catch (error) {
    log().error({ supplier: code, stack: (error as Error).stack }, "a supplier webhook could not be taken");
    return new Response(null, { status: 503 });
  }
}

/** Suppliers check the address before they use it. */
export async function checkAddress(_request: Request, { params }: Address): Promise<Response> {
  const { code, secret } = await params;
  return new Response(null, { status: isSupplierCode(code) && isNoticeSecret(code, secret) ? 200 : 404 });
}
