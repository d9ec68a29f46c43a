import { passHintOn } from "#server/api/cells/index.ts";
import { receiveFundingWebhook } from "#server/domain/money/funding/index.ts";
import { receivePaymentWebhook } from "#server/domain/money/payments/index.ts";
import { type Ctx, systemContext } from "#server/kernel/context.ts";
import { log } from "#server/kernel/log.ts";
import { readText } from "../read-text.ts";

const MAX_BYTES = 256 * 1024;

type Address = { params: Promise<{ account: string; environment: string }> };

/** A payment provider's webhook. Nothing tells a wrong signature from an account that does not exist. */
export async function receiveStripe(request: Request, { params }: Address): Promise<Response> {
  const { account, environment } = await params;
  if ((environment !== "test" && environment !== "live") || !/^ACC-[0-9A-Z]{8}$/.test(account))
    return new Response(null, { status: 400 });
  return await receive(request, async (ctx, body, signature) => {
    const notice = { accountCode: account, environment, body, signature } as const;
    return (await receivePaymentWebhook(ctx, notice)) === "taken";
  });
}

/** The same for the platform's own payments: wallets that are funded by card. */
export const receiveOwnStripe = (request: Request): Promise<Response> =>
  receive(request, async (ctx, body, signature) => {
    const taken = await receiveFundingWebhook(ctx, body, signature);
    if (taken) await passHintOn(ctx, { kind: "funding", body, signature });
    return taken;
  });

async function receive(
  request: Request,
  take: (ctx: Ctx, body: string, signature: string) => Promise<boolean>,
): Promise<Response> {
  const signature = request.headers.get("stripe-signature");
  if (!signature) return new Response(null, { status: 400 });
  if (Number(request.headers.get("content-length")) > MAX_BYTES) return new Response(null, { status: 413 });
  const body = await readText(request, MAX_BYTES);
  if (body === null) return new Response(null, { status: 413 });
  try {
    const taken = await take(systemContext({ kind: "supplier", name: "stripe" }), body, signature);
    return new Response(null, { status: taken ? 200 : 400 });
  } catch (error) {
    log().error({ stack: (error as Error).stack }, "a payment webhook could not be taken");
    return new Response(null, { status: 503 });
  }
}
