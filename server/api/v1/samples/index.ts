import type { Sample } from "#server/http/openapi/json.ts";
import type { operations } from "../index.ts";
import { ACCOUNT_SAMPLES } from "./account.ts";
import { CATALOGUE_SAMPLES } from "./catalogue.ts";
import { ESIM_SAMPLES } from "./esims.ts";
import { ORDER_SAMPLES } from "./orders.ts";
import { BRAND_SAMPLES, WEBHOOK_SAMPLES } from "./webhooks.ts";

/** A request and its answer for every operation, as the document shows them. */
export const samples: Record<keyof typeof operations, Sample> = {
  ...ACCOUNT_SAMPLES,
  ...CATALOGUE_SAMPLES,
  ...ORDER_SAMPLES,
  ...ESIM_SAMPLES,
  ...WEBHOOK_SAMPLES,
  ...BRAND_SAMPLES,
};
