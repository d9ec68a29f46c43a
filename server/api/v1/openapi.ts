import { buildOpenApi } from "#server/http/openapi/build-openapi.ts";
import { env } from "#server/kernel/env.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { operations } from "./index.ts";
import { samples } from "./samples/index.ts";
import { tags } from "./tags.ts";
import { webhookEvents } from "./webhooks/webhook-events.ts";

/** The public description of the contract. */
export const openApi = () =>
  processSingleton("openapi", () =>
    buildOpenApi({ operations, samples, events: webhookEvents, tags, publicUrl: env().publicUrl }),
  );

/** The same as JSON text. */
export const openApiDocument = (): string => processSingleton("openapi-text", () => JSON.stringify(openApi()));

/** Where people and programs reach the service. */
export const publicUrl = (): string => env().publicUrl;
