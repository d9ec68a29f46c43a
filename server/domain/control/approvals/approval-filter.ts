import { choice, type FilterValues, search } from "#server/kernel/list-filter.ts";
import { APPROVAL_STATUSES, KIND_NAMES } from "./decision.ts";

export const approvalFilter = {
  account: search("Account code", 20),
  kind: choice("Kind", "All kinds", KIND_NAMES),
  status: choice("Status", "All statuses", APPROVAL_STATUSES),
};

export type ApprovalFilter = FilterValues<typeof approvalFilter>;
