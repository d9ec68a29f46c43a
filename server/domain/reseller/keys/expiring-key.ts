import type { Environment } from "#server/kernel/context.ts";

/** A key that stops working soon. */
export type ExpiringKey = {
  keyPrefix: string;
  name: string;
  environment: Environment;
  expiresAt: Date;
};

declare module "#server/kernel/events.ts" {
  interface EventSubjects {
    apiKey: ExpiringKey;
  }
}
