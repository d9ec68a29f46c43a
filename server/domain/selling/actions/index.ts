/** What is asked of a supplier about a sold eSIM, such as a top-up or a cancellation, until its outcome is certain. */

export { acceptCancel } from "./accept-cancel.ts";
export type { Action } from "./action.ts";
export { askSupplier } from "./ask-supplier.ts";
export { checkLateTopup } from "./check-late-topup.ts";
export { findOrigin } from "./find-origin.ts";
export { listChoices } from "./list-choices.ts";
export { type ActionRecord, listActionRecords } from "./list-records.ts";
export { listEvidence, listReviews, type Review } from "./list-reviews.ts";
export { listTopups } from "./list-topups.ts";
export { possibleActs } from "./possible-acts.ts";
export { previewCancel } from "./preview-cancel.ts";
export { getAction, listActions } from "./read-actions.ts";
export { requestCancel, requestResume, requestSuspend } from "./request-actions.ts";
export { examineReview, RESOLUTIONS, type Resolution, type ResolvedAs, resolveReview } from "./resolve-review.ts";
export { settleAction } from "./settle-action.ts";
export { type Ending, isOvertaken, settleActions } from "./settle-actions.ts";
export { sweepActions } from "./sweep-actions.ts";
export { reportLateTopup } from "./watch-topup.ts";
