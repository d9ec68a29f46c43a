export type { Action, ActionKind } from "./action.ts";
export { listEvidence, listReviews, type Review } from "./list-reviews.ts";
export { getAction, listActions } from "./read-actions.ts";
export { requestCancel, requestResume, requestSuspend } from "./request-actions.ts";
export { type Resolution, resolveReview } from "./resolve-review.ts";
export { settleAction } from "./settle-action.ts";
export { type Ending, isOvertaken, settleActions } from "./settle-actions.ts";
export { sweepActions } from "./sweep-actions.ts";
