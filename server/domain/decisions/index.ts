export { askDecision } from "./ask-decision.ts";
export { approveDecision, refuseDecision } from "./decide.ts";
export { ALONE_PER_ACCOUNT_USD, ALONE_PER_OPERATOR_USD, type Ask, KIND_NAMES, KINDS } from "./decision.ts";
export { getDecision, listDecisions } from "./list-decisions.ts";
export { planDecision } from "./plan-decision.ts";
