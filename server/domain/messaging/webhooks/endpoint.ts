export type WebhookEndpoint = {
  id: number;
  environment: "test" | "live";
  url: string;
  /** Event names, or the single wildcard `*`. */
  events: string[];
  status: "active" | "disabled";
  failureCount: number;
  lastSuccessAt: Date | null;
  createdAt: Date;
  /** Of the first failure since the last success. */
  failingSince: Date | null;
  /** Why it is disabled, a sentence. */
  disabledReason: string | null;
  /** While a rotation overlaps: X-SVC-Signature is made with the old secret until then. */
  overlapUntil: Date | null;
};

/** How notices name an endpoint. */
export const endpointSubject = (id: number): string => `webhook:${id}`;
