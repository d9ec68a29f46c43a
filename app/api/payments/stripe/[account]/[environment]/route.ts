import { receiveStripe } from "#server/api/payments/receive-stripe.ts";

export const POST = receiveStripe;
