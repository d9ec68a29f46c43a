import { receiveOwnStripe } from "#server/api/payments/receive-stripe.ts";

export const POST = receiveOwnStripe;
