import { receivePaymentNotice } from "#server/domain/payments/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { log } from "#server/kernel/log.ts";
import { readText } from "../read-text.ts";

const MAX_BYTES = 256 * 1024;

type Address = { params: Promise<{ account: string; environment: string }> };

/** A payment provider's webhook. Nothing tells a wrong signature from an account that does not exist. */
export async function receiveStripe(request: Request, { params }: Address): Promise<Response> {
  const { account, environment } = await params;
  const signature = request.headers.get("stripe-signature");
  if (!signature || (environment !== "test" && environment !== "live") || !/^ACC-[0-9A-Z]{8}$/.test(account))
    return new Response(null, { status: 400 });
  if (Number(request.headers.get("content-length")) > MAX_BYTES) return new Response(null, { status: 413 });
  const body = await readText(request, MAX_BYTES);
  if (body === null) return new Response(null, { status: 413 });
  try {
    const ctx = systemContext({ kind: "supplier", name: "stripe" });
    const taken = await receivePaymentNotice(ctx, { accountCode: account, environment, body, signature });
    return new Response(null, { status: taken === "taken" ? 200 : 400 });
  } catch (error) {
    log().error({ account, stack: (error as Error).stack }, "a payment webhook could not be taken");
    return new Response(null, { status: 503 });
  }
}
