export { askDecision, planDecision } from "./ask-decision.ts";
export { approveDecision, refuseDecision } from "./decide.ts";
export { type Ask, FOUR_EYES_ABOVE_USD } from "./decision.ts";
export { listDecisions } from "./list-decisions.ts";
