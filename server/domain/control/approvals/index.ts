/** What one operator may not do alone: asked for by one, approved or declined by another, then executed. */

export { approvalFilter } from "./approval-filter.ts";
export { carryOutDue, listUndone } from "./carry-out.ts";
export { approve, decline } from "./decide.ts";
export { ALONE_PER_ACCOUNT_USD, ALONE_PER_OPERATOR_USD, type Ask, KINDS } from "./decision.ts";
export { getApproval, listApprovals } from "./list-approvals.ts";
export { planApproval } from "./plan-approval.ts";
export { requestApproval } from "./request-approval.ts";
