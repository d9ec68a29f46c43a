import type { Decision } from "./decision.ts";

export type Planned = Pick<
  Decision,
  "accountId" | "accountCode" | "companyName" | "subject" | "amount" | "currency" | "details"
>;
