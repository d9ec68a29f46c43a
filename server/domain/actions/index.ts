export { ACTION_KINDS, type Action, type ActionKind, type ActionStatus } from "./action.ts";
export { getAction, listActions } from "./read-actions.ts";
export { requestCancel, requestResume, requestSuspend } from "./request-actions.ts";
export { type Ending, isOvertaken, settleActions } from "./settle-actions.ts";
