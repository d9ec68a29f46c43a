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
};
